-- Answers are forgotten by their age; without an index each look would read them all.
CREATE INDEX answers_by_age ON answers (created_at);

-- Questions that had no answer, where the host collects them: what was asked, never by whom or where.
CREATE TABLE unanswered (
    -- The question without case, accents, punctuation: what is alike stands once.
    alike    TEXT    PRIMARY KEY,
    -- As it was asked first.
    question TEXT    NOT NULL,
    times    INTEGER NOT NULL DEFAULT 1,
    -- When it was asked last; seconds since 1970, UTC.
    asked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- However many are asked, the file does not grow without end: the oldest go first.
CREATE TRIGGER unanswered_most AFTER INSERT ON unanswered WHEN (SELECT count(*) FROM unanswered) > 2000
BEGIN
    DELETE FROM unanswered
    WHERE alike = (SELECT alike FROM unanswered WHERE alike <> NEW.alike ORDER BY asked_at, alike LIMIT 1);
END;

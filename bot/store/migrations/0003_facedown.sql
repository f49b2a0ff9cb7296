-- The games whose face-down permanents are recorded; a game that is closed is deleted with all that belongs to it.
CREATE TABLE games (
    id         TEXT    PRIMARY KEY,
    channel_id INTEGER NOT NULL UNIQUE,
    guild_id   INTEGER NOT NULL,
    -- The language of the board.
    language   TEXT    NOT NULL,
    -- The message that shows the board, and the page of it.
    board_id   INTEGER,
    board_page INTEGER NOT NULL DEFAULT 0,
    -- When something last changed; seconds since 1970, UTC.
    changed_at INTEGER NOT NULL
) STRICT;

-- What happened, in order. An event is written once, in one statement, and is all there is of a change.
CREATE TABLE game_events (
    game_id TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    by      INTEGER NOT NULL,
    -- What everybody may know, as written by bot.facedown.events.
    event   TEXT    NOT NULL,
    -- What was told in secret with it.
    told    TEXT,
    -- The seq of the event that this one takes back.
    undoes  INTEGER,
    undone  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;

-- What is taken back loses its secret, together with the event that says so.
CREATE TRIGGER game_events_undo AFTER INSERT ON game_events WHEN NEW.undoes IS NOT NULL
BEGIN
    UPDATE game_events SET undone = 1, told = NULL WHERE game_id = NEW.game_id AND seq = NEW.undoes;
END;

CREATE TRIGGER game_events_change AFTER INSERT ON game_events
BEGIN
    UPDATE games SET changed_at = NEW.at WHERE id = NEW.game_id;
END;

-- What the players of a game call themselves, for its transcript and for lists of choices.
CREATE TABLE game_players (
    game_id TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    PRIMARY KEY (game_id, user_id)
) STRICT, WITHOUT ROWID;

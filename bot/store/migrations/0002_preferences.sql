-- The languages that people, channels and servers chose.
CREATE TABLE preferences (
    scope    TEXT    NOT NULL CHECK (scope IN ('user', 'channel', 'guild')),
    id       INTEGER NOT NULL,
    language TEXT    NOT NULL,
    PRIMARY KEY (scope, id)
) STRICT, WITHOUT ROWID;

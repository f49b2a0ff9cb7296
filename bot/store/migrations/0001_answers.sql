-- Which message shows which ruling, so that a flag, a button or a restart finds it again.
CREATE TABLE answers (
    message_id INTEGER PRIMARY KEY,
    channel_id INTEGER NOT NULL,
    -- What the message shows, as written by bot.shown.
    shown      TEXT    NOT NULL,
    -- Seconds since 1970, UTC.
    created_at INTEGER NOT NULL
) STRICT;

-- What Discord was last told about our commands, so that it is told again only when that changed.
CREATE TABLE synced_commands (
    application_id INTEGER PRIMARY KEY,
    fingerprint    TEXT    NOT NULL
) STRICT;

-- The files that the library was made from.
CREATE TABLE sources (
    id          INTEGER PRIMARY KEY,
    -- As bot.library.records tells them apart.
    kind        TEXT    NOT NULL,
    file        TEXT    NOT NULL,
    -- The day of the data, where the file tells it.
    date        TEXT,
    -- Seconds since 1970, UTC.
    imported_at INTEGER NOT NULL
) STRICT;

CREATE TABLE cards (
    id     INTEGER PRIMARY KEY,
    -- The oracle id, which stays the same from import to import; else a name of our own.
    key    TEXT    NOT NULL UNIQUE,
    name   TEXT    NOT NULL,
    layout TEXT    NOT NULL
) STRICT;

-- The English face or faces; of an Adventure the creature first, of a double-faced card the front.
CREATE TABLE faces (
    card_id   INTEGER NOT NULL REFERENCES cards (id),
    number    INTEGER NOT NULL,
    name      TEXT    NOT NULL,
    type_line TEXT    NOT NULL,
    mana_cost TEXT,
    text      TEXT    NOT NULL,
    PRIMARY KEY (card_id, number)
) STRICT, WITHOUT ROWID;

-- Every printed name in every language, in the order in which the files tell them: the first is the one to show.
CREATE TABLE names (
    id        INTEGER PRIMARY KEY,
    card_id   INTEGER NOT NULL REFERENCES cards (id),
    language  TEXT    NOT NULL,
    -- 0 is the whole card, else the number of the face.
    face      INTEGER NOT NULL,
    name      TEXT    NOT NULL,
    -- The printed type line in that language.
    type_line TEXT
) STRICT;
CREATE INDEX names_of_card ON names (card_id);

-- Each folded form once, as units with spaces between them, folded as the corpus said when it was imported. The shorter
-- come first: an index read in the order of ids then gives the nearest ones first.
CREATE TABLE spellings (
    id       INTEGER PRIMARY KEY,
    units    TEXT    NOT NULL UNIQUE,
    -- Whether it is a single word that people write without meaning a card.
    everyday INTEGER NOT NULL
) STRICT;

CREATE TABLE spelt (
    spelling_id INTEGER NOT NULL REFERENCES spellings (id),
    name_id     INTEGER NOT NULL REFERENCES names (id),
    PRIMARY KEY (spelling_id, name_id)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE words USING fts5 (
    units,
    content = 'spellings',
    content_rowid = 'id',
    columnsize = 0,
    tokenize = "unicode61 remove_diacritics 0 tokenchars '+/-'"
);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, 'row');

-- Each ruling once, however many cards have it.
CREATE TABLE rulings (
    id     INTEGER PRIMARY KEY,
    date   TEXT    NOT NULL,
    source TEXT    NOT NULL CHECK (source IN ('wotc', 'scryfall', 'unstated')),
    text   TEXT    NOT NULL
) STRICT;

CREATE TABLE card_rulings (
    card_id   INTEGER NOT NULL REFERENCES cards (id),
    ruling_id INTEGER NOT NULL REFERENCES rulings (id),
    PRIMARY KEY (card_id, ruling_id)
) STRICT, WITHOUT ROWID;

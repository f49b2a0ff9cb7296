"""Where the records of an import are gathered, in a database of their own, before anything is changed."""

from __future__ import annotations

import os
import re
import sqlite3
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Self

from bot.languages import ENGLISH
from bot.library.database import WAIT_SECONDS
from bot.library.records import Source

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path
    from types import TracebackType

    from bot.library.records import CardRecord, RulingRecord

CACHE_KIB: Final = 24_000
"""Memory that the database takes before it writes to its temporary file."""

_WORD = re.compile(r"\b[a-zà-öø-ÿ][^\W\d_]*")
"""A Latin word that begins with a small letter: it is no name."""

_TABLES = """
CREATE TABLE cards (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, layout TEXT NOT NULL
) STRICT;
CREATE TABLE faces (
    key TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, type_line TEXT NOT NULL, mana_cost TEXT,
    text TEXT NOT NULL, PRIMARY KEY (key, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE names (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL, language TEXT NOT NULL, face INTEGER NOT NULL, name TEXT NOT NULL,
    type_line TEXT, UNIQUE (key, language, face, name)
) STRICT;
CREATE TABLE rulings (
    id INTEGER PRIMARY KEY, text TEXT NOT NULL, date TEXT NOT NULL, source TEXT NOT NULL, UNIQUE (text, date)
) STRICT;
CREATE TABLE card_rulings (
    key TEXT NOT NULL, ruling_id INTEGER NOT NULL, PRIMARY KEY (key, ruling_id)
) STRICT, WITHOUT ROWID;
"""
TABLES_OF_CARDS: Final = ("cards", "faces", "names", "card_rulings")
"""The tables in which a card is named by its key."""

_ADD_RULING = f"""
INSERT INTO rulings (text, date, source) VALUES (?, ?, ?)
ON CONFLICT (text, date) DO UPDATE SET source = CASE
    WHEN '{Source.WOTC}' IN (source, excluded.source) THEN '{Source.WOTC}'
    WHEN '{Source.SCRYFALL}' IN (source, excluded.source) THEN '{Source.SCRYFALL}'
    ELSE source
END
RETURNING id
"""  # noqa: S608 - names of ours
"""Whoever says who wrote a ruling knows more than who does not; what Wizards also wrote is official."""


class Stage:
    """The records of an import. Of several that tell of the same thing, the first counts.

    Attributes:
        words: words that stand somewhere with a small letter; in other languages than English, also pairs of them.
    """

    def __init__(self) -> None:
        # A database without a name lies in a temporary file that nobody else sees and that is gone with it.
        self.connection = sqlite3.connect("", timeout=WAIT_SECONDS, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = OFF")
        self.connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        self.connection.executescript(_TABLES)
        self.connection.execute("BEGIN")
        self.words: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.connection.close()

    def add_card(self, card: CardRecord) -> None:
        """Take a card, or what one printing tells of it."""
        write = self.connection
        write.execute(
            "INSERT OR IGNORE INTO cards (key, name, layout) VALUES (?, ?, ?)", (card.key, card.name, card.layout)
        )
        write.executemany(
            "INSERT OR IGNORE INTO faces VALUES (?, ?, ?, ?, ?, ?)",
            [(card.key, face.number, face.name, face.type_line, face.mana_cost, face.text) for face in card.faces],
        )
        write.executemany(
            "INSERT OR IGNORE INTO names (key, language, face, name, type_line) VALUES (?, ?, ?, ?, ?)",
            [(card.key, name.language, name.face, name.name, name.type_line) for name in card.names],
        )
        # That a card speaks of itself makes no everyday word of its name.
        own = {name.name.casefold() for name in card.names}
        for language, text in card.prose:
            self.words.update(word for word in _WORD.findall(text) if word not in own)
            if language != ENGLISH:
                words = text.split()
                self.words.update(
                    f"{one} {other}" for one, other in pairwise(words) if one.islower() and other.islower()
                )
        for ruling in card.rulings:
            self.add_ruling(card.key, ruling, own)

    def add_ruling(self, key: str, ruling: RulingRecord, own: Collection[str] = ()) -> None:
        """Take a ruling of a card, whether or not that card is known; `own` are its names in small letters."""
        self.words.update(word for word in _WORD.findall(ruling.text) if word not in own)
        [(ruling_id,)] = self.connection.execute(_ADD_RULING, (ruling.text, ruling.date, ruling.source)).fetchall()
        self.connection.execute("INSERT OR IGNORE INTO card_rulings VALUES (?, ?)", (key, ruling_id))

    def attach(self, target: Path) -> None:
        """Open a library beside the records, under the name `library`."""
        self.connection.execute("COMMIT")
        # As bytes: a path need not be valid UTF-8.
        self.connection.execute("ATTACH ? AS library", (os.fsencode(target),))

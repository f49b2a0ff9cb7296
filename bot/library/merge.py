"""From the records of an import to the new library: what stays, what changes, and all of it or nothing."""

from __future__ import annotations

import json
import math
import sqlite3
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.languages import ENGLISH
from bot.library import database
from bot.library.errors import ImportRefusedError
from bot.library.records import OWN_KEY, Kind, Source
from bot.library.spelling import spell, spellings
from bot.library.stage import TABLES_OF_CARDS
from bot.library.tongues import native_name
from bot.text import letters

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from bot.corpus.fold import Folding
    from bot.library.stage import Stage

MOST_REMOVED: Final = 0.1
"""The share, rounded up, of the cards, of the names of a language or of the rulings that an import may remove without
being told twice."""

_OLD: Final = """
CREATE TEMP VIEW old_faces AS SELECT key, number, f.name, type_line, mana_cost, text
    FROM library.faces f JOIN library.cards c ON c.id = card_id;
CREATE TEMP VIEW old_names AS SELECT n.id AS number, key, language, face, n.name, type_line
    FROM library.names n JOIN library.cards c ON c.id = card_id;
CREATE TEMP VIEW old_rulings AS SELECT key, r.id, text, date, source
    FROM library.rulings r JOIN library.card_rulings ON r.id = ruling_id JOIN library.cards c ON c.id = card_id;
CREATE TEMP VIEW new_rulings AS SELECT key, text, date FROM card_rulings JOIN rulings ON id = ruling_id;
"""
"""What is in the library, and what is to be, by the keys of cards."""
_CONTENT: Final = (
    ("key, number, name, type_line, mana_cost, text", "faces", "old_faces"),
    ("key, language, face, name", "names", "old_names"),
    ("key, text, date", "new_rulings", "old_rulings"),
)
"""What makes a card what it is, where it stands now and where it stood."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that is imported.

    Attributes:
        date: the day of its data, where it tells.
    """

    name: str
    kind: Kind
    date: str | None


@dataclass(frozen=True, slots=True)
class Changes:
    """What an import does to the library.

    Attributes:
        new: cards that were not there; likewise `changed` and `gone`.
        names: names by language, as they are now.
        rulings: different rulings, as they are now.
        ruled: cards with rulings.
        new_rulings: rulings that no card had; likewise `gone_rulings`.
        strangers: cards that rulings were for and that are not there.
    """

    cards: int
    new: int
    changed: int
    gone: int
    names: Mapping[str, int]
    rulings: int
    ruled: int
    new_rulings: int
    gone_rulings: int
    strangers: int


def merge(stage: Stage, files: Collection[File], target: Path, folding: Folding, *, force: bool) -> Changes:
    """Make the library what the files say, in one transaction; whoever reads it meanwhile sees the old one.

    What the files do not speak of stays: cards of other sets, names in languages that they lack, rulings where they
    have none.

    Raises:
        ImportRefusedError: too much would be removed.
        BrokenLibraryError: the library's file cannot be used.
    """
    database.prepare(target)
    with database.explained(target):
        stage.attach(target)
        write = stage.connection
        write.create_function("letters", 1, letters, deterministic=True)
        write.executescript(_OLD)
        write.execute("BEGIN IMMEDIATE")
        _use_known_keys(write)
        strangers = _keep(write, files)
        _use_known_sources(write)
        changes = _compare(write, strangers)
        if not changes.cards:
            raise ImportRefusedError(
                "There are no cards in the library that these rulings belong to; import cards together with them."
            )
        if not force:
            _refuse_removals(write)
        _replace(write, stage.words, folding)
        _note(write, files)
        write.execute("COMMIT")
    _shorten_log(write)
    return changes


def _use_known_keys(write: sqlite3.Connection) -> None:
    """A card without an oracle id is the one card of its name that has one, now or in the library."""
    write.execute(
        "CREATE TABLE known AS SELECT mine.key AS own, min(other.key) AS key"
        " FROM (SELECT key, name FROM cards UNION SELECT key, name FROM library.cards) mine"
        " JOIN (SELECT key, name FROM cards UNION SELECT key, name FROM library.cards) other USING (name)"
        f" WHERE mine.key LIKE '{OWN_KEY}%' AND other.key NOT LIKE '{OWN_KEY}%' GROUP BY mine.key HAVING count(*) = 1"
    )
    for table in (*TABLES_OF_CARDS, "library.cards"):
        own = "key IN (SELECT own FROM known)"
        write.execute(f"UPDATE OR IGNORE {table} AS t SET key = (SELECT key FROM known WHERE own = t.key) WHERE {own}")
        write.execute(f"DELETE FROM {table} WHERE {own}")


def _keep(write: sqlite3.Connection, files: Collection[File]) -> int:
    """Take over from the library what the files do not speak of; how many cards are unknown that have rulings."""
    kinds = {file.kind for file in files}
    every_card = any(kind.has_all_cards for kind in kinds)
    write.execute("CREATE TABLE told AS SELECT key FROM cards")
    languages = [language for (language,) in write.execute("SELECT DISTINCT language FROM names")]
    if not every_card:
        write.execute(
            "INSERT INTO cards (key, name, layout) SELECT key, name, layout FROM library.cards"
            " WHERE key NOT IN (SELECT key FROM told)"
        )
        write.execute(
            "INSERT INTO faces SELECT * FROM old_faces"
            " WHERE key IN (SELECT key FROM cards) AND key NOT IN (SELECT key FROM told)"
        )
    write.execute(
        "INSERT OR IGNORE INTO names (key, language, face, name, type_line)"
        " SELECT key, language, face, name, type_line FROM old_names WHERE key IN (SELECT key FROM cards)"
        " AND language NOT IN (SELECT value FROM json_each(?)) ORDER BY number",
        (json.dumps(languages if every_card else []),),
    )
    if not any(kind.has_all_rulings for kind in kinds):
        write.execute("CREATE TABLE ruled AS SELECT DISTINCT key FROM card_rulings")
        kept = "old_rulings old WHERE key IN (SELECT key FROM cards) AND key NOT IN (SELECT key FROM ruled)"
        write.execute(f"INSERT OR IGNORE INTO rulings (text, date, source) SELECT text, date, source FROM {kept}")
        write.execute(
            "INSERT OR IGNORE INTO card_rulings"
            f" SELECT key, (SELECT id FROM rulings r WHERE r.text = old.text AND r.date = old.date) FROM {kept}"
        )
    strangers = _count(write, "SELECT DISTINCT key FROM card_rulings WHERE key NOT IN (SELECT key FROM cards)")
    write.execute("DELETE FROM card_rulings WHERE key NOT IN (SELECT key FROM cards)")
    write.execute("DELETE FROM rulings WHERE id NOT IN (SELECT ruling_id FROM card_rulings)")
    return strangers


def _use_known_sources(write: sqlite3.Connection) -> None:
    """Where the files do not tell who wrote a ruling, and the library or another file does, that is still known.

    The same words are the same ruling, whatever quotes or dates they have. Of two sources, Wizards' goes first (it is
    also the last in the alphabet).
    """
    write.execute(
        "CREATE TABLE sourced AS SELECT letters(text) AS words, max(source) AS source"
        " FROM (SELECT text, source FROM rulings UNION SELECT text, source FROM library.rulings) WHERE source <> ?"
        " GROUP BY words",
        (Source.UNSTATED,),
    )
    write.execute("CREATE INDEX sourced_by_words ON sourced (words)")
    write.execute(
        "UPDATE rulings SET source = sourced.source FROM sourced WHERE words = letters(text) AND rulings.source = ?",
        (Source.UNSTATED,),
    )


def _compare(write: sqlite3.Connection, strangers: int) -> Changes:
    both = "key IN (SELECT key FROM cards) AND key IN (SELECT key FROM library.cards)"
    changed = " UNION ".join(
        f"SELECT key FROM (SELECT {columns} FROM {one} EXCEPT SELECT {columns} FROM {other}) WHERE {both}"
        for columns, new, old in _CONTENT
        for one, other in ((new, old), (old, new))
    )
    old, new = "SELECT text, date FROM library.rulings", "SELECT text, date FROM rulings"
    return Changes(
        cards=_count(write, "SELECT key FROM cards"),
        new=_count(write, "SELECT key FROM cards EXCEPT SELECT key FROM library.cards"),
        changed=_count(write, changed),
        gone=_count(write, "SELECT key FROM library.cards EXCEPT SELECT key FROM cards"),
        names=dict(write.execute("SELECT language, count(*) FROM names GROUP BY language").fetchall()),
        rulings=_count(write, new),
        ruled=_count(write, "SELECT DISTINCT key FROM card_rulings"),
        new_rulings=_count(write, f"{new} EXCEPT {old}"),
        gone_rulings=_count(write, f"{old} EXCEPT {new}"),
        strangers=strangers,
    )


def _count(write: sqlite3.Connection, rows: str, *values: str) -> int:
    return int(write.execute(f"SELECT count(*) FROM ({rows})", values).fetchone()[0])


def _refuse_removals(write: sqlite3.Connection) -> None:
    """Refuse to remove much. What is new does not make up for what is gone, nor does another language for a language.

    Rulings are counted by their words: new quotes or dates remove none.
    """
    write.execute("CREATE TABLE old_words AS SELECT DISTINCT key, letters(text) AS words FROM old_rulings")
    write.execute("CREATE TABLE new_words AS SELECT DISTINCT key, letters(text) AS words FROM new_rulings")
    _refuse_many("cards", *_removed(write, "SELECT key FROM library.cards", "SELECT key FROM cards"))
    for (language,) in write.execute("SELECT DISTINCT language FROM library.names ORDER BY language").fetchall():
        columns = "SELECT DISTINCT key, name"
        removed = _removed(
            write, f"{columns} FROM old_names WHERE language = ?", f"{columns} FROM names WHERE language = ?", language
        )
        _refuse_many(f"names in {native_name(language)}", *removed)
    _refuse_many("rulings of cards", *_removed(write, "SELECT * FROM old_words", "SELECT * FROM new_words"))


def _removed(write: sqlite3.Connection, old: str, new: str, *values: str) -> tuple[int, int]:
    """How many rows of one query another lacks, and how many the first has; both have the same values."""
    return _count(write, f"{old} EXCEPT {new}", *values, *values), _count(write, old, *values)


def _refuse_many(what: str, removed: int, before: int) -> None:
    if removed > math.ceil(MOST_REMOVED * before):
        raise ImportRefusedError(
            f"This would remove {removed:,} of the {before:,} {what} that are in the library; nothing was changed. "
            "Add --force if that is what you want."
        )


def _replace(write: sqlite3.Connection, words: Collection[str], folding: Folding) -> None:
    # A word once found to be an everyday word stays one: not every file has the texts that show it.
    write.execute("CREATE TABLE spelt (name TEXT NOT NULL, units TEXT NOT NULL, everyday INTEGER NOT NULL)")
    write.execute("INSERT INTO spelt SELECT '', units, 1 FROM library.spellings WHERE everyday")
    for table in ("spelt", "spellings", "card_rulings", "rulings", "names", "faces", "cards"):
        write.execute(f"DELETE FROM library.{table}")
    write.execute("INSERT INTO library.cards SELECT number, key, name, layout FROM cards")
    write.execute(
        "INSERT INTO library.faces SELECT c.number, f.number, f.name, type_line, mana_cost, text"
        " FROM faces f JOIN cards c USING (key)"
    )
    write.execute(
        "INSERT INTO library.names SELECT n.number, c.number, language, face, n.name, type_line"
        " FROM names n JOIN cards c USING (key)"
    )
    write.execute("INSERT INTO library.rulings SELECT id, date, source, text FROM rulings")
    write.execute("INSERT INTO library.card_rulings SELECT number, ruling_id FROM card_rulings JOIN cards USING (key)")
    write.executemany("INSERT INTO spelt VALUES (?, ?, ?)", _spelt(write, words, folding))
    write.execute(
        "INSERT INTO library.spellings (units, everyday) SELECT units, max(everyday) FROM spelt"
        " GROUP BY units HAVING max(name) <> '' ORDER BY length(units), units"
    )
    write.execute("CREATE INDEX spelt_by_name ON spelt (name)")
    write.execute(
        "INSERT OR IGNORE INTO library.spelt SELECT s.id, n.number"
        " FROM names n JOIN spelt ON spelt.name = n.name JOIN library.spellings s ON s.units = spelt.units"
    )
    write.execute("INSERT INTO library.words (words) VALUES ('rebuild')")


def _spelt(write: sqlite3.Connection, words: Collection[str], folding: Folding) -> Iterator[tuple[str, str, bool]]:
    """Each name with its spellings, and whether people write that without meaning a card.

    That is one everyday word, or two of them one after the other where the name is not English: English names of two
    words are odd enough. Longer names nobody writes by chance.
    """
    everyday = {spell(folding, word) for word in words}
    for name, english in write.execute("SELECT name, max(language = ?) FROM names GROUP BY name", (ENGLISH,)):
        for units in spellings(folding, name):
            yield name, units, units in everyday and not (english and " " in units)


def _note(write: sqlite3.Connection, files: Collection[File]) -> None:
    """Note where the library comes from; files that are replaced by these are no longer named."""
    if any(file.kind.has_all_cards for file in files):
        write.execute("DELETE FROM library.sources WHERE kind <> ?", (Kind.RULINGS,))
    if any(file.kind.has_all_rulings for file in files):
        write.execute("DELETE FROM library.sources WHERE kind = ?", (Kind.RULINGS,))
    now = int(time.time())
    for file in files:
        write.execute("DELETE FROM library.sources WHERE kind = ? AND file = ?", (file.kind, file.name))
        write.execute(
            "INSERT INTO library.sources (kind, file, date, imported_at) VALUES (?, ?, ?, ?)",
            (file.kind, file.name, file.date, now),
        )


def _shorten_log(write: sqlite3.Connection) -> None:
    """Move what was written from SQLite's log into the library, so that it does not lie on the disk twice.

    Where there is no room for that, everything is read from the log, and the next import tries again.
    """
    with suppress(sqlite3.OperationalError):
        write.execute("PRAGMA library.wal_checkpoint(TRUNCATE)")

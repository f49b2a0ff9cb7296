"""An import from its files to its report."""

from __future__ import annotations

import datetime
import re
import sqlite3
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from bot.errors import sentence
from bot.languages import ENGLISH
from bot.library import database, mtgjson, scryfall, values
from bot.library.download import download, file_name, is_url
from bot.library.errors import BadFileError, ImportRefusedError, WrongValueError
from bot.library.links import Links
from bot.library.merge import Changes, File, merge
from bot.library.records import Kind
from bot.library.stage import Stage
from bot.library.stream import JsonReader, Shape
from bot.library.wrapping import size_of, unpacked
from bot.text import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from bot.corpus.model import Corpus
    from bot.library.records import CardRecord
    from bot.library.stream import Record

NAME: Final = 100
"""Characters of the name of a file that are shown and noted."""

_STAMP = re.compile(r"(20\d\d)(\d\d)(\d\d)\d{6}")
"""How Scryfall tells in the name of a file when it was made."""
_GIVE = "give MTGJSON's or Scryfall's files as they are published"


class Progress(Protocol):
    """Who is told how an import goes on."""

    def started(self, what: str, total: int | None) -> None:
        """Something begins that has so many bytes: 0 where that is not known, None where they are not counted."""

    def advanced(self, done: int) -> None:
        """So many bytes of it are done."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an import did.

    Attributes:
        linked: rulings that have the words of a topic.
        translated: those of them whose topic has a text in another language than English.
        translated_cards: cards that have one of these.
    """

    files: tuple[File, ...]
    changes: Changes
    linked: int
    translated: int
    translated_cards: int


def import_files(
    given: Iterable[str], target: Path, corpus: Corpus, progress: Progress, *, force: bool = False
) -> Report:
    """Import files that belong together into a library: all of them, or nothing.

    Args:
        given: paths or addresses.
        target: the library's file, created when missing.
        corpus: the rulings whose topics are looked for among those that are imported.
        progress: who is told how it goes on.
        force: whether much may be removed.

    Raises:
        ImportRefusedError: a file is no such file, is broken or hostile, or too much would be removed.
        BrokenLibraryError: the library's file cannot be used.
    """
    with Stage() as stage:
        files: list[File] = []
        for each in given:
            # A name may be very long, hold line breaks, or be no text at all.
            name = one_line(file_name(each) if is_url(each) else Path(each).name, NAME) or "the file"
            try:
                with _at_hand(each, name, progress) as path:
                    files.extend(_Gatherer(stage, name, path, progress).files())
            except BadFileError as error:
                raise ImportRefusedError(sentence(f"{name} is not imported: {error}; nothing was changed")) from error
            except sqlite3.Error as error:
                raise ImportRefusedError(
                    sentence(f"{name} is not imported: {error}; nothing was changed. {database.MAKE_ROOM}")
                ) from error
        progress.started("putting everything together", None)
        changes = merge(stage, files, target, corpus.folding, force=force)
        return _report(stage, files, changes, Links(corpus))


@contextmanager
def _at_hand(given: str, name: str, progress: Progress) -> Iterator[Path]:
    """Where a file lies; one from the web lies there for as long as it is needed."""
    if not is_url(given):
        yield Path(given)
        return
    try:
        temporary = tempfile.TemporaryDirectory(prefix="facedown-judge-")
    except OSError as error:
        raise BadFileError(f"there is no room for temporary files: {error.strerror or error}") from error
    with temporary as folder:
        path = Path(folder) / "download"
        with path.open("wb") as target:
            download(given, target, lambda total: progress.started(f"downloading {name}", total), progress.advanced)
        yield path


class _Gatherer:
    """Takes the records of a file to the stage."""

    def __init__(self, stage: Stage, name: str, path: Path, progress: Progress) -> None:
        self._stage = stage
        self._name = name
        self._path = path
        self._progress = progress
        self._date: str | None = None

    def files(self) -> Iterator[File]:
        """The documents of the file, by what they turned out to be."""
        size = size_of(self._path)
        self._progress.started(f"reading {self._name}", size)
        for name, stream in unpacked(self._path, size, self._progress.advanced):
            self._date = _date_in(name) or _date_in(self._name)
            yield File(self._name, self._kind(JsonReader(stream)), self._date)

    def _kind(self, reader: JsonReader) -> Kind:
        """Take all records of a document; what it turned out to be."""
        kinds: set[Kind] = set()
        stray = ""
        for record in reader.records():
            if record.shape is Shape.NAMED and not mtgjson.is_under_its_name(record.name, record.value):
                stray = stray or reader.located("this is no card of the name that it stands under")
                continue
            with reader.explained():
                kind = self._take(record)
            kinds |= {kind} if kind else set()
        # A set has other lists beside its cards, such as its tokens; a deck has nothing but such lists.
        if stray and kinds != {Kind.SET}:
            raise BadFileError(f"{stray}; {_GIVE}")
        if len(kinds) != 1:
            raise BadFileError(f"there are {' and '.join(sorted(kinds)) or 'no cards and no rulings'} in it; {_GIVE}")
        return kinds.pop()

    def _take(self, record: Record) -> Kind | None:
        value = record.value
        if record.shape is Shape.META:
            if isinstance(value, dict) and value.get("date"):
                self._date = values.date(value, "date")
            return None
        if not isinstance(value, dict):
            raise WrongValueError("this must be an object")
        match record.shape:
            case Shape.NAMED:
                return self._take_card(mtgjson.printing(value), Kind.ATOMIC)
            case Shape.OF_SET:
                return self._take_card(mtgjson.printing(value), Kind.SET)
            case Shape.OF_SETS:
                return self._take_card(mtgjson.printing(value), Kind.PRINTINGS)
            case _ if scryfall.is_ruling(value):
                if (ruling := scryfall.ruling(value)) is not None:
                    self._stage.add_ruling(*ruling)
                return Kind.RULINGS
            case _:
                return self._take_card(scryfall.card(value), Kind.CARDS)

    def _take_card(self, card: CardRecord | None, kind: Kind) -> Kind | None:
        if card is None:
            return None
        self._stage.add_card(card)
        return kind


def _date_in(name: str) -> str | None:
    stamp = _STAMP.search(name)
    try:
        return datetime.date(*map(int, stamp.groups())).isoformat() if stamp else None
    except ValueError:
        return None


def _report(stage: Stage, files: Collection[File], changes: Changes, links: Links) -> Report:
    topics = {
        ruling_id: topic
        for ruling_id, text in stage.connection.execute("SELECT id, text FROM rulings")
        if (topic := links.topic_of(text)) is not None
    }
    translated = {ruling_id for ruling_id, topic in topics.items() if set(topic.languages) - {ENGLISH}}
    cards = {
        key for key, ruling_id in stage.connection.execute("SELECT * FROM card_rulings") if ruling_id in translated
    }
    return Report(tuple(files), changes, len(topics), len(translated), len(cards))

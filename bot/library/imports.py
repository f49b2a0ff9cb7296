"""An import from its files to its report."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.languages import ENGLISH
from bot.library import mtgjson, scryfall, values
from bot.library.errors import BadFileError, ImportRefusedError, WrongValueError
from bot.library.links import Links
from bot.library.merge import Changes, File, merge
from bot.library.records import Kind
from bot.library.stage import Stage
from bot.library.stream import JsonReader, Shape
from bot.library.wrapping import unpacked

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from pathlib import Path

    from bot.corpus.model import Corpus
    from bot.library.records import CardRecord
    from bot.library.stream import Record

_STAMP = re.compile(r"(20\d\d)(\d\d)(\d\d)\d{6}")
"""How Scryfall tells in the name of a file when it was made."""


@dataclass(frozen=True, slots=True)
class Given:
    """A file to import.

    Attributes:
        name: what it is called in messages.
        path: where it lies.
    """

    name: str
    path: Path


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
    given: Iterable[Given],
    target: Path,
    corpus: Corpus,
    *,
    force: bool = False,
    progress: Callable[[str, int], None] = lambda _name, _bytes: None,
) -> Report:
    """Import files that belong together into a library: all of them, or nothing.

    Args:
        given: the files.
        target: the library's file, created when missing.
        corpus: the rulings whose topics are looked for among those that are imported.
        force: whether much may be removed.
        progress: is told the name of the file that is read and how many of its bytes were.

    Raises:
        ImportRefusedError: a file is no such file, is broken or hostile, or too much would be removed.
        BrokenLibraryError: the library's file cannot be used.
    """
    with Stage() as stage:
        files: list[File] = []
        for each in given:
            try:
                files.extend(_Gatherer(stage, each, progress).files())
            except BadFileError as error:
                raise ImportRefusedError(f"{each.name} is not imported: {error}; nothing was changed.") from error
        changes = merge(stage, files, target, corpus.folding, force=force)
        return _report(stage, files, changes, Links(corpus))


class _Gatherer:
    """Takes the records of a file to the stage."""

    def __init__(self, stage: Stage, given: Given, progress: Callable[[str, int], None]) -> None:
        self._stage = stage
        self._given = given
        self._progress = progress
        self._date: str | None = None

    def files(self) -> Iterator[File]:
        """The documents of the file, by what they turned out to be."""
        for name, stream in unpacked(self._given.path, lambda done: self._progress(self._given.name, done)):
            self._date = _date_in(name)
            reader = JsonReader(stream)
            kinds: set[Kind] = set()
            for record in reader.records():
                with reader.explained():
                    kind = self._take(record)
                kinds |= {kind} if kind else set()
            if len(kinds) != 1:
                found = " and ".join(sorted(kinds)) or "no cards and no rulings"
                raise BadFileError(f"there are {found} in it; give MTGJSON's or Scryfall's files as they are published")
            yield File(self._given.name, kinds.pop(), self._date)

    def _take(self, record: Record) -> Kind | None:
        value = record.value
        if record.shape is Shape.META:
            if isinstance(value, dict) and value.get("date"):
                self._date = values.date(value, "date")
            return None
        if record.shape is Shape.BY_NAME:
            card = mtgjson.atomic(value)
            return self._take_card(card, Kind.ATOMIC)
        if not isinstance(value, dict):
            raise WrongValueError("this must be an object")
        match record.shape:
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
    return "-".join(stamp.groups()) if stamp else None


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

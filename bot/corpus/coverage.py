"""How much of the matrix of topics and languages has a text, and who wrote it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.corpus.model import Provenance
from bot.languages import CODES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.corpus.model import Corpus, Text, Topic

EMPTY = "-"
BESIDE, UNREAD, OLD = "+", "?", "!"
"""Marks of a cell: a translation of all of it stands beside, nobody read it a second time, its original changed."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The matrix of topics and languages, counted by the text that is shown in each cell.

    Attributes:
        cells: how many there are.
        by_language: by language, how many cells show a text of each provenance.
        beside: how many partly translated texts have a translation of all of it beside them.
        made: the translations that this project made, those beside others included.
        read: how many of these somebody else read against the original.
        stale: how many of these are older than their original.
    """

    cells: int
    by_language: Mapping[str, Counter[Provenance]]
    beside: int
    made: int
    read: int
    stale: int

    @property
    def filled(self) -> int:
        """How many cells have a text of their own."""
        return self.total.total()

    @property
    def total(self) -> Counter[Provenance]:
        """How many cells show a text of each provenance."""
        return sum(self.by_language.values(), Counter[Provenance]())


def coverage(corpus: Corpus) -> Coverage:
    """Count the matrix of a corpus."""
    topics = corpus.topics.values()
    shown = {code: [text for topic in topics if (text := topic.newest(code))] for code in CODES}
    made = [text for topic in topics for text in topic.texts if text.translated_from]
    return Coverage(
        cells=len(topics) * len(CODES),
        by_language={code: Counter(text.provenance for text in shown[code]) for code in CODES},
        beside=sum(topic.complete(text) is not None for topic in topics for text in topic.texts),
        made=len(made),
        read=sum(text.reviewed is not None for text in made),
        stale=len(corpus.stale),
    )


def table(corpus: Corpus) -> Iterator[str]:
    """The matrix as lines of text: topic, language, provenance; below it the totals."""
    counted = coverage(corpus)
    rows = [["topic", *CODES]]
    rows += [[topic.id, *(_cell(topic, topic.newest(code)) for code in CODES)] for topic in corpus.topics.values()]
    yield from _aligned(rows)
    yield ""
    totals = [["", *CODES, "all"]]
    for provenance in Provenance:
        counts = [counted.by_language[code][provenance] for code in CODES]
        totals.append([provenance.value, *map(str, counts), str(sum(counts))])
    empty = [len(corpus.topics) - counted.by_language[code].total() for code in CODES]
    totals.append(["no text", *map(str, empty), str(sum(empty))])
    yield from _aligned(totals)
    yield ""
    yield f"{counted.filled} of {counted.cells} cells have a text"
    yield f"{counted.made} translations were made here"
    yield f"{BESIDE} beside a partly translated text: {counted.beside}"
    yield f"{UNREAD} not read a second time: {counted.made - counted.read}"
    yield f"{OLD} older than its original: {counted.stale}"


def _cell(topic: Topic, text: Text | None) -> str:
    if text is None:
        return EMPTY
    complete = topic.complete(text)
    made = complete or (text if text.translated_from else None)
    marks = BESIDE if complete else ""
    if made is not None:
        marks += (UNREAD if made.reviewed is None else "") + (OLD if topic.is_stale(made) else "")
    return text.provenance.value + marks


def _aligned(rows: list[list[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()

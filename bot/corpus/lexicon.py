"""The words of the corpus's data, found in a question: from "unmorph" or 翻开 to what they stand for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from bot.corpus.fold import units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.corpus.model import Corpus

LEAST_LETTERS_FOR_TYPO = 5
"""Shorter words are matched exactly: one letter more or less makes another word of them."""
TWO_TYPOS_FROM = 9
"""From this length on two slips are forgiven, below it one."""
SLIP_IN = 50
"""A word that stands in the questions of the data is a slip when what it may be meant for stands there so many times as
often."""


class Match(NamedTuple):
    """A phrase found in a question.

    Attributes:
        start: the first unit of the question that it covers.
        end: the unit after the last one.
        phrase: the phrase as folded in the data.
        stands_for: the keys of what it signals: `mechanic:ID`, `concept:ID` or `card:ID`.
        inside: the keys of shorter phrases inside it. No mechanic is among them when it names one itself: in
            "manifest dread", nobody means "manifest".
    """

    start: int
    end: int
    phrase: str
    stands_for: frozenset[str]
    inside: frozenset[str]


@dataclass(slots=True)
class _Branch:
    """A branch of the trie over units."""

    following: dict[str, _Branch] = field(default_factory=dict)
    phrase: str = ""
    stands_for: frozenset[str] = frozenset()


class Lexicon:
    """All names, aliases and words of a corpus, in one trie over units."""

    def __init__(self, corpus: Corpus) -> None:
        self._root = _Branch()
        self._known: set[str] = set()
        for key, phrase in _phrases(corpus):
            self._add(corpus.folding.fold_data(phrase), key)
        self._by_first_letter: dict[str, list[str]] = {}
        for unit in sorted(self._known):
            self._by_first_letter.setdefault(unit[0], []).append(unit)
        self._written = _written(corpus)

    def _add(self, folded: str, key: str) -> None:
        branch = self._root
        for unit in units(folded):
            following = branch.following.get(unit)
            if following is None:
                following = branch.following[unit] = _Branch()
                if len(unit) >= LEAST_LETTERS_FOR_TYPO:
                    self._known.add(unit)
            branch = following
        branch.phrase = folded
        branch.stands_for |= {key}

    def exact(self, folded: str) -> frozenset[str]:
        """What a whole question stands for when it is nothing but one phrase."""
        branch: _Branch | None = self._root
        for unit in units(folded):
            branch = branch.following.get(unit) if branch else None
        return branch.stands_for if branch else frozenset()

    def find(self, question: tuple[str, ...]) -> tuple[Match, ...]:
        """The phrases in a question, in its order; a phrase inside a longer one is a part of that one's match."""
        found: list[tuple[int, int, _Branch]] = []
        inside: dict[int, set[str]] = {}
        reach = 0
        trie = self._root.following
        for start, unit in enumerate(question):
            branch = trie.get(unit)
            if branch is None:
                continue
            end = start
            here: list[tuple[int, _Branch]] = []
            while branch is not None:
                end += 1
                if branch.stands_for:
                    here.append((end, branch))
                branch = branch.following.get(question[end]) if end < len(question) else None
            if here and here[-1][0] > reach:
                reach, longest = here.pop()
                found.append((start, reach, longest))
            for _, shorter in here:
                inside.setdefault(len(found) - 1, set()).update(shorter.stands_for)
        return tuple(
            Match(start, end, branch.phrase, branch.stands_for, _inside(branch, inside.get(number)))
            for number, (start, end, branch) in enumerate(found)
        )

    def corrected(self, unit: str) -> str:
        """A Latin word with its slips corrected to a word of the lexicon; any other unit as it is.

        What players write is no slip, though it be in no list (“banned” is not meant for “binned”), unless they write
        the other word far more often.
        """
        if unit in self._known or len(unit) < LEAST_LETTERS_FOR_TYPO or not unit.isascii() or not unit.isalpha():
            return unit
        slips = 2 if len(unit) >= TWO_TYPOS_FROM else 1
        # A correction keeps the first letter: people slip inside words. Of several, the one that is written most.
        candidates = self._by_first_letter.get(unit[0], ())
        near = process.extract(unit, candidates, scorer=OSA.distance, score_cutoff=slips, limit=None)
        if not near:
            return unit
        best = min(near, key=lambda each: (each[1], -self._written[each[0]], each[0][-1] != unit[-1]))[0]
        return best if self._written[best] >= SLIP_IN * self._written[unit] else unit


def _inside(longer: _Branch, keys: set[str] | None) -> frozenset[str]:
    if not keys:
        return frozenset()
    if any(key.startswith("mechanic:") for key in longer.stands_for):
        keys = {key for key in keys if not key.startswith("mechanic:")}
    return frozenset(keys) - longer.stands_for


def _written(corpus: Corpus) -> Counter[str]:
    """How often each word stands in the questions of the data that are written in Latin letters."""
    asked = (entry.asked.values() for entries in (corpus.topics, corpus.gaps) for entry in entries.values())
    folded = map(corpus.folding.fold_data, chain.from_iterable(chain.from_iterable(asked)))
    return Counter(chain.from_iterable(question.split() for question in folded if question.isascii()))


def _phrases(corpus: Corpus) -> Iterator[tuple[str, str]]:
    for mechanic in corpus.mechanics.values():
        key = f"mechanic:{mechanic.id}"
        yield key, mechanic.id
        yield from ((key, name) for name in mechanic.names.values())
        yield from ((key, alias) for aliases in mechanic.aliases.values() for alias in aliases)
    for concept in corpus.concepts.values():
        key = f"concept:{concept.id}"
        yield from ((key, word) for words in concept.words.values() for word in words)
        yield from ((key, card) for card in concept.cards)
    for card in corpus.cards.values():
        yield from ((f"card:{card.id}", name) for name in (*card.names.values(), *card.aliases))

"""The words of all names, and those among them that somebody may have meant who slipped."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

MEANT: Final = 12
"""Words that are looked for in place of one that was typed."""
LEAST_LETTERS: Final = 3
"""Shorter words are taken as they are."""
LEAST_LETTERS_UNFINISHED: Final = 4
"""The same for a word that may not be finished."""
FREQUENT: Final = 2000
"""Names that a word stands in from which on it alone tells nothing."""


class Vocabulary:
    """The Latin words of all names, with the number of spellings that each stands in."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._counts: dict[str, int] = dict(
            connection.execute("SELECT term, doc FROM vocabulary WHERE term BETWEEN 'a' AND 'zzzz'")
        )
        self._by_letter: dict[tuple[str, int], list[str]] = {}
        for word in self._counts:
            self._by_letter.setdefault((word[0], len(word)), []).append(word)
        self._beginnings: dict[tuple[str, int], list[str]] = {}

    def __contains__(self, word: str) -> bool:
        return word in self._counts

    def is_frequent(self, word: str) -> bool:
        """Whether so many names have a word that it tells nothing."""
        return self._counts.get(word, 0) > FREQUENT

    def meant_by(self, word: str) -> list[str]:
        """The words that may be meant by one, itself first where it is one."""
        own = [word] if word in self._counts else []
        if len(word) < LEAST_LETTERS or not word.isalpha():
            return own
        slips = _slips(len(word))
        near = [
            (distance, -self._counts[other], other)
            for length in range(len(word) - slips, len(word) + slips + 1)
            for other, distance, _ in process.extract(
                word, self._by_letter.get((word[0], length), ()), scorer=OSA.distance, score_cutoff=slips, limit=MEANT
            )
        ]
        near += [(1, -self._counts[other], other) for other in _with_another_start(word) if other in self._counts]
        return list(dict.fromkeys((*own, *(other for _, _, other in sorted(near)))))[:MEANT]

    def begun_by(self, word: str) -> list[str]:
        """The beginnings of words that may be meant by a word that is not finished."""
        if len(word) < LEAST_LETTERS_UNFINISHED or not word.isalpha():
            return []
        key = (word[0], len(word))
        if key not in self._beginnings:
            longer = (
                other
                for (letter, length), words in self._by_letter.items()
                if letter == word[0] and length > len(word)
                for other in words
            )
            self._beginnings[key] = sorted({other[: len(word)] for other in longer})
        near = process.extract(word, self._beginnings[key], scorer=OSA.distance, score_cutoff=1, limit=MEANT)
        return [other for other, _, _ in near]


def _with_another_start(word: str) -> Iterator[str]:
    """What a word may be whose first letter is a slip: there are so few that they can be tried."""
    yield word[1:]
    yield word[1] + word[0] + word[2:]
    for letter in ascii_lowercase:
        yield letter + word[1:]
        yield letter + word


def _slips(length: int) -> int:
    """How many slips a word of some length may have."""
    if length <= 5:  # noqa: PLR2004 - with one letter more or less, a short word is another word
        return 1
    return 2 if length <= 11 else 3  # noqa: PLR2004 - people slip once in five letters at most

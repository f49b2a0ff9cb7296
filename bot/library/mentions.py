"""Names of cards inside a question, in any language, without mistaking everyday words for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bot.corpus.fold import units
from bot.library.spelling import spell

if TYPE_CHECKING:
    import sqlite3

    from bot.corpus.search import Judge

LEAST_CHARACTERS: Final = 3
"""Chinese or Korean characters from which on a name is no everyday word."""
LEAST_LETTERS: Final = 3
"""Latin letters from which on a word may be meant as a name."""
LEAST_SMALL_LETTERS: Final = 4
"""The same without a capital."""
MAX_UNITS: Final = 400
"""Words and characters of a question that are looked at."""
MOST: Final = 5
"""Names that are looked for in one question."""

_CAPITAL = re.compile(r"(?<=[^\s.!?:。！？] )[\"“'‘(\[]?([A-ZÀ-ÖØ-Þ][^\W_]*)")
"""A word with a capital where no sentence begins."""


def find_names(connection: sqlite3.Connection, judge: Judge, question: str) -> list[str]:
    """The spellings of the names that a question holds, in its order; where one lies in another, the longer one."""
    found: list[str] = []
    taken = judge.take_apart(question)
    typed = units(judge.corpus.folding.fold(question))[:MAX_UNITS]
    capitals = {spell(judge.corpus.folding, word) for word in _CAPITAL.findall(question)}
    start = 0
    while start < len(typed) and len(found) < MOST:
        name, everyday = _longest(connection, typed[start:])
        end = start + len(name.split(" "))
        around = [match for match in taken.matches if match.start <= start and end <= match.end]
        # In "manifesting dread" nobody means Dread.
        part = any(match.end - match.start > end - start for match in around)
        if (
            name
            and _is_meant(name, everyday=everyday, capital=typed[start] in capitals)
            and not part
            and not any(judge.is_word_of_the_game(match.phrase) for match in around)
        ):
            found += [name] if name not in found else []
            start = end
        else:
            start += 1
    return found


def _is_meant(name: str, *, everyday: bool, capital: bool) -> bool:
    parts = name.split(" ")
    if not name.isascii():
        return len(parts) >= LEAST_CHARACTERS
    return len(name) >= LEAST_LETTERS if capital else len(name) >= LEAST_SMALL_LETTERS and not everyday


def _longest(connection: sqlite3.Connection, typed: tuple[str, ...]) -> tuple[str, bool]:
    """The longest spelling that some units begin with, and whether it is an everyday one; "" when there is none.

    Spellings are in the order of the alphabet: the one that is looked for is the last that is not behind the units, or
    stands where the units end that those have in common.
    """
    wanted = " ".join(typed)
    while wanted:
        row = connection.execute(
            "SELECT units, everyday FROM spellings WHERE units <= ? ORDER BY units DESC LIMIT 1", (wanted,)
        ).fetchone()
        if row is None:
            break
        if f"{wanted} ".startswith(f"{row[0]} "):
            return row[0], bool(row[1])
        wanted = _common(wanted, row[0])
    return "", False


def _common(one: str, other: str) -> str:
    """The whole units that two spellings begin with."""
    common = []
    for mine, theirs in zip(one.split(" "), other.split(" "), strict=False):
        if mine != theirs:
            break
        common.append(mine)
    return " ".join(common)

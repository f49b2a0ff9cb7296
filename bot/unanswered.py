"""Which questions without an answer are still open, and which are one question asked in several ways."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from bot.corpus.open import open_judge
from bot.store.unanswered import read_questions
from bot.text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.config import Config
    from bot.corpus.search import Judge
    from bot.store.unanswered import Unanswered

QUESTION = 300
"""Characters of a question that are kept."""
NEAR = 85
"""Questions that rapidfuzz gives less than this (of 100) are not looked at word by word."""


_NAMES = re.compile(
    r"<(?:@[!&]?|#|a?:\w+:|/[^:<>]+:)\d+>|[^\s@＠]*[@＠]\S+|\w+://\S+|\S+\.(?:gg|com|net|org)/\S*|\d{15,}", re.ASCII
)
"""What leads to somebody or somewhere: Discord's mentions and ids, addresses, and names with an @ before them."""
SLIP = 5
"""Letters from which on a word may differ in one letter and be the same."""


def without_names(question: str) -> str:
    """A question on one line, as it may be kept: without mentions and addresses of anybody."""
    return one_line(_NAMES.sub("…", question), QUESTION)


def open_questions(config: Config) -> list[Unanswered]:
    """The questions that the rulings do not answer to this day, those asked most often first.

    Raises:
        CannotStartError: the rulings or the database cannot be used.
    """
    judge = open_judge(config.rulings)
    collected = read_questions(Path(config.database))
    return merged(judge, (each for each in collected if not judge.search(each.question).hits))


def merged(judge: Judge, questions: Iterable[Unanswered]) -> list[Unanswered]:
    """Questions with those that differ by a slip of the pen, or the order of words, counted as one.

    Args:
        judge: who folds accents, traditional characters and the like.
        questions: those asked most often first; the first of those that are alike stands for all.
    """
    found: dict[str, Unanswered] = {}
    for each in questions:
        folded = judge.fold(each.question)
        near = process.extract(folded, found.keys(), scorer=fuzz.token_sort_ratio, score_cutoff=NEAR, limit=None)
        alike = next((other for other, *_ in near if _are_alike(folded, other)), None)
        if alike is None:
            found[folded] = each
            continue
        known = found[alike]
        found[alike] = replace(known, times=known.times + each.times, asked_at=max(known.asked_at, each.asked_at))
    return sorted(found.values(), key=lambda each: (-each.times, -each.asked_at, each.question))


def _are_alike(one: str, other: str) -> bool:
    """Whether two folded questions are the same words, a slip in a long one apart: “not” and “now” are no slip.

    In Chinese and Korean one character says the contrary, so only spaces may differ.
    """
    mine, theirs = sorted(one.split()), sorted(other.split())
    if not (one.isascii() and other.isascii()):
        return "".join(one.split()) == "".join(other.split())
    return len(mine) == len(theirs) and all(
        word == another or (min(len(word), len(another)) >= SLIP and OSA.distance(word, another) <= 1)
        for word, another in zip(mine, theirs, strict=True)
    )

"""Which questions without an answer are still open, and which are one question asked in several ways."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from rapidfuzz import fuzz, process

from bot.corpus.open import open_judge
from bot.store import open_store
from bot.text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.config import Config
    from bot.corpus.search import Judge
    from bot.store.unanswered import Unanswered

QUESTION = 300
"""Characters of a question that are kept."""
ALIKE = 90
"""Two questions are one when rapidfuzz gives them at least this (of 100), whatever the order of their words."""


_NAMES = re.compile(r"<(?:@[!&]?|#|a?:\w+:|/[^:<>]+:)\d+>|@\w+|\d{15,}")
"""What names somebody or somewhere: Discord's mentions, its ids, and names as people type them."""


def without_names(question: str) -> str:
    """A question on one line, as it may be kept: without whom and what place it names."""
    return one_line(_NAMES.sub("…", question), QUESTION)


async def open_questions(config: Config) -> list[Unanswered]:
    """The questions that the rulings do not answer to this day, those asked most often first.

    Raises:
        CannotStartError: the rulings or the database cannot be used.
    """
    judge = open_judge(config.rulings)
    async with open_store(config.database) as store:
        collected = await store.unanswered.all()
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
        alike = process.extractOne(folded, found.keys(), scorer=fuzz.token_sort_ratio, score_cutoff=ALIKE)
        if alike is None:
            found[folded] = each
            continue
        known = found[alike[0]]
        found[alike[0]] = replace(known, times=known.times + each.times, asked_at=max(known.asked_at, each.asked_at))
    return sorted(found.values(), key=lambda each: (-each.times, -each.asked_at, each.question))

"""Where in a long message the question may stand: people tell of the whole game before they ask."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.corpus.fold import MAX_QUESTION

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAST_SENTENCES = 4
"""With fewer, a message is one question: what stands before it tells what it is about."""
BEFORE = 2
"""Sentences before a question that may tell what it is about."""

_SENTENCE = re.compile(r"[^.!?。！？\n]*[^\s.!?。！？][.!?。！？]*")


def passages(text: str) -> Iterator[str]:
    """The passages of a long message that may be the question; none of a short one.

    That is each sentence that asks, alone and with the one or two before it. Where none does, it is every sentence,
    alone and with the one before it.
    """
    sentences = [match.group().strip() for match in _SENTENCE.finditer(text[:MAX_QUESTION])]
    if len(sentences) < LEAST_SENTENCES:
        return
    asking = list(map(asks, sentences))
    for number in range(len(sentences)):
        if asking[number] or not any(asking):
            for first in range(number, max(number - (BEFORE if any(asking) else 1), 0) - 1, -1):
                yield " ".join(sentences[first : number + 1])


def asks(passage: str) -> bool:
    """Whether a passage ends with a question mark."""
    return passage.rstrip("!！").endswith(("?", "？"))

"""Where in a long message the question may stand: people tell of the whole game before they ask."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.corpus.fold import MAX_QUESTION

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAST_SENTENCES = 4
"""With fewer, a message is one question: what stands before it tells what it is about."""

_SENTENCE = re.compile(r"[^.!?。！？\n]*[^\s.!?。！？][.!?。！？]*")


def passages(text: str) -> Iterator[str]:
    """The passages of a long message that may be the question; none of a short one.

    That is each sentence that ends with a question mark, alone and with the one before it; where none does, every
    sentence so.
    """
    sentences = [match.group().strip() for match in _SENTENCE.finditer(text[:MAX_QUESTION])]
    if len(sentences) < LEAST_SENTENCES:
        return
    asks = [sentence.endswith(("?", "？")) for sentence in sentences]
    for number, sentence in enumerate(sentences):
        if asks[number] or not any(asks):
            yield sentence
            if number:
                yield f"{sentences[number - 1]} {sentence}"

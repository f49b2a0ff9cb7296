"""Why a question found what it found, for judges who edit the words and phrasings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.corpus.index import COMPARED
from bot.corpus.model import Topic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.corpus.search import Found, Judge

RANKS = COMPARED
"""Entries of the ranking that are shown."""
COUNTED = 8
"""Features that are shown: those that count most."""


def explain(judge: Judge, found: Found) -> Iterator[str]:
    """Lines in English: the phrases recognised, what they stand for and weigh, and the scores.

    Args:
        judge: who was asked.
        found: what it found.
    """
    question = found.question
    yield f"words: {' '.join(question.units) or '(none)'}"
    if found.passage:
        yield f"of these, taken for the question: {found.passage}"
    for match in question.matches:
        keys = [f"{key} ({judge.weight(key):.2f})" for key in sorted(match.stands_for)]
        keys += [f"{key} (inside, {judge.weight(key):.2f})" for key in sorted(match.inside)]
        yield f"“{match.phrase}” stands for {', '.join(keys)}"
    known = filter(judge.weight, question.features)
    counted = sorted(known, key=lambda feature: -judge.weight(feature) * question.features[feature])
    yield f"counted most: {', '.join(counted[:COUNTED]) or '(nothing)'}"
    if found.mechanic is not None:
        yield f"nothing but the name of the mechanic {found.mechanic.id}: its overview"
    elif found.hits and not found.ranking:
        yield f"nothing but the name of the topic {found.hits[0].topic.id}"
    for scored in found.ranking[:RANKS]:
        kind = "topic" if isinstance(scored.entry, Topic) else "gap, refused when it comes first"
        why = f"nearness {scored.near:.2f}, evidence {scored.evidence:.1f}"
        yield f"{scored.score:.3f} {scored.entry.id} ({kind}; {why})"
    if found.hits and found.is_close:
        yield "the first two come close: both are shown"
    if not found.hits:
        yield from _refusal(found)


def _refusal(found: Found) -> Iterator[str]:
    """Why a question has no answer."""
    best = found.ranking[0] if found.ranking else None
    if found.is_story:
        yield "refused: nothing in it asks, and no sentence of it is answered by itself"
    elif best is None:
        yield "refused: nothing in it was ever asked about anything here"
    elif not isinstance(best.entry, Topic):
        yield f"refused: it comes nearest to what no ruling here answers: {best.entry.meaning}"
    elif best.evidence < found.least:
        yield f"refused: the evidence for the first is under {found.least:g}"
    elif not best.score:
        yield "refused: it comes near to nothing that was ever asked"
    else:
        yield "refused: it names no mechanic and no card, and says nothing that people do not say every day"

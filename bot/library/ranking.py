"""Which of a card's rulings answers a question."""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from bot.corpus.index import KIND_WEIGHTS
from bot.languages import is_function_word

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.corpus.index import Features
    from bot.corpus.search import Found, Judge
    from bot.library.model import Ruling

KEPT: Final = 2000
"""Rulings whose features are kept: those of a few hundred cards."""
OVERLAP: Final = 1.0
"""What counts how much a ruling has in common with the question …"""
TOPIC: Final = 1.0
"""… beside how near the question comes to the ruling's topic, which knows how people ask in every language."""


class Ranking:
    """Ranks rulings by questions. English rulings and questions in any language have in common what they are about."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._features = lru_cache(maxsize=KEPT)(judge.features_of)

    def rank(
        self, question: str, found: Found, rulings: Sequence[Ruling], names: Iterable[str] = ()
    ) -> list[tuple[Ruling, float]]:
        """The rulings with their scores, the best first; of those as good, the order stays.

        Args:
            question: in any language.
            found: what the corpus has found for the question.
            rulings: those of a card.
            names: the names of the card, whose words tell nothing: all of its rulings may hold them.
        """
        called = {feature for name in names for feature in self._features(name)}
        # What the corpus takes for a slip may be a word that only the rulings know.
        asked = {**self._judge.features_of(question), **found.question.features}
        topics = {hit.topic.id: hit.score for hit in found.hits}
        features = [self._features(ruling.text) for ruling in rulings]
        shared = Counter(feature for each in features for feature in each)
        weights = {
            feature: KIND_WEIGHTS[feature.partition(":")[0]] * math.log(1 + len(rulings) / shared[feature])
            for feature in shared
            if not feature.startswith("word:") or not (feature in called or is_function_word(feature[len("word:") :]))
        }
        scored = [
            (
                ruling,
                OVERLAP * _cosine(asked, each, weights)
                + TOPIC * (topics.get(ruling.topic.id, 0.0) if ruling.topic else 0.0),
            )
            for ruling, each in zip(rulings, features, strict=True)
        ]
        return sorted(scored, key=lambda each: -each[1])


def _cosine(one: Features, other: Features, weights: Features) -> float:
    """The cosine of the angle between two, over the features that any of the rulings has."""
    product = sum(amount * other[key] * weights.get(key, 0.0) ** 2 for key, amount in one.items() if key in other)
    return product / ((_length(one, weights) * _length(other, weights)) or 1.0)


def _length(features: Features, weights: Features) -> float:
    return math.sqrt(sum((amount * weights.get(key, 0.0)) ** 2 for key, amount in features.items()))

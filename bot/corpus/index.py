"""The index: every way of asking for a topic or a gap, as weighted features, and how near a question comes to it.

A question is what it is *about*: mechanics, concepts and cards found by the lexicon, which are the same in every
language, each two of them together, and beside them its plain words. Every question under `asked/`, every title, and
the mechanics and concepts of a topic make a case of their entry. A new question is compared with each case and with the
sum of an entry's cases (the cosine, over weights that are higher the fewer entries share a feature); an entry's score
is the mean of its nearest case and of its sum.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from bot.corpus.fold import MAX_QUESTION, units
from bot.corpus.lexicon import Lexicon
from bot.corpus.model import Topic
from bot.corpus.names import names_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.corpus.lexicon import Match
    from bot.corpus.model import Corpus, Gap

KIND_WEIGHTS = {"mechanic": 1.2, "concept": 1.0, "card": 1.0, "pair": 0.7, "word": 0.7}
"""How much a feature counts by what it is: words alone decide little, what they stand for decides."""
INSIDE = 0.5
"""What a phrase counts that stands inside a longer one."""
PARENT = 0.5
"""What the wider mechanic counts when a narrower one is named: morph is face-down, too."""
RARITY = 0.85
"""The power of the rarity in a weight: below 1, so that one rare word does not outvote what is meant."""
SPREAD = 0.6
"""The power of the amounts in an entry's sum: below 1, so that its most frequent way of being asked for does not
drown the others."""
DOUBT = 0.94
"""What a gap's score is multiplied with: where a ruling and a gap come equally near, the ruling is shown."""
STEM = 6
"""Letters of a Latin word that count, so that its endings do not."""
CANDIDATES = 12
"""Entries that are ranked: those whose sum is nearest."""
COMPARED = 5
"""Of these, the entries whose cases are compared one by one; for the rest, half of the sum is all they get."""

Features = dict[str, float]
Vector = dict[str, float]


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken apart.

    Attributes:
        units: its words and characters, slips corrected.
        matches: the phrases of the lexicon in it.
        features: what it is about, by feature name: `mechanic:ID`, `concept:ID`, `card:ID`, `pair:KEY+KEY`,
            `word:WORD`.
    """

    units: tuple[str, ...]
    matches: tuple[Match, ...]
    features: Features


class Scored(NamedTuple):
    """How near a question comes to a topic or a gap, from 0 to 1."""

    entry: Topic | Gap
    score: float


class Index:
    """A corpus made ready to be searched."""

    def __init__(self, corpus: Corpus) -> None:
        self.folding = corpus.folding
        self.lexicon = Lexicon(corpus)
        self._parents = {
            f"mechanic:{mechanic.id}": tuple(_ancestors(corpus, mechanic.id)) for mechanic in corpus.mechanics.values()
        }
        self._entries: tuple[Topic | Gap, ...] = (*corpus.topics.values(), *corpus.gaps.values())
        self._cases = [tuple(self._cases_of(entry)) for entry in self._entries]
        self._weights = _weights(self._cases)
        self._sums = _Postings(map(self._sum, self._cases))
        self._nearest: dict[int, _Postings] = {}

    def take_apart(self, text: str) -> Question:
        """Take a question apart, correcting slips in Latin words."""
        text = text[:MAX_QUESTION]
        typed = units(self.folding.fold(text))
        names = _spans(typed, [units(self.folding.fold(name)) for name in names_in(text)])
        inside = {position for start, end in names for position in range(start, end)}
        question = tuple(
            unit if position in inside else self.lexicon.corrected(unit) for position, unit in enumerate(typed)
        )
        matches = tuple(match for match in self.lexicon.find(question) if not _misleads(match, names))
        return Question(question, matches, self._features(question, matches))

    def features_of(self, published: str) -> Features:
        """What published words are about: nobody slipped in them, and looking for slips takes most of the time."""
        question = units(self.folding.fold(published))
        return self._features(question, self.lexicon.find(question))

    def rank(self, question: Question) -> list[Scored]:
        """The nearest entries with their scores, the nearest first; equal scores keep the order of the corpus."""
        vector = self._vector(question.features)
        sums = self._sums.dot(vector)
        nearby = sorted(sums, key=lambda entry: (-sums[entry], entry))[:CANDIDATES]
        nearest = {number: self._nearest_case(number, vector) for number in nearby[:COMPARED]}
        scored = []
        for number in nearby:
            entry = self._entries[number]
            score = (nearest.get(number, 0.0) + sums[number]) / 2
            scored.append(Scored(entry, score if isinstance(entry, Topic) else score * DOUBT))
        return sorted(scored, key=lambda each: -each.score)

    def widest(self, mechanic: str) -> str:
        """The widest mechanic that one is a kind of: itself where it has no parent."""
        key = f"mechanic:{mechanic}"
        return (key, *self._parents[key])[-1].removeprefix("mechanic:")

    def weight(self, feature: str) -> float:
        """How much a feature counts; 0 for one that no entry has."""
        return self._weights.get(feature, 0.0)

    def _features(self, question: tuple[str, ...], matches: tuple[Match, ...]) -> Features:
        features: Features = {}
        for match in matches:
            for key in match.stands_for:
                features[key] = 1.0
        whole = sorted(features)
        for match in matches:
            for key in match.inside:
                features.setdefault(key, INSIDE)
        for key in tuple(features):
            for parent in self._parents.get(key, ()):
                features.setdefault(parent, PARENT)
        # The same names come up thousands of times while the corpus is read: one string each is kept.
        for one, other in combinations(whole, 2):
            features[sys.intern(f"pair:{one}+{other}")] = 1.0
        for word in _words(question):
            features[sys.intern(word)] = 1.0
        return features

    def _cases_of(self, entry: Topic | Gap) -> Iterator[Features]:
        for questions in entry.asked.values():
            yield from map(self._case, questions)
        if isinstance(entry, Topic):
            yield from map(self._case, entry.title.values())
            about = [*(f"mechanic:{each}" for each in entry.mechanics), *(f"concept:{each}" for each in entry.concepts)]
            yield dict.fromkeys(about, 1.0)

    def _case(self, asked: str) -> Features:
        question = units(self.folding.fold_data(asked))
        return self._features(question, self.lexicon.find(question))

    def _vector(self, features: Features) -> Vector:
        weights = self._weights
        return _normalised({key: amount * weights[key] for key, amount in features.items() if key in weights})

    def _sum(self, cases: tuple[Features, ...]) -> Vector:
        total: Vector = {}
        weights = self._weights
        for features in cases:
            weighted = [amount * weights[key] for key, amount in features.items()]
            length = math.sqrt(sum(amount * amount for amount in weighted)) or 1.0
            for key, amount in zip(features, weighted, strict=True):
                total[key] = total.get(key, 0.0) + amount / length
        return _normalised({key: (amount / len(cases)) ** SPREAD for key, amount in total.items()})

    def _nearest_case(self, number: int, vector: Vector) -> float:
        """How near a question comes to the nearest case of an entry.

        The cases are made ready when the entry first comes near: a single question needs but a few of them.
        """
        if number not in self._nearest:
            self._nearest[number] = _Postings(map(self._vector, self._cases[number]))
        return max(self._nearest[number].dot(vector).values(), default=0.0)


class _Postings:
    """Vectors by feature, so that a question touches only those that share one with it."""

    def __init__(self, vectors: Iterable[Vector]) -> None:
        numbers: dict[str, array[int]] = {}
        amounts: dict[str, array[float]] = {}
        for number, vector in enumerate(vectors):
            for feature, amount in vector.items():
                if feature not in numbers:
                    numbers[feature], amounts[feature] = array("H"), array("f")
                numbers[feature].append(number)
                amounts[feature].append(amount)
        self._postings = {feature: (numbers[feature], amounts[feature]) for feature in numbers}

    def dot(self, vector: Vector) -> Mapping[int, float]:
        """The dot products with all vectors that are not 0."""
        products: dict[int, float] = {}
        for feature, amount in vector.items():
            if feature in self._postings:
                for number, other in zip(*self._postings[feature], strict=True):
                    products[number] = products.get(number, 0.0) + amount * other
        return products


def _spans(question: tuple[str, ...], names: list[tuple[str, ...]]) -> list[tuple[int, int]]:
    """Where names of several words stand in a question: first unit, and the unit after the last."""
    return [
        (start, start + len(name))
        for name in names
        for start in range(len(question) - len(name) + 1)
        if len(name) > 1 and question[start : start + len(name)] == name
    ]


def _misleads(match: Match, names: list[tuple[int, int]]) -> bool:
    """Whether a phrase that stands for a concept is only a part of what looks like a card's name.

    That is a single word inside it ("spell" in Spell Queller), or a phrase that begins or ends in its middle.
    """
    if any(not key.startswith("concept:") for key in match.stands_for):
        return False
    for start, end in names:
        touches = start < match.end and match.start < end
        within = start <= match.start and match.end <= end
        covers = match.start <= start and end <= match.end
        if touches and not covers and (not within or match.end - match.start == 1):
            return True
    return False


def _ancestors(corpus: Corpus, mechanic: str) -> Iterator[str]:
    parent = corpus.mechanics[mechanic].parent
    while parent is not None:
        yield f"mechanic:{parent}"
        parent = corpus.mechanics[parent].parent


def _words(question: tuple[str, ...]) -> Iterator[str]:
    """Latin words cut to their stem, and pairs of neighbouring Chinese or Korean characters."""
    for unit, following in zip(question, (*question[1:], ""), strict=False):
        if unit.isascii():
            if len(unit) > 1:
                yield f"word:{unit[:STEM]}"
        elif following and not following.isascii():
            yield f"word:{unit}{following}"


def _weights(cases: list[tuple[Features, ...]]) -> dict[str, float]:
    """The weight of each feature: the rarer among entries, the higher, times what its kind counts."""
    shares: dict[str, float] = {}
    for features_of_entry in cases:
        counts: Counter[str] = Counter()
        for features in features_of_entry:
            counts.update(iter(features))
        for feature, count in counts.items():
            shares[feature] = shares.get(feature, 0.0) + count / len(features_of_entry)
    return {
        feature: math.log((len(cases) + 1) / (share + 0.5)) ** RARITY * KIND_WEIGHTS[feature.partition(":")[0]]
        for feature, share in shares.items()
    }


def _normalised(vector: Vector) -> Vector:
    length = math.sqrt(sum(amount * amount for amount in vector.values())) or 1.0
    return {feature: amount / length for feature, amount in vector.items()}

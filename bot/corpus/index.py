"""The index: every way of asking for a topic or a gap, as weighted features, and how near a question comes to it.

A question is what it is *about*: mechanics, concepts and cards found by the lexicon, which are the same in every
language, each two of them together, and beside them its plain words. Every question under `asked/`, every title, and
the mechanics and concepts of a topic make a case of their entry. Features weigh the more, the fewer entries share them.

Two things are asked of a new question. How near does it come to a case that is there (the cosine of the two)? This is
an entry's score, taken from its two nearest cases. And how likely is it as a question about the entry, when each
feature comes up as often as in the entry's cases, whatever stands beside it? What makes an entry less likely than the
likeliest one is taken off its score. The first knows what stands together in a case, the second what all cases have in
common; where the one errs, the other rarely does. The logarithms of the odds, each times what its feature makes of the
question's length, are the evidence for an entry: a score in nats, which grows with what the question says.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import chain, combinations, starmap
from typing import TYPE_CHECKING, NamedTuple

from bot.corpus.fold import MAX_QUESTION, units
from bot.corpus.lexicon import Lexicon
from bot.corpus.model import Topic
from bot.corpus.names import names_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, MutableSequence

    from bot.corpus.lexicon import Match
    from bot.corpus.model import Corpus, Gap

KIND_WEIGHTS = {"mechanic": 1.2, "concept": 1.0, "card": 1.0, "pair": 0.5, "word": 0.7}
"""How much a feature counts by what it is: words alone decide little, what they stand for decides."""
INSIDE = 0.5
"""What a phrase counts that stands inside a longer one."""
CHARACTERS = 0.7
"""What two neighbouring Chinese or Korean characters count: a word has several such pairs, a Latin word is one."""
PARENT = 0.5
"""What the wider mechanic counts when a narrower one is named: morph is face-down, too."""
RARITY = 0.85
"""The power of the rarity in a weight: below 1, so that one rare word does not outvote what is meant."""
UNASKED = 5e-4
"""The share of an entry's cases that a feature is taken to come up in where it does in none: nothing is impossible."""
UNLIKELY = 0.06
"""What is taken off a score for each nat of evidence (unit of the natural logarithm) that the first has more."""
NEAREST_CASES = 2
"""Cases of an entry that decide how near it comes, the nearest: one alone may have been asked by chance."""
DOUBT = 0.94
"""What the nearness of a gap is multiplied with: where a ruling and a gap come equally near, the ruling is shown."""
STEM = 6
"""Letters of a Latin word that count, so that its endings do not."""
CANDIDATES = 12
"""Entries that are ranked: the likeliest."""
COMPARED = 5
"""Of these, the entries whose cases are compared at most; the rest come behind them, in the order of likelihood."""

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


class _Case(NamedTuple):
    """A way of asking for an entry; a dictionary would take three times the room, and there are thousands."""

    features: tuple[str, ...]
    amounts: tuple[float, ...]


class Scored(NamedTuple):
    """How well a topic or a gap fits a question.

    Attributes:
        entry: the topic or gap.
        score: how well, from 0 to 1.
        near: how near the question comes to its nearest cases, from 0 to 1; 0 where they were not compared.
        evidence: how much speaks for it, in nats.
    """

    entry: Topic | Gap
    score: float
    near: float
    evidence: float


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
        shares, self._likelihoods = _count(self._cases)
        self._weights = {feature: _weight(feature, share, len(self._cases)) for feature, share in shares.items()}
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
        """The likeliest entries with their scores, the best first; equal scores keep the order of likelihood."""
        vector = self._vector(question.features.keys(), question.features.values())
        likely = self._likelihoods.dot(vector)
        likeliest = sorted(filter(likely.__getitem__, range(len(likely))), key=likely.__getitem__, reverse=True)
        scored = []
        best = 0.0
        for place, number in enumerate(likeliest[:CANDIDATES]):
            entry = self._entries[number]
            behind = UNLIKELY * (likely[likeliest[0]] - likely[number])
            # An entry that is further behind than the best is near would have to come twice as near.
            near = self._nearness(number, vector) if place < COMPARED and behind <= best else 0.0
            score = max(near * (1.0 if isinstance(entry, Topic) else DOUBT) - behind, 0.0)
            best = max(best, score)
            scored.append(Scored(entry, score, near, likely[number]))
        return sorted(scored, key=lambda each: -each.score)

    def with_wider(self, mechanics: Iterable[str]) -> Iterator[str]:
        """Mechanics with those that they are kinds of."""
        for mechanic in mechanics:
            yield mechanic
            yield from (parent.removeprefix("mechanic:") for parent in self._parents[f"mechanic:{mechanic}"])

    def widest(self, mechanic: str) -> str:
        """The widest mechanic that one is a kind of: itself where it has no parent."""
        return tuple(self.with_wider([mechanic]))[-1]

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
            features[sys.intern(word)] = 1.0 if word.isascii() else CHARACTERS
        return features

    def _cases_of(self, entry: Topic | Gap) -> Iterator[_Case]:
        for questions in entry.asked.values():
            yield from map(self._case, questions)
        if isinstance(entry, Topic):
            yield from map(self._case, entry.title.values())
            about = [*(f"mechanic:{each}" for each in entry.mechanics), *(f"concept:{each}" for each in entry.concepts)]
            yield _Case(tuple(about), (1.0,) * len(about))

    def _case(self, asked: str) -> _Case:
        question = units(self.folding.fold_data(asked))
        features = self._features(question, self.lexicon.find(question))
        return _Case(tuple(features), tuple(features.values()))

    def _vector(self, features: Iterable[str], amounts: Iterable[float]) -> Vector:
        weights = self._weights
        weighted = {key: amount * weights[key] for key, amount in zip(features, amounts, strict=True) if key in weights}
        length = math.hypot(*weighted.values()) or 1.0
        return {key: amount / length for key, amount in weighted.items()}

    def _nearness(self, number: int, vector: Vector) -> float:
        """How near a question comes to the nearest cases of an entry, from 0 to 1.

        The cases are made ready when the entry first comes near: a single question needs but a few of them.
        """
        if number not in self._nearest:
            self._nearest[number] = _Postings(starmap(self._vector, self._cases[number])).packed()
        nearest = sorted(self._nearest[number].dot(vector))[-NEAREST_CASES:]
        return sum(nearest) / len(nearest)


class _Postings:
    """Vectors by feature, so that a question touches only those that share one with it."""

    def __init__(self, vectors: Iterable[Vector] = ()) -> None:
        self._postings: dict[str, tuple[MutableSequence[int], MutableSequence[float]]] = {}
        self._size = 0
        for vector in vectors:
            self.add(vector)

    def add(self, vector: Vector) -> None:
        """Take a vector in, after those that are there."""
        postings, number = self._postings, self._size
        self._size += 1
        for feature, amount in vector.items():
            posting = postings.get(feature)
            if posting is None:
                postings[feature] = ([number], [amount])
            else:
                posting[0].append(number)
                posting[1].append(amount)

    def packed(self) -> _Postings:
        """The same with their numbers side by side in memory: slower to make, a fifth faster to go through."""
        packed = _Postings()
        packed._size = self._size
        packed._postings = {
            feature: (array("H", numbers), array("f", amounts))
            for feature, (numbers, amounts) in self._postings.items()
        }
        return packed

    def dot(self, vector: Vector) -> list[float]:
        """The dot products with all vectors, in their order."""
        products = [0.0] * self._size
        for feature, amount in vector.items():
            posting = self._postings.get(feature)
            if posting is not None:
                for number, other in zip(*posting, strict=True):
                    products[number] += amount * other
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


def _count(cases: list[tuple[_Case, ...]]) -> tuple[Vector, _Postings]:
    """What the cases of all entries tell of each feature.

    Returns:
        The sum of its shares, a share being in how many of an entry's cases it comes up; and what it adds to the
        likelihood of each entry, in nats.
    """
    total: defaultdict[str, float] = defaultdict(float)
    likelihoods = _Postings()
    for of_entry in cases:
        counts = Counter(chain.from_iterable(case.features for case in of_entry))
        shares = {count: count / len(of_entry) for count in set(counts.values())}
        nats = {count: math.log1p(share / UNASKED) for count, share in shares.items()}
        for feature, count in counts.items():
            total[feature] += shares[count]
        likelihoods.add({feature: nats[count] for feature, count in counts.items()})
    return total, likelihoods


def _weight(feature: str, share: float, entries: int) -> float:
    """The weight of a feature: the rarer among entries, the higher, times what its kind counts.

    Args:
        feature: which.
        share: the sum of its shares in all entries.
        entries: how many there are.
    """
    rarity: float = math.log((entries + 1) / (share + 0.5)) ** RARITY
    return rarity * KIND_WEIGHTS[feature.partition(":")[0]]

"""What is shown of a card: which card a name means, its rulings in the order in which they answer, their languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.corpus.keys import KEY_LENGTH, short_key
from bot.corpus.names import names_in
from bot.languages import CODES, ENGLISH
from bot.library.facts import face
from bot.library.spelling import spell

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from bot.corpus.model import Topic
    from bot.corpus.search import Found, Judge
    from bot.facedown.scenario import Face
    from bot.library import Library
    from bot.library.model import Card, Ruling

LEAST_SCORE: Final = 0.15
"""A ruling of a card below this has little more than everyday words in common with the question."""
BESIDE: Final = 0.4
"""A ruling of a card from this on is shown beside an answer of the corpus; below, it rarely bears on the question."""
FIRM: Final = 0.75
"""A ruling of a card from this on is an answer by itself, also for a program that shows no caveat."""
WORTH_SHOWING: Final = 0.55
"""A further ruling is put before the others when it scores at least this share of the best."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A card and its rulings, as they are shown.

    Attributes:
        card: the card.
        rulings: those that answer the question, the best first, then the others, the newest first.
        answering: how many of them answer the question.
    """

    card: Card
    rulings: tuple[Ruling, ...]
    answering: int = 0

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that any of it can be read in."""
        present = {language for ruling in self.rulings for language in ruling.languages}
        return tuple(code for code in CODES if code in present)

    @property
    def topics(self) -> tuple[Topic, ...]:
        """The topics of the corpus that its rulings belong to, in their order."""
        return tuple({ruling.topic.id: ruling.topic for ruling in self.rulings if ruling.topic}.values())

    def translated(self, language: str) -> int:
        """How many of its rulings have a text in a language."""
        return sum(language in ruling.languages for ruling in self.rulings)

    def own(self, keys: Iterable[str]) -> Ruling | None:
        """The first of its rulings among some short keys that belongs to no topic."""
        by_key = {_key(ruling): ruling for ruling in self.rulings if ruling.topic is None}
        return next((by_key[key] for key in keys if key in by_key), None)


@dataclass(frozen=True, slots=True)
class Named:
    """A card that a question names.

    Attributes:
        card: the card.
        answering: the short keys of those of its rulings that answer the question, the best first.
        own: of these, those that are worth showing beside an answer of the corpus; those that belong to a topic, the
            corpus weighs itself.
        is_all: whether the question is nothing but its name.
    """

    card: Card
    answering: tuple[str, ...]
    own: tuple[str, ...]
    is_all: bool


def sheet(library: Library, key: str, answering: Collection[str]) -> Sheet | None:
    """A card with its rulings; None where it is not in the library any more.

    Args:
        library: where it stands.
        key: that of the card.
        answering: the short keys of its rulings, or of their topics, that come first, in their order.
    """
    card = library.find(key, ENGLISH).card
    if card is None or card.key != key:
        return None
    rulings = library.rulings(card)
    place = {each: number for number, each in enumerate(answering)}
    first = sorted((ruling for ruling in rulings if _key(ruling) in place), key=lambda ruling: place[_key(ruling)])
    rest = (ruling for ruling in rulings if _key(ruling) not in place)
    return Sheet(card, (*first, *rest), len(first))


def answering(library: Library, card: Card, question: str) -> tuple[str, ...]:
    """The short keys of the rulings of a card that answer a question, the best first."""
    return tuple(_key(ruling) for ruling, _ in ranked(library, card, question))


def ranked(library: Library, card: Card, question: str, found: Found | None = None) -> list[tuple[Ruling, float]]:
    """The rulings of a card that answer a question with their scores, the best first."""
    scored = library.ranked(card, question, found)
    least = max(LEAST_SCORE, WORTH_SHOWING * scored[0][1]) if scored else LEAST_SCORE
    return [(ruling, score) for ruling, score in scored if score >= least]


def named(library: Library, judge: Judge, question: str, language: str, found: Found) -> Named | None:
    """The card that a question names; of several, the one whose rulings answer it best.

    Args:
        library: where cards stand.
        judge: who knows the corpus.
        question: in any language.
        language: that of the reader.
        found: what the corpus has found for it. Where that is a topic or mechanic by its name, a card is meant only
            if it is called exactly so: Cloudform is another word for manifest.
    """
    if not found.question.units:
        return None
    by_name = bool(found.hits) and not found.ranking
    spelt = spell(judge.corpus.folding, question)
    best: tuple[float, Named] | None = None
    for mention in library.mentions(question, language):
        card = library.find(mention.cards[0].key, language).card
        if card is None:
            continue
        is_all = spelt == spell(judge.corpus.folding, mention.name)
        if by_name and not is_all:
            continue
        scored = [] if is_all else ranked(library, card, question, found)
        own = tuple(_key(ruling) for ruling, score in scored if ruling.topic is None and score >= BESIDE)
        score = scored[0][1] if scored else 0.0
        if not (is_all or score >= BESIDE or _is_surely_meant(mention.name, question, bears=bool(scored))):
            continue
        if best is None or score > best[0]:
            best = (score, Named(card, tuple(_key(ruling) for ruling, _ in scored), own, is_all))
    return best[1] if best else None


def _is_surely_meant(name: str, question: str, *, bears: bool) -> bool:
    """Whether a name in a question can hardly be anything but the name of that card.

    A single word may be a word like any other, or a part of a name that the library lacks.

    Args:
        name: as printed.
        question: the question.
        bears: whether any ruling of the card bears on the question, be it a little.
    """
    if " " in name or not name.isascii():
        return True
    if not bears:
        return False
    is_part = any(name in longer.split() for longer in names_in(question))
    return not is_part and re.search(rf"\b{re.escape(name)}\b", question) is not None


def known_face(library: Library, name: str) -> Face | None:
    """What the advisor needs of the card that is called exactly so; None where no card is, or more than one.

    A card without a card type, as only jokes are, is not known either: what decides is not printed on it. Whoever
    tells a card's name in secret is not asked which one they mean.
    """
    keys = {each.key for each in library.called(name, ENGLISH)}
    card = library.find(keys.pop(), ENGLISH).card if len(keys) == 1 else None
    found = face(card) if card is not None else None
    return found if found is not None and found.types else None


def _key(ruling: Ruling) -> str:
    """The short key of a ruling: that of its topic, where it belongs to one."""
    return short_key(ruling.topic.id) if ruling.topic is not None else ruling.key[:KEY_LENGTH]

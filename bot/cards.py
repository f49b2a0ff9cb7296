"""What is shown of a card: which card a name or a question means, its rulings in order, and whether it goes first."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.corpus.fold import units
from bot.corpus.keys import KEY_LENGTH, short_key
from bot.corpus.names import names_in
from bot.languages import CODES, ENGLISH
from bot.library.facts import face
from bot.library.spelling import spellings
from bot.library.suggest import EAST_ASIAN
from bot.shown import MAX_CHOICES, Shown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from bot.corpus.index import Features
    from bot.corpus.model import Topic
    from bot.corpus.search import Found, Judge
    from bot.facedown.scenario import Face
    from bot.library import Library
    from bot.library.model import Card, Ruling, Suggestion
    from bot.library.model import Found as Looked

LEAST_SCORE: Final = 0.15
"""A ruling of a card below this has little more than everyday words in common with the question."""
BESIDE: Final = 0.4
"""A ruling of a card from this on is shown beside an answer of the corpus; below, it rarely bears on the question."""
FIRM: Final = 0.75
"""A ruling of a card from this on is an answer by itself, also for a program that shows no caveat."""
NO_CAPITAL: Final = 8
"""Letters from which on an English name of one word is no everyday word, where the library knows it as none."""
GENERAL: Final = 0.85
"""A general answer of the corpus goes before a card from this share of how well a ruling of the card answers."""
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


_WORD = re.compile(r"\w[\w'’-]*")
_SENTENCE = re.compile(r"[^.!?:¿¡]+")

Scored: TypeAlias = "tuple[Ruling, float]"
"""A ruling of a card, and how well it answers a question: 0 not at all, about 1 fully."""


@dataclass(frozen=True, slots=True)
class Named:
    """A card that a question names.

    Attributes:
        card: the card.
        rulings: how many rulings it has.
        scored: those of them that answer the question, the best first.
        is_all: whether the question is nothing but its name.
        others: the other cards of that name, where it is; else the other cards that the question names.
    """

    card: Card
    rulings: int
    scored: tuple[Scored, ...]
    is_all: bool
    others: tuple[Suggestion, ...]

    @property
    def best(self) -> float:
        """How well the best of its rulings answers the question; 0 where none does."""
        return self.scored[0][1] if self.scored else 0.0

    @property
    def is_firm(self) -> bool:
        """Whether it is an answer by itself: it was asked for, or a ruling of it surely answers the question."""
        return self.is_all or self.best >= FIRM

    @property
    def answering(self) -> tuple[str, ...]:
        """The short keys of the rulings that answer the question, the best first."""
        return keys_of(self.scored)

    @property
    def own(self) -> tuple[Scored, ...]:
        """Those worth showing beside an answer of the corpus, which weighs those of its topics itself."""
        return tuple(each for each in self.scored if each[0].topic is None and each[1] >= BESIDE)


@dataclass(frozen=True, slots=True)
class Answer:
    """What answers a question: the corpus, a card that the question names, or both.

    Attributes:
        found: what the corpus has found.
        named: the card, None where the question names none.
        is_of_card: whether the card goes first; what the corpus has found is then offered beside it.
    """

    found: Found
    named: Named | None
    is_of_card: bool

    @property
    def is_firm(self) -> bool:
        """Whether it is an answer, not only what comes nearest to one."""
        return bool(self.found.hits) or (self.named is not None and self.named.is_firm)

    def shown(self, language: str) -> Shown:
        """What shows it.

        Args:
            language: that of the answer.
        """
        of_corpus = Shown.of(self.found, language)
        if self.named is None:
            return of_corpus
        key, answering = self.named.card.key, self.named.answering
        if not self.is_of_card:
            return of_corpus.beside_card(key, keys_of(self.named.own))
        offered = of_corpus.choices[:1] if self.found.hits and not self.named.is_all else ()
        return Shown.of_card(key, language, (*answering[: MAX_CHOICES - len(offered)], *offered))


def answer(library: Library, judge: Judge, question: str, language: str) -> Answer:
    """What answers a question.

    A question that is nothing but a card's name is that card, unless the corpus has something of that very name. Where
    it names a card and the corpus has an answer, too, the corpus goes first when the question, or what stands on the
    card, speaks of what that answer is about. It does not where that is about a mechanic that a few cards have
    (Adventures, face-down permanents) and neither says a word of it; nor where it is about a general one (triggered
    abilities) and a ruling of the card comes nearer.

    Args:
        library: where cards stand.
        judge: who knows the corpus.
        question: in any language.
        language: that of the reader.
    """
    alone = _card_alone(library, judge, question, language)
    if alone is not None:
        return Answer(judge.search(question), alone, is_of_card=True)
    mentions = _mentions(library, judge, question, language)
    printed = context(judge, [each.card for each in mentions])
    found = judge.search(question, printed)
    if found.hits and not found.ranking:  # the name of a mechanic or topic, or another word for it
        return Answer(found, None, is_of_card=False)
    typed = units(judge.fold(question))
    meant = []
    for each in mentions:
        rest = _beside(judge, typed, each.name)
        scored = tuple(ranked(library, each.card, rest, replace(found, question=judge.take_apart(rest))))
        if each.is_sure or (scored and scored[0][1] >= BESIDE):
            rulings = len(library.rulings(each.card))
            meant.append((each, Named(each.card, rulings, scored, is_all=False, others=())))
    if not meant:
        return Answer(found, None, is_of_card=False)
    best, named = max(meant, key=lambda each: (each[1].best, each[1].rulings > 0))
    others = {each.suggestion.key: each.suggestion for each, _ in meant}
    others.pop(best.suggestion.key)
    said = tuple(_said(judge, typed, found, [each.name for each, _ in meant]))
    if not found.hits and not named.rulings and judge.subjects(said):
        return Answer(found, None, is_of_card=False)  # the mechanics that come nearest lead further than a bare card
    mechanics = (feature for feature in printed if feature.startswith("mechanic:"))
    spoken = judge.subjects((*said, *mechanics))
    return Answer(
        found,
        replace(named, others=tuple(others.values())),
        is_of_card=not _goes_first(judge, found, spoken, named.best),
    )


def _goes_first(judge: Judge, found: Found, spoken: Collection[str], best: float) -> bool:
    """Whether the corpus goes before a card, see `answer`.

    Args:
        judge: who knows the corpus.
        found: what it has found.
        spoken: the mechanics that the question or the card speaks of.
        best: how well a ruling of the card answers the question.
    """
    if not found.hits:
        return False
    special = judge.special(found.hits[0].topic)
    if special:
        return not special.isdisjoint(spoken)
    about = judge.subjects(f"mechanic:{mechanic}" for hit in found.good for mechanic in hit.topic.mechanics)
    return not about.isdisjoint(spoken) and found.hits[0].score >= GENERAL * best


def _card_alone(library: Library, judge: Judge, question: str, language: str) -> Named | None:
    """The card that a question is nothing but the name of; None where that is a name of the corpus's, too."""
    called = library.called(question, language)
    if not called or judge.is_name(question):
        return None
    card = library.find(called[0].key, language).card
    if card is None:
        return None
    return Named(card, len(library.rulings(card)), (), is_all=True, others=tuple(called[1:]))


@dataclass(frozen=True, slots=True)
class _Mentioned:
    """A name of a card in a question.

    Attributes:
        name: as printed.
        suggestion: the card, as it is told to somebody.
        card: the card.
        is_sure: whether the name can hardly be anything else. A single word may be a word like any other, or a part of
            a name that the library lacks.
    """

    name: str
    suggestion: Suggestion
    card: Card
    is_sure: bool


def _mentions(library: Library, judge: Judge, question: str, language: str) -> list[_Mentioned]:
    """The cards that a question may name, in its order."""
    mentions = []
    capitals = list(_capitals(question))
    for mention in library.mentions(question, language):
        name, suggestion = mention.name, mention.cards[0]
        card = library.find(suggestion.key, language).card
        if card is not None:
            is_word = " " not in name and all(character < EAST_ASIAN for character in name)
            is_part = any(name in longer and len(longer) > 1 for longer in capitals)
            is_sure = not is_word or (_is_written(judge, question, name, card) and not is_part)
            mentions.append(_Mentioned(name, suggestion, card, is_sure))
    return mentions


def _is_written(judge: Judge, question: str, name: str, card: Card) -> bool:
    """Whether a name of one word is written as a name: with a capital, whatever became of its accents.

    A long English one is recognised without, since the library knows the everyday words of that language alone.
    """
    folded = judge.fold(name)
    typed = [word for word in _WORD.findall(question) if judge.fold(word) == folded]
    is_english = folded in {judge.fold(face.name) for face in card.faces}
    return any(not word.islower() for word in typed) or (bool(typed) and is_english and len(folded) >= NO_CAPITAL)


def _capitals(question: str) -> Iterable[list[str]]:
    """The words with capitals in what looks like names, but for one that has its capital from the sentence."""
    for match in _SENTENCE.finditer(question):
        for name in names_in(match.group()):
            words = [word for word in name.split() if not word.islower()]
            yield words[1:] if match.group().lstrip().startswith(name) else words


def context(judge: Judge, cards: Iterable[Card]) -> Features:
    """What stands on cards, as the corpus takes it."""
    printed = (f"{each.type_line}\n{each.text}" for card in cards for each in card.faces)
    return {feature: 1.0 for text in printed for feature in judge.features_of(text)}


def _beside(judge: Judge, typed: tuple[str, ...], name: str) -> str:
    """What a question says beside the name of a card, which tells nothing of the rulings of that.

    Args:
        judge: who knows the corpus.
        typed: the units of the question.
        name: the name.
    """
    inside = set().union(*_places(judge, typed, [name]))
    return " ".join(unit for position, unit in enumerate(typed) if position not in inside)


def _said(judge: Judge, typed: tuple[str, ...], found: Found, names: Iterable[str]) -> Iterable[str]:
    """What a question speaks of beside the names of cards: who names Counterspell says nothing of countering.

    Args:
        judge: who knows the corpus.
        typed: the units of the question.
        found: what the corpus has found for it.
        names: the names.
    """
    places = list(_places(judge, typed, names))
    for match in found.question.matches:
        if not any(match.start in place and match.end - 1 in place for place in places):
            yield from match.stands_for | match.inside


def _places(judge: Judge, typed: tuple[str, ...], names: Iterable[str]) -> Iterable[range]:
    """Where names stand in the units of a question."""
    for spelt in {each for name in names for each in spellings(judge.corpus.folding, name)}:
        wanted = tuple(spelt.split(" "))
        for start in range(len(typed) - len(wanted) + 1):
            if typed[start : start + len(wanted)] == wanted:
                yield range(start, start + len(wanted))


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


def look_for(
    library: Library, judge: Judge, name: str, question: str | None, language: str
) -> tuple[Looked, Named | None]:
    """The card of a name or key, and what of it answers a question.

    Args:
        library: where cards stand.
        judge: who knows the corpus.
        name: the name in any language, or the key.
        question: what is asked about it, if anything.
        language: that of the reader.

    Returns:
        What the name leads to, and the card, where there is one.
    """
    looked = library.find(name, language)
    card = looked.card
    if card is None:
        return looked, None
    scored = () if question is None else answering(library, judge, card, question)
    is_all = question is None
    return looked, Named(card, len(library.rulings(card)), scored, is_all=is_all, others=looked.others)


def answering(library: Library, judge: Judge, card: Card, question: str) -> tuple[Scored, ...]:
    """The rulings of a card that answer a question about it with their scores, the best first."""
    return tuple(ranked(library, card, question, judge.search(question, context(judge, [card]))))


def ranked(library: Library, card: Card, question: str, found: Found) -> list[Scored]:
    """The rulings of a card that answer a question for which the corpus has found something, the best first."""
    scored = library.ranked(card, question, found)
    least = max(LEAST_SCORE, WORTH_SHOWING * scored[0][1]) if scored else LEAST_SCORE
    return [(ruling, score) for ruling, score in scored if score >= least]


def keys_of(scored: Sequence[Scored]) -> tuple[str, ...]:
    """The short keys of rulings."""
    return tuple(_key(ruling) for ruling, _ in scored)


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

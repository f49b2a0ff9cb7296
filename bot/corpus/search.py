"""Finding the ruling that answers a question, or saying honestly that there is none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.corpus.fold import units
from bot.corpus.index import Index
from bot.corpus.keys import short_key
from bot.corpus.model import Topic
from bot.corpus.passages import asks, passages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.corpus.index import Features, Question, Scored
    from bot.corpus.model import Corpus, Mechanic

LEAST_EVIDENCE = 9.0
"""Nats below which the best is no answer: the question says little that is ever asked about it."""
LEAST_UNNAMED = 14.0
"""The same where the best is about a mechanic that a few cards have, and the question says nothing of that."""
WORTH_SHOWING = 0.1
"""A further topic is offered when it scores at least this share of the best."""
AS_NEAR = 0.7
"""A second topic that scores at least this share of the best comes as near: both are shown."""
SIBLING_NEAR = 0.5
"""The same for a second topic about another mechanic, when the question does not say which of the two it means."""
CONTEXT = 0.25
"""What counts what the named cards are about, where the question does not speak of it itself."""
NEAREST = 3
"""Mechanics offered with a refusal."""
SUGGESTIONS = 25
"""Discord's limit for autocomplete choices."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A topic found, with its score from 0 to 1."""

    topic: Topic
    score: float


@dataclass(frozen=True, slots=True)
class Found:
    """What a question found.

    Attributes:
        question: the question, taken apart.
        mechanic: the mechanic that it is nothing but the name of; `hits` are then its topics in reading order.
        hits: the topics, the best first; empty when nothing fits.
        nearest: where nothing fits, the mechanics that come nearest; empty when nothing was asked.
        ranking: what the search weighed, gaps included, for `--explain`.
        least: nats of evidence that the first of the ranking needs to be an answer, where it is a topic.
        passage: of a long message, the words that were taken for the question.
        is_story: whether it is a long message in which nothing asks, and no sentence of which is answered.
        is_close: whether a second topic comes as near as the best, so that the two must be told apart by the reader.
    """

    question: Question
    mechanic: Mechanic | None
    hits: tuple[Hit, ...]
    nearest: tuple[Mechanic, ...]
    ranking: tuple[Scored, ...]
    least: float = 0.0
    passage: str = ""
    is_story: bool = False
    is_close: bool = False

    @property
    def good(self) -> tuple[Hit, ...]:
        """The hits that are worth showing beside the best."""
        return tuple(hit for hit in self.hits if hit.score >= WORTH_SHOWING * self.hits[0].score)


class Judge:
    """A corpus with its index: who is asked.

    Attributes:
        corpus: the corpus.
        topics_by_key: its topics by short key.
        mechanics_by_key: its mechanics by short key.
    """

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.topics_by_key = MappingProxyType({short_key(topic): corpus.topics[topic] for topic in corpus.topics})
        self.mechanics_by_key = MappingProxyType(
            {short_key(mechanic): corpus.mechanics[mechanic] for mechanic in corpus.mechanics}
        )
        self._index = Index(corpus)
        self._topic_names = {
            self._index.folding.fold(name): topic
            for topic in corpus.topics.values()
            for name in (topic.id, *topic.title.values())
        }
        self._names_of_cards = {
            self._index.folding.fold_data(name)
            for names in (
                *(concept.cards for concept in corpus.concepts.values()),
                *((*card.names.values(), *card.aliases) for card in corpus.cards.values()),
            )
            for name in names
        }
        by_breadth = sorted(corpus.mechanics.values(), key=lambda mechanic: -len(mechanic.topics))
        self._broadest = tuple(by_breadth[:NEAREST])
        self._suggestible = tuple(self._labels())

    def search(self, text: str, context: Mapping[str, float] = MappingProxyType({})) -> Found:
        """Find the topics that answer a question.

        A topic's own name wins over everything, then a mechanic's name or alias that stands alone; otherwise the
        index ranks all topics and all gaps, and a gap on top means that there is no answer. In a long message, the
        passage that is answered best is the question.

        Args:
            text: a question in any language, of any length; only its first `MAX_QUESTION` characters count.
            context: what the texts of the cards that it names are about, see `features_of`. A card that names a card
                asks about names, one that adds mana about mana abilities.
        """
        question = self._index.take_apart(text)
        if not question.units:
            return Found(question, None, (), (), ())
        folded = self._index.folding.fold(text)
        if topic := self._topic_names.get(folded):
            return Found(question, None, (Hit(topic, 1.0),), (), ())
        if (mechanic := self._bare_mechanic(folded, question)) is not None:
            hits = tuple(Hit(self.corpus.topics[topic], 1.0) for topic in mechanic.topics)
            related = tuple(self.corpus.mechanics[each] for each in mechanic.related)
            nearest = () if hits else related or self._broadest
            return Found(question, mechanic if hits else None, hits, nearest, ())
        told = tuple(passages(text))
        found_in = (self._ranked(self._index.take_apart(passage), context) for passage in told)
        answers = [found for found in found_in if found.hits]
        if answers:
            best = max(answers, key=lambda found: found.hits[0].score)
            return replace(best, question=question, passage=" ".join(best.question.units))
        found = self._ranked(question, context)
        if told and not asks(told[0]):  # if one passage does not ask, none does
            nearest = self._nearest(question, found.ranking)
            return replace(found, hits=(), nearest=nearest, is_story=True, is_close=False)
        return found

    def _ranked(self, question: Question, context: Mapping[str, float]) -> Found:
        """What a question finds that is no name: the topics in the order of their scores, or a refusal."""
        within = _within(question, context)
        ranking = tuple(self._index.rank(within))
        hits = tuple(Hit(each.entry, each.score) for each in ranking if isinstance(each.entry, Topic) and each.score)
        best = ranking[0] if ranking else None
        least = self._least_evidence(best.entry, within) if best and isinstance(best.entry, Topic) else 0.0
        refused = best is None or not isinstance(best.entry, Topic) or best.evidence < least or not best.score
        # Who names a card speaks of the game, also in words of every day; but that must say something.
        if refused or not (self._is_about_the_game(question) or (context and question.matches)):
            return Found(question, None, (), self._nearest(question, ranking), ranking, least)
        return Found(question, None, hits, (), ranking, least, is_close=self._is_close(question, hits))

    def is_name(self, text: str) -> bool:
        """Whether a text is the id or a name of a mechanic or a topic, not only another word for it."""
        folded = self._index.folding.fold(text)
        return folded in self._topic_names or any(self._is_called(each, folded) for each in self.corpus.mechanics)

    def fold(self, text: str) -> str:
        """A text as the search compares it, see `Folding.fold`."""
        return self._index.folding.fold(text)

    def take_apart(self, text: str) -> Question:
        """A text as the search sees it: its words, the phrases it knows, and what it is about."""
        return self._index.take_apart(text)

    def features_of(self, published: str) -> Features:
        """What published words are about."""
        return self._index.features_of(published)

    def subjects(self, features: Iterable[str]) -> frozenset[str]:
        """The mechanics that features speak of, by name or by a concept: of each, the widest that it is a kind of."""
        return frozenset(self._index.widest(mechanic) for key in features if (mechanic := self._spoken_of(key)))

    def special(self, topic: Topic) -> frozenset[str]:
        """The mechanics of a topic that a few cards have, each as the widest that it is a kind of."""
        return self.subjects(f"mechanic:{each}" for each in topic.mechanics if not self.corpus.mechanics[each].general)

    def _spoken_of(self, key: str) -> str | None:
        kind, _, entry_id = key.partition(":")
        if kind == "mechanic":
            return entry_id
        return self.corpus.concepts[entry_id].mechanic if kind == "concept" else None

    def is_word_of_the_game(self, phrase: str) -> bool:
        """Whether a folded phrase is the name of a mechanic, or stands for one or for a concept and for no card.

        Names of cards are among the words for mechanics and concepts, too; of those that are not marked as such, longer
        words for a mechanic count as names.
        """
        keys = self._index.lexicon.exact(phrase)
        mechanics = [key.removeprefix("mechanic:") for key in keys if key.startswith("mechanic:")]
        if any(self._is_called(mechanic, phrase) for mechanic in mechanics):
            return True
        if phrase in self._names_of_cards:
            return False
        is_one_word = phrase.isascii() and " " not in phrase
        return (bool(mechanics) and is_one_word) or any(key.startswith("concept:") for key in keys)

    def weight(self, feature: str) -> float:
        """How much a mechanic, concept or card counts in a search; 0 where no topic is asked for by it."""
        return self._index.weight(feature)

    def suggest(self, typed: str, language: str) -> list[tuple[str, str]]:
        """Labels in a language with the ids they stand for, for an autocomplete: mechanics, then topics.

        What is typed may be the beginning of a word in any language; nothing typed gives all mechanics.
        """
        folded = self._index.folding.fold(typed)
        wanted = units(folded)
        exact: list[tuple[str, str]] = []
        starts: list[tuple[str, str]] = []
        inside: list[tuple[str, str]] = []
        for entry_id, labels, names in self._suggestible:
            label = labels.get(language) or labels["en"]
            if wanted in names:
                exact.append((label, entry_id))
            elif not wanted or any(_begins(name, wanted) for name in names):
                starts.append((label, entry_id))
            elif wanted and any(_contains(name, wanted) for name in names):
                inside.append((label, entry_id))
        if not (exact or starts or inside):
            found = self.search(typed)
            inside = [(hit.topic.title[language], hit.topic.id) for hit in found.hits[:NEAREST]]
        # Several mechanics may share a word; the one whose own name it is comes first.
        exact.sort(key=lambda each: not self._is_called(each[1], folded))
        return [*exact, *starts, *inside][:SUGGESTIONS]

    def _bare_mechanic(self, folded: str, question: Question) -> Mechanic | None:
        """The mechanic that a question is nothing but the name of: exactly, else with a slip corrected."""
        for whole in (folded, " ".join(question.units)):
            ids = [key.removeprefix("mechanic:") for key in self._index.lexicon.exact(whole) if "mechanic:" in key]
            if ids:
                # A phrase may be an alias of several; the one whose own name it is comes first.
                ids.sort(key=lambda mechanic: (not self._is_called(mechanic, whole), mechanic))
                return self.corpus.mechanics[ids[0]]
        return None

    def _is_called(self, entry_id: str, folded: str) -> bool:
        """Whether something folded is the id or a name of a mechanic, not only another word for it."""
        mechanic = self.corpus.mechanics.get(entry_id)
        names = (entry_id, *mechanic.names.values()) if mechanic else (entry_id,)
        return folded in {self._index.folding.fold_data(name) for name in names}

    def _least_evidence(self, topic: Topic, question: Question) -> float:
        """Nats of evidence that make an answer of a topic."""
        special = self.special(topic)
        is_named = not special or not special.isdisjoint(self.subjects(question.features))
        return LEAST_EVIDENCE if is_named else LEAST_UNNAMED

    def _is_close(self, question: Question, hits: tuple[Hit, ...]) -> bool:
        """Whether the second hit comes as near as the first.

        It does sooner where each has a mechanic that the other lacks (morph, manifest) and the question names neither.
        """
        if len(hits) < 2:  # noqa: PLR2004 - two are compared
            return False
        one, other = ({*self._index.with_wider(hit.topic.mechanics)} for hit in hits[:2])
        said = any(question.features.get(f"mechanic:{mechanic}") == 1.0 for mechanic in one ^ other)
        siblings = bool(one - other) and bool(other - one) and not said
        return hits[1].score >= (SIBLING_NEAR if siblings else AS_NEAR) * hits[0].score

    def _is_about_the_game(self, question: Question) -> bool:
        """Whether a question names a mechanic, a card, or a concept that people do not speak of every day."""
        keys = {key for match in question.matches for key in match.stands_for}
        return any(
            not key.startswith("concept:") or not self.corpus.concepts[key.removeprefix("concept:")].everyday
            for key in keys
        )

    def _nearest(self, question: Question, ranking: tuple[Scored, ...]) -> tuple[Mechanic, ...]:
        """The mechanics to offer with a refusal: those named, those of the gap, those of the nearest topics.

        A question that touches nothing is offered the mechanics with the most topics.
        """
        named = [key.removeprefix("mechanic:") for key in question.features if key.startswith("mechanic:")]
        mechanics = dict.fromkeys(named)
        for scored in ranking[: NEAREST if question.matches else 0]:
            mechanics |= dict.fromkeys(scored.entry.mechanics)
        offered = dict.fromkeys(
            each
            for mechanic in mechanics
            for each in (
                (mechanic,) if self.corpus.mechanics[mechanic].topics else self.corpus.mechanics[mechanic].related
            )
        )
        return tuple(self.corpus.mechanics[mechanic] for mechanic in list(offered)[:NEAREST]) or self._broadest

    def _labels(self) -> Iterator[tuple[str, dict[str, str], tuple[tuple[str, ...], ...]]]:
        fold = self._index.folding.fold
        for mechanic in self.corpus.mechanics.values():
            if mechanic.topics:
                labels = {code: mechanic.name_in(code) for code in mechanic.names}
                aliases = (alias for aliases in mechanic.aliases.values() for alias in aliases)
                names = (mechanic.id, *mechanic.names.values(), *aliases)
                yield mechanic.id, labels, tuple(units(fold(name)) for name in names)
        for topic in self.corpus.topics.values():
            yield (
                topic.id,
                dict(topic.title),
                tuple(units(fold(name)) for name in (topic.id, *topic.title.values())),
            )


def _within(question: Question, context: Mapping[str, float]) -> Question:
    """A question with what the cards that it names are about; their words tell nothing about it."""
    added = {key: CONTEXT * amount for key, amount in context.items() if key.startswith(("mechanic:", "concept:"))}
    return replace(question, features=added | question.features) if added else question


def _begins(name: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether a name begins with what is typed, whose last word may be unfinished."""
    if not wanted or len(name) < len(wanted):
        return False
    *whole, last = wanted
    return list(name[: len(whole)]) == whole and name[len(whole)].startswith(last)


def _contains(name: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    return any(_begins(name[start:], wanted) for start in range(1, len(name)))

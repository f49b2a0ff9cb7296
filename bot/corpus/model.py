"""What the corpus holds, as frozen values. `rulings/README.md` explains the same fields to those who edit them."""

from __future__ import annotations

import datetime
import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.corpus.fold import Folding
    from bot.yamltree import Problem

    ByLanguage = Mapping[str, str]
    """Something by language code."""


UNKNOWN_DATE = datetime.date.min
"""Stands for a date that could not be read and was reported as such."""


class Provenance(StrEnum):
    """Who wrote the words of a text."""

    SOURCE = "source"
    """The English ruling itself."""
    OFFICIAL = "official"
    """Wizards' own translation."""
    MACHINE = "machine"
    """A machine translation."""
    UNSTATED = "unstated"
    """A published translation whose translator is not stated."""


class Translation(StrEnum):
    """How much of a text is in the language of the page that it was published on."""

    ORIGINAL = "original"
    """English on an English page: not a translation."""
    FULL = "full"
    """All of it is translated."""
    PARTLY = "partly"
    """Some English is left inside; `left_in_english` quotes it."""
    NONE = "none"
    """English that was left standing on a page of another language."""


@dataclass(frozen=True, slots=True)
class Document:
    """One of the source documents that the texts are quoted from."""

    id: str
    file: str
    card: str
    languages: tuple[str, ...]
    remark: str | None


@dataclass(frozen=True, slots=True)
class Source:
    """Where a text stands: the document and the number of its entry there, counted from 1."""

    document: Document
    entry: int


@dataclass(frozen=True, slots=True)
class Original:
    """What a translation of this project was made from: the text of the same source in a language, as it was then."""

    language: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Text:
    """The words of one ruling in one language: exactly as published, or as this project translated them.

    Attributes:
        words: the text itself.
        language: the language of `words`.
        date: the date that the source prints; of a translation of this project, the day it was made.
        date_elsewhere: the date that other published data gives for the same words, where it differs.
        provenance: who wrote the words.
        card: the id of the card under which it, or what it translates, was published.
        source: document and entry of it, or of what it translates.
        translation: how much is translated.
        translated_from: what a translation of this project was made from; None for everything published.
        reviewed: the day on which somebody who had not made that translation held it against its original.
        left_in_english: the English passages inside a partly translated text.
        remark: something an editor should know (a slip, a hazard); not shown to players.
    """

    words: str
    language: str
    date: datetime.date
    date_elsewhere: datetime.date | None
    provenance: Provenance
    card: str
    source: Source
    translation: Translation
    translated_from: Original | None
    reviewed: datetime.date | None
    left_in_english: tuple[str, ...]
    remark: str | None

    @property
    def is_machine(self) -> bool:
        """Whether a machine translated it; the sources tag a few texts so, too."""
        return self.provenance is Provenance.MACHINE

    @property
    def made_from(self) -> str:
        """The language that a machine translated it from; what the sources tag so stands beside its English there."""
        return self.translated_from.language if self.translated_from else "en"

    @property
    def sha256(self) -> str:
        """The fingerprint of its words."""
        return hashlib.sha256(self.words.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Rules:
    """Comprehensive Rules numbers, and the effective date of the edition in which they have them."""

    edition: datetime.date
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """One question that the rulings settle.

    Attributes:
        id: permanent.
        title: what it settles, in our own words, in every language.
        mechanics: ids of the mechanics that it is about.
        concepts: ids of what is asked about them.
        rules: the rules behind it.
        note: what today's rules say beyond the quoted texts, in our own words.
        fallback: the language to show where there is no English text.
        texts: every wording; within a language what was published, the newest first, then what a machine translated.
        asked: by language, how players ask for it.
    """

    id: str
    title: ByLanguage
    mechanics: tuple[str, ...]
    concepts: tuple[str, ...]
    rules: Rules
    note: ByLanguage
    fallback: str | None
    texts: tuple[Text, ...]
    asked: Mapping[str, tuple[str, ...]]

    def newest(self, language: str) -> Text | None:
        """The wording to show in a language, None where it has none of its own.

        That is the newest; but a machine translation never outranks a published text.
        """
        return self.published(language) or next(iter(self._in(language)), None)

    def published(self, language: str) -> Text | None:
        """The newest wording in a language that no machine translated."""
        return next((text for text in self._in(language) if not text.is_machine), None)

    def complete(self, text: Text) -> Text | None:
        """What stands beside a text that was published with English left inside: the translation of all of it."""
        if text.translation is not Translation.PARTLY:
            return None
        return next((each for each in self._in(text.language) if each.translated_from), None)

    def original(self, text: Text) -> Text | None:
        """The published text that a translation of this project was made from; None when it is gone."""
        if text.translated_from is None:
            return None
        same = (each for each in self._in(text.made_from) if each.source == text.source and not each.is_machine)
        return next(same, None)

    def is_stale(self, text: Text) -> bool:
        """Whether what a translation was made from is no longer the newest wording of its language, word for word."""
        if text.translated_from is None:
            return False
        newest = self.published(text.made_from)
        return newest is None or newest.sha256 != text.translated_from.sha256

    def worded(self, text: Text) -> datetime.date:
        """The date of what a text says: a translation of this project is as old as its original."""
        original = self.original(text)
        return original.date if original else text.date

    def _in(self, language: str) -> tuple[Text, ...]:
        return tuple(text for text in self.texts if text.language == language)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that have a text of their own, in the order of the texts."""
        return tuple(dict.fromkeys(text.language for text in self.texts))


@dataclass(frozen=True, slots=True)
class Mechanic:
    """An entry of the mechanic index.

    Attributes:
        id: permanent.
        names: the printed name by language.
        aliases: other words for it by language.
        rules: the rules that define it.
        topics: ids of its topics in reading order.
        related: ids of the mechanics to offer where it has no topic that answers.
        parent: the wider mechanic that it is a kind of.
        general: whether cards of every kind have to do with it (abilities, copies, counters): a question about such a
            card may name it and still be about that card alone.
    """

    id: str
    names: ByLanguage
    aliases: Mapping[str, tuple[str, ...]]
    rules: Rules
    topics: tuple[str, ...]
    related: tuple[str, ...]
    parent: str | None
    general: bool

    def name_in(self, language: str) -> str:
        """Its name in a language, else in English."""
        return self.names.get(language) or self.names["en"]


@dataclass(frozen=True, slots=True)
class Concept:
    """Something that players ask about (turning up, cost, name …), with the words for it by language.

    Attributes:
        id: permanent.
        meaning: what it stands for, for editors.
        everyday: whether its words are everyday words, which alone are no sign of a question about the game.
        words: by language, the words and phrases that signal it.
        cards: names of cards that stand for it ("Stifle" for countering an ability).
        mechanic: the mechanic that whoever uses its words speaks of (turning up: face-down), None where there is none.
    """

    id: str
    meaning: str
    everyday: bool
    words: Mapping[str, tuple[str, ...]]
    cards: tuple[str, ...]
    mechanic: str | None


@dataclass(frozen=True, slots=True)
class Card:
    """A card under which rulings were published.

    Attributes:
        id: permanent.
        names: its name by language, where known; always in English.
        aliases: other names that find it.
        doubt: why it may be another card, where the source does not settle it.
    """

    id: str
    names: ByLanguage
    aliases: tuple[str, ...]
    doubt: str | None


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that players ask and that no ruling here answers: to be refused, not guessed.

    Attributes:
        id: permanent.
        meaning: what it stands for, for editors.
        mechanics: ids of the mechanics to offer instead.
        asked: by language, how players ask for it.
    """

    id: str
    meaning: str
    mechanics: tuple[str, ...]
    asked: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the game.

    Attributes:
        id: what problems call it.
        words: by language, the words for it, that to be used first; a star at the end of a word stands for any ending.
        taken_from: by language, where the words stand: in an entry of a source document, on a card, or nowhere yet.
        doubt: why words that stand nowhere yet were chosen.
    """

    id: str
    words: Mapping[str, tuple[str, ...]]
    taken_from: Mapping[str, tuple[str, ...]]
    doubt: str | None


@dataclass(frozen=True, slots=True)
class Name:
    """A name that translations keep as it is.

    Attributes:
        id: what problems call it.
        name: the name as it stands.
        languages: those whose translations keep it.
        reason: why they have no name of their own for it.
    """

    id: str
    name: str
    languages: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """Everything under `rulings/`, by id, in the order of the files.

    `folding` folds text as its data asks; `stale` are the translations whose original changed after them, each with
    its place and what to do.
    """

    topics: Mapping[str, Topic]
    mechanics: Mapping[str, Mechanic]
    concepts: Mapping[str, Concept]
    cards: Mapping[str, Card]
    gaps: Mapping[str, Gap]
    documents: Mapping[str, Document]
    terms: Mapping[str, Term]
    names: Mapping[str, Name]
    folding: Folding
    stale: tuple[Problem, ...] = ()

"""What the corpus holds, as frozen values. `rulings/README.md` explains the same fields to those who edit them."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.corpus.fold import Folding

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
class Text:
    """The words of one ruling in one language, exactly as published.

    Attributes:
        words: the text itself.
        language: the language of `words`.
        date: the date that the source prints.
        date_elsewhere: the date that other published data gives for the same words, where it differs.
        provenance: who wrote the words.
        card: the id of the card under which it was published.
        source: document and entry.
        translation: how much is translated.
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
    left_in_english: tuple[str, ...]
    remark: str | None


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
        texts: every published wording; within a language the newest first.
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
        texts = [text for text in self.texts if text.language == language]
        published = (text for text in texts if text.provenance is not Provenance.MACHINE)
        return next(published, texts[0] if texts else None)

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
    """

    id: str
    names: ByLanguage
    aliases: Mapping[str, tuple[str, ...]]
    rules: Rules
    topics: tuple[str, ...]
    related: tuple[str, ...]
    parent: str | None

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
    """

    id: str
    meaning: str
    everyday: bool
    words: Mapping[str, tuple[str, ...]]
    cards: tuple[str, ...]


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
class Corpus:
    """Everything under `rulings/`, by id, in the order of the files; `folding` folds text as its data asks."""

    topics: Mapping[str, Topic]
    mechanics: Mapping[str, Mechanic]
    concepts: Mapping[str, Concept]
    cards: Mapping[str, Card]
    gaps: Mapping[str, Gap]
    documents: Mapping[str, Document]
    folding: Folding

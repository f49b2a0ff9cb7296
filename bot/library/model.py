"""What the library answers with, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from bot.languages import ENGLISH
from bot.library import tongues
from bot.library.records import WHOLE, FaceRecord, NameRecord, Source

if TYPE_CHECKING:
    import datetime
    from collections.abc import Mapping

    from bot.corpus.model import Text, Topic
    from bot.library.corrections import Correction


OLD: Final = 90
"""Days after which a library is old: sets with new rulings appear more often."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card.

    Attributes:
        key: what it is called from import to import, at most 64 characters.
        name: the whole English name, `A // B` where there are several faces.
        layout: as Scryfall calls it: normal, adventure, split, transform, modal_dfc …
        faces: the English faces; the front, or the normal half, first.
        names: every printed name of it and its faces in every language.
    """

    key: str
    name: str
    layout: str
    faces: tuple[FaceRecord, ...]
    names: tuple[NameRecord, ...]

    def name_in(self, language: str) -> str:
        """Its name in a language, else in English."""
        return next((name.name for name in self._in(language) if name.face == WHOLE), self.name)

    def type_in(self, language: str) -> str:
        """The type line of its front in a language, else in English."""
        printed = (name.type_line for name in sorted(self._in(language), key=lambda name: name.face != 1))
        return next(filter(None, printed), self.faces[0].type_line)

    @property
    def mana_cost(self) -> str | None:
        """The mana cost of its front; None where it has none."""
        return self.faces[0].mana_cost

    def _in(self, language: str) -> tuple[NameRecord, ...]:
        return tuple(name for name in self.names if name.language == language)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling of a card, in English as it was published, or as the host corrected it.

    Attributes:
        key: the ruling as `corrections` name it; the same on every card that has these words.
        text: its words.
        date: when it was published.
        source: who wrote it.
        topic: the topic of the corpus that has these words among its texts, None where there is none.
        correction: what the host put in its place, None for a ruling that is shown as it was published.
    """

    key: str
    text: str
    date: datetime.date
    source: Source
    topic: Topic | None
    correction: Correction | None = None

    def in_language(self, language: str) -> Text | None:
        """A published text of it in another language than English, None where the corpus has none."""
        return self.topic.newest(language) if self.topic is not None and language != ENGLISH else None

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that it can be read in, English first."""
        others = self.topic.languages if self.topic is not None else ()
        return (ENGLISH, *(language for language in others if language != ENGLISH))


class Nearness(IntEnum):
    """How near a name comes to what was typed, the nearest first."""

    EXACT = 0
    """It is that name, but for case, accents, width and punctuation."""
    BEGINNING = 1
    """The name begins with it."""
    WORDS = 2
    """Its words stand in the name."""
    SIMILAR = 3
    """It may be the name with slips in it."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A card that may be meant, for an autocomplete or for “did you mean”.

    Attributes:
        key: the card.
        name: the name by which it was found, as printed.
        face: the face that is called so, or `WHOLE`.
        languages: the languages in which it is called so, the nearest to the reader first.
        english: its whole English name.
        local: its whole name in the reader's language, else in English; in English, too, where two cards share both.
        nearness: how it was found.
        detail: what tells it from another card of the same names, "" where there is none.
    """

    key: str
    name: str
    face: int
    languages: tuple[str, ...]
    english: str
    local: str
    nearness: Nearness
    detail: str = ""

    @property
    def label(self) -> str:
        """The name with what tells it apart: its language, what the card is called otherwise, and what it is."""
        other = next((other for other in (self.local, self.english) if other != self.name), None)
        name = f"{self.name} ({tongues.native_name(self.languages[0])}) — {other}" if other else self.name
        return f"{name} · {self.detail}" if self.detail else name


@dataclass(frozen=True, slots=True)
class Found:
    """What a name that somebody gave leads to.

    Attributes:
        card: the card, None when there is no such card.
        others: where there is one, other cards of the same name; else those that come near, the nearest first.
    """

    card: Card | None
    others: tuple[Suggestion, ...]


@dataclass(frozen=True, slots=True)
class Mention:
    """The name of a card inside a question.

    Attributes:
        name: as printed.
        cards: the cards that are called so, the nearest to the reader first; nearly always one.
    """

    name: str
    cards: tuple[Suggestion, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """A file that the library was made from.

    Attributes:
        kind: such as “MTGJSON cards”.
        date: the day of its data, None where the file does not tell.
    """

    kind: str
    file: str
    date: datetime.date | None
    imported: datetime.date

    @property
    def day(self) -> datetime.date:
        """The day of its data, at the latest that of the import."""
        return self.date or self.imported


@dataclass(frozen=True, slots=True)
class Summary:
    """What the library holds, for `/about` and the log."""

    origins: tuple[Origin, ...]
    cards: int
    names: Mapping[str, int]
    rulings: int

    @property
    def date(self) -> datetime.date:
        """The day of its oldest file: of nothing in it is anything newer known for sure."""
        return min(origin.day for origin in self.origins)

    def age(self, today: datetime.date) -> int:
        """How many days old it is."""
        return (today - self.date).days

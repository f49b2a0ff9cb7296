"""What a file of cards tells, in the form in which the library takes it; which file it comes from no longer matters."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum

WHOLE = 0
"""As the face of a name: it is that of the whole card."""
BETWEEN_FACES = " // "
"""What stands between the names of faces in the name of a card."""
REVERSIBLE = "reversible_card"
"""The layout of a card that is printed on both sides of a piece of cardboard: it is not double-faced."""


class Kind(StrEnum):
    """The kinds of files that can be imported."""

    ATOMIC = "MTGJSON cards"
    PRINTINGS = "MTGJSON printings"
    SET = "MTGJSON set"
    CARDS = "Scryfall cards"
    RULINGS = "Scryfall rulings"

    @property
    def has_all_cards(self) -> bool:
        """Whether a card that such a file lacks is gone; a set file says nothing about the cards of other sets."""
        return self in (Kind.ATOMIC, Kind.PRINTINGS, Kind.CARDS)

    @property
    def has_all_rulings(self) -> bool:
        """Whether a ruling that such a file lacks is gone."""
        return self in (Kind.ATOMIC, Kind.PRINTINGS, Kind.RULINGS)


class Source(StrEnum):
    """Who wrote a ruling."""

    WOTC = "wotc"
    """Wizards: an official ruling."""
    SCRYFALL = "scryfall"
    """Scryfall's own note, which is not an official ruling."""
    UNSTATED = "unstated"
    """One of the two: MTGJSON takes both over and does not tell which is which."""


@dataclass(frozen=True, slots=True)
class FaceRecord:
    """The English face of a card.

    Attributes:
        number: 1 for the front, or for the only one.
    """

    number: int
    name: str
    type_line: str
    mana_cost: str | None
    text: str


@dataclass(frozen=True, slots=True)
class NameRecord:
    """A printed name.

    Attributes:
        language: its language, see `bot.library.tongues`.
        face: the number of the face, or `WHOLE`.
        type_line: the type line as printed in that language, None where the file does not tell.
    """

    language: str
    face: int
    name: str
    type_line: str | None = None


@dataclass(frozen=True, slots=True)
class RulingRecord:
    """A ruling.

    Attributes:
        date: as in the file, YYYY-MM-DD.
    """

    date: str
    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class CardRecord:
    """A card, or what one printing tells of it.

    Attributes:
        key: see `card_key`.
        name: the whole English name, `A // B` where there are several faces.
        prose: what is printed on it, with its language, in languages that the bot speaks: it shows which words are
            everyday words.
    """

    key: str
    name: str
    layout: str
    faces: tuple[FaceRecord, ...]
    names: tuple[NameRecord, ...]
    rulings: tuple[RulingRecord, ...] = ()
    prose: tuple[tuple[str, str], ...] = ()


OWN_KEY = "name-"
"""What the key of a card without an oracle id begins with; no oracle id does."""


_ORACLE_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def card_key(oracle_id: str | None, name: str) -> str:
    """What a card is called from import to import: its oracle id, else something made from its English name.

    An oracle id of another form than all that there are becomes something of a known length, too: buttons hold keys.
    """
    if oracle_id and _ORACLE_ID.fullmatch(oracle_id.lower()):
        return oracle_id.lower()
    return OWN_KEY + hashlib.blake2b((oracle_id or name).encode(), digest_size=12).hexdigest()

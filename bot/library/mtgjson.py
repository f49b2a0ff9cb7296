"""MTGJSON's cards: AtomicCards has the faces of each card under its name, set files have every printing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from bot.languages import CODES, ENGLISH
from bot.library import tongues, values
from bot.library.errors import WrongValueError
from bot.library.records import WHOLE, CardRecord, FaceRecord, NameRecord, RulingRecord, Source, card_key

if TYPE_CHECKING:
    from collections.abc import Iterator

BETWEEN_FACES: Final = " // "
_REVERSIBLE: Final = "reversible_card"
"""The layout of a card that is printed on both sides of a piece of cardboard: it is not double-faced."""


def atomic(entry: Any) -> CardRecord | None:
    """The card of an entry of AtomicCards, whose faces are a list; None where it is no such list."""
    if (
        not isinstance(entry, list)
        or not entry
        or not all(isinstance(face, dict) and "layout" in face for face in entry)
    ):
        return None
    parts = []
    for number, face in enumerate(entry):
        with values.within(number):
            parts.append(printing(face))
    first = parts[0]
    return CardRecord(
        key=first.key,
        name=first.name,
        layout=first.layout,
        faces=tuple(face for part in parts for face in part.faces),
        names=tuple(name for part in parts for name in part.names),
        rulings=tuple(ruling for part in parts for ruling in part.rulings),
        prose=tuple(text for part in parts for text in part.prose),
    )


def printing(card: dict[str, Any]) -> CardRecord:
    """What one face of one printing tells of its card; the library puts them together by their key."""
    name = values.needed_name(card, "name")
    face_name = values.name(card, "faceName")
    number = _number(card) if face_name else 1
    layout = values.needed_name(card, "layout")
    if layout == _REVERSIBLE and face_name:
        name, face_name, number = face_name, None, 1
    oracle_id = values.name(values.inner(card, "identifiers"), "scryfallOracleId")
    face = FaceRecord(
        number=number,
        name=face_name or name,
        type_line=values.name(card, "type") or "",
        mana_cost=values.name(card, "manaCost"),
        text=values.text(card, "text") or "",
    )
    return CardRecord(
        key=card_key(oracle_id, name),
        name=name,
        layout=layout,
        faces=(face,),
        names=tuple(_names(card, name, face_name, number)),
        rulings=tuple(_rulings(card)),
        prose=tuple(_prose(card)),
    )


def _number(card: dict[str, Any]) -> int:
    """The number of a face, which is a letter in the file."""
    side = values.name(card, "side") or "a"
    number = ord(side[0]) - ord("a") + 1
    if len(side) > 1 or not 1 <= number <= 26:  # noqa: PLR2004 - letters
        raise WrongValueError("this must be a letter from a to z", "side")
    return number


def _names(card: dict[str, Any], name: str, face_name: str | None, number: int) -> Iterator[NameRecord]:
    yield NameRecord(ENGLISH, WHOLE, name)
    if face_name:
        yield NameRecord(ENGLISH, number, face_name)
    # What is printed instead of the name on cards that pretend to be something else.
    for key, face in (("flavorName", WHOLE), ("faceFlavorName", number)):
        if flavor := values.name(card, key):
            yield NameRecord(ENGLISH, face, flavor)
    for place, foreign in enumerate(values.objects(card, "foreignData")):
        with values.within("foreignData", place):
            yield from _foreign(foreign, face_name, number)


def _foreign(foreign: dict[str, Any], face_name: str | None, number: int) -> Iterator[NameRecord]:
    language = tongues.from_mtgjson(values.needed_name(foreign, "language"))
    whole, own = values.name(foreign, "name"), values.name(foreign, "faceName")
    type_line = values.name(foreign, "type")
    if face_name is None:
        # Nothing but the one name, or both sides of a card that is printed on both.
        if whole:
            yield NameRecord(language, WHOLE, whole.split(BETWEEN_FACES)[0] if own else whole, type_line)
        return
    if whole and BETWEEN_FACES not in whole:
        own, whole = own or whole, None
    if whole:
        yield NameRecord(language, WHOLE, whole)
    if own:
        yield NameRecord(language, number, own, type_line)


def _prose(card: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for part in (card, *values.objects(card, "foreignData")):
        language = ENGLISH if part is card else tongues.from_mtgjson(values.needed_name(part, "language"))
        if language in CODES:
            for key in ("text", "flavorText"):
                if text := values.text(part, key):
                    yield language, text


def _rulings(card: dict[str, Any]) -> Iterator[RulingRecord]:
    for place, ruling in enumerate(values.objects(card, "rulings")):
        with values.within("rulings", place):
            if not values.is_blank(ruling, "text"):
                yield RulingRecord(values.date(ruling, "date"), values.needed(ruling, "text"), Source.UNSTATED)

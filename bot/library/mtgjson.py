"""MTGJSON's cards: AtomicCards has each face of a card once, set files have it in every printing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.languages import CODES, ENGLISH
from bot.library import tongues, values
from bot.library.errors import WrongValueError
from bot.library.records import (
    BETWEEN_FACES,
    REVERSIBLE,
    WHOLE,
    CardRecord,
    FaceRecord,
    NameRecord,
    RulingRecord,
    Source,
    card_key,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


def is_under_its_name(name: str, entry: Any) -> bool:
    """Whether an entry of a list that stands under a name is a card of that name, as in AtomicCards."""
    return isinstance(entry, dict) and entry.get("name") == name


def printing(card: dict[str, Any]) -> CardRecord:
    """What one face tells of its card, or one face of one printing; the library puts them together by their key.

    Cards of one name are told apart by that key, too: AtomicCards has their faces in one list.
    """
    name = values.needed_name(card, "name")
    face_name = values.name(card, "faceName")
    number = _number(card) if face_name else 1
    layout = values.needed_name(card, "layout")
    if layout == REVERSIBLE and face_name:
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

"""Scryfall's bulk data: cards (one object each, or one a printing) and rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

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

_NO_CARDS: Final = frozenset({"art_series", "double_faced_token", "emblem", "token"})
"""The layouts of what is not put into a deck: its names are those of real cards, and it has no rulings."""
_NO_TYPE: Final = "Card"
"""The type line of what looks like a card and is none."""


def is_ruling(entry: dict[str, Any]) -> bool:
    """Whether an entry of a list is a ruling and not a card."""
    return entry.get("object") == "ruling" or "comment" in entry


def card(entry: dict[str, Any]) -> CardRecord | None:
    """A card, or what one printing tells of it; None for what is no card to play with."""
    layout = values.needed_name(entry, "layout")
    faces = values.objects(entry, "card_faces")
    if layout == REVERSIBLE and faces:
        entry, faces = {**entry, **faces[0]}, []
    name = values.needed_name(entry, "name")
    parts = faces or [entry]
    records = tuple(_face(part, number) for number, part in enumerate(parts, start=1))
    if layout in _NO_CARDS or all(record.type_line == _NO_TYPE for record in records):
        return None
    return CardRecord(
        key=card_key(values.name(entry, "oracle_id"), name),
        name=name,
        layout=layout,
        faces=records,
        names=tuple(_names(entry, parts, name)),
        prose=tuple(_prose(entry, parts)),
    )


def ruling(entry: dict[str, Any]) -> tuple[str, RulingRecord] | None:
    """A ruling with the key of the card that it belongs to; None for a blank one."""
    if values.is_blank(entry, "comment"):
        return None
    source = values.needed(entry, "source")
    if source not in (Source.WOTC, Source.SCRYFALL):
        raise WrongValueError("this must be wotc or scryfall", "source")
    oracle_id = values.needed_name(entry, "oracle_id")
    record = RulingRecord(values.date(entry, "published_at"), values.needed(entry, "comment"), Source(source))
    return card_key(oracle_id, ""), record


def _face(part: dict[str, Any], number: int) -> FaceRecord:
    return FaceRecord(
        number=number,
        name=values.needed_name(part, "name"),
        type_line=values.name(part, "type_line") or "",
        mana_cost=values.name(part, "mana_cost"),
        text=values.text(part, "oracle_text") or "",
    )


def _prose(entry: dict[str, Any], parts: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    language = tongues.from_scryfall(values.name(entry, "lang") or ENGLISH)
    for part in parts:
        for key, written in (("oracle_text", ENGLISH), ("printed_text", language), ("flavor_text", language)):
            if written in CODES and (text := values.text(part, key)):
                yield written, text


def _names(entry: dict[str, Any], parts: list[dict[str, Any]], name: str) -> Iterator[NameRecord]:
    yield NameRecord(ENGLISH, WHOLE, name)
    several = len(parts) > 1
    if several:
        for number, part in enumerate(parts, start=1):
            yield NameRecord(ENGLISH, number, values.needed_name(part, "name"))
    language = tongues.from_scryfall(values.name(entry, "lang") or ENGLISH)
    printed = [values.name(part, "printed_name") for part in parts]
    if several and all(printed):
        yield NameRecord(language, WHOLE, BETWEEN_FACES.join(filter(None, printed)))
    for number, (part, own) in enumerate(zip(parts, printed, strict=True), start=1):
        face = number if several else WHOLE
        if own:
            yield NameRecord(language, face, own, values.name(part, "printed_type_line"))
        if flavor := values.name(part, "flavor_name"):
            yield NameRecord(language, face, flavor)

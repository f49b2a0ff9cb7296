"""What the advisor needs to know of a card: its front face, its normal half, or the halves of a split card together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bot.facedown.scenario import CardType, Face

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.library.model import Card

DOUBLE_FACED: Final = frozenset({"meld", "modal_dfc", "transform"})
"""The layouts of double-faced cards (712.1); a card that is printed on both sides of a piece of cardboard is none."""

SPLIT: Final = frozenset({"aftermath", "split"})
"""The layouts of cards whose halves count together wherever they are not cast (709.4)."""

_ABILITY = re.compile(
    r"^(?P<keyword>Morph|Megamorph|Disguise)(?: (?P<mana>(?:\{[^{}\s]+\})+)|—(?P<words>[^(.\n]+))"
    r"(?:\.(?P<more>[^(\n]*))?\s*(?:\(.*)?$",
    re.MULTILINE,
)
"""The card's own ability: it begins a line. Inside a sentence or in quotation marks it is that of something else.

Its cost ends with the sentence; more sentences may follow.
"""
_REDUCTION = re.compile(r"[^.]*\bcosts?\b[^.]*\b(?:less|reduced)\b[^.]*\.?")
"""A sentence that makes a cost less, by an amount that depends on the game."""
_TYPES: Final = {type_.value.casefold(): type_ for type_ in CardType} | {
    "tribal": CardType.KINDRED,
    "summon": CardType.CREATURE,
}
"""Card types as type lines write them, also those of earlier years."""


def face(card: Card) -> Face:
    """The card as it is while nothing says otherwise, as far as turning it face up goes."""
    halves = card.faces if card.layout in SPLIT else card.faces[:1]
    abilities = {match["keyword"]: match for match in _ABILITY.finditer(halves[0].text)}
    costs = {keyword: match["mana"] or match["words"].strip() for keyword, match in abilities.items()}
    reductions = (_REDUCTION.search(match["more"] or "") for match in abilities.values())
    return Face(
        name=" // ".join(half.name for half in halves),
        types=tuple(dict.fromkeys(type_ for half in halves for type_ in _types(half.type_line))),
        mana_cost="".join(half.mana_cost or "" for half in halves) or None,
        morph=costs.get("Morph"),
        megamorph=costs.get("Megamorph"),
        disguise=costs.get("Disguise"),
        double_faced=card.layout in DOUBLE_FACED,
        reduction=next((found.group().strip() for found in reductions if found), None),
    )


def _types(type_line: str) -> Iterator[CardType]:
    """The card types before the dash; other words there are supertypes, or jokes."""
    for word in type_line.partition("—")[0].casefold().split():
        if word in _TYPES:
            yield _TYPES[word]

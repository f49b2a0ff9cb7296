"""What anybody may be told of how a permanent may be turned face up: conditions that follow from its cause alone.

To whoever may not know the card, the answer must not depend on it (708.5); so nothing in here is given one.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from bot.facedown.causes import Cause
from bot.facedown.ways import BY_EFFECT, MASK, by_ability, by_mana_cost, instant_or_sorcery

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.facedown.answer import Ground


class Condition(StrEnum):
    """Something that opens a way up, or closes all of them."""

    CREATURE_CARD = "creature-card"
    """701.40b, 701.58b: a manifested or cloaked creature card, for its mana cost."""
    ABILITY = "ability"
    """702.37e, 702.168d: whatever would have one of these abilities face up, for that ability's cost.

    That need not be the one that it was cast with: it may have become a copy of something else.
    """
    ILLUSIONARY_MASK = "illusionary-mask"
    """614.1: what was cast with the Mask, as it would deal or be dealt damage or become tapped."""
    EFFECT = "effect"
    """708.7: anything, by an effect that says so."""
    INSTANT_OR_SORCERY = "instant-or-sorcery"
    """701.40g, 701.58g: such a card, never; it is shown and stays face down."""


def conditions_of(cause: Cause) -> Iterator[tuple[Condition, Ground]]:
    """The conditions for a public cause with what each rests on, in the order in which they are told."""
    of_mana_cost = by_mana_cost(cause)
    if of_mana_cost is not None:
        yield Condition.CREATURE_CARD, of_mana_cost
    yield Condition.ABILITY, by_ability(cause)
    if cause is Cause.ILLUSIONARY_MASK:
        yield Condition.ILLUSIONARY_MASK, MASK
    yield Condition.EFFECT, BY_EFFECT
    yield Condition.INSTANT_OR_SORCERY, instant_or_sorcery(cause)

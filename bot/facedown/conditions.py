"""What anybody may be told of how a permanent may be turned face up: conditions that follow from its cause alone.

To whoever may not know the card, the answer must not depend on it (708.5); so nothing in here is given one.
"""

from __future__ import annotations

from enum import StrEnum

from bot.facedown.causes import Cause


class Condition(StrEnum):
    """Something that opens a way up, or closes all of them."""

    CREATURE_CARD = "creature-card"
    """701.40b, 701.58b: a manifested or cloaked creature card, for its mana cost."""
    MORPH = "morph"
    """702.37e: what was cast with morph (or megamorph, which looks the same), for its morph cost."""
    DISGUISE = "disguise"
    """702.168d: what was cast with disguise, for its disguise cost."""
    ABILITY = "ability"
    """702.37e, 702.168d: whatever would have one of these abilities face up, for that ability's cost."""
    EFFECT = "effect"
    """708.7: anything, by an effect that says so."""
    INSTANT_OR_SORCERY = "instant-or-sorcery"
    """701.40g, 701.58g: such a card, never; it is shown and stays face down."""


TOPICS = {
    Condition.CREATURE_CARD: "turn-up-manifested-special-action",
    Condition.MORPH: "morph-turn-up-special-action",
    Condition.ABILITY: "manifested-with-morph-or-disguise",
    Condition.INSTANT_OR_SORCERY: "instant-sorcery-stays-face-down",
}
"""The topics that settle a condition, where the corpus has one."""

_BY_CAUSE = {
    Cause.MANIFEST: (Condition.CREATURE_CARD, Condition.ABILITY),
    Cause.MANIFEST_DREAD: (Condition.CREATURE_CARD, Condition.ABILITY),
    Cause.CLOAK: (Condition.CREATURE_CARD, Condition.ABILITY),
    Cause.MORPH: (Condition.MORPH,),
    Cause.DISGUISE: (Condition.DISGUISE,),
}


def conditions_of(cause: Cause) -> tuple[Condition, ...]:
    """The conditions for a public cause, in the order in which they are told."""
    return (*_BY_CAUSE.get(cause.public, (Condition.ABILITY,)), Condition.EFFECT, Condition.INSTANT_OR_SORCERY)

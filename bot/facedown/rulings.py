"""The topics of the corpus that the table and the advisor name, and which of them apply to a face-down permanent."""

from __future__ import annotations

from bot.facedown.causes import Cause

CHARACTERISTICS = "face-down-permanent-characteristics"
DOES_NOT_ENTER = "no-enters-triggers-on-turning-up"
DOUBLE_FACED = "dfc-manifested"
LOOK = "look-at-own-face-down"
LOST_ABILITIES = "lost-abilities-block-morph-disguise"
MANA_COST = "turn-up-manifested-special-action"
MANA_COST_DESPITE_LOST_ABILITIES = "manifested-turns-up-despite-lost-abilities"
MANIFESTED_WITH_ABILITY = "manifested-with-morph-or-disguise"
MORPH_COST = "morph-turn-up-special-action"
SAME_PERMANENT = "same-permanent-targets-attachments"
SHOWN_ON_LEAVING = "reveal-on-leaving-or-game-end"
STAYS_FACE_DOWN = "instant-sorcery-stays-face-down"

_MANIFESTED = (
    MANA_COST,
    MANIFESTED_WITH_ABILITY,
    MANA_COST_DESPITE_LOST_ABILITIES,
    STAYS_FACE_DOWN,
    DOUBLE_FACED,
)
_CAST = (MORPH_COST, LOST_ABILITIES, "morph-spell-resolves-as-2-2")
_ALL = (
    LOOK,
    CHARACTERISTICS,
    DOES_NOT_ENTER,
    SAME_PERMANENT,
    "tapped-state-unchanged",
    SHOWN_ON_LEAVING,
    "telling-apart-order-and-cause",
)
_BY_CAUSE = {
    Cause.MANIFEST: _MANIFESTED,
    Cause.MANIFEST_DREAD: (*_MANIFESTED, "manifest-dread-procedure"),
    Cause.CLOAK: _MANIFESTED,
    Cause.MORPH: _CAST,
    Cause.MEGAMORPH: _CAST,
    Cause.DISGUISE: _CAST,
}


def topics_for(cause: Cause) -> tuple[str, ...]:
    """The topics that apply, those about turning up first."""
    return (*_BY_CAUSE.get(cause, (STAYS_FACE_DOWN,)), *_ALL)

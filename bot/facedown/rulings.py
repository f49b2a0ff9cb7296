"""Which topics of the corpus apply to a face-down permanent, by how it became face down."""

from __future__ import annotations

from bot.facedown.causes import Cause

SHOWN_ON_LEAVING = "reveal-on-leaving-or-game-end"
STAYS_FACE_DOWN = "instant-sorcery-stays-face-down"

_MANIFESTED = (
    "turn-up-manifested-special-action",
    "manifested-with-morph-or-disguise",
    "manifested-turns-up-despite-lost-abilities",
    STAYS_FACE_DOWN,
    "dfc-manifested",
)
_CAST = ("morph-turn-up-special-action", "lost-abilities-block-morph-disguise", "morph-spell-resolves-as-2-2")
_ALL = (
    "look-at-own-face-down",
    "face-down-permanent-characteristics",
    "no-enters-triggers-on-turning-up",
    "same-permanent-targets-attachments",
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

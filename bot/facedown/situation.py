"""What a table asks the advisor about one of its permanents."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.facedown.causes import Cause
from bot.facedown.scenario import Effect, Scenario, Targets

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.facedown.scenario import Face


class Situation(StrEnum):
    """What may be so of a permanent beside its card and its cause."""

    LOST_ABILITIES = "lost-abilities"
    FORBIDDEN = "forbidden"
    PHASED_OUT = "phased-out"
    DOUBLE_FACED = "double-faced"


def scenario(cause: Cause, face: Face, situation: Collection[Situation] = ()) -> Scenario:
    """What the advisor is asked about a face-down permanent; the effect is one that fits any permanent.

    Args:
        cause: how it became face down, as exactly as whoever asks may know.
        face: its card.
        situation: what else is so; a card that is known to be double-faced is so without it.

    Raises:
        ScenarioError: there can be no such permanent.
        NeverTurnedDownError: nor this one, since a double-faced permanent cannot be turned face down.
    """
    return Scenario(
        # Of another cause the rules say nothing: no cost comes from it, as from an effect that put it face down.
        cause=Cause.PUT_FACE_DOWN if cause is Cause.OTHER else cause,
        card=replace(face, double_faced=face.double_faced or Situation.DOUBLE_FACED in situation),
        loses_abilities=Situation.LOST_ABILITIES in situation,
        cannot_be_turned_face_up=Situation.FORBIDDEN in situation,
        phased_out=Situation.PHASED_OUT in situation,
        effect=Effect(targets=Targets.PERMANENT),
    )

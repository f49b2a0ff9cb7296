"""What the advisor answers, as frozen values; field by field what `ways --json` prints."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.facedown.scenario import FaceDown


class Procedure(StrEnum):
    """The ways up that do not need an effect, in the order in which an answer gives them."""

    MANA_COST = "mana-cost"
    MORPH = "morph"
    MEGAMORPH = "megamorph"
    DISGUISE = "disguise"
    ILLUSIONARY_MASK = "illusionary-mask"


class Outcome(StrEnum):
    """What an effect that would turn the object face up does."""

    ILLEGAL_TARGET = "illegal-target"
    BLOCKED = "blocked"
    REVEAL_ONLY = "reveal-only"
    TURNS_UP = "turns-up"


class Identity(StrEnum):
    """Whether every player is entitled to know which card it is."""

    PUBLIC = "public"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Way:
    """A way up.

    Attributes:
        cost: what is paid; None for Illusionary Mask, where nobody pays or chooses.
        counter: whether a +1/+1 counter is put on it as it turns up.
    """

    way: Procedure
    cost: str | None
    counter: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What the advisor says to a scenario.

    Attributes:
        face_down: its characteristics as the cause gives them, other effects left aside.
        ways: what its controller may do with priority, or what happens by itself (Illusionary Mask).
        effect: what the effect does that was asked about.
        rules: the numbers of the rules that bore on the answer.
        topics: ids of the topics that explain it.
    """

    face_down: FaceDown
    ways: tuple[Way, ...]
    effect: Outcome | None
    identity: Identity
    rules: tuple[str, ...]
    topics: tuple[str, ...]

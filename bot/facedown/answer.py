"""What the advisor answers, as frozen values, and what `ways --json` prints of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
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
class Ground:
    """What something that the advisor says rests on.

    Attributes:
        rules: the numbers of the rules.
        topics: ids of the topics that explain it; the last one says most of the case, and is the one to quote.
        by_note: whether the ruling of that topic speaks of another case, and only the topic's note of this one.
    """

    rules: tuple[str, ...]
    topics: tuple[str, ...] = ()
    by_note: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A way up.

    Attributes:
        cost: what is paid; None for Illusionary Mask, where nobody pays or chooses.
        ground: what it rests on.
        counter: whether a +1/+1 counter is put on it as it turns up.
        reduction: the words by which the card itself makes the cost less, which is not worked in.
    """

    way: Procedure
    cost: str | None
    ground: Ground
    counter: bool = False
    reduction: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the advisor says to a scenario.

    Attributes:
        face_down: its characteristics as the cause gives them, other effects left aside.
        ways: what its controller may do with priority, or what happens by itself (Illusionary Mask).
        closed: why no way is open; empty where one is.
        effect: what the effect does that was asked about, and what that rests on.
        rules: the numbers of the rules that bore on the answer.
        topics: ids of the topics that explain it.
    """

    face_down: FaceDown
    ways: tuple[Way, ...]
    closed: tuple[Ground, ...]
    effect: tuple[Outcome, Ground] | None
    identity: Identity
    rules: tuple[str, ...]
    topics: tuple[str, ...]

    @property
    def outcome(self) -> Outcome | None:
        """What the effect does that was asked about; None where none was."""
        return None if self.effect is None else self.effect[0]


def as_object(answer: Answer) -> dict[str, object]:
    """What `ways --json` prints of an answer: these keys, in this order."""
    return {
        "face_down": asdict(answer.face_down),
        "ways": [{"way": way.way, "cost": way.cost, "counter": way.counter} for way in answer.ways],
        "effect": answer.outcome,
        "identity": answer.identity,
        "rules": answer.rules,
        "topics": answer.topics,
    }

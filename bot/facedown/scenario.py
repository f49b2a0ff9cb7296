"""What the advisor is asked about: one face-down object, and what bears on turning it face up.

A scenario that contradicts itself cannot be made, so the advisor never meets one. Rule numbers are those of the
Comprehensive Rules of 2026-04-17, for 712.16 those of 2026-06-19.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.errors import JudgeError
from bot.facedown.causes import Cause


class ScenarioError(JudgeError):
    """A scenario that cannot be read, or that the rules rule out; its sentence names the key that is at fault."""


class NeverTurnedDownError(ScenarioError):
    """A double-faced permanent that was turned face down: it cannot be, and nothing about it changes (712.16)."""


class CardType(StrEnum):
    """The card types, all that there are (205.2a): what is missing here is a subtype, a supertype or a slip."""

    ARTIFACT = "Artifact"
    BATTLE = "Battle"
    CONSPIRACY = "Conspiracy"
    CREATURE = "Creature"
    DUNGEON = "Dungeon"
    ENCHANTMENT = "Enchantment"
    INSTANT = "Instant"
    KINDRED = "Kindred"
    LAND = "Land"
    PHENOMENON = "Phenomenon"
    PLANE = "Plane"
    PLANESWALKER = "Planeswalker"
    SCHEME = "Scheme"
    SORCERY = "Sorcery"
    VANGUARD = "Vanguard"


class Ability(StrEnum):
    """The abilities whose cost turns a permanent face up, in the order in which an answer gives them."""

    MORPH = "morph"
    MEGAMORPH = "megamorph"
    DISGUISE = "disguise"


class Zone(StrEnum):
    """Where a face-down object with the status "face down" can be (110.5d, 708.4)."""

    BATTLEFIELD = "battlefield"
    STACK = "stack"


class Targets(StrEnum):
    """What an effect that turns something face up says that it applies to."""

    CREATURE = "creature"
    PERMANENT = "permanent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A face of a card, or what a permanent would be face up, as far as turning it face up goes.

    Attributes:
        types: its card types.
        mana_cost: its mana cost; None where it has none, which is not {0} (202.1b).
        morph: its morph cost, and likewise `megamorph` and `disguise`; None where it lacks the ability.
        double_faced: whether the card has two faces; all else is then about the front one.
        reduction: the words by which the card itself makes the cost of such an ability less.
    """

    name: str | None = None
    types: tuple[CardType, ...] = ()
    mana_cost: str | None = None
    morph: str | None = None
    megamorph: str | None = None
    disguise: str | None = None
    double_faced: bool = False
    reduction: str | None = None

    @property
    def costs(self) -> dict[Ability, str]:
        """The abilities whose cost turns it face up, as far as it has any, with these costs."""
        costs = {Ability.MORPH: self.morph, Ability.MEGAMORPH: self.megamorph, Ability.DISGUISE: self.disguise}
        return {ability: cost for ability, cost in costs.items() if cost is not None}

    @property
    def is_instant_or_sorcery(self) -> bool:
        """Whether it is an instant or sorcery card."""
        return _is_instant_or_sorcery(self.types)


@dataclass(frozen=True, slots=True)
class FaceDown:
    """The characteristics of a face-down object as its rule or effect gives them (708.2); None: not given."""

    types: tuple[CardType, ...] | None = None
    power: int | None = None
    toughness: int | None = None
    ward: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """A spell's or ability's effect that would turn the object face up.

    Attributes:
        targets: what it says that it applies to; None asks no more of it than PERMANENT, like an effect without target.
        creature_card_only: whether it turns it up only if it is a creature card.
    """

    targets: Targets | None = None
    creature_card_only: bool = False


CAST_FACE_DOWN: Final = frozenset({Cause.MORPH, Cause.MEGAMORPH, Cause.DISGUISE, Cause.ILLUSIONARY_MASK})
"""The causes by which a spell is face down on the stack (708.4)."""
BY_EFFECT: Final = frozenset({Cause.TURNED_FACE_DOWN, Cause.PUT_FACE_DOWN})
"""The causes that are an effect's own words, which may list characteristics (708.2a)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One face-down object, and what bears on turning it face up.

    Attributes:
        cause: how it became face down, any but OTHER, of which the rules say nothing.
        card: what the card is: its front face, its normal half; of a merged permanent the topmost component.
        listed: the characteristics that the effect listed, where it listed any.
        from_hidden_zone: whether the effect took the card from a hand or a library.
        loses_abilities: whether an effect removes its abilities, now and if it were face up.
        face_up_now: what it would be if it were face up now, where that differs from the card.
        components: the card types of each other component of a merged permanent.
        morph_cost_increase: the generic mana that a morph cost is raised by.
        effect: an effect that would turn it face up, where one is asked about.

    Raises:
        ScenarioError: the scenario contradicts itself.
        NeverTurnedDownError: it is double-faced and was turned face down.
    """

    cause: Cause
    card: Face
    zone: Zone = Zone.BATTLEFIELD
    listed: FaceDown | None = None
    from_hidden_zone: bool = False
    loses_abilities: bool = False
    face_up_now: Face | None = None
    components: tuple[tuple[CardType, ...], ...] | None = None
    cannot_be_turned_face_up: bool = False
    phased_out: bool = False
    morph_cost_increase: int = 0
    effect: Effect | None = None

    def __post_init__(self) -> None:
        if self.cause is Cause.OTHER:
            raise ScenarioError(f"“cause” cannot be “{self.cause}”: the rules give no way up for it.")
        if not self.card.types:
            raise ScenarioError("“card.types” is empty: every card has a card type.")
        if not all(self.components or ()):
            raise ScenarioError("“components” holds an empty list: every card has a card type.")
        if self.listed is not None and self.cause not in BY_EFFECT:
            raise ScenarioError(f"“listed” goes with turned-face-down and put-face-down, not with “{self.cause}”.")
        if self.from_hidden_zone and self.cause is not Cause.PUT_FACE_DOWN:
            raise ScenarioError(f"“from_hidden_zone” goes with put-face-down, not with “{self.cause}”.")
        if self.cause is Cause.TURNED_FACE_DOWN and self.card.double_faced:
            raise NeverTurnedDownError(
                "“double_faced” permanents cannot be turned face down: nothing happens (712.16)."
            )
        if self.zone is Zone.STACK:
            self._check_spell()

    def _check_spell(self) -> None:
        if self.cause not in CAST_FACE_DOWN:
            raise ScenarioError(f"“zone” cannot be “stack” with the cause “{self.cause}”: nothing is cast that way.")
        if self.phased_out:
            raise ScenarioError("“phased_out” does not go with the zone “stack”: only permanents phase out.")
        if self.components is not None:
            raise ScenarioError("“components” does not go with the zone “stack”: only permanents are merged.")

    @property
    def face(self) -> Face:
        """What it would be if it were face up now: its abilities decide over a morph or disguise cost (702.37e)."""
        return self.card if self.face_up_now is None else self.face_up_now

    @property
    def is_creature_card(self) -> bool:
        """Whether the card is a creature card, whatever the permanent is (701.40b, 708.12)."""
        return CardType.CREATURE in self.card.types

    @property
    def is_instant_or_sorcery(self) -> bool:
        """Whether the card, or any component of a merged permanent, is an instant or sorcery card (730.2g)."""
        return any(map(_is_instant_or_sorcery, (self.card.types, *(self.components or ()))))


def _is_instant_or_sorcery(types: tuple[CardType, ...]) -> bool:
    return not {CardType.INSTANT, CardType.SORCERY}.isdisjoint(types)

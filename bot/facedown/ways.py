"""The advisor: how a face-down object may be turned face up, and what an effect that would do so does.

Each rule is one function. What it finds comes with its ground: the numbers of the rules that bore on it (those of
the Comprehensive Rules of 2026-04-17) and the topics of the corpus that explain it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.facedown.answer import Answer, Identity, Outcome, Procedure, Way
from bot.facedown.causes import Cause
from bot.facedown.costs import raised
from bot.facedown.scenario import CardType, FaceDown, Targets, Zone

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.facedown.scenario import Effect, Scenario


class _Ground(NamedTuple):
    """The rules that something rests on, and the topics that explain it."""

    rules: tuple[str, ...]
    topics: tuple[str, ...] = ()


class _Found(NamedTuple):
    """What one rule says of the ways up: a way, or None where the rule bears on the answer without opening one."""

    way: Way | None
    ground: _Ground


class _KeywordAction(NamedTuple):
    """Where the rules of a keyword action say the same things about the permanent that it made."""

    mana_cost: str
    morph: str
    disguise: str
    instant_or_sorcery: str


_MANIFEST: Final = _KeywordAction("701.40b", "701.40c", "701.40d", "701.40g")
_CLOAK: Final = _KeywordAction("701.58b", "701.58c", "701.58d", "701.58g")
_ACTIONS: Final = {Cause.MANIFEST: _MANIFEST, Cause.MANIFEST_DREAD: _MANIFEST, Cause.CLOAK: _CLOAK}
"""To manifest dread is to manifest one of two cards (701.62a)."""

_VALUES: Final = ("face-down-permanent-characteristics",)
_LOST_ABILITIES: Final = ("lost-abilities-block-morph-disguise",)
_MORPH: Final = ("morph-turn-up-special-action",)
_MANA_COST: Final = ("turn-up-manifested-special-action",)
_MANIFESTED_WITH_ABILITY: Final = ("manifested-with-morph-or-disguise",)
"""Topics, each alone as a ground names it."""

_SPELL: Final = _Ground(("708.7",), _MORPH)
_PHASED_OUT: Final = _Ground(("702.26b",), ("look-at-own-face-down",))
_FORBIDDEN: Final = _Ground(("101.2",))
_ABILITY_WAY: Final = {
    Procedure.MORPH: _Ground(("702.37e",), _MORPH),
    Procedure.MEGAMORPH: _Ground(("702.37e", "702.37b"), _MORPH),
    # The corpus has no topic on turning up what was cast with disguise.
    Procedure.DISGUISE: _Ground(("702.168d",)),
}


def advise(scenario: Scenario) -> Answer:
    """Tell how the object of a scenario may be turned face up; the same scenario always gets the same answer."""
    ways, of_ways = _ways(scenario)
    effect, of_effect = _effect(scenario)
    face_down, of_values = _face_down(scenario)
    grounds = (*of_ways, *of_effect, *of_values)
    return Answer(
        face_down=face_down,
        ways=ways,
        effect=effect,
        identity=_identity(scenario),
        rules=_each_once(ground.rules for ground in grounds),
        topics=_each_once(ground.topics for ground in grounds),
    )


def _each_once(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(groups)))


# What it is while it is face down, and who may know


def _face_down(scenario: Scenario) -> tuple[FaceDown, Iterable[_Ground]]:
    """708.2, 708.2a: what the effect listed and nothing else; else a 2/2 creature.

    701.58a, 702.168a: with ward {2} where it was cloaked or cast with disguise, as a spell, too.
    613.1f: lost abilities take ward away.
    """
    if scenario.listed is not None:
        values, grounds = scenario.listed, [_Ground(("708.2a",), _VALUES)]
    elif scenario.cause.has_ward:
        values = FaceDown((CardType.CREATURE,), 2, 2, "{2}")
        grounds = [_Ground(("701.58a" if scenario.cause is Cause.CLOAK else "702.168a",), _VALUES)]
    else:
        values, grounds = FaceDown((CardType.CREATURE,), 2, 2), []
    if values.ward is not None and scenario.loses_abilities:
        return replace(values, ward=None), [*grounds, _Ground(("613.1f",))]
    return values, grounds


def _identity(scenario: Scenario) -> Identity:
    """708.5: its controller alone may look, unless everybody saw which card it was (rulings 2006-09-25, 2014-09-20)."""
    if scenario.cause is Cause.TURNED_FACE_DOWN:
        return Identity.PUBLIC
    if scenario.cause is Cause.PUT_FACE_DOWN and not scenario.from_hidden_zone:
        return Identity.PUBLIC
    return Identity.PRIVATE


# The ways up that do not need an effect


def _ways(scenario: Scenario) -> tuple[tuple[Way, ...], Iterable[_Ground]]:
    """The ways that are open, by each rule in turn; none where one rule closes all of them."""
    closed = _closed(scenario)
    if closed is not None:
        return (), [closed]
    found = [*_by_mana_cost(scenario), *_by_ability(scenario), *_by_mask(scenario)]
    ways = tuple(each.way for each in found if each.way is not None)
    grounds = [each.ground for each in found] or [_no_way(scenario.cause)]
    if any("{X}" in (way.cost or "") for way in ways):
        grounds.append(_Ground(("107.3d",)))  # X is chosen just before the cost is paid
    if scenario.card.double_faced:
        grounds.append(_Ground(("712.8a", "712.15a"), ("dfc-manifested",)))  # only its front face counts
    return ways, grounds


def _closed(scenario: Scenario) -> _Ground | None:
    """What closes every way up at once."""
    if scenario.zone is Zone.STACK:
        return _SPELL  # 708.7: a face-down spell cannot be turned face up
    if scenario.phased_out:
        return _PHASED_OUT  # 702.26b: it is treated as though it did not exist
    if scenario.cannot_be_turned_face_up:
        return _FORBIDDEN  # 101.2: what forbids wins over what allows
    if scenario.is_instant_or_sorcery:
        return _instant_or_sorcery(scenario)
    return None


def _instant_or_sorcery(scenario: Scenario) -> _Ground:
    """701.40g, 701.58g, 730.2g: shown, it stays face down; for other causes by ruling (2018-07-13)."""
    action = _ACTIONS.get(scenario.cause)
    of_cause = () if action is None else (action.instant_or_sorcery,)
    of_merging = () if scenario.components is None else ("730.2g",)
    return _Ground(of_cause + of_merging, ("instant-sorcery-stays-face-down",))


def _by_mana_cost(scenario: Scenario) -> Iterator[_Found]:
    """701.40b, 701.58b: a manifested or cloaked creature card for its mana cost.

    The card decides, not the permanent: copy effects, type changes and lost abilities do not matter.
    """
    action = _ACTIONS.get(scenario.cause)
    if action is None:
        return
    cost = scenario.card.mana_cost
    if not scenario.is_creature_card:
        yield _Found(None, _Ground((action.mana_cost,), _MANA_COST))
    elif cost is None:  # 118.6: a mana cost that is not there cannot be paid
        yield _Found(None, _Ground((action.mana_cost, "202.1b", "118.6"), _MANA_COST))
    else:
        despite = ("manifested-turns-up-despite-lost-abilities",) if scenario.loses_abilities else ()
        yield _Found(Way(Procedure.MANA_COST, cost), _Ground((action.mana_cost,), _MANA_COST + despite))


def _by_ability(scenario: Scenario) -> Iterator[_Found]:
    """702.37e, 702.168d: for its morph or disguise cost, if it would have that ability face up, whatever the cause."""
    increase = scenario.morph_cost_increase
    costs = (
        (Procedure.MORPH, scenario.face.morph, scenario.card.morph, increase),
        (Procedure.MEGAMORPH, scenario.face.megamorph, scenario.card.megamorph, increase),  # 702.37b: a morph ability
        (Procedure.DISGUISE, scenario.face.disguise, scenario.card.disguise, 0),
    )
    for ability, cost, printed, more in costs:
        if cost is not None and scenario.loses_abilities:
            yield _Found(None, _Ground(("613.1f", _ABILITY_WAY[ability].rules[0]), _LOST_ABILITIES))
        elif cost is not None:
            # 702.37b: a counter, for the megamorph cost alone
            way = Way(ability, raised(cost, more), counter=ability is Procedure.MEGAMORPH)
            yield _Found(way, _ability_ground(ability, scenario.cause))
        elif printed is not None:  # another effect has made it something without the ability
            yield _Found(None, _ABILITY_WAY[ability])


def _ability_ground(ability: Procedure, cause: Cause) -> _Ground:
    """701.40c–d, 701.58c–d: manifested and cloaked permanents have rules of their own that say the same."""
    action = _ACTIONS.get(cause)
    if action is None:
        return _ABILITY_WAY[ability]
    if ability is Procedure.DISGUISE:
        return _Ground((action.disguise,), _MANIFESTED_WITH_ABILITY)
    of_counter = ("702.37b",) if ability is Procedure.MEGAMORPH else ()
    return _Ground((action.morph, *of_counter), _MANIFESTED_WITH_ABILITY)


def _by_mask(scenario: Scenario) -> Iterator[_Found]:
    """614.1: what was cast with Illusionary Mask turns up instead of dealing or being dealt damage or becoming tapped.

    That is the Mask's effect and no ability of the creature, so losing abilities does not end it (rulings 2009-10-01).
    """
    if scenario.cause is Cause.ILLUSIONARY_MASK:
        yield _Found(Way(Procedure.ILLUSIONARY_MASK, None), _Ground(("614.1",)))


def _no_way(cause: Cause) -> _Ground:
    """Why no rule opened a way, where none had anything to say of the card."""
    if cause is Cause.DISGUISE:
        return _ABILITY_WAY[Procedure.DISGUISE]
    if cause in (Cause.MORPH, Cause.MEGAMORPH):
        return _ABILITY_WAY[Procedure.MORPH]
    return _Ground(("708.7",), _MORPH)  # being turned or put face down allows nothing by itself


# An effect that would turn it face up


def _effect(scenario: Scenario) -> tuple[Outcome | None, Iterable[_Ground]]:
    """What the effect asked about does: the first of these that fits."""
    effect = scenario.effect
    if effect is None:
        return None, []
    for outcome, ground in (
        (Outcome.ILLEGAL_TARGET, _illegal_target(scenario, effect)),
        (Outcome.BLOCKED, _FORBIDDEN if scenario.cannot_be_turned_face_up else None),
        (Outcome.REVEAL_ONLY, _reveal_only(scenario, effect)),
    ):
        if ground is not None:
            return outcome, [ground]
    return Outcome.TURNS_UP, []


def _illegal_target(scenario: Scenario, effect: Effect) -> _Ground | None:
    """708.7, 109.2: a spell is neither a creature nor a permanent. 608.2b: what it is face down must fit, too."""
    if scenario.zone is Zone.STACK:
        return _Ground((*_SPELL.rules, "109.2"), _SPELL.topics)
    if scenario.phased_out:
        return _PHASED_OUT
    face_down, _ = _face_down(scenario)
    if effect.targets is Targets.CREATURE and CardType.CREATURE not in (face_down.types or ()):
        return _Ground(("608.2b",))
    return None


def _reveal_only(scenario: Scenario, effect: Effect) -> _Ground | None:
    """What is shown and stays face down: an instant or sorcery; 708.12: what is no creature card, if it must be one."""
    if scenario.is_instant_or_sorcery:
        return _instant_or_sorcery(scenario)
    if effect.creature_card_only and not scenario.is_creature_card:
        return _Ground(("708.12",))
    return None

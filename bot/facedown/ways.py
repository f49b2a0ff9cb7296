"""The advisor: how a face-down object may be turned face up, and what an effect that would do so does.

Each rule is one function. What it finds comes with its ground: the numbers of the rules that bore on it (those of
the Comprehensive Rules of 2026-04-17) and the topics of the corpus that explain it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.facedown import rulings
from bot.facedown.answer import Answer, Ground, Identity, Outcome, Procedure, Way
from bot.facedown.causes import Cause
from bot.facedown.costs import raised
from bot.facedown.scenario import Ability, CardType, FaceDown, Targets, Zone

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.facedown.scenario import Effect, Scenario


class _Found(NamedTuple):
    """What one rule says of the ways up: a way, or None where the rule closes one; and the ground of that."""

    way: Way | None
    ground: Ground


def advise(scenario: Scenario) -> Answer:
    """Tell how the object of a scenario may be turned face up; the same scenario always gets the same answer."""
    found = list(_ways(scenario))
    ways = tuple(each.way for each in found if each.way is not None)
    effect = _effect(scenario)
    face_down, of_values = _face_down(scenario)
    # That an effect turns up what it says is its own doing: no rule had to bear on that.
    of_effect = [] if effect is None or effect[0] is Outcome.TURNS_UP else [effect[1]]
    grounds = [*(each.ground for each in found), *_of_all_ways(scenario, ways), *of_effect, *of_values]
    return Answer(
        face_down=face_down,
        ways=ways,
        closed=() if ways else tuple(each.ground for each in found),
        effect=effect,
        identity=_identity(scenario),
        rules=_each_once(ground.rules for ground in grounds),
        topics=_each_once(ground.topics for ground in grounds),
    )


def _each_once(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain.from_iterable(groups)))


# What it is while it is face down, and who may know


def _face_down(scenario: Scenario) -> tuple[FaceDown, Iterable[Ground]]:
    """708.2: what its rule or effect lists, and nothing else.

    708.2a: where that is nothing, a 2/2 creature; what everybody takes it for is given without a number.
    701.58a, 702.168a: with ward {2} where it was cloaked or cast with disguise, as a spell, too.
    613.1f: lost abilities take ward away.
    """
    of_values = (rulings.CHARACTERISTICS,)
    if scenario.listed is not None:
        values, grounds = scenario.listed, [Ground(("708.2a",), of_values)]
    elif scenario.cause.has_ward:
        values = FaceDown((CardType.CREATURE,), 2, 2, "{2}")
        grounds = [Ground(("701.58a" if scenario.cause is Cause.CLOAK else "702.168a",), of_values)]
    else:
        values, grounds = FaceDown((CardType.CREATURE,), 2, 2), []
    if values.ward is not None and scenario.loses_abilities:
        return replace(values, ward=None), [*grounds, Ground(("613.1f",))]
    return values, grounds


def _identity(scenario: Scenario) -> Identity:
    """708.5: its controller alone may look, unless all players saw which card it was."""
    is_known = scenario.cause.is_known_to_all(was_public=not scenario.from_hidden_zone)
    return Identity.PUBLIC if is_known else Identity.PRIVATE


# The ways up that do not need an effect


def _ways(scenario: Scenario) -> Iterator[_Found]:
    """The ways that are open and those that are closed, by each rule in turn; or what closes all of them at once."""
    closed = _closed(scenario)
    if closed is not None:
        yield _Found(None, closed)
        return
    found = [*_by_mana_cost(scenario), *_by_ability(scenario), *_by_mask(scenario)]
    yield from found or [_Found(None, _no_way(scenario.cause))]


def _of_all_ways(scenario: Scenario, ways: tuple[Way, ...]) -> Iterator[Ground]:
    """What bears on ways of any kind."""
    if any("{X}" in (way.cost or "") for way in ways):
        yield Ground(("107.3d",))  # X is chosen just before the cost is paid
    if scenario.card.double_faced and _closed(scenario) is None:
        yield Ground(("712.8a", "712.15a"), (rulings.DOUBLE_FACED,))  # only its front face counts


def _closed(scenario: Scenario) -> Ground | None:
    """What closes every way up at once."""
    if scenario.zone is Zone.STACK:
        return Ground(("708.7",), (rulings.MORPH_COST,))  # a face-down spell cannot be turned face up
    if scenario.phased_out:
        return Ground(("702.26b",))  # it is treated as though it did not exist
    if scenario.cannot_be_turned_face_up:
        return FORBIDDEN
    if scenario.is_instant_or_sorcery:
        return instant_or_sorcery(scenario.cause, is_merged=scenario.components is not None)
    return None


FORBIDDEN: Final = Ground(("101.2",))
"""What forbids wins over what allows."""


def instant_or_sorcery(cause: Cause, *, is_merged: bool = False) -> Ground:
    """701.40g, 701.58g, 730.2g: shown, it stays face down; for other causes by ruling (2018-07-13)."""
    action = _ACTIONS.get(cause)
    of_cause = () if action is None else (action.instant_or_sorcery,)
    of_merging = ("730.2g",) if is_merged else ()
    return Ground(of_cause + of_merging, (rulings.STAYS_FACE_DOWN,))


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


def by_mana_cost(cause: Cause) -> Ground | None:
    """701.40b, 701.58b: what was manifested or cloaked, if it is a creature card, for its mana cost.

    None where the cause opens no such way.
    """
    action = _ACTIONS.get(cause)
    if action is None:
        return None
    return Ground((action.mana_cost,), (rulings.MANA_COST,), by_note=action is _CLOAK)


def _by_mana_cost(scenario: Scenario) -> Iterator[_Found]:
    """701.40b, 701.58b: the card decides; copy effects, type changes and lost abilities do not matter."""
    ground = by_mana_cost(scenario.cause)
    if ground is None:
        return
    cost = scenario.card.mana_cost
    if not scenario.is_creature_card:
        yield _Found(None, replace(ground, by_note=True))
    elif cost is None:  # 118.6: a mana cost that is not there cannot be paid
        yield _Found(None, replace(ground, rules=(*ground.rules, "202.1b", "118.6"), by_note=True))
    else:
        despite = (rulings.MANA_COST_DESPITE_LOST_ABILITIES,) if scenario.loses_abilities else ()
        ground = replace(ground, topics=ground.topics + despite)
        yield _Found(Way(Procedure.MANA_COST, cost, ground), ground)


_RULES: Final = {
    Ability.MORPH: ("702.37e",),
    Ability.MEGAMORPH: ("702.37e", "702.37b"),  # a megamorph ability is a morph ability
    Ability.DISGUISE: ("702.168d",),
}


def by_ability(cause: Cause) -> Ground:
    """702.37e, 702.168d: for the cost of the ability that it would have face up, whichever that is."""
    action = _ACTIONS.get(cause)
    if action is None:
        return Ground(("702.37e", "702.168d"), (rulings.MORPH_COST,), by_note=True)
    return Ground((action.morph, action.disguise), (rulings.MANIFESTED_WITH_ABILITY,), by_note=True)


def _by_ability(scenario: Scenario) -> Iterator[_Found]:
    """702.37e, 702.168d: for its morph or disguise cost, if it would have that ability face up, whatever the cause."""
    for ability in Ability:
        if ability in scenario.face.costs:
            yield _lost(ability) if scenario.loses_abilities else _paid(ability, scenario)
        elif ability in scenario.card.costs:
            yield _Found(None, _without(ability))


def _paid(ability: Ability, scenario: Scenario) -> _Found:
    """702.37e, 702.168d: the cost, a morph cost with what it is raised by. 702.37b: megamorph's gives a counter."""
    is_disguise, is_megamorph = ability is Ability.DISGUISE, ability is Ability.MEGAMORPH
    cost = raised(scenario.face.costs[ability], 0 if is_disguise else scenario.morph_cost_increase)
    action = _ACTIONS.get(scenario.cause)
    if action is not None:  # 701.40c–d, 701.58c–d: rules of their own, which say the same
        rules = (action.disguise,) if is_disguise else (action.morph, *(("702.37b",) if is_megamorph else ()))
        ground = Ground(rules, (rulings.MANIFESTED_WITH_ABILITY,), by_note=is_disguise or action is _CLOAK)
    elif is_disguise:  # the corpus has no topic on turning up what was cast with disguise
        ground = Ground(_RULES[ability])
    else:
        is_cast = scenario.cause in (Cause.MORPH, Cause.MEGAMORPH)
        ground = Ground(_RULES[ability], (rulings.MORPH_COST,), by_note=not is_cast)
    way = Way(Procedure(ability), cost, ground, counter=is_megamorph, reduction=scenario.face.reduction)
    return _Found(way, ground)


def _lost(ability: Ability) -> _Found:
    """613.1f: without its abilities, it would have neither the ability nor its cost."""
    return _Found(None, Ground(("613.1f", _RULES[ability][0]), (rulings.LOST_ABILITIES,)))


def _without(ability: Ability) -> Ground:
    """702.37e, 702.168d: what would not have the ability face up cannot be turned up for its cost."""
    if ability is Ability.DISGUISE:
        return Ground(_RULES[ability])
    return Ground(_RULES[ability], (rulings.MORPH_COST,), by_note=True)


MASK: Final = Ground(("614.1",))
"""Illusionary Mask: it turns up instead of dealing or being dealt damage, or becoming tapped (rulings 2009-10-01)."""


def _by_mask(scenario: Scenario) -> Iterator[_Found]:
    """614.1: that is the Mask's effect and no ability of the creature, so losing abilities does not end it."""
    if scenario.cause is Cause.ILLUSIONARY_MASK:
        yield _Found(Way(Procedure.ILLUSIONARY_MASK, None, MASK), MASK)


def _no_way(cause: Cause) -> Ground:
    """Why no rule opened a way, where none had anything to say of the card."""
    if cause in (Cause.MORPH, Cause.MEGAMORPH):
        return _without(Ability.MORPH)
    if cause is Cause.DISGUISE:
        return _without(Ability.DISGUISE)
    return Ground(("708.7",))  # being turned or put face down allows nothing by itself


# An effect that would turn it face up

BY_EFFECT: Final = Ground(("708.7",))
"""Beside the rule that made it face down, effects may turn it up: those that say so."""


def _effect(scenario: Scenario) -> tuple[Outcome, Ground] | None:
    """What the effect asked about does: the first of these that fits."""
    effect = scenario.effect
    if effect is None:
        return None
    for outcome, ground in (
        (Outcome.ILLEGAL_TARGET, _illegal_target(scenario, effect)),
        (Outcome.BLOCKED, FORBIDDEN if scenario.cannot_be_turned_face_up else None),
        (Outcome.REVEAL_ONLY, _reveal_only(scenario, effect)),
    ):
        if ground is not None:
            return outcome, ground
    return Outcome.TURNS_UP, BY_EFFECT


def _illegal_target(scenario: Scenario, effect: Effect) -> Ground | None:
    """708.7, 109.2: a spell is neither a creature nor a permanent. 608.2b: what it is face down must fit, too."""
    if scenario.zone is Zone.STACK:
        return Ground(("708.7", "109.2"), (rulings.MORPH_COST,))
    if scenario.phased_out:  # its controller may look at it all the same
        return Ground(("702.26b", "708.5"), (rulings.LOOK,), by_note=True)
    face_down, _ = _face_down(scenario)
    if effect.targets is Targets.CREATURE and CardType.CREATURE not in (face_down.types or ()):
        return Ground(("608.2b",))
    return None


def _reveal_only(scenario: Scenario, effect: Effect) -> Ground | None:
    """What is shown and stays face down: an instant or sorcery; 708.12: what is no creature card, if it must be one."""
    if scenario.is_instant_or_sorcery:
        return instant_or_sorcery(scenario.cause, is_merged=scenario.components is not None)
    if effect.creature_card_only and not scenario.is_creature_card:
        return Ground(("708.12",))
    return None

"""The record of face-down permanents by itself: moves, what they make of the table, secrets, and stored events."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot import messages
from bot.facedown import moves
from bot.facedown.causes import Cause
from bot.facedown.events import (
    Added,
    Ended,
    Given,
    Identified,
    Left,
    Marked,
    Named,
    Quit,
    Recorded,
    Revealed,
    Showing,
    Started,
    Told,
    TurnedDown,
    TurnedUp,
    Undone,
    read_event,
    read_told,
    written,
)
from bot.facedown.game import NEW, Marks, State, apply, fold
from bot.facedown.hidden import NOTHING_TOLD, Secret, fold_secrets, may_look
from bot.facedown.wording import Style, Teller
from bot.facedown.zones import Zone
from bot.refusals import RefusedError

ANA, BETO, CARO, DORA = PLAYERS = (11, 12, 13, 14)
ENGLISH = messages.of("en")


class Table:
    """A game that is played as the store keeps it: what is taken back loses what was told with it."""

    def __init__(self, opened_by=ANA):
        self.rows = []
        self.game = NEW
        self.happens(opened_by, Started())

    @property
    def history(self):
        return tuple(recorded for recorded, _ in self.rows)

    @property
    def secrets(self):
        return fold_secrets(self.rows)

    def happens(self, by, event, told=None):
        recorded = Recorded(len(self.rows) + 1, 1_700_000_000 + len(self.rows), by, event)
        self.rows.append((recorded, told))
        if recorded.undoes is None:
            self.game = apply(self.game, recorded)
        else:
            undone = self.rows[recorded.undoes - 1][0]
            self.rows[recorded.undoes - 1] = (msgspec.structs.replace(undone, undone=True), None)
            self.game = fold(self.history)
        return event

    def add(self, by, how=Cause.MANIFEST, **options):
        return self.happens(by, *moves.add(self.game, by, how=how, **options))

    def identify(self, by, number, card):
        return self.happens(by, *moves.identify(self.game, by, number, card))

    def turn_up(self, by, number, card=None, *, stays=False):
        secret = self.secrets.get(number, NOTHING_TOLD)
        return self.happens(by, moves.turn_up(self.game, secret, by, number, card=card, stays=stays))

    def turn_down(self, by, number, **options):
        return self.happens(by, moves.turn_down(self.game, number, **options))

    def leave(self, by, number, zone=Zone.GRAVEYARD, card=None):
        secret = self.secrets.get(number, NOTHING_TOLD)
        return self.happens(by, moves.leave(self.game, secret, by, number, zone, card=card))

    def give(self, by, number, to):
        return self.happens(by, moves.give(self.game, by, number, to))

    def mark(self, by, number, **marks):
        return self.happens(by, moves.mark(self.game, number, **marks))

    def quit(self, player, by=None, *, is_moderator=False):
        by = by or player
        return self.happens(by, moves.quit_game(self.game, self.secrets, by, player, is_moderator=is_moderator))

    def end(self, by, *, is_moderator=False):
        return self.happens(by, moves.end(self.game, self.secrets, by, is_moderator=is_moderator))

    def undo(self, by, *, is_moderator=False):
        return self.happens(by, moves.undo(self.history, by, is_moderator=is_moderator))


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def four():
    """#1 is Ana's, #2 Beto's, and of Ana's #3 is face up and #4 is gone; Dora has left."""
    table = Table()
    table.add(ANA, Cause.MORPH, card="Abzan Guide")
    table.add(BETO, Cause.MORPH, card="Exalted Angel")
    table.add(ANA, card="Grizzly Bears")
    table.add(ANA, card="Ornithopter")
    table.turn_up(ANA, 3)
    table.leave(ANA, 4)
    table.add(DORA, card="Plains")
    table.quit(DORA)
    return table


def refused(do):
    """The English sentence with which something is refused."""
    with pytest.raises(RefusedError) as caught:
        do()
    return caught.value.sentence(ENGLISH)


# Adding


@pytest.mark.parametrize(
    ("how", "public", "told"),
    [
        (Cause.MANIFEST, Cause.MANIFEST, None),
        (Cause.MANIFEST_DREAD, Cause.MANIFEST_DREAD, None),
        (Cause.CLOAK, Cause.CLOAK, None),
        (Cause.MORPH, Cause.MORPH, None),
        (Cause.MEGAMORPH, Cause.MORPH, Told(cause=Cause.MEGAMORPH)),
        (Cause.DISGUISE, Cause.DISGUISE, None),
        (Cause.TURNED_FACE_DOWN, Cause.TURNED_FACE_DOWN, None),
        (Cause.PUT_FACE_DOWN, Cause.PUT_FACE_DOWN, None),
        (Cause.ILLUSIONARY_MASK, Cause.ILLUSIONARY_MASK, None),
        (Cause.OTHER, Cause.OTHER, None),
    ],
)
def test_the_cause_is_public_but_megamorph_is_shown_as_morph(table, how, public, told):
    assert moves.add(table.game, ANA, how=how) == (Added(1, 1, public, ANA, ANA), told)


@pytest.mark.parametrize("how", [Cause.CLOAK, Cause.DISGUISE])
def test_cloak_and_disguise_alone_give_ward(how):
    assert how.has_ward
    assert [cause for cause in Cause if cause.has_ward] == [Cause.CLOAK, Cause.DISGUISE]


@pytest.mark.parametrize(
    ("how", "zone", "is_known"),
    [
        (Cause.MANIFEST, Zone.LIBRARY, False),
        (Cause.MANIFEST, Zone.GRAVEYARD, False),
        (Cause.MORPH, Zone.HAND, False),
        (Cause.TURNED_FACE_DOWN, None, True),
        (Cause.PUT_FACE_DOWN, None, False),
        (Cause.PUT_FACE_DOWN, Zone.LIBRARY, False),
        (Cause.PUT_FACE_DOWN, Zone.HAND, False),
        (Cause.PUT_FACE_DOWN, Zone.GRAVEYARD, True),
        (Cause.PUT_FACE_DOWN, Zone.EXILE, True),
        (Cause.PUT_FACE_DOWN, Zone.COMMAND, True),
        (Cause.OTHER, Zone.GRAVEYARD, False),
    ],
)
def test_a_card_is_secret_unless_all_are_entitled_to_know_it(table, how, zone, is_known):
    table.add(ANA, how, zone=zone, card="Ashcloud Phoenix")
    assert table.game.permanents[1].card == ("Ashcloud Phoenix" if is_known else None)
    assert table.secrets == ({} if is_known else {1: Secret("Ashcloud Phoenix", entered=True)})


@pytest.mark.parametrize(
    ("how", "zone", "should_be_named"),
    [
        (Cause.TURNED_FACE_DOWN, None, True),
        (Cause.PUT_FACE_DOWN, Zone.GRAVEYARD, True),
        (Cause.PUT_FACE_DOWN, Zone.HAND, False),
        (Cause.PUT_FACE_DOWN, None, False),
        (Cause.MANIFEST, Zone.GRAVEYARD, False),
    ],
)
def test_what_all_may_know_but_nobody_told_is_asked_for(table, how, zone, should_be_named):
    table.add(ANA, how, zone=zone)
    assert table.game.permanents[1].should_be_named is should_be_named


def test_several_are_numbered_one_after_another_with_all_that_is_public_of_them(table):
    table.add(ANA)
    table.add(BETO, Cause.CLOAK, count=3, zone=Zone.LIBRARY, source="Vannifar", marker="red die")
    assert list(table.game.permanents) == [1, 2, 3, 4]
    first, *others = (table.game.permanents[number] for number in (2, 3, 4))
    assert (first.cause, first.owner, first.controller) == (Cause.CLOAK, BETO, BETO)
    assert (first.zone, first.source, first.marker) == (Zone.LIBRARY, "Vannifar", "red die")
    assert (first.card, first.state, first.marks, first.since) == (None, State.FACE_DOWN, Marks(), 1_700_000_002)
    assert [replace(other, number=2) for other in others] == [first, first]


@pytest.mark.parametrize(
    ("players", "controller", "owner"),
    [
        ({}, ANA, ANA),
        ({"controller": BETO}, BETO, BETO),
        ({"owner": BETO}, ANA, BETO),
        ({"controller": BETO, "owner": CARO}, BETO, CARO),
    ],
)
def test_the_controller_is_whoever_records_it_and_the_owner_is_the_controller_unless_told(
    table, players, controller, owner
):
    table.add(ANA, **players)
    permanent = table.game.permanents[1]
    assert (permanent.controller, permanent.owner) == (controller, owner)
    assert set(table.game.players) == {ANA, controller, owner}


def test_what_all_may_know_anybody_may_record_with_its_name(table):
    table.add(ANA, Cause.TURNED_FACE_DOWN, controller=BETO, card="Wall of Deceit")
    assert table.game.permanents[1].card == "Wall of Deceit"
    assert table.secrets == {}


@pytest.mark.parametrize("card", [None, "Wall of Deceit"])
@pytest.mark.parametrize(("how", "zone"), [(Cause.TURNED_FACE_DOWN, None), (Cause.PUT_FACE_DOWN, Zone.GRAVEYARD)])
def test_what_all_may_know_its_controller_alone_names_and_puts_right(table, how, zone, card):
    table.add(ANA, how, zone=zone, controller=BETO, owner=CARO, card=card)
    for other in (ANA, CARO):
        assert (
            refused(lambda by=other: table.identify(by, 1, "Plains"))
            == "#1 is not yours: <@12> controls it and alone can do that."
        )
    assert table.identify(BETO, 1, "Weaver of Lies") == Named(1, "Weaver of Lies")
    assert table.identify(BETO, 1, "Ixidron") == Named(1, "Ixidron")
    assert table.game.permanents[1].card == "Ixidron"
    assert table.secrets == {}


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ({}, Told(cause=Cause.MEGAMORPH)),
        ({"owner": BETO}, Told(cause=Cause.MEGAMORPH)),
        ({"controller": BETO}, None),
        ({"controller": BETO, "owner": ANA}, None),
    ],
)
@pytest.mark.parametrize("count", [1, 2])
def test_the_real_cause_is_told_in_secret_by_the_controller_alone(table, players, told, count):
    added, secret = moves.add(table.game, ANA, how=Cause.MEGAMORPH, count=count, **players)
    assert added.cause is Cause.MORPH
    assert secret == told


def test_a_game_takes_a_thousand_permanents_and_no_more(table):
    for _ in range(49):
        table.add(ANA, count=20)
    table.add(ANA, count=19)
    assert refused(lambda: table.add(ANA, count=2)) == (
        "This game has as many permanents as I can number (1000). End it with `/facedown end` and start another."
    )
    table.add(ANA)
    assert max(table.game.permanents) == 1000
    assert refused(lambda: table.add(ANA)).startswith("This game has as many permanents")


# Refusals


@pytest.mark.parametrize(
    ("by", "options", "sentence"),
    [
        (
            ANA,
            {"how": Cause.MANIFEST, "controller": BETO, "card": "Plains"},
            (
                "What another player's card is, only that player may tell. Leave out the card; everything else you may "
                "record."
            ),
        ),
        (
            ANA,
            {"how": Cause.MANIFEST, "count": 2, "card": "Plains"},
            "With more than one, leave out the card; then tell each with `/facedown identify`.",
        ),
        (
            ANA,
            {"how": Cause.TURNED_FACE_DOWN, "zone": Zone.GRAVEYARD},
            "What is turned face down was on the battlefield; leave out the zone.",
        ),
        (
            DORA,
            {"how": Cause.MANIFEST},
            "<@14> has left this game. If that was a mistake, take it back with `/facedown undo`.",
        ),
        (
            ANA,
            {"how": Cause.MANIFEST, "controller": DORA},
            "<@14> has left this game. If that was a mistake, take it back with `/facedown undo`.",
        ),
        (
            ANA,
            {"how": Cause.MANIFEST, "owner": DORA},
            "<@14> has left this game. If that was a mistake, take it back with `/facedown undo`.",
        ),
    ],
)
def test_what_cannot_be_added_is_refused(four, by, options, sentence):
    assert refused(lambda: four.add(by, **options)) == sentence


ONE_S_OWN = [
    pytest.param(lambda table, by, number: table.identify(by, number, "Plains"), id="identify"),
    pytest.param(lambda table, by, number: table.turn_up(by, number, "Plains"), id="turnup"),
    pytest.param(lambda table, by, number: table.turn_up(by, number, "Shock", stays=True), id="turnup instant"),
    pytest.param(lambda table, by, number: table.leave(by, number, Zone.HAND, "Plains"), id="leave"),
    pytest.param(lambda table, by, number: table.leave(by, number, None, "Plains"), id="countered"),
    pytest.param(lambda table, by, number: table.give(by, number, CARO), id="give"),
    pytest.param(lambda table, by, number: moves.must_be_own(table.game, number, by), id="look"),
]
WHAT_IS_FACE_DOWN = [
    *ONE_S_OWN,
    pytest.param(lambda table, by, number: table.mark(by, number, tapped=True), id="mark"),
]


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (0, "There is no #0 here; the board shows the numbers."),
        (6, "There is no #6 here; the board shows the numbers."),
        (3, "#3 is face up already; the board shows what is face down."),
        (4, "#4 is not on the battlefield any more; the board shows what is face down."),
        (5, "#5 is not on the battlefield any more; the board shows what is face down."),
    ],
)
@pytest.mark.parametrize("do", WHAT_IS_FACE_DOWN)
def test_what_is_not_face_down_is_refused(four, do, number, sentence):
    assert refused(lambda: do(four, ANA, number)) == sentence


@pytest.mark.parametrize("do", ONE_S_OWN)
def test_what_somebody_else_controls_is_refused_also_to_its_owner(four, do):
    sentence = "#1 is not yours: <@12> controls it and alone can do that."
    four.give(ANA, 1, BETO)
    assert refused(lambda: do(four, ANA, 1)) == sentence
    assert refused(lambda: do(four, CARO, 1)) == sentence
    do(four, BETO, 1)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (1, "#1 is face down already; nothing about it changes."),
        (4, "#4 is not on the battlefield any more; the board shows what is face down."),
        (6, "There is no #6 here; the board shows the numbers."),
    ],
)
def test_only_what_was_turned_face_up_is_turned_face_down_again(four, number, sentence):
    assert refused(lambda: four.turn_down(ANA, number)) == sentence


@pytest.mark.parametrize(
    ("do", "sentence"),
    [
        (lambda table: table.give(ANA, 1, ANA), "<@11> controls it already; name another player."),
        (
            lambda table: table.give(ANA, 1, DORA),
            "<@14> has left this game. If that was a mistake, take it back with `/facedown undo`.",
        ),
        (lambda table: table.mark(BETO, 1), "Say what to mark: a note, attacked, tapped or counters."),
        (lambda table: table.quit(CARO), "<@13> takes no part in this game; name somebody who does."),
        (
            lambda table: table.quit(DORA),
            "<@14> has left this game. If that was a mistake, take it back with `/facedown undo`.",
        ),
        (
            lambda table: table.quit(BETO, by=ANA),
            "This shows cards of <@12>: only <@12> may do it, or somebody with Manage Messages.",
        ),
        (
            lambda table: table.end(CARO),
            "Only a player of this game may do that, or somebody with Manage Messages.",
        ),
        (
            lambda table: table.undo(ANA),
            "The last change is by <@14>, who may take it back, or somebody with Manage Messages.",
        ),
        (lambda _: Table().undo(ANA), "There is nothing to take back."),
        (lambda _: Table().undo(ANA, is_moderator=True), "There is nothing to take back."),
    ],
)
def test_a_move_that_the_table_does_not_allow_is_refused_with_a_sentence(four, do, sentence):
    assert refused(lambda: do(four)) == sentence


@pytest.mark.parametrize(
    "do",
    [lambda table: table.turn_up(ANA, 1), lambda table: table.leave(ANA, 1), lambda table: table.leave(ANA, 1, None)],
)
def test_what_was_never_told_cannot_be_shown(table, do):
    table.add(ANA, Cause.DISGUISE)
    assert refused(lambda: do(table)) == "I was never told what #1 is. Fill in its name, too."


def test_a_refusal_changes_nothing(four):
    before = four.rows.copy()
    refused(lambda: four.turn_up(BETO, 1))
    refused(lambda: four.add(DORA))
    assert four.rows == before


# Showing


@pytest.mark.parametrize(
    ("do", "event"),
    [
        (lambda table: table.turn_up(BETO, 1), TurnedUp),
        (lambda table: table.turn_up(BETO, 1, stays=True), Revealed),
        (lambda table: table.leave(BETO, 1), lambda showing: Left(showing, Zone.GRAVEYARD)),
        (lambda table: table.leave(BETO, 1, Zone.LIBRARY), lambda showing: Left(showing, Zone.LIBRARY)),
        (lambda table: table.leave(BETO, 1, None), Left),
    ],
)
def test_what_is_shown_says_whose_it_is_and_its_public_cause(table, do, event):
    table.add(ANA, Cause.MEGAMORPH, card="Deathmist Raptor")
    table.give(ANA, 1, BETO)
    assert do(table) == event(Showing(1, ANA, Cause.MORPH, "Deathmist Raptor"))
    assert table.game.permanents[1].card == "Deathmist Raptor"


@pytest.mark.parametrize(
    ("do", "state"),
    [
        (lambda table: table.turn_up(ANA, 1, "Shock"), State.FACE_UP),
        (lambda table: table.turn_up(ANA, 1, "Shock", stays=True), State.FACE_DOWN),
        (lambda table: table.leave(ANA, 1, Zone.EXILE, "Shock"), State.GONE),
        (lambda table: table.leave(ANA, 1, None, "Shock"), State.GONE),
    ],
)
def test_an_instant_alone_stays_face_down_when_it_is_shown(table, do, state):
    table.add(ANA, Cause.OTHER)
    do(table)
    assert (table.game.permanents[1].card, table.game.permanents[1].state) == ("Shock", state)


def test_an_instant_that_all_know_never_turns_face_up_unless_it_was_a_mistake(table):
    table.add(ANA)
    table.turn_up(ANA, 1, "Shock", stays=True)
    assert table.turn_up(ANA, 1) == Revealed(Showing(1, ANA, Cause.MANIFEST, "Shock"))
    table.undo(ANA)
    table.undo(ANA)
    assert table.turn_up(ANA, 1, "Shock") == TurnedUp(Showing(1, ANA, Cause.MANIFEST, "Shock"))


@pytest.mark.parametrize(
    "how", [Cause.MORPH, Cause.MEGAMORPH, Cause.DISGUISE, Cause.ILLUSIONARY_MASK, Cause.OTHER], ids=str
)
def test_what_is_cast_face_down_can_be_countered(table, how):
    table.add(ANA, how, card="Zoetic Cavern")
    assert table.leave(ANA, 1, None).zone is None


@pytest.mark.parametrize(
    "how",
    [Cause.MANIFEST, Cause.MANIFEST_DREAD, Cause.CLOAK, Cause.TURNED_FACE_DOWN, Cause.PUT_FACE_DOWN],
    ids=str,
)
def test_what_was_never_a_spell_cannot_be_countered(table, how):
    table.add(ANA, how, card="Zoetic Cavern")
    assert refused(lambda: table.leave(ANA, 1, None)) == (
        "#1 was never a spell, so it cannot have been countered. Choose the zone that it went to."
    )


def test_what_was_a_spell_and_turned_down_again_cannot_be_countered_any_more(table):
    table.add(ANA, Cause.MORPH, card="Abzan Guide")
    table.turn_up(ANA, 1)
    table.turn_down(ANA, 1)
    assert refused(lambda: table.leave(ANA, 1, None)).startswith("#1 was never a spell")


def test_what_is_put_right_once_all_know_it_is_public_too(table):
    table.add(ANA, card="Abzan Guide")
    table.turn_up(ANA, 1, "Shock", stays=True)
    assert table.identify(ANA, 1, "Opt") == Named(1, "Opt")
    assert table.turn_up(ANA, 1, stays=True).showing.card == "Opt"
    assert table.leave(ANA, 1, card="Plains").showing == Showing(1, ANA, Cause.MANIFEST, "Plains", 1)


def test_a_permanent_that_was_no_instant_after_all_turns_up_once_it_has_its_right_name(table):
    table.add(ANA, card="Abzan Guide")
    table.turn_up(ANA, 1, "Shock", stays=True)
    table.identify(ANA, 1, "Abzan Guide")
    assert isinstance(table.turn_up(ANA, 1), TurnedUp)


def test_who_has_left_may_not_end_a_game_in_which_something_is_face_down(table):
    table.add(ANA, card="Abzan Guide")
    table.add(BETO, card="Plains")
    table.quit(BETO)
    assert (
        refused(lambda: table.end(BETO))
        == "<@12> has left this game. If that was a mistake, take it back with `/facedown undo`."
    )
    table.turn_up(ANA, 1)
    assert table.end(BETO) == Ended(())


def test_the_end_shows_all_that_is_face_down_in_order_and_what_was_never_told_without_a_name(four):
    four.add(ANA, Cause.TURNED_FACE_DOWN, card="Wall of Deceit")
    four.add(BETO, count=2)
    four.identify(BETO, 8, "Zoetic Cavern")
    assert four.end(BETO) == Ended(
        (
            Showing(1, ANA, Cause.MORPH, "Abzan Guide"),
            Showing(2, BETO, Cause.MORPH, "Exalted Angel"),
            Showing(6, ANA, Cause.TURNED_FACE_DOWN, "Wall of Deceit"),
            Showing(7, BETO, Cause.MANIFEST),
            Showing(8, BETO, Cause.MANIFEST, "Zoetic Cavern"),
        )
    )
    assert four.game.ended
    assert four.game.face_down == []


def test_whoever_may_manage_messages_may_end_a_game_and_make_players_leave(four):
    assert four.quit(BETO, by=CARO, is_moderator=True).player == BETO
    assert four.end(CARO, is_moderator=True) == Ended((Showing(1, ANA, Cause.MORPH, "Abzan Guide"),))


@pytest.mark.parametrize(
    ("entries", "turned_up_as", "shown", "changes"),
    [
        ([], "Abzan Guide", "Abzan Guide", 0),
        (["Abzan Guide"], None, "Abzan Guide", 0),
        (["Abzan Guide", "ABZAN  guide!"], None, "ABZAN  guide!", 0),
        (["Abzan Guide"], "abzan-guide", "abzan-guide", 0),
        (["Abzan Guide", "Plains"], None, "Plains", 1),
        (["Abzan Guide", "Plains", "Abzan Guide"], None, "Abzan Guide", 2),
        (["Abzan Guide"], "Plains", "Plains", 1),
        (["Abzan Guide", "Plains"], "Island", "Island", 2),
        (["Abzan Guide", None, "Plains"], None, "Plains", 1),
        (["Abzan Guide", None], "Plains", "Plains", 1),
        (["Abzan Guide", "Plains", None], None, "Abzan Guide", 1),
        (["Abzan Guide", "Plains", None], "Plains", "Plains", 2),
        (["Abzan Guide", "Plains", None, "Plains", None], None, "Abzan Guide", 2),
    ],
)
def test_changes_after_the_first_entry_are_counted_also_those_taken_back(table, entries, turned_up_as, shown, changes):
    table.add(ANA)
    for card in entries:
        if card is None:
            table.undo(ANA)
        else:
            table.identify(ANA, 1, card)
    assert table.turn_up(ANA, 1, turned_up_as).showing == Showing(1, ANA, Cause.MANIFEST, shown, changes)


def test_what_is_told_with_the_permanent_is_its_first_entry(table):
    table.add(ANA, Cause.MEGAMORPH, card="Deathmist Raptor")
    table.identify(ANA, 1, "Exalted Angel")
    assert table.secrets == {1: Secret("Exalted Angel", Cause.MEGAMORPH, entered=True, changes=1)}


def test_each_of_several_is_told_by_itself(table):
    table.add(ANA, Cause.MEGAMORPH, count=2)
    table.identify(ANA, 2, "Deathmist Raptor")
    assert table.secrets == {
        1: Secret(None, Cause.MEGAMORPH),
        2: Secret("Deathmist Raptor", Cause.MEGAMORPH, entered=True),
    }


# Turning down, marks, control


def test_a_permanent_that_is_turned_down_again_keeps_number_owner_controller_marker_and_marks(table):
    table.add(ANA, Cause.CLOAK, zone=Zone.LIBRARY, source="Vannifar", marker="red die", card="Grizzly Bears")
    table.give(ANA, 1, BETO)
    marks = {"text": "chosen", "attacked": True, "tapped": True, "counters": "+1/+1"}
    table.mark(CARO, 1, **marks)
    table.turn_up(BETO, 1)
    assert table.game.permanents[1].marks == Marks(**marks)
    table.turn_down(CARO, 1, source="Ixidron")
    permanent = table.game.permanents[1]
    assert (permanent.state, permanent.marks, permanent.marker) == (State.FACE_DOWN, Marks(**marks), "red die")
    assert (permanent.cause, permanent.source, permanent.zone) == (Cause.TURNED_FACE_DOWN, "Ixidron", None)
    assert (permanent.card, permanent.controller, permanent.owner) == ("Grizzly Bears", BETO, ANA)
    assert permanent.since == 1_700_000_005
    table.turn_up(BETO, 1)
    table.turn_down(BETO, 1, marker="blue die")
    assert table.game.permanents[1].marker == "blue die"


def test_marks_are_set_one_by_one_and_taken_away(table):
    table.add(ANA)
    table.mark(BETO, 1, text="chosen", tapped=True)
    table.mark(ANA, 1, attacked=True, counters="+1/+1")
    assert table.game.permanents[1].marks == Marks("chosen", attacked=True, tapped=True, counters="+1/+1")
    table.mark(BETO, 1, text="")
    assert table.game.permanents[1].marks == Marks("", attacked=True, tapped=True, counters="+1/+1")
    table.mark(BETO, 1, attacked=False)
    table.mark(BETO, 1, tapped=False)
    assert table.game.permanents[1].marks == Marks(counters="+1/+1")
    table.mark(BETO, 1, counters="")
    assert table.game.permanents[1].marks == Marks()


def test_the_right_to_look_moves_with_control(table):
    table.add(ANA, card="Abzan Guide")
    table.add(ANA)
    guide = Secret("Abzan Guide", entered=True)
    assert may_look(table.game, table.secrets, ANA) == {1: guide, 2: NOTHING_TOLD}
    table.give(ANA, 1, BETO)
    assert may_look(table.game, table.secrets, ANA) == {2: NOTHING_TOLD}
    assert may_look(table.game, table.secrets, BETO) == {1: guide}
    table.turn_up(BETO, 1)
    assert may_look(table.game, table.secrets, BETO) == {}


@pytest.mark.parametrize(
    ("givings", "controllers"),
    [
        ([], (ANA,)),
        ([BETO], (ANA, BETO)),
        ([BETO, CARO], (ANA, BETO, CARO)),
        ([BETO, CARO, BETO], (ANA, BETO)),
        ([BETO, CARO, ANA], (ANA,)),
        ([BETO, ANA, BETO], (ANA, BETO)),
    ],
)
def test_control_that_goes_back_ends_what_took_it_away(table, givings, controllers):
    table.add(ANA)
    for to in givings:
        table.give(table.game.permanents[1].controller, 1, to)
    assert table.game.permanents[1].control == controllers


def test_players_stand_in_the_order_in_which_they_came(table):
    table.add(CARO)
    table.give(CARO, 1, BETO)
    table.mark(DORA, 1, tapped=True)
    assert table.game.players == (ANA, CARO, BETO)


# Leaving the game (800.4a, and 800.4c for what came under the control of somebody who left)


def came(table, controller, *givings, owner=None, number=1):
    """A permanent comes under somebody's control, and effects give it to others."""
    table.add(controller, owner=owner)
    for to in givings:
        table.give(table.game.permanents[number].controller, number, to)


@pytest.mark.parametrize(
    ("prepare", "leaving", "owned", "exiled", "returned"),
    [
        pytest.param(lambda t: came(t, ANA), [ANA], [1], [], (), id="own"),
        pytest.param(lambda t: came(t, ANA, BETO), [ANA], [1], [], (), id="own, under another's control"),
        pytest.param(lambda t: came(t, BETO, owner=ANA), [ANA], [1], [], (), id="own, came under another's control"),
        pytest.param(lambda t: came(t, BETO, ANA, owner=ANA), [ANA], [1], [], (), id="own, given by an effect"),
        pytest.param(lambda t: came(t, BETO, ANA), [ANA], [], [], ((1, BETO),), id="given by an effect"),
        pytest.param(lambda t: came(t, BETO, CARO, ANA), [ANA], [], [], ((1, CARO),), id="given by two"),
        pytest.param(
            lambda t: came(t, BETO, CARO, ANA), [CARO, ANA], [], [], ((1, BETO),), id="one of them left before"
        ),
        pytest.param(lambda t: came(t, BETO, ANA, CARO), [ANA], [], [], (), id="had it given on"),
        pytest.param(
            lambda t: came(t, BETO, ANA, CARO), [ANA, CARO], [], [], ((1, BETO),), id="who had it between left before"
        ),
        pytest.param(lambda t: came(t, BETO, ANA, BETO), [ANA], [], [], (), id="gave it back"),
        pytest.param(lambda t: came(t, ANA, owner=BETO), [ANA], [], [1], (), id="came under own control"),
        pytest.param(
            lambda t: came(t, ANA, CARO, ANA, owner=BETO), [ANA], [], [1], (), id="came under own control, was away"
        ),
        pytest.param(
            lambda t: came(t, CARO, ANA, owner=BETO), [ANA], [], [], ((1, CARO),), id="given, another owns it"
        ),
        pytest.param(
            lambda t: came(t, ANA, CARO, owner=BETO), [ANA], [], [], (), id="came under own control, another has it"
        ),
        pytest.param(
            lambda t: came(t, ANA, CARO, owner=BETO), [ANA, CARO], [], [1], (), id="it came under left before"
        ),
        pytest.param(
            lambda t: came(t, ANA, CARO, DORA, owner=BETO),
            [ANA, CARO, DORA],
            [],
            [1],
            (),
            id="all who had it left before",
        ),
        pytest.param(
            lambda t: came(t, ANA, CARO, DORA, owner=BETO), [ANA, DORA], [], [], ((1, CARO),), id="goes to who is left"
        ),
        pytest.param(lambda t: came(t, BETO), [ANA], [], [], (), id="another's"),
    ],
)
def test_whoever_leaves_shows_what_they_own_and_loses_what_they_control(
    table, *, prepare, leaving, owned, exiled, returned
):
    prepare(table)
    quits = [table.quit(player) for player in leaving]
    assert [showing.number for showing in quits[-1].owned] == owned
    assert [showing.number for showing in quits[-1].exiled] == exiled
    assert quits[-1].returned == returned
    permanent = table.game.permanents[1]
    assert (permanent.state is State.GONE) is bool(owned or exiled)
    assert all(permanent.controller == to for _, to in returned)
    assert table.game.gone == set(leaving)


def test_whoever_leaves_shows_each_card_by_its_owner_and_with_what_was_told(table):
    table.add(ANA, Cause.MEGAMORPH, card="Deathmist Raptor")
    table.add(ANA)
    table.add(ANA, owner=BETO, card="Plains")
    table.identify(ANA, 3, "Island")
    table.add(BETO, card="Exalted Angel")
    table.give(BETO, 4, ANA)
    table.add(ANA, Cause.TURNED_FACE_DOWN, card="Wall of Deceit")
    table.add(BETO)
    assert table.quit(ANA) == Quit(
        ANA,
        (
            Showing(1, ANA, Cause.MORPH, "Deathmist Raptor"),
            Showing(2, ANA, Cause.MANIFEST),
            Showing(5, ANA, Cause.TURNED_FACE_DOWN, "Wall of Deceit"),
        ),
        (Showing(3, BETO, Cause.MANIFEST, "Island", 1),),
        ((4, BETO),),
    )
    assert [each.number for each in table.game.face_down] == [4, 6]
    assert may_look(table.game, table.secrets, BETO)[4].card == "Exalted Angel"


@pytest.mark.parametrize(
    ("controllers", "owner", "leaving", "state", "controller"),
    [
        ([ANA], ANA, ANA, State.GONE, ANA),
        ([ANA, BETO], ANA, ANA, State.GONE, BETO),
        ([ANA, BETO], ANA, BETO, State.FACE_UP, ANA),
        ([BETO], ANA, BETO, State.GONE, BETO),
    ],
)
def test_what_is_face_up_leaves_with_its_owner_too_and_goes_back_or_is_exiled_too(
    table, *, controllers, owner, leaving, state, controller
):
    came(table, *controllers, owner=owner)
    table.turn_up(controllers[-1], 1, "Grizzly Bears")
    table.quit(leaving)
    permanent = table.game.permanents[1]
    assert (permanent.state, permanent.controller) == (state, controller)


def test_what_left_the_game_face_up_with_its_owner_cannot_be_turned_face_down_again(table):
    came(table, ANA, BETO)
    table.turn_up(BETO, 1, "Grizzly Bears")
    table.quit(ANA)
    assert (
        refused(lambda: table.turn_down(CARO, 1))
        == "#1 is not on the battlefield any more; the board shows what is face down."
    )


def test_what_went_back_face_up_can_be_turned_face_down_again(table):
    came(table, ANA, BETO)
    table.turn_up(BETO, 1, "Grizzly Bears")
    table.quit(BETO)
    table.turn_down(CARO, 1)
    assert [each.number for each in table.game.controlled_by(ANA)] == [1]


# Numbers and undo


def test_a_number_is_never_used_again_whatever_becomes_of_its_permanent(table):
    table.add(ANA, count=2)
    table.leave(ANA, 1, Zone.HAND, "Plains")
    table.add(ANA)
    table.add(ANA, count=3)
    table.undo(ANA)
    assert set(table.game.permanents) == {1, 2, 3}
    assert table.add(ANA).first == 7


def test_another_players_secret_does_not_pass_to_what_is_added_after_an_undo(table):
    table.add(ANA, controller=BETO)
    table.identify(BETO, 1, "Exalted Angel")
    table.undo(ANA)
    number = table.add(ANA).first
    assert may_look(table.game, table.secrets, ANA) == {number: NOTHING_TOLD}


def prepared():
    """#1 is Ana's and secret, #2 hers and to be named, #3 hers and face up, #4 Beto's, #5 his card under Ana."""
    table = Table()
    table.add(ANA, Cause.MORPH, marker="red die", card="Abzan Guide")
    table.add(ANA, Cause.TURNED_FACE_DOWN)
    table.add(ANA, card="Grizzly Bears")
    table.turn_up(ANA, 3)
    table.add(BETO)
    table.add(ANA, owner=BETO, card="Plains")
    return table


KINDS = [
    pytest.param(Added, lambda table: table.add(ANA, count=3), {}, id="added"),
    pytest.param(Added, lambda table: table.add(ANA, Cause.TURNED_FACE_DOWN, card="Plains"), {}, id="added known"),
    pytest.param(TurnedDown, lambda table: table.turn_down(ANA, 3, marker="blue die"), {}, id="turned down"),
    pytest.param(Identified, lambda table: table.identify(ANA, 1, "Plains"), {}, id="identified"),
    pytest.param(Named, lambda table: table.identify(ANA, 2, "Wall of Deceit"), {}, id="named"),
    pytest.param(TurnedUp, lambda table: table.turn_up(ANA, 1), {1: "Abzan Guide"}, id="turned up"),
    pytest.param(Revealed, lambda table: table.turn_up(ANA, 1, "Shock", stays=True), {1: "Shock"}, id="revealed"),
    pytest.param(Left, lambda table: table.leave(ANA, 1, Zone.EXILE), {1: "Abzan Guide"}, id="left"),
    pytest.param(Left, lambda table: table.leave(ANA, 1, None), {1: "Abzan Guide"}, id="countered"),
    pytest.param(Given, lambda table: table.give(ANA, 1, CARO), {}, id="given"),
    pytest.param(Marked, lambda table: table.mark(ANA, 4, text="chosen", tapped=True), {}, id="marked"),
    pytest.param(Quit, lambda table: table.quit(ANA), {1: "Abzan Guide", 5: "Plains"}, id="quit"),
    pytest.param(Ended, lambda table: table.end(ANA), {1: "Abzan Guide", 5: "Plains"}, id="ended"),
]


@pytest.mark.parametrize(("kind", "do", "seen"), KINDS)
def test_what_is_taken_back_is_as_before_but_for_what_all_have_seen_it_shown_as(kind, do, seen):
    table = prepared()
    before, secret_before = table.game, table.secrets[1].card
    assert type(do(table)) is kind
    undone = table.undo(ANA)
    assert undone.seq == len(table.rows) - 1
    assert {showing.number: showing.card for showing in undone.seen} == seen
    shown = {each.number: replace(before.permanents[each.number], seen=each) for each in undone.seen}
    after = replace(table.game, seq=before.seq, next_number=before.next_number)
    assert after == replace(before, permanents={**before.permanents, **shown})
    assert table.game.seq == before.seq + 2
    assert table.secrets[1].card == secret_before


@pytest.mark.parametrize(("kind", "do", "seen"), KINDS)
def test_a_game_can_be_taken_back_to_its_beginning_without_freeing_a_number(kind, do, seen):
    table = prepared()
    assert isinstance(do(table), kind)
    numbers = table.game.next_number
    undone = [table.undo(ANA, is_moderator=True) for _ in range(7)]
    assert len(undone[0].seen) == len(seen)
    assert refused(lambda: table.undo(ANA, is_moderator=True)) == "There is nothing to take back."
    assert (table.game.permanents, table.game.next_number) == ({}, numbers)


def test_what_was_never_told_is_not_known_after_a_showing_without_it_is_taken_back(table):
    table.add(ANA)
    table.end(ANA)
    assert table.undo(ANA) == Undone(3)
    assert (table.game.permanents[1].card, table.game.permanents[1].seen) == (None, None)


def shown_by_mistake(table, *cards, number=1):
    """Something of Ana's is shown, once for each card, and each time that is taken back."""
    for card in cards:
        table.turn_up(ANA, number, card)
        table.undo(ANA)


def test_a_card_shown_by_mistake_leaves_the_secret_and_the_next_entry_is_secret_too(table):
    table.add(ANA, card="Abzan Guide")
    shown_by_mistake(table, "Shock")
    assert table.game.permanents[1].card is None
    assert table.game.permanents[1].seen == Showing(1, ANA, Cause.MANIFEST, "Shock", 1)
    assert may_look(table.game, table.secrets, ANA) == {1: Secret("Abzan Guide", entered=True)}
    assert table.identify(ANA, 1, "Plains") == Identified(1)
    assert table.game.permanents[1].card is None
    assert table.turn_up(ANA, 1).showing.card == "Plains"


def test_a_card_shown_by_mistake_is_not_taken_for_what_was_never_told(table):
    table.add(ANA)
    shown_by_mistake(table, "Shock")
    assert refused(lambda: table.turn_up(ANA, 1)) == "I was never told what #1 is. Fill in its name, too."
    assert table.end(ANA).shown == (Showing(1, ANA, Cause.MANIFEST),)


def test_what_it_was_last_shown_as_stands_on_the_board_whatever_it_turns_out_to_be(table):
    table.add(ANA, Cause.CLOAK)
    shown_by_mistake(table, "Shock", "Opt")
    assert on_board(table) == "#1 cloak · once shown as Opt · ward {2} · 2023-11-14 22:13 UTC"
    table.turn_up(ANA, 1, "Plains")
    table.turn_down(ANA, 1)
    assert on_board(table) == "#1 turned face down · known to all: Plains · once shown as Opt · 2023-11-14 22:13 UTC"


def test_a_card_that_all_know_is_not_said_twice_on_the_board(table):
    table.add(ANA, Cause.TURNED_FACE_DOWN, card="Wall of Deceit")
    shown_by_mistake(table, None)
    assert on_board(table) == "#1 turned face down · known to all: Wall of Deceit · 2023-11-14 22:13 UTC"


def on_board(table):
    """What everybody reads of #1."""
    return Teller(ENGLISH, Style({}, "")).board_line(table.game.permanents[1])


@pytest.mark.parametrize("way", ["named as it is shown", "told before"])
@pytest.mark.parametrize(
    ("how", "told", "mistaken", "then", "changes"),
    [
        pytest.param(Cause.MANIFEST, None, ["Shock"], "SHOCK!", 0, id="never told, shown again"),
        pytest.param(Cause.MANIFEST, None, ["Shock"], "Abzan Guide", 1, id="never told, another"),
        pytest.param(Cause.MANIFEST, None, ["Shock", "Opt"], "Opt", 1, id="never told, shown as two"),
        pytest.param(Cause.MANIFEST, None, ["Shock", "Opt"], "Shock", 2, id="never told, shown as two, the first"),
        pytest.param(Cause.MANIFEST, "Abzan Guide", [None], None, 0, id="shown as told, again"),
        pytest.param(Cause.MANIFEST, "Abzan Guide", [None], "Plains", 1, id="shown as told, another"),
        pytest.param(Cause.MANIFEST, "Abzan Guide", ["Shock"], None, 2, id="shown as another, then as told"),
        pytest.param(Cause.MANIFEST, "Abzan Guide", ["Shock"], "Shock", 1, id="shown as another, again"),
        pytest.param(Cause.MANIFEST, "Abzan Guide", ["Shock"], "Plains", 2, id="shown as another, then as a third"),
        pytest.param(Cause.TURNED_FACE_DOWN, "Abzan Guide", [None], None, 0, id="known, again"),
        pytest.param(Cause.TURNED_FACE_DOWN, "Abzan Guide", [None], "Plains", 1, id="known, another"),
        pytest.param(Cause.TURNED_FACE_DOWN, "Abzan Guide", ["Shock"], None, 2, id="known, shown as another"),
    ],
)
def test_showing_another_card_than_was_shown_by_mistake_is_one_more_change(
    table, *, how, told, mistaken, then, changes, way
):
    table.add(ANA, how, card=told)
    shown_by_mistake(table, *mistaken)
    if then and way == "told before":
        table.identify(ANA, 1, then)
        then = None
    assert table.turn_up(ANA, 1, then).showing.changes == changes


def test_what_was_shown_by_mistake_counts_when_players_leave_and_games_end_too(table):
    for player in (ANA, BETO):
        table.add(ANA, owner=player, card="Abzan Guide")
    shown_by_mistake(table, "Shock", number=1)
    shown_by_mistake(table, "Opt", number=2)
    assert table.quit(BETO).owned == (Showing(2, BETO, Cause.MANIFEST, "Abzan Guide", 2),)
    assert table.end(ANA).shown == (Showing(1, ANA, Cause.MANIFEST, "Abzan Guide", 2),)


def test_what_is_taken_back_is_not_taken_back_again(table):
    table.add(ANA)
    table.mark(ANA, 1, tapped=True)
    table.mark(ANA, 1, attacked=True)
    assert [table.undo(ANA).seq for _ in range(3)] == [4, 3, 2]


def test_nobody_but_its_author_takes_a_secret_entry_back(table):
    table.add(ANA)
    table.mark(BETO, 1, tapped=True)
    table.identify(ANA, 1, "Abzan Guide")
    assert moves.undo(table.history, BETO, is_moderator=False) == Undone(3)
    assert moves.undo(table.history, CARO, is_moderator=True) == Undone(3)
    assert refused(lambda: table.undo(CARO)).startswith("The last change is by <@12>")
    assert moves.undo(table.history, ANA, is_moderator=False) == Undone(4)


def test_a_secret_entry_that_is_taken_back_says_nothing_to_others(table):
    table.add(ANA)
    before = table.game
    table.identify(ANA, 1, "Abzan Guide")
    table.undo(ANA)
    assert replace(table.game, seq=before.seq) == before
    assert may_look(table.game, table.secrets, ANA) == {1: Secret(None, entered=True)}


def test_control_that_is_taken_back_takes_the_right_to_look_back(table):
    table.add(ANA, card="Abzan Guide")
    table.give(ANA, 1, BETO)
    table.undo(ANA)
    assert may_look(table.game, table.secrets, BETO) == {}
    assert list(may_look(table.game, table.secrets, ANA)) == [1]


def test_whoever_left_by_mistake_plays_on_after_an_undo(table):
    came(table, ANA, BETO)
    table.quit(BETO)
    table.undo(BETO)
    assert [each.number for each in table.game.controlled_by(BETO)] == [1]
    assert table.add(BETO).controller == BETO


# What is stored


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Started(), '{"kind":"started"}'),
        (
            Added(1, 1, Cause.MORPH, 11, 11),
            '{"kind":"added","first":1,"count":1,"cause":"morph","controller":11,"owner":11}',
        ),
        (
            Added(4, 20, Cause.PUT_FACE_DOWN, 11, 12, Zone.GRAVEYARD, "Yarus", "red die", "Ashcloud Phoenix"),
            (
                '{"kind":"added","first":4,"count":20,"cause":"put-face-down","controller":11,"owner":12,'
                '"zone":"graveyard","source":"Yarus","marker":"red die","card":"Ashcloud Phoenix"}'
            ),
        ),
        (TurnedDown(3), '{"kind":"turneddown","number":3}'),
        (
            TurnedDown(3, "Ixidron", "red die"),
            '{"kind":"turneddown","number":3,"source":"Ixidron","marker":"red die"}',
        ),
        (Identified(3), '{"kind":"identified","number":3}'),
        (Named(3, "翻面鬼"), '{"kind":"named","number":3,"card":"翻面鬼"}'),
        (
            TurnedUp(Showing(3, 11, Cause.MANIFEST_DREAD, "Plains", 2)),
            '{"kind":"turnedup","showing":{"number":3,"owner":11,"cause":"manifest-dread","card":"Plains","changes":2}}',
        ),
        (
            Revealed(Showing(3, 11, Cause.CLOAK, "Shock")),
            '{"kind":"revealed","showing":{"number":3,"owner":11,"cause":"cloak","card":"Shock"}}',
        ),
        (
            Left(Showing(3, 11, Cause.MANIFEST, "Plains"), Zone.COMMAND),
            '{"kind":"left","showing":{"number":3,"owner":11,"cause":"manifest","card":"Plains"},"zone":"command"}',
        ),
        (
            Left(Showing(3, 11, Cause.DISGUISE, "Plains")),
            '{"kind":"left","showing":{"number":3,"owner":11,"cause":"disguise","card":"Plains"}}',
        ),
        (Given(3, 2**63 - 1), '{"kind":"given","number":3,"to":9223372036854775807}'),
        (Marked(3, tapped=False), '{"kind":"marked","number":3,"tapped":false}'),
        (
            Marked(3, "", attacked=True, tapped=True, counters="+1/+1"),
            '{"kind":"marked","number":3,"text":"","attacked":true,"tapped":true,"counters":"+1/+1"}',
        ),
        (Quit(11), '{"kind":"quit","player":11}'),
        (
            Quit(11, (Showing(1, 11, Cause.OTHER),), (Showing(2, 12, Cause.ILLUSIONARY_MASK),), ((3, 12), (4, 13))),
            (
                '{"kind":"quit","player":11,"owned":[{"number":1,"owner":11,"cause":"other"}],'
                '"exiled":[{"number":2,"owner":12,"cause":"illusionary-mask"}],"returned":[[3,12],[4,13]]}'
            ),
        ),
        (Ended(), '{"kind":"ended"}'),
        (
            Ended((Showing(1, 11, Cause.TURNED_FACE_DOWN, "Plains"),)),
            '{"kind":"ended","shown":[{"number":1,"owner":11,"cause":"turned-face-down","card":"Plains"}]}',
        ),
        (Undone(7), '{"kind":"undone","seq":7}'),
        (
            Undone(7, (Showing(1, 11, Cause.MORPH, "Plains"),)),
            '{"kind":"undone","seq":7,"seen":[{"number":1,"owner":11,"cause":"morph","card":"Plains"}]}',
        ),
    ],
)
def test_an_event_has_a_written_form_that_stored_games_keep(event, text):
    assert written(event) == text
    assert read_event(text) == event


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (Told("Plains"), '{"card":"Plains"}'),
        (Told(cause=Cause.MEGAMORPH), '{"cause":"megamorph"}'),
        (Told("Deathmist Raptor", Cause.MEGAMORPH), '{"card":"Deathmist Raptor","cause":"megamorph"}'),
    ],
)
def test_what_was_told_has_a_written_form_that_stored_games_keep(told, text):
    assert written(told) == text
    assert read_told(text) == told


@pytest.mark.parametrize("text", ["", "{}", '{"kind":"unheard"}', '{"kind":"named","number":"3","card":"Plains"}'])
def test_what_is_no_event_is_not_read(text):
    with pytest.raises(msgspec.DecodeError):
        read_event(text)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(text=st.text(max_size=160), number=st.integers(1, 1000), player=st.integers(1, 2**63 - 1))
def test_whatever_people_type_is_read_back_as_it_was(text, number, player):
    events = (
        Added(number, 1, Cause.OTHER, player, player, None, text, text, text),
        Named(number, text),
        Ended((Showing(number, player, Cause.OTHER, text),)),
        Marked(number, text, counters=text),
    )
    assert [read_event(written(event)) for event in events] == list(events)
    assert read_told(written(Told(text))) == Told(text)


@pytest.mark.parametrize(("event", "undoes"), [(Undone(7), 7), (Started(), None), (Ended(), None)])
def test_only_an_undo_takes_something_back(event, undoes):
    assert Recorded(8, 0, ANA, event).undoes == undoes


# Random games


@dataclass
class Card:
    """One permanent of the model.

    Whose it is, who got it first, which effects gave it to whom, and what is known of it: by its controller (`cause`
    and `entries`), and by all (`seen` is the card as which it was shown before that was taken back, and how many
    changes all were told of then).
    """

    owner: int
    base: int
    effects: list[int] = field(default_factory=list)
    cause: Cause | None = None
    state: str = "down"
    known: str | None = None
    seen: tuple[str, int] | None = None
    is_open: bool = False
    was_cast: bool = False
    is_stuck: bool = False
    entries: list[str | None] = field(default_factory=list)

    @property
    def controller(self):
        return [self.base, *self.effects][-1]

    @property
    def secret(self):
        return next((entry for entry in reversed(self.entries) if entry is not None), None)

    def shown(self, named=None):
        """The card that all get to see, and how many changes they are told of."""
        card = named or self.known or self.secret
        told = [*self.entries, named] if named and self.known is None else self.entries
        changes = max(len(told) - 1, 0) + bool(named and self.known)
        if card and self.seen:
            changes = max(changes, self.seen[1] + (card != self.seen[0]))
        return card, changes


@dataclass
class Done:
    """A change as the model notes it.

    Who did it (nobody where it takes another back), what it does to the cards, what it shows, whether it is hidden
    from others, and the number of the card that it enters in secret.
    """

    by: int | None
    do: object
    shows: dict[int, tuple[str, int]] = field(default_factory=dict)
    is_hidden: bool = False
    is_undone: bool = False
    enters: int | None = None


WHO = st.sampled_from([None, None, None, *PLAYERS])
PLACE = st.integers(0, 5)
WAYS = [
    (Cause.MANIFEST, Zone.GRAVEYARD),
    (Cause.MEGAMORPH, None),
    (Cause.TURNED_FACE_DOWN, None),
    (Cause.TURNED_FACE_DOWN, Zone.HAND),
    (Cause.PUT_FACE_DOWN, Zone.GRAVEYARD),
    (Cause.PUT_FACE_DOWN, Zone.HAND),
]


class RandomGames(RuleBasedStateMachine):
    """Random moves, beside a model that replays what was done and holds each secret under a name of its own."""

    def __init__(self):
        super().__init__()
        self.table = Table()
        self.done = []
        self.last_number = 0
        self.names = 0
        self.shown = set()

    # The model

    def name(self, wanted):
        self.names += 1
        return f"Secret{self.names:04}" if wanted else None

    def replay(self):
        """The cards and the players who left, after all that was not taken back."""
        cards, gone = {}, set()
        for done in self.done:
            if not done.is_undone:
                done.do(cards, gone)
            elif done.enters in cards:
                cards[done.enters].entries.append(None)
        return cards, gone

    def note(self, by, do, **more):
        done = Done(by, do, **more)
        self.done.append(done)
        self.shown |= {card for card, _ in done.shows.values()}

    def attempt(self, is_allowed, do):
        """Make a move; None where it is, as it should be, refused."""
        if is_allowed:
            return do()
        with pytest.raises(RefusedError):
            do()
        return None

    def pick(self, by, place):
        """Somebody, or else the controller, and a number, preferably of something that is not gone."""
        cards, _ = self.replay()
        numbers = [number for number, card in cards.items() if card.state != "gone"] or [self.last_number]
        number = numbers[place % len(numbers)]
        return by or (cards[number].controller if number in cards else ANA), number

    def may_move(self, by, number):
        cards, _ = self.replay()
        return number in cards and cards[number].state == "down" and cards[number].controller == by

    # The moves

    @initialize(owners=st.permutations(PLAYERS))
    def deal(self, owners):
        for controller, owner in zip(PLAYERS, owners, strict=True):
            self.add(by=ANA, controller=controller, owner=owner, way=WAYS[0], count=1, tells=controller == ANA)

    @rule(
        by=WHO,
        controller=st.sampled_from(PLAYERS),
        owner=st.sampled_from(PLAYERS),
        way=st.sampled_from(WAYS),
        count=st.sampled_from([1, 1, 1, 2]),
        tells=st.booleans(),
    )
    def add(self, *, by, controller, owner, way, count, tells):
        how, zone = way
        is_open = how is Cause.TURNED_FACE_DOWN or (how is Cause.PUT_FACE_DOWN and zone is Zone.GRAVEYARD)
        by, card = by or controller, self.name(tells)
        _, gone = self.replay()
        is_allowed = (
            not {controller, owner} & gone
            and not (how is Cause.TURNED_FACE_DOWN and zone is not None)
            and not (tells and count > 1)
            and (not tells or is_open or by == controller)
        )
        options = {"controller": controller, "owner": owner, "zone": zone, "count": count, "card": card}
        added = self.attempt(is_allowed, lambda: self.table.add(by, how, **options))
        if added is None:
            return
        numbers = range(self.last_number + 1, self.last_number + count + 1)
        assert range(added.first, added.first + added.count) == numbers
        self.last_number = numbers[-1]

        def do(cards, _):
            for number in numbers:
                known, entries = (card, []) if is_open else (None, [card] if card else [])
                was_cast = how is Cause.MEGAMORPH
                cards[number] = Card(
                    owner,
                    controller,
                    cause=how if was_cast and by == controller else None,
                    known=known,
                    is_open=is_open,
                    was_cast=was_cast,
                    entries=entries,
                )

        self.note(by, do)
        self.shown |= {card} if is_open else set()

    @rule(by=WHO, place=PLACE)
    def identify(self, by, place):
        cards, _ = self.replay()
        by, number = self.pick(by, place)
        card = self.name(wanted=True)
        event = self.attempt(self.may_move(by, number), lambda: self.table.identify(by, number, card))
        if event is None:
            return
        assert isinstance(event, Named if cards[number].is_open or cards[number].known else Identified)
        if cards[number].is_open or cards[number].known:

            def put_right(cards, _):
                cards[number].known, cards[number].is_stuck = card, False

            self.note(by, put_right)
            self.shown.add(card)
        else:

            def enter(cards, _):
                if number in cards:
                    cards[number].entries.append(card)

            self.note(by, enter, is_hidden=True, enters=number)

    @rule(
        by=WHO,
        place=PLACE,
        names=st.booleans(),
        way=st.sampled_from(["up", "up", "stays", "left", "countered"]),
    )
    def show(self, by, place, names, way):
        cards, _ = self.replay()
        by, number = self.pick(by, place)
        card = self.name(names)
        is_allowed = (
            self.may_move(by, number)
            and bool(card or cards[number].known or cards[number].secret)
            and (way != "countered" or cards[number].was_cast)
        )
        if way in {"up", "stays"}:
            event = self.attempt(is_allowed, lambda: self.table.turn_up(by, number, card, stays=way == "stays"))
        else:
            zone = Zone.EXILE if way == "left" else None
            event = self.attempt(is_allowed, lambda: self.table.leave(by, number, zone, card))
        if event is None:
            return
        before = cards[number]
        shown, changes = before.shown(card)
        assert (event.showing.number, event.showing.owner) == (number, before.owner)
        assert (event.showing.card, event.showing.changes) == (shown, changes)
        stays = way == "stays" or (way == "up" and before.is_stuck)
        assert isinstance(event, Revealed if stays else TurnedUp if way == "up" else Left)

        def do(cards, _):
            cards[number].known, cards[number].is_stuck = shown, before.is_stuck or stays
            cards[number].state = "down" if stays else "up" if way == "up" else "gone"

        self.note(by, do, shows={number: (shown, changes)})

    @rule(by=WHO, place=PLACE)
    def turn_down(self, by, place):
        cards, _ = self.replay()
        by, number = self.pick(by, place)
        is_allowed = number in cards and cards[number].state == "up"
        if self.attempt(is_allowed, lambda: self.table.turn_down(by, number)) is None:
            return

        def do(cards, _):
            cards[number].state, cards[number].is_open, cards[number].was_cast = "down", True, False

        self.note(by, do)

    @rule(by=WHO, place=PLACE, to=st.sampled_from(PLAYERS))
    def give(self, by, place, to):
        _, gone = self.replay()
        by, number = self.pick(by, place)
        is_allowed = self.may_move(by, number) and to != by and to not in gone
        if self.attempt(is_allowed, lambda: self.table.give(by, number, to)) is None:
            return

        def do(cards, _):
            chain = [cards[number].base, *cards[number].effects, to]
            cards[number].effects = chain[1 : chain.index(to) + 1]

        self.note(by, do)

    # Seldom, or soon nobody would be left.
    @precondition(lambda self: len(self.done) % 5 == 4)
    @rule(by=WHO, player=st.sampled_from(PLAYERS), is_moderator=st.booleans())
    def quit(self, by, player, is_moderator):
        by = by or player
        cards, gone = self.replay()
        takes_part = player in self.table.game.players and player not in gone
        is_allowed = takes_part and (by == player or is_moderator)
        event = self.attempt(is_allowed, lambda: self.table.quit(player, by, is_moderator=is_moderator))
        if event is None:
            return

        def do(cards, gone):
            gone.add(player)
            for card in cards.values():
                card.effects = [each for each in card.effects if each != player]
                if card.owner == player or card.controller in gone:
                    card.state = "gone"
                    card.known = card.known or card.secret

        after, _ = self.replay()
        do(after, set(gone))
        leave = {number for number, card in cards.items() if card.state == "down" and after[number].state == "gone"}
        assert {showing.number for showing in event.owned + event.exiled} == leave
        assert {showing.number for showing in event.owned} == {each for each in leave if cards[each].owner == player}
        shows = {each.number: (each.card, each.changes) for each in event.owned + event.exiled if each.card}
        assert shows == {number: cards[number].shown() for number in leave if cards[number].shown()[0]}
        self.note(by, do, shows=shows)

    @rule(by=WHO, is_moderator=st.booleans())
    def undo(self, by, is_moderator):
        changes = [each for each in self.done if each.by and not each.is_undone]
        by = by or (changes[-1].by if changes else ANA)
        known = [each for each in changes if not each.is_hidden or each.by == by]
        is_allowed = bool(known) and (known[-1].by == by or is_moderator)
        event = self.attempt(is_allowed, lambda: self.table.undo(by, is_moderator=is_moderator))
        if event is None:
            return
        known[-1].is_undone = True
        shows = known[-1].shows
        assert {showing.number: (showing.card, showing.changes) for showing in event.seen} == shows

        def do(cards, _):
            for number, seen in shows.items():
                if number in cards:
                    cards[number].seen = seen

        self.note(None, do)

    # The promises

    @invariant()
    def a_game_that_is_read_anew_is_the_same(self):
        assert fold(self.table.history) == self.table.game

    @invariant()
    def the_table_is_as_the_model_has_it(self):
        cards, gone = self.replay()
        game = self.table.game
        names = {"down": State.FACE_DOWN, "up": State.FACE_UP, "gone": State.GONE}
        assert {
            number: (
                each.state,
                each.card,
                each.seen and (each.seen.card, each.seen.changes),
                each.owner,
                each.controller,
            )
            for number, each in game.permanents.items()
            if each.state is not State.GONE
        } == {
            number: (names[card.state], card.known, card.seen, card.owner, card.controller)
            for number, card in cards.items()
            if card.state != "gone"
        }
        assert set(game.permanents) == set(cards)
        assert game.gone == gone
        assert game.next_number == self.last_number + 1

    @invariant()
    def nobody_who_left_owns_or_controls_anything_here(self):
        for each in self.table.game.permanents.values():
            assert each.state is State.GONE or not {each.owner, each.controller} & self.table.game.gone

    @invariant()
    def only_the_controller_may_look(self):
        cards, _ = self.replay()
        for viewer in PLAYERS:
            own = {number: card for number, card in cards.items() if (card.state, card.controller) == ("down", viewer)}
            seen = may_look(self.table.game, self.table.secrets, viewer)
            assert {number: (secret.card, secret.cause) for number, secret in seen.items()} == {
                number: (card.secret, card.cause) for number, card in own.items()
            }

    @invariant()
    def nothing_public_holds_a_secret(self):
        public = repr(self.table.game) + repr(self.table.history) + "".join(map(written, events_of(self.table)))
        secret = {f"Secret{number:04}" for number in range(1, self.names + 1)} - self.shown
        assert [name for name in secret if name in public] == []
        assert "megamorph" not in public.casefold()

    def teardown(self):
        """In the end everything is shown."""
        cards, _ = self.replay()
        shown = self.table.end(ANA, is_moderator=True).shown
        assert [(each.number, each.owner, each.card, each.changes) for each in shown] == [
            (number, card.owner, *card.shown()) for number, card in sorted(cards.items()) if card.state == "down"
        ]


def events_of(table):
    return [recorded.event for recorded in table.history]


def test_random_games_keep_their_promises():
    # Without `phases` the shortest game that fails is told, but looking for it takes minutes.
    run_state_machine_as_test(
        RandomGames,
        settings=settings(
            deadline=None,
            derandomize=True,
            max_examples=120,
            stateful_step_count=50,
            phases=[Phase.generate],
        ),
    )

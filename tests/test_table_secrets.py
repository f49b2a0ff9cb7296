"""Two games that differ in hidden cards alone are alike to everybody else: players, suggestions, logs, errors."""

from __future__ import annotations

import io
import logging
import re

import pytest
from hand_of_cards import printing, ruling, take
from hypothesis import Phase, given, note, settings
from random_games import JUDGE, MOST_NAMES, VEIL, Action, Referee, games
from simcord.env import Env
from worlds import BREAKS, FAULTS, PAUSE, RESTART, Chance, OnDiscord, OnStore

from bot import respond
from bot.cogs import upkeep
from bot.host import logs
from bot.store import games as games_store
from bot.table import tables

AT_THE_TABLE = {"add": 6, "identify": 3, "give": 3, "turnup": 2, "undo": 3, "leave": 2}
AT_THE_TABLE |= dict.fromkeys(("down", "quit", "mark", "end", "restart"), 1)
ON_DISCORD = AT_THE_TABLE | {"look": 3, "suggest": 2, "wait": 2}
ON_DISCORD |= {"ways": 4} | dict.fromkeys(("start", "board", "log", "press"), 1)
"""What players do, with how often they do it."""


@pytest.fixture
def chance(monkeypatch):
    """The same chance in both games."""
    chance = Chance()
    monkeypatch.setattr(games_store, "time", chance)
    monkeypatch.setattr(upkeep, "time", chance)
    monkeypatch.setattr(respond, "time", chance)
    monkeypatch.setattr(games_store, "secrets", chance)
    monkeypatch.setattr(tables, "PAUSE", PAUSE)
    # How long the simulated Discord waits before it looks whether all that still runs is a pause.
    monkeypatch.setitem(Env._settle_internal.__kwdefaults__, "idle", 0.001)
    return chance


@pytest.fixture
def host_log():
    """What the host sees in the log at the level `debug`, at which most is told."""
    root = logging.getLogger()
    handlers, levels = root.handlers, {name: logging.getLogger(name).level for name in [*root.manager.loggerDict, ""]}
    root.handlers = []
    logs.set_up(logging.DEBUG)
    logging.getLogger("simcord").setLevel(logging.ERROR)
    stream = io.StringIO()
    root.handlers[0].setStream(stream)
    yield stream
    root.handlers = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def texts(body):
    """All texts in the body of a message."""
    if isinstance(body, str):
        yield body
    elif isinstance(body, dict | list):
        for each in body.values() if isinstance(body, dict) else body:
            yield from texts(each)


class Both:
    """A game that is played in two worlds at once, with other hidden cards in each."""

    def __init__(self, worlds):
        self._worlds = worlds
        self._referee = Referee()
        self._is_calm = True
        self.looked_up = 0
        self._written = (None, [])

    def play(self, game):
        for world in self._worlds:
            world.sit_down()
        for step in game:
            for action in self._referee.actions(step):
                self._do(action)
        for action in [*self._referee.the_end(), Action("wait", JUDGE)]:
            self._do(action)
        assert self._written == (None, [])

    def _do(self, action):
        note(str(action))
        one, other = (world.do(action) for world in self._worlds)
        before, self._written = self._written, (one.game, one.events)
        self._referee.hear(action, one.game, one.events)
        assert self._written == (other.game, other.events)
        assert one.public == other.public
        assert one.log == other.log
        in_private, in_other = (
            [(viewer, self._referee.veiled(action, body, viewer, world.which)) for viewer, body in seen.private]
            for world, seen in zip(self._worlds, (one, other), strict=True)
        )
        assert in_private == in_other
        self.looked_up += sum(body == VEIL for _, body in in_private)
        for viewer, body in in_private:
            if self._worlds[0].is_look(action, body):
                self._must_show_all(action, viewer, body)
            is_recorded = any("Recorded." in text for text in texts(body))
            assert not (is_recorded and one.game and self._written == before), "what was acknowledged is lost"
        # What failed may be told of late, but nothing fails any more after everything has come to rest.
        self._is_calm = not action.trouble and (self._is_calm or action.kind == "wait")
        assert not (self._is_calm and action.kind != "wait" and "level=error" in one.log), one.log

    def _must_show_all(self, action, viewer, body):
        """Whoever looks sees what was told of each of their own, and of nothing else."""
        own = set(self._referee.secrets_of(viewer))
        asked = {action.options["number"]} if action.kind == "look" and action.options else own
        shown = (re.findall(rf"\*\*#(\d+)\*\* .*{VEIL}", text) for text in texts(body))
        assert {int(number) for numbers in shown for number in numbers} == own & asked


def play_twice(worlds, some_games, examples):
    """Play random games in two worlds, in the end of which nothing remembers a hidden card."""

    played = []

    # A world lives on from game to game, so a game that fails cannot be made smaller by playing parts of it again.
    @settings(deadline=None, derandomize=True, max_examples=examples, phases=[Phase.generate])
    @given(some_games)
    def play(game):
        both = Both(worlds)
        both.play(game)
        played.append(both.looked_up)

    try:
        play()
        assert not any(world.remembers(name) for world in worlds for name in ("Abzan Guide", "Raptor", "Forest"))
    finally:
        for world in worlds:
            world.close()
    return played


@pytest.fixture
def library(host_config, judge):
    """Knows every card that is told in a game, and of those of the one game says other things than of the other's."""
    kinds = (
        ("Instant", "{R}", "It deals 3 damage to any target."),
        ("Land", "", "Morph {2}"),
        ("Creature — Lizard", "{1}{G}{G}", "Megamorph {4}{G}"),
    )
    guide = ("Creature — Human", "{3}{W}{B}{G}", "Disguise {2}. This cost is reduced by {1}.")
    cards = []
    for number in range(1, MOST_NAMES):
        cards.append(printing(number, f"Abzan Guide {number}", *guide))
        cards.append(printing(MOST_NAMES + number, f"Raptor {number}", *kinds[number % len(kinds)]))
    take(host_config.library, judge, cards, [ruling(1, "2020-01-01", "It is a guide.")])


@pytest.mark.usefixtures("library")
def test_on_discord_nobody_else_can_tell_two_games_apart_that_differ_in_hidden_cards(chance, host_log, host_config):
    # All that leaves the bot: messages, edits, answers, forms, suggestions, files, and all that the host's log holds;
    # with restarts, and with Discord or the database failing.
    worlds = [OnDiscord(which, chance, host_config, host_log) for which in (0, 1)]
    troubles = (*FAULTS, *BREAKS, RESTART)
    played = play_twice(worlds, games(ON_DISCORD, troubles), 200)
    assert sum(played) > len(played) / 4, "hardly anybody was told anything from the library"


def test_at_the_table_nobody_else_can_tell_a_thousand_games_apart_that_differ_in_hidden_cards(
    chance, host_config, judge
):
    # Just below Discord, after each step: the lines, refusals, board, log, transcript, choices and rulings, in five
    # languages, the looks of all players, and the events as they are stored.
    worlds = [OnStore(which, chance, host_config, judge.corpus) for which in (0, 1)]
    play_twice(worlds, games(AT_THE_TABLE), 1000)

"""The table's record when much happens at once, when Discord or the database fails, and when things vanish."""

from __future__ import annotations

import asyncio
import fnmatch
import re
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import discord
import pytest
from conversation import LONGER_THAN_THE_PAUSE, in_database, requests, restarted
from discord_limits import choices_violations, message_violations
from facedown_table import fill_in, sent_bodies
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter, _path_of
from simulated import break_database, errors_in

from bot.app import open_bot

DAY = 24 * 60 * 60
LIVE = ["Add", "Look at mine", "Turn up", "Leaves the battlefield"]
CLOSED = "This game is closed."
NO_GAME = "No game runs here. Open one with `/facedown start` or `/facedown add`."
GAME_RUNS = "A game runs here already; `/facedown board` shows its board."
GAME_OVER = "The game here is over. Use `/facedown end` once more to show what was face down."
OLD_BOARD = "This belongs to a game that is closed. Use the newest board here, or open a game with `/facedown start`."
SORRY = "Something went wrong on my side. Please try again."
NO_MEMORY = "My memory cannot be read or written just now, so that was not done. Please tell whoever hosts me."
RECORDED = (
    "It is recorded; only my answer failed. `/facedown log` shows what everybody may know of it, `/facedown look` what "
    "is secret."
)
FORGOTTEN = (
    "Done: your language, your secret entries and your name are deleted. Your number at Discord stays in games that "
    "still run until they are closed."
)
CALLBACK = ("POST", "/interactions/*/callback")
FOLLOWUP = ("POST", "/webhooks/*")
POST = ("POST", "/channels/*/messages")
EDIT = ("PATCH", "/channels/*/messages/*")
REFUSES = [(500, 0), (403, 50013)]
"""Status and code of a failure that passes, and of a permission that is missing."""
UNREACHABLE = [aiohttp.ClientConnectionError("cut"), ConnectionResetError(104, "reset"), TimeoutError()]
"""What the library lets through when Discord cannot be reached."""
FIXTURES_LIVE_ON = settings(
    deadline=None,
    derandomize=True,
    max_examples=20,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

bot_may_fail = pytest.mark.simcord(check_errors=False)
"""What the bot's own handlers are told of is no failure of the test."""


@contextmanager
def not_yet(env):
    """What people do meanwhile has all reached the bot before it gets to work."""

    async def nothing(*_args, **_options):
        pass

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(env, "_settle_internal", nothing)
        yield


async def at_once(env, *deeds):
    """People do things at the same moment; then the bot does all that it has to do, and some seconds pass."""
    with not_yet(env):
        results = [await deed for deed in deeds]
    await env.advance_time(LONGER_THAN_THE_PAUSE)
    return results


async def begin(env, *deeds):
    """People do things, and the bot gets as far as it comes before the pause after a message has passed."""
    with not_yet(env):
        results = [await deed for deed in deeds]
    # Real time, long enough for the database's thread.
    await asyncio.sleep(0.3)
    return results


def play(who, channel, command, **options):
    """Somebody is about to use a command of `/facedown`."""
    return who.slash(channel, f"facedown {command}", **options)


def add(who, channel, **options):
    """Somebody is about to add what is manifested."""
    return play(who, channel, "add", **{"how": "manifest", **options})


async def told(env, deed):
    """What the bot tells whoever does something, in one or more messages."""
    (result,) = await at_once(env, deed)
    return answers(result)


def answers(result):
    return [each.content for each in (result.response, *result.followups) if each is not None]


def public(channel):
    """The texts that everybody sees, without boards and what else is an embed alone."""
    return [message.content for message in channel.history() if not message.flags.ephemeral and message.content]


def lines(channel):
    """What everybody was told, line by line."""
    return "\n".join(public(channel)).split("\n")


async def offered(who, channel):
    """The numbers that somebody may choose from, as Discord lists them."""
    choices = await who.autocomplete(channel, "facedown look", "number", "")
    assert choices_violations(choices) == []
    return [choice["name"] for choice in choices]


def endings(channel):
    """What was shown at the ends of games."""
    return [text for text in public(channel) if text.startswith("The game is over")]


def boards(channel):
    """The messages that are or were boards, oldest first."""
    return [
        message for message in channel.history() if message.embeds and message.embeds[0].title == "Face-down permanents"
    ]


def live_boards(env, channel):
    """The boards that can be used, by what stands on them."""
    stored = [env.backend.get_message(channel.id, message.id) for message in boards(channel)]
    return [message.embeds[0]["description"] for message in stored if message.components]


def numbers(text):
    """The numbers at the beginnings of lines."""
    return [int(number) for number in re.findall(r"^\*\*#(\d+)\*\*", text, re.MULTILINE)]


def on_board(env, channel):
    """The numbers on the one board that can be used."""
    (text,) = live_boards(env, channel)
    return numbers(text)


def announced(channel):
    """The numbers of what everybody was told to be face down, in that order."""
    return [
        int(found) for found in re.findall(r"^\*\*#(\d+)\*\* face down under", "\n".join(lines(channel)), re.MULTILINE)
    ]


def recorded(config):
    """The kinds of changes that are written down, over all games in order."""
    sql = "SELECT json_extract(event, '$.kind') FROM game_events ORDER BY game_id, seq"
    return [kind for (kind,) in in_database(config, sql)]


def games(config):
    return in_database(config, "SELECT channel_id FROM games ORDER BY channel_id")


def in_files(config, word):
    """Whether a word stands anywhere in the files of the database."""
    file = Path(config.database)
    return any(word.encode() in path.read_bytes() for path in file.parent.glob(f"{file.name}*"))


def age(config, days, *channels):
    """Let the last changes of games be some days further in the past."""
    ids = ", ".join(str(channel.id) for channel in channels)
    by = f"changed_at - {days * DAY} WHERE channel_id IN ({ids})"
    in_database(config, f"UPDATE games SET changed_at = {by}")  # noqa: S608 - whole numbers


def forbid(env, channel, *permissions):
    """Take permissions away from the bot in a channel, and give it all others."""
    deny = discord.Permissions(**dict.fromkeys(permissions, True)).value
    env.backend.set_overwrite(channel.id, Overwrite(env.backend.bot_user.id, OverwriteType.MEMBER, deny=deny))


def called(env, guild, who, nick):
    """Let a member be called something in the server."""
    env.backend.get_guild(guild.id).members[who.id].nick = nick


@pytest.fixture
def thread(simcord_env, channel, ana):
    """A thread of the channel."""
    simcord_env.backend.create_thread(channel.id, "round 1", ana.id)
    return channel.threads[0]


@pytest.fixture
def elsewhere(guild):
    """Another channel of the server."""
    return guild.create_text_channel("elsewhere")


class Wire:
    """The way to Discord: requests may be held up on it, or never arrive."""

    def __init__(self, env):
        self._env = env
        self._held = []
        self._cut = []

    def hold(self, method, path):
        """Hold the next such request up until what is returned is set."""
        go_on = asyncio.Event()
        self._held.append((method, path, go_on))
        return go_on

    def cut(self, method, path, error):
        """Let the next such request fail without an answer."""
        self._cut.append((method, path, error))

    async def carry(self, method, path):
        for cut in self._cut:
            if cut[0] == method and fnmatch.fnmatch(path, cut[1]):
                self._cut.remove(cut)
                raise cut[2]
        for held in self._held:
            if held[0] == method and fnmatch.fnmatch(path, held[1]):
                self._held.remove(held)
                await self._env.external_wait(held[2].wait(), reason="Discord is slow")
                return


@pytest.fixture
def wire(simcord_env, monkeypatch):
    """See `Wire`."""
    wire = Wire(simcord_env)

    def over_the_wire(real):
        async def request(self, route, *args, **options):
            await wire.carry(route.method, _path_of(route.url))
            return await real(self, route, *args, **options)

        return request

    for end in (FakeHTTPClient, FakeWebhookAdapter):
        monkeypatch.setattr(end, "request", over_the_wire(end.request))
    return wire


# ---------------------------------------------------------------------------------------------------------- at once


async def test_fifty_adds_at_once_get_distinct_numbers_in_order_of_arrival_and_all_is_told(
    simcord_env, channel, guild, host_config
):
    players = [guild.add_member(simcord_env.create_user(f"player{number}")) for number in range(8)]
    results = await at_once(
        simcord_env, *(add(players[number % 8], channel, marker=f"die {number}") for number in range(50))
    )
    arrived = [(str(number + 1), str(players[number % 8].id), str(number)) for number in range(50)]
    line = r"\*\*#(\d+)\*\* face down under <@(\d+)>: manifest · marker: die (\d+)"
    assert re.findall(line, "\n".join(public(channel))) == arrived
    for result, (number, _, die) in zip(results, arrived, strict=True):
        assert result.response.ephemeral
        assert answers(result)[0].startswith(f"**#{number}** manifest · marker: die {die} · ")
    assert recorded(host_config) == ["started", *["added"] * 50]


async def test_fifty_adds_at_once_cost_few_messages_and_edits_and_the_one_board_shows_them_all(
    simcord_env, channel, guild
):
    players = [guild.add_member(simcord_env.create_user(f"player{number}")) for number in range(8)]
    await at_once(simcord_env, *(add(players[number % 8], channel) for number in range(50)))
    # The board, the first line alone, and the other 49 in messages of at most 2000 characters.
    assert len(requests(simcord_env, "POST", f"/channels/{channel.id}/messages")) <= 5
    assert len(requests(simcord_env, "PATCH", f"/channels/{channel.id}/messages")) <= 3
    assert sorted(on_board(simcord_env, channel)) == list(range(1, 51))


@pytest.mark.parametrize("opening", ["start start", "add add", "start add", "add start", "start add add start add"])
async def test_several_who_open_a_game_at_once_open_one_with_one_board(
    simcord_env, channel, host_config, ana, beto, *, opening
):
    commands = opening.split()
    deeds = {"start": lambda who: play(who, channel, "start"), "add": lambda who: add(who, channel)}
    results = await at_once(simcord_env, *(deeds[each]((ana, beto)[at % 2]) for at, each in enumerate(commands)))
    adds, starts = commands.count("add"), commands.count("start")
    refused = [answers(result) for result in results].count([GAME_RUNS])
    # An add may have opened it, so that every start is refused.
    assert refused in (starts - 1, starts)
    assert recorded(host_config) == ["started", *["added"] * adds]
    assert sorted(on_board(simcord_env, channel)) == list(range(1, adds + 1))


async def test_games_that_end_at_the_same_moment_are_all_closed(simcord_env, guild, host_config, ana):
    channels = [guild.create_text_channel(f"table {number}") for number in range(5)]
    await at_once(simcord_env, *(add(ana, channel, card="Abzan Guide") for channel in channels))
    results = await at_once(simcord_env, *(play(ana, channel, "end") for channel in channels))
    assert [answers(result)[1:] for result in results] == [[""]] * 5
    assert [board.embeds[0].description for channel in channels for board in boards(channel)] == [CLOSED] * 5
    assert games(host_config) == []
    assert not in_files(host_config, "Abzan Guide")


async def test_several_ends_at_once_show_everything_once(simcord_env, channel, host_config, ana, beto):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"), add(beto, channel))
    results = await at_once(simcord_env, *(play(who, channel, "end") for who in (ana, beto, ana)))
    assert [answers(result) for result in results[1:]] == [[NO_GAME], [NO_GAME]]
    (ending,) = endings(channel)
    assert ending.split("\n") == [
        f"The game is over (<@{ana.id}>). What was still face down:",
        f"**#1** of <@{ana.id}> (manifest): Abzan Guide",
        f"**#2** of <@{beto.id}> (manifest): never told to me, to be shown at the table",
    ]
    assert games(host_config) == []
    assert [board.embeds[0].description for board in boards(channel)] == [CLOSED]
    assert live_boards(simcord_env, channel) == []


async def test_an_add_just_before_the_end_is_shown_at_the_end(simcord_env, channel, host_config, ana, beto):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    added, _ = await at_once(simcord_env, add(beto, channel, card="Vastwood Gorger"), play(ana, channel, "end"))
    assert answers(added)[0].endswith(" – it is: Vastwood Gorger\n-# Recorded. Only you see this message.")
    (ending,) = endings(channel)
    assert f"**#2** of <@{beto.id}> (manifest): Vastwood Gorger" in ending
    assert games(host_config) == []
    assert live_boards(simcord_env, channel) == []


async def test_an_add_just_after_the_end_is_refused_and_nothing_of_it_is_kept(
    simcord_env, channel, host_config, ana, beto
):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    _, added = await at_once(simcord_env, play(ana, channel, "end"), add(beto, channel, card="Vastwood Gorger"))
    assert answers(added) == [GAME_OVER]
    assert not in_files(host_config, "Vastwood Gorger")
    assert games(host_config) == []
    assert live_boards(simcord_env, channel) == []


async def test_an_add_whose_answer_is_slow_may_be_overtaken_by_the_end(simcord_env, channel, ana, beto, wire):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    go_on = wire.hold(*CALLBACK)
    (added,) = await begin(simcord_env, add(beto, channel, card="Vastwood Gorger"))
    await begin(simcord_env, play(ana, channel, "end"))
    go_on.set()
    await simcord_env.advance_time(LONGER_THAN_THE_PAUSE)
    assert " – it is: Vastwood Gorger" in answers(added)[0]
    assert f"**#2** of <@{beto.id}> (manifest): Vastwood Gorger" in endings(channel)[0]
    assert live_boards(simcord_env, channel) == []


@pytest.mark.parametrize("order", ["end board", "board end"])
async def test_an_end_and_a_board_at_once_leave_no_board_alive(simcord_env, channel, host_config, ana, order):
    await at_once(simcord_env, add(ana, channel))
    await at_once(simcord_env, *(play(ana, channel, command) for command in order.split()))
    assert games(host_config) == []
    assert live_boards(simcord_env, channel) == []


async def test_of_boards_asked_for_at_once_the_last_one_is_the_board(simcord_env, channel, ana, beto):
    await at_once(simcord_env, add(ana, channel))
    await at_once(simcord_env, play(ana, channel, "board"), add(beto, channel), play(beto, channel, "board"))
    assert on_board(simcord_env, channel) == [1, 2]
    assert boards(channel)[-1].components


async def test_a_page_that_is_turned_slowly_does_not_bring_back_what_the_board_showed_before(
    simcord_env, channel, ana, wire
):
    await at_once(simcord_env, add(ana, channel, count=20, source="s" * 80, marker="m" * 80))
    (board,) = boards(channel)
    go_on = wire.hold(*CALLBACK)
    await begin(simcord_env, ana.click(board, label="Next"))
    await begin(simcord_env, add(ana, channel, marker="the newest"))
    go_on.set()
    await simcord_env.advance_time(LONGER_THAN_THE_PAUSE)
    assert numbers(live_boards(simcord_env, channel)[0])[-1] == 21


async def test_two_undos_at_once_take_back_two_changes_and_free_no_number(simcord_env, channel, host_config, ana):
    await at_once(simcord_env, add(ana, channel), add(ana, channel), add(ana, channel))
    await at_once(simcord_env, play(ana, channel, "undo"), play(ana, channel, "undo"))
    assert on_board(simcord_env, channel) == [1]
    await at_once(simcord_env, add(ana, channel))
    assert on_board(simcord_env, channel) == [1, 4]
    assert recorded(host_config) == ["started", *["added"] * 3, *["undone"] * 2, "added"]


async def test_what_is_turned_up_twice_at_once_is_shown_once(simcord_env, channel, ana):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    first, second = await at_once(simcord_env, *(play(ana, channel, "turnup", number=1) for _ in range(2)))
    assert answers(first)[0] == f"<@{ana.id}> turns **#1** face up: Abzan Guide."
    assert answers(second) == ["#1 is face up already; the board shows what is face down."]


async def test_while_discord_is_slow_changes_are_written_down_and_then_told_in_one_message(
    simcord_env, channel, host_config, ana, wire
):
    await at_once(simcord_env, play(ana, channel, "start"))
    go_on = wire.hold(*POST)
    results = await begin(simcord_env, *(add(ana, channel) for _ in range(5)))
    assert recorded(host_config) == ["started", *["added"] * 5]
    assert all(answers(result)[0].endswith("-# Recorded. Only you see this message.") for result in results)
    go_on.set()
    await simcord_env.advance_time(LONGER_THAN_THE_PAUSE)
    assert [numbers(text) for text in public(channel)] == [[1], [2, 3, 4, 5]]
    assert on_board(simcord_env, channel) == [1, 2, 3, 4, 5]


# ------------------------------------------------------------------------------------- channels and servers apart


async def test_a_person_who_adds_in_two_channels_at_once_plays_two_games(simcord_env, channel, elsewhere, ana):
    places = (channel, elsewhere) * 5
    await at_once(simcord_env, *(add(ana, place, marker=f"in {place.name}") for place in places))
    for place, other in ((channel, elsewhere), (elsewhere, channel)):
        assert announced(place) == [1, 2, 3, 4, 5]
        assert on_board(simcord_env, place) == [1, 2, 3, 4, 5]
        (board,) = live_boards(simcord_env, place)
        assert board.count(f"marker: in {place.name}") == 5
        assert f"in {other.name}" not in board


async def test_games_of_two_servers_do_not_mix(simcord_env, channel, ana, beto, host_config):
    other_guild = simcord_env.create_guild(name="Other store")
    there = other_guild.create_text_channel("table")
    ana_there = other_guild.add_member(ana.user, nick="Ana of the other store")
    await at_once(
        simcord_env,
        add(ana, channel, card="Abzan Guide"),
        add(ana_there, there, how="cloak", card="Vastwood Gorger"),
        add(beto, channel),
    )
    assert (on_board(simcord_env, channel), on_board(simcord_env, there)) == ([1, 2], [1])
    here, other = await at_once(simcord_env, play(ana, channel, "look"), play(ana_there, there, "look"))
    assert re.findall(r"it is: (.*)", here.response.embeds[0].description) == ["Abzan Guide"]
    assert re.findall(r"it is: (.*)", other.response.embeds[0].description) == ["Vastwood Gorger"]
    assert await offered(ana, channel) == ["#1 · manifest · ana", "#2 · manifest · beto"]
    assert await offered(ana_there, there) == ["#1 · cloak · Ana of the other store"]
    await at_once(simcord_env, play(ana_there, there, "end"))
    assert games(host_config) == [(channel.id,)]
    assert on_board(simcord_env, channel) == [1, 2]


# --------------------------------------------------------------------------------------------- what vanishes


async def test_a_board_that_was_deleted_is_posted_anew_with_the_next_change(simcord_env, channel, ana, host_config):
    await at_once(simcord_env, add(ana, channel))
    (board,) = boards(channel)
    simcord_env.backend.delete_message(channel.id, board.id)
    await at_once(simcord_env, add(ana, channel), add(ana, channel))
    assert on_board(simcord_env, channel) == [1, 2, 3]
    await at_once(simcord_env, add(ana, channel))
    assert on_board(simcord_env, channel) == [1, 2, 3, 4]
    assert in_database(host_config, "SELECT board_id FROM games") == [(boards(channel)[0].id,)]


async def test_the_board_can_be_posted_anew_and_the_old_one_points_to_it(simcord_env, guild, channel, ana, beto):
    await at_once(simcord_env, add(ana, channel))
    await at_once(simcord_env, ana.send(channel, "What a long talk."))
    (answer,) = await told(simcord_env, play(beto, channel, "board"))
    old, new = boards(channel)
    link = f"https://discord.com/channels/{guild.id}/{channel.id}/{new.id}"
    assert answer == f"Here is the board: {link}"
    assert old.embeds[0].description == f"The board stands further down now: {link}"
    await at_once(simcord_env, add(beto, channel))
    assert on_board(simcord_env, channel) == [1, 2]
    assert not simcord_env.backend.get_message(channel.id, old.id).components


@pytest.mark.parametrize("change", [{"command": "board"}, {"command": "end"}], ids=lambda change: change["command"])
async def test_without_the_old_board_a_new_one_or_the_end_comes_all_the_same(simcord_env, channel, ana, change):
    await at_once(simcord_env, add(ana, channel))
    simcord_env.backend.delete_message(channel.id, boards(channel)[0].id)
    answer = await told(simcord_env, play(ana, channel, change["command"]))
    assert SORRY not in answer
    assert len(live_boards(simcord_env, channel)) == (1 if change["command"] == "board" else 0)


@pytest.mark.parametrize("place", ["channel", "thread"])
async def test_a_channel_or_thread_that_is_deleted_closes_its_game_and_no_other(
    simcord_env, host_config, elsewhere, ana, request, *, place
):
    gone = request.getfixturevalue(place)
    await at_once(simcord_env, add(ana, gone, card="Abzan Guide"), add(ana, elsewhere, card="Vastwood Gorger"))
    assert in_files(host_config, "Abzan Guide")
    simcord_env.backend.delete_channel(gone.id)
    await simcord_env.advance_time(LONGER_THAN_THE_PAUSE)
    assert games(host_config) == [(elsewhere.id,)]
    assert not in_files(host_config, "Abzan Guide")
    assert in_files(host_config, "Vastwood Gorger")


async def test_a_channel_that_is_deleted_takes_the_games_of_its_threads_along(
    simcord_env, host_config, channel, thread, ana
):
    await at_once(simcord_env, add(ana, channel), add(ana, thread))
    simcord_env.backend.delete_channel(channel.id)
    await simcord_env.advance_time(LONGER_THAN_THE_PAUSE)
    assert games(host_config) == []


@pytest.mark.parametrize("board", ["posted", "deleted", "never posted"])
async def test_a_channel_that_was_deleted_unnoticed_closes_the_game_once_discord_says_so(
    simcord_env, host_config, channel, ana, board
):
    if board == "never posted":
        simcord_env.inject_error(*POST, status=500, times=2)
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    if board == "deleted":
        simcord_env.backend.delete_message(channel.id, boards(channel)[0].id)
    assert len(boards(channel)) == (board == "posted")
    simcord_env.inject_error("*", "/channels/*", status=404, code=10003, times=None)
    await at_once(simcord_env, add(ana, channel))
    assert games(host_config) == []
    assert not in_files(host_config, "Abzan Guide")
    assert simcord_env.errors == []


async def test_a_channel_that_is_deleted_while_something_is_added_closes_the_game(
    simcord_env, host_config, channel, ana, beto, *, wire
):
    await at_once(simcord_env, add(ana, channel))
    go_on = wire.hold(*EDIT)
    await at_once(simcord_env, add(ana, channel), add(beto, channel))
    simcord_env.backend.delete_channel(channel.id)
    go_on.set()
    await simcord_env.advance_time(LONGER_THAN_THE_PAUSE)
    assert games(host_config) == []
    assert simcord_env.errors == []


# ------------------------------------------------------------------------------------------- lost permissions

NEEDS = {
    "send_messages": "I need the permission “Send Messages” in this channel for that.",
    "embed_links": "I need the permission “Embed Links” in this channel for that.",
    "view_channel": "I need the permission “View Channel” in this channel for that.",
}
NEEDS_IN_THREADS = {
    "send_messages_in_threads": "I need the permission “Send Messages in Threads” in this channel for that.",
    "embed_links": NEEDS["embed_links"],
}


@pytest.mark.parametrize(("permission", "refusal"), NEEDS.items(), ids=NEEDS)
async def test_without_a_permission_no_game_is_opened(simcord_env, host_config, channel, ana, *, permission, refusal):
    forbid(simcord_env, channel, permission)
    for deed in (play(ana, channel, "start"), add(ana, channel, card="Abzan Guide")):
        assert await told(simcord_env, deed) == [refusal]
    assert games(host_config) == []
    assert (public(channel), boards(channel)) == ([], [])


@pytest.mark.parametrize(("permission", "refusal"), NEEDS_IN_THREADS.items(), ids=NEEDS_IN_THREADS)
async def test_without_a_permission_no_game_is_opened_in_a_thread(
    simcord_env, host_config, channel, thread, ana, *, permission, refusal
):
    forbid(simcord_env, channel, permission)
    assert await told(simcord_env, add(ana, thread)) == [refusal]
    assert games(host_config) == []


async def test_in_a_thread_only_the_permissions_for_threads_count(simcord_env, channel, thread, ana):
    forbid(simcord_env, channel, "send_messages")
    await at_once(simcord_env, add(ana, thread))
    assert on_board(simcord_env, thread) == [1]
    forbid(simcord_env, channel, "send_messages_in_threads")
    await at_once(simcord_env, add(ana, channel))
    assert on_board(simcord_env, channel) == [1]


@pytest.mark.parametrize(("permission", "refusal"), NEEDS.items(), ids=NEEDS)
async def test_while_a_permission_is_lost_nothing_is_added_and_afterwards_the_game_goes_on(
    simcord_env, host_config, channel, ana, *, permission, refusal
):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    forbid(simcord_env, channel, permission)
    for deed in (add(ana, channel), play(ana, channel, "board")):
        assert await told(simcord_env, deed) == [refusal]
    assert recorded(host_config) == ["started", "added"]
    forbid(simcord_env, channel)
    await at_once(simcord_env, add(ana, channel))
    assert on_board(simcord_env, channel) == [1, 2]


@pytest.mark.parametrize("permission", NEEDS)
async def test_while_a_permission_is_lost_changes_are_answered_and_the_board_is_right_afterwards(
    simcord_env, channel, ana, permission
):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"), add(ana, channel), add(ana, channel))
    forbid(simcord_env, channel, permission)
    for command, options, answer in (
        ("turnup", {"number": 1}, f"<@{ana.id}> turns **#1** face up: Abzan Guide."),
        ("mark", {"number": 2, "tapped": True}, f"<@{ana.id}> marks **#2**: tapped"),
        ("undo", {}, f"<@{ana.id}> takes back: <@{ana.id}> marks **#2**: tapped"),
    ):
        assert await told(simcord_env, play(ana, channel, command, **options)) == [answer]
    forbid(simcord_env, channel)
    await at_once(simcord_env, play(ana, channel, "mark", number=3, tapped=True))
    assert on_board(simcord_env, channel) == [2, 3]
    assert simcord_env.errors == []


@pytest.mark.parametrize("permission", NEEDS)
async def test_while_a_permission_is_lost_the_game_can_be_ended(simcord_env, host_config, channel, ana, permission):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    forbid(simcord_env, channel, permission)
    await at_once(simcord_env, play(ana, channel, "end"))
    assert endings(channel)[0].endswith(f"**#1** of <@{ana.id}> (manifest): Abzan Guide")
    assert games(host_config) == []
    assert simcord_env.errors == []


async def test_one_can_look_where_the_bot_may_not_write_any_more(simcord_env, channel, ana):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    forbid(simcord_env, channel, "send_messages", "embed_links")
    (looked,) = await at_once(simcord_env, play(ana, channel, "look"))
    assert "Abzan Guide" in looked.response.embeds[0].description


async def test_without_the_permission_to_attach_files_the_end_shows_the_whole_record_as_messages(
    simcord_env, channel, ana
):
    await at_once(simcord_env, *(add(ana, channel, count=20, source="s" * 80) for _ in range(2)))
    await at_once(simcord_env, *(play(ana, channel, "mark", number=number, text="t" * 80) for number in range(1, 41)))
    forbid(simcord_env, channel, "attach_files")
    (ended,) = await at_once(simcord_env, play(ana, channel, "end"))
    record = "\n".join(embed.description for each in ended.followups for embed in each.embeds)
    assert record.count(" marks **#") == 40
    assert [attachment for each in ended.followups for attachment in each.attachments] == []


# ---------------------------------------------------------------------------------------------- Discord fails


@pytest.mark.parametrize(("status", "code"), [*REFUSES, (404, 10062)])
async def test_an_add_that_cannot_be_answered_is_written_down_told_and_on_the_board(
    simcord_env, channel, host_config, ana, *, status, code
):
    simcord_env.inject_error(*CALLBACK, status=status, code=code)
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    assert recorded(host_config) == ["started", "added"]
    assert announced(channel) == [1]
    assert on_board(simcord_env, channel) == [1]
    assert "Abzan Guide" not in "\n".join(public(channel))
    (looked,) = await at_once(simcord_env, play(ana, channel, "look"))
    assert looked.response.embeds[0].description.endswith(" – it is: Abzan Guide")


@pytest.mark.parametrize(("status", "code"), [*REFUSES, (404, 10062)])
async def test_a_card_that_cannot_be_shown_in_the_answer_is_shown_in_a_message(
    simcord_env, channel, host_config, ana, *, status, code
):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    simcord_env.inject_error(*CALLBACK, status=status, code=code)
    await at_once(simcord_env, play(ana, channel, "turnup", number=1))
    assert public(channel)[-1] == f"<@{ana.id}> turns **#1** face up: Abzan Guide."
    assert recorded(host_config) == ["started", "added", "turnedup"]
    assert live_boards(simcord_env, channel) == ["Nothing is face down."]


@pytest.mark.parametrize("times", [1, 2], ids=["once", "also to tell of it"])
@pytest.mark.parametrize("error", UNREACHABLE, ids=lambda error: type(error).__name__)
async def test_a_card_is_shown_although_discord_was_out_of_reach_for_the_answer(
    simcord_env, channel, ana, wire, *, error, times
):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    for _ in range(times):
        wire.cut(*CALLBACK, error)
    await at_once(simcord_env, play(ana, channel, "turnup", number=1))
    assert public(channel)[-1] == f"<@{ana.id}> turns **#1** face up: Abzan Guide."
    assert live_boards(simcord_env, channel) == ["Nothing is face down."]


@pytest.mark.parametrize(
    ("command", "options"),
    [("add", {"how": "manifest"}), ("mark", {"number": 1, "tapped": True}), ("turnup", {"number": 1})],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_whoever_gets_no_answer_to_a_change_is_told_politely_and_not_asked_to_do_it_twice(
    simcord_env, channel, ana, command, options
):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    simcord_env.inject_error(*CALLBACK, status=500)
    (result,) = await at_once(simcord_env, play(ana, channel, command, **options))
    assert result.response.ephemeral
    assert answers(result) == [RECORDED]


@pytest.mark.parametrize(("status", "code"), REFUSES)
async def test_lines_that_could_not_be_posted_are_told_with_the_next_ones(
    simcord_env, channel, ana, beto, *, status, code
):
    await at_once(simcord_env, play(ana, channel, "start"))
    simcord_env.inject_error(*POST, status=status, code=code)
    (result,) = await at_once(simcord_env, add(ana, channel))
    assert answers(result)[0].endswith("-# Recorded. Only you see this message.")
    assert on_board(simcord_env, channel) == [1]
    await at_once(simcord_env, add(beto, channel))
    assert announced(channel) == [1, 2]


@pytest.mark.parametrize("error", UNREACHABLE, ids=lambda error: type(error).__name__)
async def test_a_board_that_could_not_be_drawn_heals_with_the_next_change(simcord_env, channel, ana, wire, error):
    wire.cut(*POST, error)
    wire.cut(*POST, error)
    await at_once(simcord_env, add(ana, channel))
    assert boards(channel) == []
    await at_once(simcord_env, add(ana, channel))
    assert on_board(simcord_env, channel) == [1, 2]
    wire.cut(*EDIT, error)
    await at_once(simcord_env, add(ana, channel))
    assert on_board(simcord_env, channel) == [1, 2]
    await at_once(simcord_env, add(ana, channel))
    assert on_board(simcord_env, channel) == [1, 2, 3, 4]


@pytest.mark.parametrize(("status", "code"), [*REFUSES, (404, 0)])
async def test_a_board_that_could_not_be_posted_is_posted_with_the_next_change(simcord_env, channel, ana, status, code):
    simcord_env.inject_error(*POST, status=status, code=code)
    (result,) = await at_once(simcord_env, play(ana, channel, "start"))
    assert answers(result) == [
        "The record is open; its board follows. Add permanents with `/facedown add` or the button."
    ]
    assert simcord_env.errors == []
    await at_once(simcord_env, add(ana, channel))
    assert on_board(simcord_env, channel) == [1]


@pytest.mark.parametrize(("status", "code"), [*REFUSES, (404, 0), (404, 10008)])
async def test_a_board_that_could_not_be_edited_is_right_again_with_the_next_change(
    simcord_env, channel, ana, status, code
):
    await at_once(simcord_env, add(ana, channel))
    simcord_env.inject_error(*EDIT, status=status, code=code)
    (result,) = await at_once(simcord_env, add(ana, channel))
    assert len(answers(result)) == 1
    await at_once(simcord_env, add(ana, channel))
    assert numbers(live_boards(simcord_env, channel)[-1]) == [1, 2, 3]


@bot_may_fail
async def test_a_board_that_cannot_be_posted_anew_is_told_politely_and_the_old_one_stays(simcord_env, channel, ana):
    await at_once(simcord_env, add(ana, channel))
    simcord_env.inject_error(*POST, status=500)
    assert await told(simcord_env, play(ana, channel, "board")) == [SORRY]
    assert on_board(simcord_env, channel) == [1]


async def test_where_discord_refuses_for_long_the_game_goes_on_and_the_host_is_told_once(
    simcord_env, channel, host_config, ana, caplog
):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    simcord_env.inject_error("*", "/channels/*", status=403, code=50013, times=None)
    for _ in range(3):
        (added,) = await at_once(simcord_env, add(ana, channel))
        assert len(answers(added)) == 1
    assert await told(simcord_env, play(ana, channel, "mark", number=1, tapped=True)) == [
        f"<@{ana.id}> marks **#1**: tapped"
    ]
    await at_once(simcord_env, play(ana, channel, "end"))
    assert "Abzan Guide" in endings(channel)[0]
    assert games(host_config) == []
    assert [record.levelname for record in caplog.records if "could not be changed" in record.message] == ["WARNING"]


# ------------------------------------------------------------------------------------ an end that fails half-way


@bot_may_fail
@pytest.mark.parametrize(("method", "path"), [CALLBACK, FOLLOWUP], ids=["answer", "record"])
@pytest.mark.parametrize(("status", "code"), REFUSES)
async def test_an_end_that_fails_half_way_can_be_repeated_and_shows_everything_again(
    simcord_env, channel, host_config, ana, beto, *, method, path, status, code
):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"), add(beto, channel, card="Vastwood Gorger"))
    simcord_env.inject_error(method, path, status=status, code=code)
    assert SORRY in await told(simcord_env, play(ana, channel, "end"))
    assert games(host_config) == [(channel.id,)]
    for deed in (
        add(beto, channel),
        play(ana, channel, "undo"),
        play(beto, channel, "start"),
        play(ana, channel, "look"),
    ):
        assert await told(simcord_env, deed) == [GAME_OVER]
    (again,) = await at_once(simcord_env, play(beto, channel, "end"))
    for card in ("Abzan Guide", "Vastwood Gorger"):
        assert card in endings(channel)[-1]
        assert card in again.followups[0].embeds[0].description
    assert [each.filename for each in again.followups[0].attachments] == ["face-down-record.txt"]
    assert games(host_config) == []
    assert not in_files(host_config, "Vastwood Gorger")
    assert live_boards(simcord_env, channel) == []


@bot_may_fail
async def test_an_end_that_fails_half_way_can_be_repeated_after_a_restart(simcord_env, channel, host_config, ana):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    simcord_env.inject_error(*CALLBACK, status=500)
    await at_once(simcord_env, play(ana, channel, "end"))
    async with restarted(simcord_env, host_config):
        await at_once(simcord_env, play(ana, channel, "end"))
        assert "Abzan Guide" in endings(channel)[-1]
        assert games(host_config) == []


@bot_may_fail
async def test_a_game_that_cannot_be_deleted_at_its_end_is_deleted_when_the_end_is_repeated(
    simcord_env, channel, host_config, ana
):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    in_database(host_config, fails("DELETE ON games"))
    assert (await told(simcord_env, play(ana, channel, "end")))[-1] == NO_MEMORY
    in_database(host_config, "DROP TRIGGER broken")
    assert NO_MEMORY not in await told(simcord_env, play(ana, channel, "end"))
    assert games(host_config) == []
    assert live_boards(simcord_env, channel) == []


@pytest.mark.parametrize(("status", "code"), [*REFUSES, (404, 10008)])
async def test_a_game_ends_although_its_board_cannot_say_so_and_the_board_does_nothing_any_more(
    simcord_env, channel, host_config, ana, *, status, code
):
    await at_once(simcord_env, add(ana, channel))
    simcord_env.inject_error(*EDIT, status=status, code=code)
    assert SORRY not in await told(simcord_env, play(ana, channel, "end"))
    assert games(host_config) == []
    await at_once(simcord_env, add(ana, channel))
    assert await told(simcord_env, ana.click(boards(channel)[0], label="Look at mine")) == [OLD_BOARD]


# --------------------------------------------------------------------------------------------- forgotten games


async def test_games_without_a_change_for_so_many_days_are_closed_and_their_secrets_deleted(
    simcord_env, channel, elsewhere, host_config, ana
):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"), add(ana, elsewhere, card="Vastwood Gorger"))
    age(host_config, 30.01, channel)
    age(host_config, 29.99, elsewhere)
    await simcord_env.advance_time(DAY)
    assert games(host_config) == [(elsewhere.id,)]
    assert [board.embeds[0].description for board in boards(channel)] == [CLOSED]
    assert live_boards(simcord_env, channel) == []
    assert on_board(simcord_env, elsewhere) == [1]
    assert not in_files(host_config, "Abzan Guide")
    assert in_files(host_config, "Vastwood Gorger")
    assert await told(simcord_env, play(ana, channel, "look")) == [NO_GAME]


async def test_the_host_chooses_the_days_and_a_start_looks_for_forgotten_games(
    simcord_env, channel, elsewhere, host_config, ana
):
    await at_once(simcord_env, add(ana, channel), add(ana, elsewhere))
    age(host_config, 7.01, channel)
    age(host_config, 6.99, elsewhere)
    async with restarted(simcord_env, replace(host_config, game_days=7)):
        await simcord_env.advance_time(LONGER_THAN_THE_PAUSE)
        assert games(host_config) == [(elsewhere.id,)]


@pytest.mark.parametrize(
    ("command", "options"),
    [("mark", {"number": 1, "tapped": True}), ("identify", {"number": 1, "card": "Abzan Guide"}), ("undo", {})],
    ids=["mark", "identify", "undo"],
)
async def test_a_change_keeps_a_game_from_being_forgotten(simcord_env, channel, host_config, ana, *, command, options):
    await at_once(simcord_env, add(ana, channel), add(ana, channel))
    age(host_config, 40, channel)
    await at_once(simcord_env, play(ana, channel, command, **options))
    await simcord_env.advance_time(DAY)
    assert games(host_config) == [(channel.id,)]


async def test_a_change_in_the_last_moment_keeps_a_game_from_being_forgotten(
    simcord_env, simcord_bot, channel, host_config, ana
):
    await at_once(simcord_env, add(ana, channel))
    age(host_config, 40, channel)
    async with simcord_bot.tables.changing.of(channel.id):
        await begin(simcord_env, add(ana, channel))
        looking = asyncio.create_task(simcord_bot.get_cog("UpkeepCog").close_forgotten())
        await begin(simcord_env)
    await looking
    await simcord_env.advance_time(LONGER_THAN_THE_PAUSE)
    assert on_board(simcord_env, channel) == [1, 2]
    assert recorded(host_config) == ["started", "added", "added"]


@bot_may_fail
async def test_a_game_that_ended_but_was_never_shown_to_the_end_is_forgotten_too(
    simcord_env, channel, host_config, ana
):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    simcord_env.inject_error(*CALLBACK, status=500)
    await at_once(simcord_env, play(ana, channel, "end"))
    age(host_config, 31, channel)
    await simcord_env.advance_time(DAY)
    assert games(host_config) == []


@pytest.mark.parametrize(("status", "code"), [*REFUSES, (404, 10003), (404, 10008)])
async def test_forgotten_games_are_closed_although_discord_refuses_to_say_so(
    simcord_env, channel, elsewhere, host_config, ana, *, status, code
):
    await at_once(simcord_env, add(ana, channel), add(ana, elsewhere))
    age(host_config, 31, channel, elsewhere)
    simcord_env.inject_error("*", "/channels/*", status=status, code=code, times=None)
    await simcord_env.advance_time(DAY)
    assert games(host_config) == []


async def test_a_broken_database_does_not_end_the_search_for_forgotten_games_for_good(
    simcord_env, channel, host_config, ana, caplog
):
    await at_once(simcord_env, add(ana, channel))
    age(host_config, 31, channel)
    in_database(host_config, "ALTER TABLE games RENAME TO lost")
    await simcord_env.advance_time(DAY)
    assert [record.message for record in errors_in(caplog)] == [
        "the closing of forgotten games failed, since the database did: no such table: games"
    ]
    in_database(host_config, "ALTER TABLE lost RENAME TO games")
    await simcord_env.advance_time(DAY)
    assert games(host_config) == []


async def test_a_game_that_cannot_be_read_keeps_neither_itself_nor_others_from_being_forgotten(
    simcord_env, channel, elsewhere, host_config, ana
):
    await at_once(simcord_env, add(ana, channel), play(ana, elsewhere, "start"))
    age(host_config, 31, channel, elsewhere)
    in_database(host_config, """UPDATE game_events SET event = '{"kind": "unheard of"}' WHERE seq = 2""")
    async with restarted(simcord_env, host_config):
        await simcord_env.advance_time(DAY)
        assert games(host_config) == []


# --------------------------------------------------------------------------------------------- the database fails


def fails(what):
    """SQL that lets one kind of statement fail as a full or broken disk does."""
    return f"CREATE TRIGGER broken BEFORE {what} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"


@bot_may_fail
@pytest.mark.parametrize("what", ["INSERT ON game_events", "INSERT ON games", "INSERT ON game_players"])
async def test_an_opening_add_that_cannot_be_written_down_is_told_and_leaves_nothing_in_the_way(
    simcord_env, channel, host_config, ana, what
):
    in_database(host_config, fails(what))
    (result,) = await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    assert answers(result) == [NO_MEMORY]
    assert result.response.ephemeral
    assert "added" not in recorded(host_config)
    assert (announced(channel), boards(channel)) == ([], [])
    in_database(host_config, "DROP TRIGGER broken")
    await at_once(simcord_env, add(ana, channel))
    assert announced(channel) == on_board(simcord_env, channel) == [1]


@bot_may_fail
async def test_changes_that_cannot_be_written_down_are_told_to_nobody_but_their_author(
    simcord_env, channel, host_config, ana, beto
):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    before = public(channel)
    in_database(host_config, fails("INSERT ON game_events"))
    results = await at_once(
        simcord_env,
        add(ana, channel, card="Vastwood Gorger"),
        play(ana, channel, "turnup", number=1),
        play(beto, channel, "mark", number=1, tapped=True),
        play(ana, channel, "undo"),
        play(ana, channel, "end"),
    )
    assert [answers(result) for result in results] == [[NO_MEMORY]] * 5
    assert public(channel) == before
    in_database(host_config, "DROP TRIGGER broken")
    await at_once(simcord_env, add(beto, channel))
    assert on_board(simcord_env, channel) == [1, 2]
    assert recorded(host_config) == ["started", "added", "added"]


@bot_may_fail
async def test_without_a_database_people_are_told_politely_and_the_bot_lives_on(simcord_env, channel, host_config, ana):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    break_database(host_config)
    assert await told(simcord_env, play(ana, channel, "look")) == [NO_MEMORY]
    assert await told(simcord_env, add(ana, channel)) == [NO_MEMORY]
    assert await told(simcord_env, ana.click(boards(channel)[0], label="Look at mine")) == [NO_MEMORY]
    assert await told(simcord_env, play(ana, channel, "end")) == [NO_MEMORY]


# --------------------------------------------------------------------------------------------- stops and restarts


async def test_a_stop_waits_until_all_is_told_and_the_board_is_right(
    simcord_env, simcord_bot, channel, host_config, ana
):
    await begin(simcord_env, *(add(ana, channel) for _ in range(5)))
    assert recorded(host_config) == ["started", *["added"] * 5]
    assert announced(channel) == [1]
    await simcord_bot.close()
    assert announced(channel) == [1, 2, 3, 4, 5]
    assert on_board(simcord_env, channel) == [1, 2, 3, 4, 5]


async def test_a_bot_that_was_killed_with_lines_untold_keeps_the_record_and_the_board_heals_with_the_next_change(
    simcord_env, channel, host_config, ana, beto, *, wire
):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    for request in (POST, EDIT):
        wire.hold(*request)
    await begin(simcord_env, *(add(ana, channel) for _ in range(3)))
    assert on_board(simcord_env, channel) == [1]
    async with open_bot(host_config) as successor:
        with not_yet(simcord_env):
            await simcord_env.restart_bot(successor)
        await at_once(simcord_env, add(beto, channel))
        assert on_board(simcord_env, channel) == [1, 2, 3, 4, 5]
        assert recorded(host_config) == ["started", *["added"] * 5]
        (looked,) = await at_once(simcord_env, play(ana, channel, "look", number=1))
        assert "it is: Abzan Guide" in looked.response.embeds[0].description
        assert len(boards(channel)) == 1


async def test_the_board_and_its_buttons_go_on_after_a_restart(simcord_env, channel, host_config, ana, beto):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"), add(beto, channel))
    async with restarted(simcord_env, host_config):
        (board,) = boards(channel)
        (looked,) = await at_once(simcord_env, ana.click(board, label="Look at mine"))
        assert "it is: Abzan Guide" in looked.response.embeds[0].description
        (form,) = await at_once(simcord_env, beto.click(board, label="Add"))
        await at_once(simcord_env, fill_in(beto, form, how="cloak"))
        assert on_board(simcord_env, channel) == [1, 2, 3]
        assert len(boards(channel)) == 1


# ------------------------------------------------------------------------------------- other people's and old buttons


async def test_a_button_shows_and_moves_nothing_but_what_belongs_to_whoever_presses_it(simcord_env, channel, ana, beto):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"), add(beto, channel, card="Vastwood Gorger"))
    (board,) = boards(channel)
    (looked,) = await at_once(simcord_env, beto.click(board, label="Look at mine"))
    assert looked.response.ephemeral
    assert re.findall(r"it is: (.*)", looked.response.embeds[0].description) == ["Vastwood Gorger"]
    for label, fields in (("Turn up", {"kind": "permanent"}), ("Leaves the battlefield", {"zone": "graveyard"})):
        (form,) = await at_once(simcord_env, beto.click(board, label=label))
        answer = await told(simcord_env, fill_in(beto, form, number="1", card="Plains", **fields))
        assert answer == [f"#1 is not yours: <@{ana.id}> controls it and alone can do that."]
    assert on_board(simcord_env, channel) == [1, 2]


@pytest.mark.parametrize("label", LIVE)
async def test_the_board_of_a_closed_game_does_nothing_in_the_next_one(simcord_env, channel, ana, label):
    await at_once(simcord_env, add(ana, channel))
    (old,) = boards(channel)
    simcord_env.inject_error(*EDIT, status=500)
    await at_once(simcord_env, play(ana, channel, "end"))
    assert await told(simcord_env, ana.click(old, label=label)) == [OLD_BOARD]
    await at_once(simcord_env, add(ana, channel))
    assert await told(simcord_env, ana.click(old, label=label)) == [OLD_BOARD]


@pytest.mark.parametrize(
    ("label", "fields"),
    [
        ("Add", {"how": "manifest"}),
        ("Turn up", {"number": "1", "card": "Plains", "kind": "permanent"}),
        ("Leaves the battlefield", {"number": "1", "card": "Plains", "zone": "exile"}),
    ],
    ids=["add", "turn up", "leaves"],
)
async def test_a_form_of_a_closed_game_does_nothing_in_the_next_one(
    simcord_env, channel, host_config, ana, *, label, fields
):
    await at_once(simcord_env, add(ana, channel))
    (form,) = await at_once(simcord_env, ana.click(boards(channel)[0], label=label))
    await at_once(simcord_env, play(ana, channel, "end"))
    await at_once(simcord_env, add(ana, channel))
    assert await told(simcord_env, fill_in(ana, form, **fields)) == [OLD_BOARD]
    assert recorded(host_config) == ["started", "added"]


# --------------------------------------------------------------------------------------------- a person's data


async def test_a_person_can_have_their_data_deleted_and_nobody_elses_goes(
    simcord_env, channel, elsewhere, host_config, guild, *, ana, beto
):
    called(simcord_env, guild, ana, "Ana Maria")
    for who in (ana, beto):
        await at_once(simcord_env, who.slash(channel, "language me set", language="en"))
    await at_once(
        simcord_env,
        add(ana, channel, card="Abzan Guide"),
        add(ana, elsewhere, how="megamorph", card="Deathmist Raptor"),
        add(beto, channel, card="Vastwood Gorger"),
    )
    (about,) = await at_once(simcord_env, ana.slash(channel, "about"))
    (forgotten,) = await at_once(simcord_env, ana.click(about.response, label="Delete my data"))
    assert forgotten.response.ephemeral
    assert answers(forgotten) == [FORGOTTEN]
    for word in ("Abzan Guide", "Deathmist Raptor", "Ana Maria"):
        assert not in_files(host_config, word), word
    assert in_files(host_config, "Vastwood Gorger")
    assert in_database(host_config, "SELECT scope, id FROM preferences") == [("user", beto.id)]
    assert in_database(host_config, "SELECT DISTINCT name FROM game_players") == [("beto",)]
    for who, place, known in (
        (ana, channel, "you have not told me what it is"),
        (ana, elsewhere, "you have not told me what it is"),
        (beto, channel, "it is: Vastwood Gorger"),
    ):
        (looked,) = await at_once(simcord_env, play(who, place, "look"))
        assert looked.response.embeds[0].description.partition(" – ")[2] == known


async def test_after_that_the_game_goes_on(simcord_env, channel, ana, beto):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"), add(beto, channel))
    (about,) = await at_once(simcord_env, ana.slash(channel, "about"))
    for _ in range(2):
        assert await told(simcord_env, ana.click(about.response, label="Delete my data")) == [FORGOTTEN]
    assert await offered(beto, channel) == ["#2 · manifest · beto", "#1 · manifest · a player"]
    await at_once(simcord_env, play(ana, channel, "identify", number=1, card="Abzan Guide"))
    assert await offered(beto, channel) == ["#2 · manifest · beto", "#1 · manifest · ana"]
    await at_once(simcord_env, play(beto, channel, "end"))
    assert f"**#1** of <@{ana.id}> (manifest): Abzan Guide" in endings(channel)[0]


@pytest.mark.parametrize(
    ("spoken", "offer", "opened"),
    [
        ("en-US", "#1 · manifest · a player", "a player opened the record."),
        ("zh-CN", "#1 · 显化 · 一位牌手", "一位牌手开启了记录。"),
        ("ko", "#1 · 발현 · 이름 없는 플레이어", "이름 없는 플레이어 님이 기록을 열었습니다."),
        ("pt-BR", "#1 · manifestar · um jogador", "um jogador abriu o registro."),
        ("es-ES", "#1 · manifestar · un jugador", "un jugador abrió el registro."),
    ],
)
async def test_whoever_had_their_name_deleted_is_a_player_in_lists_and_in_the_record(
    simcord_env, channel, ana, beto, locale, *, spoken, offer, opened
):
    await at_once(simcord_env, add(ana, channel), add(beto, channel))
    (about,) = await at_once(simcord_env, ana.slash(channel, "about"))
    await at_once(simcord_env, ana.click(about.response, label="Delete my data"))
    locale(client=spoken, server=spoken)
    assert (await offered(beto, channel))[1] == offer
    (ended,) = await at_once(simcord_env, play(beto, channel, "end"))
    record = await record_of(ended)
    assert record.splitlines()[2].endswith(f" UTC · {opened}")
    assert str(ana.id) not in record
    assert "ana" not in record.replace("manifestar", "")


async def test_the_button_works_after_a_restart_and_for_whoever_presses_it_alone(
    simcord_env, channel, host_config, ana, beto
):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"), add(beto, channel, card="Vastwood Gorger"))
    (about,) = await at_once(simcord_env, beto.slash(channel, "about"))
    async with restarted(simcord_env, host_config):
        assert await told(simcord_env, beto.click(about.response, label="Delete my data")) == [FORGOTTEN]
        assert in_files(host_config, "Abzan Guide")
        assert not in_files(host_config, "Vastwood Gorger")


async def test_data_that_cannot_be_deleted_is_not_said_to_be(simcord_env, channel, host_config, ana):
    await at_once(simcord_env, add(ana, channel, card="Abzan Guide"))
    (about,) = await at_once(simcord_env, ana.slash(channel, "about"))
    in_database(host_config, fails("UPDATE ON game_events"))
    assert await told(simcord_env, ana.click(about.response, label="Delete my data")) == [NO_MEMORY]
    in_database(host_config, "DROP TRIGGER broken")
    assert await told(simcord_env, ana.click(about.response, label="Delete my data")) == [FORGOTTEN]
    assert not in_files(host_config, "Abzan Guide")


# ---------------------------------------------------------------------------------------- names and words of people


ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80) | st.text(
    st.sampled_from("*_~`|>#[]()@<:\\-{}./ \n"), min_size=1, max_size=80
)


async def record_of(ended):
    """The record of a game, as its text file has it."""
    (attachment,) = ended.followups[0].attachments
    return (await attachment.read()).decode()


@pytest.mark.parametrize(
    ("nick", "name"),
    [
        ("\u200b\u2060", None),
        ("\u3164", "\u3164"),
        ("x" * 32, "x" * 32),
        ("  two \n\t words  ", "two words"),
        ("\u202egro.live\u2066", "gro.live"),
        ("@everyone **[b](http://a.b)** <@1> `#7`", "@everyone **[b](http://a.b)** <…"),
        ("{player} {0} %s", "{player} {0} %s"),
        ("👩‍👩‍👧 ©", "👩👩👧 ©"),
    ],
    ids=["invisible", "blank letter", "long", "white space", "directions", "markup", "placeholders", "emoji"],
)
async def test_a_name_stands_on_one_line_of_the_record_and_in_lists_of_choices(
    simcord_env, channel, guild, ana, beto, *, nick, name
):
    called(simcord_env, guild, ana, nick)
    name = name or str(ana.id)
    await at_once(simcord_env, add(ana, channel))
    assert await offered(beto, channel) == [f"#1 · manifest · {name}"]
    (ended,) = await at_once(simcord_env, play(ana, channel, "end"))
    title, blank, *happened = (await record_of(ended)).splitlines()
    assert (title, blank) == ("Record of the game", "")
    assert [line.partition(" UTC · ")[2] for line in happened[:2]] == [
        f"{name} opened the record.",
        f"#1 face down under {name}: manifest",
    ]
    assert len(happened) == 4
    assert happened[3].endswith(f"#1 of {name} (manifest): never told to me, to be shown at the table")


@FIXTURES_LIVE_ON
@given(nick=st.text(st.characters(exclude_categories=["Cs"]), max_size=32))
async def test_whatever_a_player_is_called_the_record_has_its_four_lines(simcord_env, guild, ana, beto, nick):
    channel = guild.create_text_channel("table")
    called(simcord_env, guild, ana, nick)
    await at_once(simcord_env, add(ana, channel))
    assert len(await offered(beto, channel)) == 1
    (ended,) = await at_once(simcord_env, play(ana, channel, "end"))
    assert len((await record_of(ended)).splitlines()) == 6
    assert simcord_env.errors == []


@FIXTURES_LIVE_ON
@given(card=ANYTHING, source=ANYTHING, marker=ANYTHING, text=ANYTHING, counters=ANYTHING, letters=st.integers(1, 70))
async def test_whatever_people_write_discord_takes_it_and_it_stays_on_its_line(
    simcord_env, guild, ana, *, card, source, marker, text, counters, letters
):
    channel = guild.create_text_channel("table")
    card += "x" * letters
    before = len(simcord_env.http_requests)
    await at_once(
        simcord_env,
        add(ana, channel, card=card, source=source, marker=marker),
        play(ana, channel, "mark", number=1, text=text, counters=counters),
        play(ana, channel, "identify", number=1, card=card),
    )
    looked, log = await at_once(simcord_env, play(ana, channel, "look"), play(ana, channel, "log"))
    assert on_board(simcord_env, channel) == [1]
    assert looked.response.embeds[0].description.count("\n") == 0
    assert log.response.embeds[0].description.count("\n") == 2
    assert len(await offered(ana, channel)) == 1
    (ended,) = await at_once(simcord_env, play(ana, channel, "end"))
    assert len((await record_of(ended)).splitlines()) == 2 + 4 + 1
    sent = sent_bodies(SimpleNamespace(http_requests=simcord_env.http_requests[before:]))
    assert [violation for body in sent for violation in message_violations(body)] == []
    assert simcord_env.errors == []

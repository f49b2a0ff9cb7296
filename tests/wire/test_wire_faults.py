"""One bot that runs on while its connection, Discord and the network fail in turn, as they do over months."""

from __future__ import annotations

import asyncio
import time

import pytest
import pytest_asyncio
from conftest import as_it_must_be

from tests.wire.loopback import CUT, NO_REASON, Discord
from tests.wire.players import POST, callback, flag
from tests.wire.running import running

pytestmark = pytest.mark.asyncio(loop_scope="module")

SORRY = "Something went wrong on my side. Please try again."
"""What a person reads where nobody knows better."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def discord():
    async with Discord() as discord:
        yield discord


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process(discord, tmp_path_factory, rulings, unused_port):
    folder = tmp_path_factory.mktemp("faults")
    (folder / "config.yaml").write_text(f"rulings: {rulings}\nstatus_port: {unused_port}\n", encoding="utf-8")
    async with running(discord, folder, "run") as bot:
        await bot.logged("ready as")
        yield bot


@pytest.fixture
def bot(discord, process):
    """The bot; its log begins with the test, as far as the test is concerned."""
    process.forget_what_was_logged()
    yield process
    as_it_must_be(process)
    discord.works()
    assert discord.violations == []


async def answered(place):
    """Somebody asks and is answered, once; returns the id of the answer."""
    asked = await place.asks()
    assert "turned face up" in (await place.answer(asked))["embeds"][0]["description"]
    assert place.discord.counts[callback(asked)] == 1
    return place.message_of(asked)


# The gateway


async def asked_to_reconnect(discord):
    await discord.send(7)


async def asked_to_resume(discord):
    await discord.send(9, True)  # noqa: FBT003 - Discord's payload


async def closed_without_a_code(discord):
    await discord.close(NO_REASON)


async def closed_by_an_error(discord):
    await discord.close(4000)


async def closed_by_a_restart_of_discord(discord):
    await discord.close(1001)


async def cut(discord):
    discord.cut()


@pytest.mark.parametrize(
    "happens",
    [
        asked_to_reconnect,
        asked_to_resume,
        closed_without_a_code,
        closed_by_an_error,
        closed_by_a_restart_of_discord,
        cut,
    ],
)
async def test_a_connection_that_is_lost_is_resumed_and_nothing_is_missed(discord, bot, ana, happens):
    await answered(ana)
    seq, identified = discord.seq, len(discord.identified)
    await happens(discord)
    assert await discord.received("OP 6") == {
        "token": "MTE.loopback.not-a-real-token",
        "session_id": f"session-{identified}",
        "seq": seq,
    }
    await bot.logged("successfully RESUMED")
    await answered(ana)
    assert len(discord.identified) == identified
    assert bot.alarms() == []


async def test_a_session_that_is_over_begins_anew_after_five_seconds_however_often_it_fails(discord, bot, ana, health):
    identified = len(discord.identified)
    await discord.received("OP 2")
    assert await health() == (200, '{"connected": true}')
    discord.fails("GET /", 503)
    await discord.send(9, False)  # noqa: FBT003 - Discord's payload
    assert "503, message='Invalid response status'" in await bot.logged("Attempting a reconnect for shard ID 0")
    assert await health() == (503, '{"connected": false}')
    failed = time.monotonic()
    await discord.received("OP 2")
    assert time.monotonic() - failed > 4.5
    await answered(ana)
    assert (await health())[0] == 200
    assert len(discord.identified) == identified + 1
    assert len(bot.alarms()) == 1


async def test_the_counters_tell_what_was_done(bot, ana, health):
    before = await counters(health)
    await answered(ana)
    after = await counters(health)
    assert bot.alarms() == []
    assert after["answers_total"] == before["answers_total"] + 1
    assert after["answer_seconds_count"] == before["answer_seconds_count"] + 1
    assert (after["connected"], after["guilds"], after["errors_total"]) == (1, 1, before["errors_total"])


async def counters(health):
    code, text = await health("/metrics")
    assert code == 200
    lines = (line.removeprefix("facedown_judge_").split(" ") for line in text.splitlines() if " " in line)
    return {name: float(value) for name, value, *_ in lines if not name.startswith("#")}


# Answers


@pytest.mark.parametrize(
    "failure",
    [{"status": 429, "retry_after": 0.3}, {"status": 500}, {"status": 502}],
    ids=["too many requests", "an error", "a bad gateway"],
)
async def test_an_answer_that_discord_does_not_take_at_once_is_given_again(discord, bot, ana, failure):
    discord.fails("POST /interactions/*", **failure)
    asked = await ana.asks()
    await discord.received(callback(asked))
    await ana.answer(asked)
    await reactions(discord, ana.message_of(asked))
    assert discord.counts[callback(asked)] == 2
    assert discord.interactions[asked].answered is not None
    assert [alarm for alarm in bot.alarms() if "rate limited" not in alarm] == []


async def test_an_answer_that_is_cut_is_told_to_have_failed(discord, bot, ana):
    discord.fails("POST /interactions/*", CUT)
    asked = await ana.asks()
    await discord.received(callback(asked))
    assert (await ana.answer(asked))["content"] == SORRY
    [alarm] = bot.alarms()
    assert alarm.startswith("an interaction (application_command) failed, since Discord did not take it: Server")


async def test_an_interaction_that_is_gone_is_nobodys_fault(discord, bot, ana):
    discord.fails("POST /interactions/*", 404, code=10062)
    await ana.asks()
    await bot.logged("was not answered: its interaction is gone")
    await answered(ana)
    assert bot.alarms() == []


async def reactions(discord, answer, channel="22"):
    """All flags stand under an answer."""
    for emoji in "🇬🇧", "🇨🇳", "🇰🇷", "🇧🇷", "🇪🇸":
        await discord.received(f"PUT /channels/{channel}/messages/{answer}/reactions/{emoji}/@me")


# Edits and flags


async def turn(discord, answer, emoji="🇰🇷"):
    """Somebody sets a flag; returns the edit that it makes of the answer."""
    await discord.dispatch("MESSAGE_REACTION_ADD", flag(emoji, answer))
    return f"PATCH /channels/22/messages/{answer}"


@pytest.mark.parametrize(
    "failure", [{"status": 429, "retry_after": 0.3}, {"status": 500}], ids=["too many requests", "an error"]
)
async def test_an_edit_that_discord_does_not_take_at_once_is_made_again(discord, bot, ana, failure):
    answer = await answered(ana)
    discord.fails("PATCH /channels/*", **failure)
    edit = await turn(discord, answer)
    first, second = await discord.received(edit), await discord.received(edit)
    assert first == second
    assert second["embeds"][0]["description"].startswith("지속물은")
    assert [alarm for alarm in bot.alarms() if "rate limited" not in alarm] == []


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (503, 0), (429, 0), (CUT, 0)])
async def test_a_channel_in_which_nothing_can_be_edited_is_told_of_once(discord, bot, ana, status, code):
    answer = await answered(ana)
    discord.fails("PATCH /channels/*", status, code=code, times=2)
    for _ in range(2):
        await discord.received(await turn(discord, await answered(ana)))
    edited = await discord.received(await turn(discord, answer))
    assert edited["embeds"][0]["description"].startswith("지속물은")
    [alarm] = bot.alarms()
    assert alarm.startswith("an answer in channel 22 could not be changed: ")


async def test_an_answer_that_was_deleted_is_forgotten(discord, bot, ana):
    answer, other = await answered(ana), await answered(ana)
    discord.fails("PATCH /channels/*", 404, code=10008)
    edit = await turn(discord, answer)
    await discord.received(edit)
    await bot.logged("an answer in channel 22 is gone")
    await asyncio.sleep(1.1)  # the pause between two edits of a message
    await turn(discord, answer, "🇪🇸")
    await discord.received(await turn(discord, other))
    assert discord.counts[edit] == 1
    assert bot.alarms() == []


async def test_flags_that_discord_does_not_take_at_once_are_set_again(discord, bot, ana):
    discord.fails("PUT /channels/*", 500)
    discord.fails("PUT /channels/*", 429, retry_after=0.3)
    asked = await ana.asks()
    await ana.answer(asked)
    await reactions(discord, ana.message_of(asked))
    assert [alarm for alarm in bot.alarms() if "rate limited" not in alarm] == []


async def test_flags_that_cannot_be_set_work_all_the_same(discord, bot, ana):
    discord.fails("PUT /channels/*", 503)
    answer = await answered(ana)
    await bot.logged("an answer in channel 22 could not be changed")
    edited = await discord.received(await turn(discord, answer))
    assert edited["embeds"][0]["description"].startswith("지속물은")
    assert len(bot.alarms()) == 1


async def test_where_flags_are_forbidden_a_menu_of_languages_takes_their_place(discord, bot, ana):
    discord.fails("PUT /channels/*", 403, code=50013)
    asked = await ana.asks()
    await ana.answer(asked)
    edited = await discord.received(f"PATCH /webhooks/11/token-{asked}/messages/@original")
    menus = [item["custom_id"] for row in edited["components"] for item in row["components"] if item["type"] == 3]
    assert any(menu.startswith("language:") for menu in menus)
    assert bot.alarms() == []


# A table


async def test_what_a_table_could_not_be_told_is_told_with_the_next_change(discord, bot, table):
    await table.plays("start")
    await discord.received(POST)
    discord.fails(POST, 403, code=50013)
    await table.answer(await table.plays("add", how="manifest", marker="m1"))
    await bot.logged("an answer in channel 66 could not be changed")
    await asyncio.sleep(1.1)  # the pause between two messages of a table
    discord.works()
    await table.answer(await table.plays("add", how="cloak", marker="m2"))
    while (posted := (await discord.received(POST)).get("content") or "").count("\n") < 1:
        pass
    assert ["#1" in posted, "#2" in posted] == [True, True]
    assert len(bot.alarms()) == 1

"""The bot in a process of its own, and its database: slow, full, spoilt, too new, shared, and cut off in a write."""

from __future__ import annotations

import asyncio
import re
import resource
import sqlite3
import time
from contextlib import closing, contextmanager

import pytest

from bot.store import open_store
from tests.wire.players import POST, callback, flag, followup, numbers

DATABASE = "facedown-judge.sqlite3"
NO_MEMORY = "My memory cannot be read or written just now, so that was not done. Please tell whoever hosts me."


@contextmanager
def locked(folder):
    """Another program writes to the database meanwhile."""
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def recorded(folder):
    """How many changes of tables are written down."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        return connection.execute("SELECT count(*) FROM game_events").fetchone()[0]


async def table_with_one(discord, table):
    """A game with one permanent."""
    await discord.received("OP 2")
    await table.plays("start")
    await discord.received(POST)
    await table.answer(await table.plays("add", how="manifest", marker="m1"))
    await table.board("marker: m1 ")


async def test_while_the_database_is_slow_questions_are_answered_and_a_table_is_asked_to_wait(
    discord, start, table, ana, tmp_path
):
    async with start() as bot:
        await table_with_one(discord, table)
        with locked(tmp_path):
            began = time.monotonic()
            added = await table.plays("add", how="manifest", marker="m2")
            await asyncio.sleep(0.2)  # from here on the write is what the database is at
            asked = await ana.asks()
            assert "embeds" in await ana.answer(asked)
            assert discord.counts[callback(added)] == 0
            assert await discord.received(callback(added)) == {"type": 5, "data": {"flags": 64}}
            assert 1.9 < time.monotonic() - began < 3
            assert discord.counts[followup(added)] == 0
        assert numbers((await discord.received(followup(added)))["content"]) == [(2, "m2")]
        assert numbers(await table.board("marker: m2 ")) == [(1, "m1"), (2, "m2")]
        # The answer is remembered after all, and a flag turns it.
        await discord.dispatch("MESSAGE_REACTION_ADD", flag("🇰🇷", ana.message_of(asked)))
        await discord.received(f"PATCH /channels/22/messages/{ana.message_of(asked)}")
        assert await bot.stop() == 0
    assert [discord.counts[call] for call in (callback(asked), callback(added), followup(added))] == [1, 1, 1]
    assert bot.alarms() == ["the languages that people chose could not be read: TimeoutError()"]


async def test_on_a_full_disk_nothing_is_half_done_and_it_goes_on_when_there_is_room(
    discord, start, table, ana, tmp_path
):
    async with start() as bot:
        await table_with_one(discord, table)
        before = recorded(tmp_path)
        # No file of the process can grow: what SQLite is told then is that a write failed, as on a full disk.
        limits = resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, (1, limits[1]))
        bot.forget_what_was_logged()
        added = await table.plays("add", how="manifest", marker="m2")
        assert (await table.answer(added))["content"] == NO_MEMORY
        asked = await ana.asks()
        assert "turned face up" in (await ana.answer(asked))["embeds"][0]["description"]
        edited = await discord.received(f"PATCH /webhooks/11/token-{asked}/messages/@original")
        assert edited["components"][-1]["components"][0]["custom_id"].startswith("language:")
        assert bot.alarms() == [
            "an interaction (application_command) failed, since the database did: disk I/O error",
            "an answer could not be remembered, so flags will not turn it: disk I/O error",
        ]
        resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, limits)
        assert recorded(tmp_path) == before
        await table.answer(await table.plays("add", how="manifest", marker="m3"))
        assert numbers(await table.board("marker: m3 ")) == [(1, "m1"), (2, "m3")]
        assert await bot.stop() == 0


def overwritten(file, place):
    """Spoil a file, from some place on."""
    with file.open("r+b") as opened:
        opened.seek(place)
        opened.write(b"\xa5" * (file.stat().st_size - place))


async def test_a_database_that_becomes_unreadable_is_told_of_and_questions_are_answered_on(
    discord, start, table, ana, tmp_path
):
    async with start() as bot:
        await table_with_one(discord, table)
        answer = await ana.asks()
        await ana.answer(answer)
        await discord.received(f"PUT /channels/22/messages/{ana.message_of(answer)}/reactions/🇪🇸/@me")
        with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        overwritten(tmp_path / DATABASE, 0)
        # Without the index of the log, the bot has to read the file anew.
        (tmp_path / f"{DATABASE}-shm").write_bytes(b"\0" * (tmp_path / f"{DATABASE}-shm").stat().st_size)
        await bot.logged("ready as")
        bot.forget_what_was_logged()
        assert "turned face up" in (await ana.answer(await ana.asks()))["embeds"][0]["description"]
        assert (await table.answer(await table.plays("add", how="manifest", marker="m2")))["content"] == NO_MEMORY
        await discord.dispatch("MESSAGE_REACTION_ADD", flag("🇰🇷", ana.message_of(answer)))
        await bot.logged("the handler of on_raw_reaction_add failed, since the database did")
        assert await bot.stop() == 0
    # The daily upkeep may have come between.
    alarms = [
        alarm for alarm in bot.alarms() if not re.match("the (closing|forgetting|emptying|handler of on_ready)", alarm)
    ]
    no_languages = "the languages that people chose could not be read: DatabaseError('file is not a database')"
    assert alarms == [
        no_languages,
        "an answer could not be remembered, so flags will not turn it: file is not a database",
        no_languages,
        no_languages,
        "an interaction (application_command) failed, since the database did: file is not a database",
        "the handler of on_raw_reaction_add failed, since the database did: file is not a database",
    ]


async def spoilt(file):
    async with open_store(str(file)):
        pass
    overwritten(file, file.stat().st_size // 2)


async def newer(file):
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 99")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (spoilt, rf"The database {DATABASE} cannot be used: .* mend or move the file, or name another in the config."),
        (newer, rf"The database {DATABASE} was made by a newer version of the bot \(schema 99, .*\); update the bot."),
    ],
)
async def test_a_database_that_cannot_be_used_keeps_the_bot_from_starting(discord, start, tmp_path, make, said):
    await make(tmp_path / DATABASE)
    before = (tmp_path / DATABASE).read_bytes()
    async with start() as bot:
        assert await bot.ended() == 69
    [line] = bot.lines
    assert re.fullmatch(said, line)
    assert (tmp_path / DATABASE).read_bytes() == before
    assert discord.counts == {}


async def test_a_stop_in_the_middle_of_a_write_waits_for_it(discord, start, table, tmp_path):
    async with start() as bot:
        await table_with_one(discord, table)
        with locked(tmp_path):
            added = await table.plays("add", how="manifest", marker="m2")
            await asyncio.sleep(0.2)
            bot.process.terminate()
            await bot.logged("closing")
        assert await bot.ended() == 0
        assert numbers((await table.answer(added))["content"]) == [(2, "m2")]
        assert numbers(await table.board("marker: m2 ")) == [(1, "m1"), (2, "m2")]
        assert bot.alarms() == []


async def test_a_kill_in_the_middle_of_a_write_leaves_what_was_there(discord, start, table, tmp_path):
    async with start() as bot:
        await table_with_one(discord, table)
        before = recorded(tmp_path)
        with locked(tmp_path):
            added = await table.plays("add", how="manifest", marker="m2")
            await asyncio.sleep(0.2)
            await bot.kill()
    assert (discord.counts[callback(added)], recorded(tmp_path)) == (0, before)
    async with start() as bot:
        await discord.received("OP 2")
        await table.plays("add", how="manifest", marker="m3")
        assert numbers(await table.board("marker: m3 ")) == [(1, "m1"), (2, "m3")]


# Several processes


async def test_a_second_process_on_the_same_database_and_shard_does_not_start(discord, start):
    async with start() as first:
        await discord.received("OP 2")
        async with start() as second:
            assert await second.ended() == 69
        [line] = second.lines
        assert line.startswith(f"Another process serves this shard with the database {DATABASE}; stop that one, or ")
        assert len(discord.identified) == 1
        assert await first.stop() == 0


async def test_two_processes_on_two_shards_take_turns_at_the_gateway(discord, start, ana):
    async with (
        start(settings={"shards": {"count": 2, "ids": [0]}}) as first,
        start(settings={"shards": {"count": 2, "ids": [1]}}) as second,
    ):
        shards = [(await discord.received("OP 2"))["shard"] for _ in range(2)]
        assert sorted(shards) == [[0, 2], [1, 2]]
        earlier, later = discord.identified
        assert later - earlier >= 4.9
        assert "embeds" in await ana.answer(await ana.asks())
        assert [await first.stop(), await second.stop()] == [0, 0]
        assert first.alarms() + second.alarms() == []

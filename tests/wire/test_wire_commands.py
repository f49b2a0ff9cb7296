"""What the bot tells Discord of its commands, and when; over real sockets."""

from __future__ import annotations

from tests.wire.loopback import COMMANDS

ON_SERVER = "PUT /applications/11/guilds/55/commands"
LEFTOVER = {"name": "ruling", "description": "Of an earlier program.", "type": 1}


async def test_the_first_start_registers_the_commands_and_removes_those_of_single_servers(discord, start):
    discord.leftovers = [LEFTOVER]
    async with start() as bot:
        await discord.received("OP 2")
        assert await discord.received(ON_SERVER) == []
        assert await bot.stop() == 0
        assert bot.alarms() == []
    async with start() as bot:
        await discord.received("OP 2")
        assert await bot.stop() == 0
    assert (discord.counts[COMMANDS], discord.counts[ON_SERVER], discord.leftovers) == (1, 1, [])


async def test_sync_registers_them_again_and_removes_those_of_single_servers(discord, start):
    async with start("sync") as bot:
        assert await bot.ended() == 0
    discord.leftovers = [LEFTOVER]
    async with start("sync") as bot:
        assert await bot.ended() == 0
        assert await bot.printed() == (
            "The commands are registered with Discord; 1 that stood on single servers are removed.\n"
        )
    first, second = [await discord.received(COMMANDS) for _ in range(2)]
    assert first == second
    assert (await discord.received(ON_SERVER), discord.counts[ON_SERVER]) == ([], 1)
    assert discord.counts["OP 2"] == 0


async def test_a_registration_that_comes_too_often_waits_as_long_as_discord_says(discord, start):
    discord.fails(COMMANDS, 429, retry_after=0.4)
    async with start() as bot:
        await discord.received("OP 2")
        [alarm] = bot.alarms()
        assert "rate limited" in alarm
        assert await bot.stop() == 0
    assert discord.counts[COMMANDS] == 2

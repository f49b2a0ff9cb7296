"""The unmodified bot in a process of its own, over real sockets, against a Discord on this machine."""

from __future__ import annotations

import asyncio
import re
import signal
import socket

import pytest

from tests.discord_limits import LOCALES
from tests.wire.loopback import COMMANDS, LOGIN, TOKEN, Discord
from tests.wire.players import callback, flag


async def assert_cannot_start(bot, said):
    """The exit code is 69, and the last line, after the log, is one sentence that says why."""
    assert await bot.ended() == 69
    assert re.fullmatch(rf"[A-Z].*{said}.*\.", bot.lines[-1])


async def test_the_bot_logs_in_registers_its_commands_and_becomes_ready(discord, start, unused_port, health):
    async with start(settings={"status_port": unused_port}) as bot:
        identify = await discord.received("OP 2")
        assert await health() == (503, '{"connected": false}')
        # GUILDS (1 << 0), GUILD_MESSAGE_REACTIONS (1 << 10), DIRECT_MESSAGE_REACTIONS (1 << 13): none is privileged.
        assert (identify["token"], identify["intents"]) == (TOKEN, 1 + 1024 + 8192)
        commands = await discord.received(COMMANDS)
        assert {"ruling", "about"} <= {command["name"] for command in commands}
        assert all(set(command["name_localizations"]) == set(LOCALES) for command in commands)
        await bot.logged("ready as Judge")
        assert await health() == (200, '{"connected": true}')
        assert bot.alarms() == []


async def test_a_slash_command_is_answered_and_a_flag_turns_the_answer(discord, start, ana):
    async with start(settings={"log_level": "debug"}) as bot:
        await discord.received("OP 2")
        asked = await ana.asks()
        assert (await ana.answer(asked))["embeds"][0]["description"].startswith(
            "Because the permanent is on the battlefield both before and after it's turned face up, turning a permanent"
        )
        answer = ana.message_of(asked)
        await discord.received(f"PUT /channels/22/messages/{answer}/reactions/🇰🇷/@me")
        await discord.dispatch("MESSAGE_REACTION_ADD", flag("🇰🇷", answer))
        edited = await discord.received(f"PATCH /channels/22/messages/{answer}")
        assert edited["embeds"][0]["description"].startswith("지속물은 앞면으로 뒤집히기 전과 후 모두 전장에 있으므로")
        assert await bot.stop() == 0
        assert bot.alarms() == []


async def test_a_flag_that_waits_for_its_turn_is_not_lost_by_a_stop(discord, start, ana):
    async with start() as bot:
        await discord.received("OP 2")
        asked = await ana.asks()
        await discord.received(callback(asked))
        answer = ana.message_of(asked)
        edit = f"PATCH /channels/22/messages/{answer}"
        await discord.received(f"PUT /channels/22/messages/{answer}/reactions/🇪🇸/@me")
        await discord.dispatch("MESSAGE_REACTION_ADD", flag("🇰🇷", answer))
        await discord.received(edit)
        await discord.dispatch("MESSAGE_REACTION_ADD", flag("🇨🇳", answer))
        await asyncio.sleep(0.2)  # the flag is there, and the pause between two edits of a message lasts a second
        assert discord.counts[edit] == 1
        assert await bot.stop() == 0
        assert (await discord.received(edit))["embeds"][0]["description"].startswith("由于永久物翻回正面前后都在战场上")


@pytest.mark.parametrize("when", ["OP 2", LOGIN], ids=["connected", "still logging in"])
async def test_a_signal_closes_the_bot_cleanly(discord, start, when):
    discord.hangs = when == LOGIN
    for number in signal.SIGTERM, signal.SIGINT:
        async with start() as bot:
            await discord.received(when)
            assert await bot.stop(number) == 0


@pytest.mark.parametrize("token", ["MTE.another.token", f"{TOKEN}\non two lines"], ids=["unknown", "malformed"])
async def test_a_token_that_is_refused_ends_the_start_without_being_shown(start, token):
    async with start(token=token) as bot:
        await assert_cannot_start(bot, "token")


def gateway_says(code):
    def refuse(discord):
        discord.close_code = code

    return refuse


def rest_says(call, status):
    def refuse(discord):
        discord.fails(call, status)

    return refuse


async def test_what_discord_refuses_for_good_ends_the_start(launch):
    async def refused(prepare, said):
        async with Discord() as discord:
            prepare(discord)
            async with launch(discord) as bot:
                await assert_cannot_start(bot, said)
            assert discord.violations == []

    # All at once: a start takes the better part of a second.
    await asyncio.gather(
        refused(gateway_says(4004), "refuses the token"),
        refused(gateway_says(4011), "shards"),
        refused(gateway_says(4014), "intents"),
        refused(rest_says("GET /oauth2/applications/@me", 404), "404"),
        refused(rest_says(COMMANDS, 403), "403"),
    )


async def test_a_token_that_is_reset_while_the_bot_runs_ends_it(discord, start):
    async with start() as bot:
        await discord.received("OP 2")
        await bot.logged("has connected to Gateway")
        await discord.close(4004)
        await assert_cannot_start(bot, "refuses the token")


async def test_a_refused_connection_ends_the_start(start):
    with socket.socket() as nobody_listens:
        nobody_listens.bind(("127.0.0.1", 0))
        async with start(rest=f"http://127.0.0.1:{nobody_listens.getsockname()[1]}") as bot:
            await assert_cannot_start(bot, "cannot be reached")

"""The unmodified bot in a process of its own, over real sockets, against a Discord on this machine."""

from __future__ import annotations

import asyncio
import re
import signal
import socket

import pytest
from loopback import ANA, CALLBACK, COMMANDS, TOKEN

OPTIONS = [{"name": "question", "type": 3, "value": "no-enters-triggers-on-turning-up"}]
QUESTION = {"id": "44", "type": 2, "data": {"id": "0", "name": "ruling", "type": 1, "options": OPTIONS}}
QUESTION |= {"application_id": "11", "token": "a-token", "version": 1, "user": ANA, "locale": "en-US", "context": 1}
QUESTION |= {"channel_id": "22", "channel": {"id": "22", "type": 1}, "attachment_size_limit": 0}
FLAG = {"user_id": "12", "channel_id": "22", "message_id": "33", "emoji": {"id": None, "name": "🇰🇷"}, "type": 0}


async def end_of(process):
    """The exit code, and the log with what may follow it; no traceback and no token stands there."""
    stdout, stderr = await asyncio.wait_for(process.communicate(), 20)
    assert stdout == b""
    assert b"Traceback" not in stderr
    assert b"MTE." not in stderr
    return process.returncode, stderr.decode()


async def assert_cannot_start(process, said):
    """The exit code is 69, and the last line, after the log, is one sentence that says why."""
    code, stderr = await end_of(process)
    assert code == 69
    assert re.fullmatch(rf"[A-Z].*{said}.*\.", stderr.splitlines()[-1])


async def test_the_bot_logs_in_registers_its_commands_and_becomes_ready(discord, start):
    async with start() as process:
        identify = await discord.received("OP 2")
        # GUILDS (1 << 0), GUILD_MESSAGE_REACTIONS (1 << 10), DIRECT_MESSAGE_REACTIONS (1 << 13): none is privileged.
        assert (identify["token"], identify["intents"]) == (TOKEN, 1 + 1024 + 8192)
        assert {"ruling", "about"} <= {command["name"] for command in await discord.received(COMMANDS)}
        await asyncio.wait_for(process.stderr.readuntil(b"ready as Judge"), 20)


async def test_commands_are_registered_once_for_one_database(discord, start):
    for _ in range(2):
        async with start():
            await discord.received("OP 2")
    assert discord.counts[COMMANDS] == 1


async def test_a_slash_command_is_answered_and_a_flag_turns_the_answer(discord, start):
    async with start(log_level="debug") as process:
        await discord.received("OP 2")
        await discord.dispatch("INTERACTION_CREATE", QUESTION)
        answer = await discord.received(CALLBACK)
        assert answer["data"]["embeds"][0]["description"].startswith(
            "Because the permanent is on the battlefield both before and after it's turned face up, turning a permanent"
        )
        await discord.received("PUT /channels/22/messages/33/reactions/🇰🇷/@me")
        await discord.dispatch("MESSAGE_REACTION_ADD", FLAG | {"burst": False})
        edited = await discord.received("PATCH /channels/22/messages/33")
        assert edited["embeds"][0]["description"].startswith("지속물은 앞면으로 뒤집히기 전과 후 모두 전장에 있으므로")
        process.terminate()
        assert (await end_of(process))[0] == 0


async def test_a_flag_that_waits_for_its_turn_is_not_lost_by_a_stop(discord, start):
    edit = "PATCH /channels/22/messages/33"
    async with start() as process:
        await discord.received("OP 2")
        await discord.dispatch("INTERACTION_CREATE", QUESTION)
        await discord.received("PUT /channels/22/messages/33/reactions/🇪🇸/@me")
        await discord.dispatch("MESSAGE_REACTION_ADD", FLAG | {"burst": False})
        await discord.received(edit)
        await discord.dispatch("MESSAGE_REACTION_ADD", FLAG | {"burst": False, "emoji": {"id": None, "name": "🇨🇳"}})
        await asyncio.sleep(0.2)  # the flag is there, and the pause between two edits of a message lasts a second
        assert discord.counts[edit] == 1
        process.terminate()
        assert (await discord.received(edit))["embeds"][0]["description"].startswith("由于永久物翻回正面前后都在战场上")
        assert (await end_of(process))[0] == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=str)
@pytest.mark.parametrize("when", ["OP 2", "GET /users/@me"], ids=["connected", "still logging in"])
async def test_a_signal_closes_the_bot_cleanly(discord, start, number, when):
    discord.hangs = when == "GET /users/@me"
    async with start() as process:
        await discord.received(when)
        process.send_signal(number)
        assert (await end_of(process))[0] == 0


@pytest.mark.parametrize("token", ["MTE.another.token", f"{TOKEN}\non two lines"], ids=["unknown", "malformed"])
async def test_a_token_that_is_refused_ends_the_start_without_being_shown(start, token):
    async with start(token) as process:
        await assert_cannot_start(process, "token")


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        ({"close_code": 4004}, "refuses the token"),
        ({"close_code": 4011}, "shards"),
        ({"close_code": 4014}, "intents"),
        ({"statuses": {"GET /oauth2/applications/@me": 404}}, "404"),
        ({"statuses": {COMMANDS: 403}}, "403"),
    ],
    ids=str,
)
async def test_what_discord_refuses_for_good_ends_the_start(discord, start, refusal, said):
    vars(discord).update(refusal)
    async with start() as process:
        await assert_cannot_start(process, said)


async def test_a_refused_connection_ends_the_start(start):
    with socket.socket() as nobody_listens:
        nobody_listens.bind(("127.0.0.1", 0))
        async with start(rest=f"http://127.0.0.1:{nobody_listens.getsockname()[1]}") as process:
            await assert_cannot_start(process, "cannot be reached")

"""`/facedown` in a process of its own: killed in the middle of a series, and logging all that it can."""

from __future__ import annotations

import asyncio
import itertools
import re
import sqlite3
from contextlib import closing

import pytest
from loopback import ANA, MESSAGE, TABLE

BETO = {"id": "13", "username": "beto", "discriminator": "0", "global_name": "Beto", "avatar": None}
MEMBER = {"roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0}
# View Channel (1 << 10), Send Messages (1 << 11), Embed Links (1 << 14), Attach Files (1 << 15).
MAY = str((1 << 10) + (1 << 11) + (1 << 14) + (1 << 15))
COMMAND, BUTTON, AUTOCOMPLETE, FORM = 2, 3, 4, 5
TEXT, NUMBER = 3, 4
POST = "POST /channels/66/messages"
BOARD = "PATCH /channels/66/messages/100"
CARD = "Abzan Guide"


class Table:
    """The players in the channel of the server, and what the bot answers to each of them."""

    def __init__(self, discord):
        self.discord = discord
        self._ids = itertools.count(1000)

    async def interact(self, kind, data, who=ANA, status=200, **more):
        """Somebody does something; returns the call with which the bot answers, and which gets a status."""
        number = str(next(self._ids))
        call = f"POST /interactions/{number}/a-token/callback"
        self.discord.statuses[call] = status
        interaction = {"id": number, "type": kind, "data": data, "application_id": "11", "token": "a-token"}
        interaction |= {"version": 1, "guild_id": "55", "channel_id": "66", "channel": TABLE, "locale": "en-US"}
        interaction |= {"member": MEMBER | {"user": who, "permissions": MAY}, "app_permissions": MAY, "context": 0}
        await self.discord.dispatch("INTERACTION_CREATE", interaction | {"attachment_size_limit": 0} | more)
        return call

    async def command(self, name, *, who=ANA, status=200, **options):
        """Somebody uses a command of `/facedown`."""
        given = [option(name, value) for name, value in options.items()]
        return await self.interact(COMMAND, facedown(name, given), who, status)

    async def types(self, text):
        """Somebody types for a number, and is made suggestions."""
        return await self.interact(AUTOCOMPLETE, facedown("give", [option("number", text) | {"focused": True}]))

    async def presses_the_first_button(self, components):
        """Somebody presses a button of a message with components."""
        button = {"custom_id": components[0]["components"][0]["custom_id"], "component_type": 2}
        return await self.interact(BUTTON, button, message=MESSAGE | {"components": components})

    async def sends(self, form, card):
        """Somebody sends a form with a card."""
        fields = [
            {"type": 3, "custom_id": "how", "values": ["manifest"]},
            {"type": 4, "custom_id": "card", "value": card},
        ]
        components = [{"type": 18, "component": each} for each in fields]
        return await self.interact(FORM, {"custom_id": form, "components": components})

    async def answer(self, call):
        return (await self.discord.received(call))["data"]

    async def edited(self, part):
        """The board, once a part stands on it."""
        while part not in (board := (await self.discord.received(BOARD))["embeds"][0]["description"]):
            pass
        return board


def facedown(name, options):
    return {"id": "0", "name": "facedown", "type": 1, "options": [{"name": name, "type": 1, "options": options}]}


def option(name, value):
    return {"name": name, "type": NUMBER if name == "number" else TEXT, "value": value}


def numbers(text):
    """The numbers, each with the marker that lies on it."""
    return [(int(number), marker) for number, marker in re.findall(r"\*\*#(\d+)\*\* .*marker: (m\d+)", text)]


@pytest.fixture
def table(discord):
    return Table(discord)


@pytest.mark.parametrize("place", [0, 8])
async def test_a_kill_in_the_middle_of_a_series_loses_nothing_that_was_acknowledged(discord, start, table, place):
    async with start() as process:
        await discord.received("OP 2")
        await table.command("start")
        await discord.received(POST)
        await table.command("add", how="manifest", marker="m0")
        await table.edited("marker: m0 ")
        series = [await table.command("add", how="manifest", card=CARD, marker=f"m{n}") for n in range(1, 41)]
        acknowledged = [await table.answer(series[place])]
        process.kill()
        await process.communicate()
    acknowledged += [await table.answer(call) for call in series if discord.counts[call] and call != series[place]]
    assert len(acknowledged) < len(series)
    async with start():
        await discord.received("OP 2")
        await table.command("add", how="manifest", marker="m99")
        on_board = numbers(await table.edited("marker: m99 "))
    assert {(1, "m0"), *numbers("\n".join(answer["content"] for answer in acknowledged))} <= set(on_board)
    assert [number for number, _ in on_board] == list(range(1, len(on_board) + 1))
    assert len({marker for _, marker in on_board}) == len(on_board)


async def test_nothing_that_the_host_can_read_in_the_log_holds_a_card(discord, start, table, tmp_path):
    async with start(log_level="debug") as process:
        await discord.received("OP 2")
        await table.command("start")
        board = await discord.received(POST)
        form = await table.answer(await table.presses_the_first_button(board["components"]))
        for told in (
            await table.sends(form["custom_id"], CARD),
            await table.command("add", how="megamorph", card=CARD),
            await table.command("identify", number=1, card=f"{CARD} of Abzan"),
        ):
            assert CARD in (await table.answer(told))["content"]
        assert CARD in (await table.answer(await table.command("look")))["embeds"][0]["description"]
        await table.answer(await table.command("identify", who=BETO, number=1, card=CARD))
        await table.answer(await table.command("add", how="cloak", card=CARD, status=403))
        await table.answer(await table.types(CARD))
        await table.sends("form:of-another-time", CARD)
        with closing(sqlite3.connect(tmp_path / "facedown-judge.sqlite3")) as connection:
            connection.execute("ALTER TABLE game_events RENAME TO lost")
        await table.answer(await table.command("add", how="cloak", card=CARD))
        process.terminate()
        stdout, stderr = await asyncio.wait_for(process.communicate(), 20)
    assert stdout == b""
    assert b"could not be sent: Forbidden" in stderr
    assert b"no such table" in stderr
    assert b"Abzan" not in stderr

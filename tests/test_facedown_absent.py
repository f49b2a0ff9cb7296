"""People who are not in the server any more, or never were, at a table in the simulated Discord."""

from __future__ import annotations

import discord
import pytest
from facedown_table import board, play, shown, told


@pytest.fixture(autouse=True)
def _without_pauses(simcord_bot):
    """A bot that is about to stop pauses between two messages no more, and is the same otherwise."""
    simcord_bot.tables.hurry()


@pytest.fixture
def caro(simcord_env):
    """Somebody whom Discord knows, and the server does not."""
    return simcord_env.create_user("caro")


@pytest.fixture
def moderator(simcord_env, guild):
    """Somebody with Manage Messages who does not play."""
    role = guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))
    return guild.add_member(simcord_env.create_user("mod"), roles=[role])


async def test_whoever_left_the_server_can_be_made_to_leave_the_game(guild, channel, ana, caro, moderator):
    await play(ana, channel, "add", how="manifest", card="Plains")
    await play(guild.add_member(caro), channel, "add", how="morph", card="Exalted Angel")
    guild.remove_member(caro)
    assert await told(ana, channel, "quit", player=caro) == (
        f"This shows cards of {caro.mention}: only {caro.mention} may do it, or somebody with Manage Messages."
    )
    assert await shown(moderator, channel, "quit", player=caro) == (
        f"{caro.mention} leaves the game.\n**#2** of {caro.mention} (morph): Exalted Angel"
    )
    assert board(channel) == [f"{ana.mention}: 1", "**#1** manifest · <R>"]


async def test_what_is_theirs_can_be_recorded_and_given(channel, ana, caro):
    await play(ana, channel, "add", how="manifest", player=caro, owner=ana)
    await play(ana, channel, "add", how="manifest", owner=caro)
    await play(ana, channel, "give", number=2, player=caro)
    assert board(channel) == [
        f"{caro.mention}: 2",
        f"**#1** manifest · owner: {ana.mention} · <R>",
        "**#2** manifest · <R>",
    ]

"""Looks after the games: a channel that is deleted closes its game, and a stop tells at once what waits to be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

if TYPE_CHECKING:
    import discord

    from bot.client import JudgeBot


class TablesCog(commands.Cog):
    """Closes games that nobody can go on with."""

    def __init__(self, bot: JudgeBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and its game with it."""
        await self._close(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone, and its game with it."""
        await self._close(payload.thread_id)

    @commands.Cog.listener()
    async def on_closing(self) -> None:
        """The bot is about to stop: what waits to be told is told at once."""
        self.bot.tables.hurry()

    async def _close(self, channel_id: int) -> None:
        async with self.bot.tables.changing.of(channel_id):
            await self.bot.tables.forget(channel_id)

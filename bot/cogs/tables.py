"""Looks after the games: a channel that is deleted closes its game, and so does a month without a change."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from discord.ext import commands, tasks

from bot.store import StoreError

if TYPE_CHECKING:
    import discord

    from bot.client import JudgeBot

_log = logging.getLogger(__name__)

DAY = 24 * 60 * 60


class TablesCog(commands.Cog):
    """Closes games that nobody can or will go on with."""

    def __init__(self, bot: JudgeBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Begin to look for forgotten games."""
        self.close_forgotten.start()

    async def cog_unload(self) -> None:
        """Stop it."""
        self.close_forgotten.cancel()

    @tasks.loop(hours=24)
    async def close_forgotten(self) -> None:
        """Close the games in which nothing has changed for as long as the host allows."""
        moment = int(time.time()) - self.bot.config.game_days * DAY
        try:
            forgotten = await self.bot.store.games.unchanged_since(moment)
        except StoreError:
            # The next day tries again; a loop that ends for good would keep secrets for ever.
            _log.exception("forgotten games could not be closed")
            return
        for channel_id in forgotten:
            try:
                await self.bot.tables.close_forgotten(channel_id, moment)
            except StoreError:
                _log.exception("a forgotten game could not be closed")
            else:
                _log.info("a game was closed, since nothing changed in it for %d days", self.bot.config.game_days)

    @close_forgotten.before_loop
    async def _wait(self) -> None:
        await self.bot.wait_until_ready()

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

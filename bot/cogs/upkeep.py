"""What is done now and then: what is too old is forgotten, games above all, and nothing of it stays behind."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from discord.ext import commands, tasks

from bot import failures
from bot.store import StoreError

if TYPE_CHECKING:
    from bot.client import JudgeBot

_log = logging.getLogger(__name__)

DAY = 24 * 60 * 60
"""Seconds."""


class UpkeepCog(commands.Cog):
    """Closes games that nobody goes on with, and forgets old answers.

    A failure is logged, and the next day tries again: a loop that ends for good would keep secrets for ever.
    """

    def __init__(self, bot: JudgeBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Begin."""
        self.empty_log.start()
        self.close_forgotten.start()
        self.forget_answers.start()

    async def cog_unload(self) -> None:
        """Stop."""
        self.empty_log.cancel()
        self.close_forgotten.cancel()
        self.forget_answers.cancel()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Finish the first registration of the commands."""
        async with self.bot.at_work:
            await self.bot.tree.finish()

    @tasks.loop(hours=24)
    async def close_forgotten(self) -> None:
        """Close the games in which nothing has changed for as long as the host allows."""
        moment = int(time.time()) - self.bot.config.game_days * DAY
        try:
            forgotten = await self.bot.store.games.unchanged_since(moment)
        except StoreError as error:
            failures.note(self.bot, "the closing of forgotten games", error)
            return
        for channel_id, guild_id in forgotten.items():
            # Whoever serves the server holds the locks of its games.
            if not self.bot.config.shards.serve(guild_id):
                continue
            try:
                await self.bot.tables.close_forgotten(channel_id, moment)
            except Exception as error:  # noqa: BLE001 - whatever it is, the others are closed, and tomorrow's
                failures.note(self.bot, "the closing of a forgotten game", error)
            else:
                _log.info("a game was closed, since nothing changed in it for %d days", self.bot.config.game_days)

    @tasks.loop(hours=24)
    async def forget_answers(self) -> None:
        """Forget the answers, and the questions without one, that are older than the host wants to keep them."""
        now = int(time.time())
        moment = now - self.bot.config.answer_days * DAY
        try:
            forgotten = await self.bot.store.answers.forget_before(moment)
            # Without the host's consent, none are kept that were collected with it.
            await self.bot.store.unanswered.forget_before(moment if self.bot.config.collect_unanswered else now + 1)
        except StoreError as error:
            failures.note(self.bot, "the forgetting of old answers", error)
            return
        if forgotten:
            _log.info("%d answers of more than %d days ago were forgotten", forgotten, self.bot.config.answer_days)

    @tasks.loop(minutes=5)
    async def empty_log(self) -> None:
        """See that what was deleted is gone from the write-ahead log as well, once nobody reads the database."""
        try:
            await self.bot.store.games.empty_log()
        except StoreError as error:
            failures.note(self.bot, "the emptying of the write-ahead log", error)

    @empty_log.before_loop
    @close_forgotten.before_loop
    @forget_answers.before_loop
    async def _wait(self) -> None:
        await self.bot.wait_until_ready()

"""The Discord client: intents, limits on what it keeps, and what it loads."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

from bot import failures
from bot.atwork import FINISH, AtWork
from bot.cogs import COGS
from bot.host.metrics import Metrics
from bot.host.turns import Turns
from bot.locks import Locks
from bot.pace import Pace
from bot.table.tables import Tables
from bot.translator import CatalogueTranslator
from bot.tree import JudgeTree
from bot.troubles import Troubles
from bot.views.items import ITEMS

if TYPE_CHECKING:
    from bot.config import Config
    from bot.corpus.search import Judge
    from bot.library.open import OpenLibrary
    from bot.store import Store

_log = logging.getLogger(__name__)

# The bot never speaks; without this, discord.py warns at every start that it could not.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

INTENTS = discord.Intents(guilds=True, guild_reactions=True, dm_reactions=True)
"""None of them is privileged: the bot reads no messages and knows no member lists."""


class JudgeBot(commands.AutoShardedBot):
    """The bot: a judge who knows the corpus, a library of cards, and a store that remembers what was answered."""

    tree: JudgeTree

    def __init__(self, config: Config, judge: Judge, library: OpenLibrary, store: Store) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=INTENTS,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=JudgeTree,
            allowed_installs=discord.app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=discord.app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            shard_count=config.shards.count,
            shard_ids=list(config.shards.here),
        )
        self.config = config
        self.judge = judge
        self.library = library
        self.store = store
        self.locks = Locks()
        self.at_work = AtWork()
        self.troubles = Troubles()
        self.metrics = Metrics()
        self.pace = Pace(config.limits)
        self.tables = Tables(self)
        self._turns = Turns(config)

    async def setup_hook(self) -> None:
        """Load the cogs and components, and register the commands where that is needed."""
        self.add_dynamic_items(*ITEMS)
        for cog in COGS:
            await self.add_cog(cog(self))
        await self.tree.set_translator(CatalogueTranslator())
        await self.tree.register()

    async def close(self) -> None:
        """Finish what is being done (an answer that is sent but not remembered yet, a flag that waits), then close."""
        self.dispatch("closing")
        if not await self.at_work.idle(FINISH):
            _log.warning("something was still being done after %d seconds", FINISH)
        await super().close()

    async def before_identify_hook(self, _shard_id: int | None, *, initial: bool = False) -> None:
        """Take turns at the gateway."""
        await self._turns.take(initial=initial)

    async def on_ready(self) -> None:
        """Say once more after every (re)connection that the bot is there."""
        _log.info("ready as %s on %d servers", self.user, len(self.guilds))

    async def on_error(self, event_method: str, /, *_args: Any, **_kwargs: Any) -> None:
        """Log what an event handler raised; nobody waits for an answer there."""
        failures.note(self, f"the handler of {event_method}", sys.exception())

"""A flag under an answer turns it into that flag's language, whoever sets it, however old the answer is."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

import aiohttp
import discord
from discord.ext import commands

from bot.languages import BY_FLAG
from bot.latest import Latest
from bot.limits import DISPLAY_NAME
from bot.refusals import ForgottenError, TooOftenError
from bot.text import one_line
from bot.views.answer import look_up, on_the_same_page, present

if TYPE_CHECKING:
    from bot.client import JudgeBot
    from bot.shown import Shown

_log = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds between two edits of one message: Discord allows five edits in five seconds in a channel."""

_QUOTES = str.maketrans("", "", "“”")


class _Turn(NamedTuple):
    """A flag that somebody set under a message."""

    message_id: int
    channel_id: int
    language: str
    turned_by: str


class FlagsCog(commands.Cog):
    """Listens to reactions."""

    def __init__(self, bot: JudgeBot) -> None:
        self.bot = bot
        self._latest: Latest[_Turn] = Latest(PAUSE, self._turn)

    @commands.Cog.listener()
    async def on_raw_reaction_add(self, payload: discord.RawReactionActionEvent) -> None:
        """Sort out, without any I/O, what is no flag of a person under a message of ours; turn the rest."""
        language = BY_FLAG.get(payload.emoji.name) if payload.emoji.id is None else None
        me = self.bot.user
        if language is None or me is None or payload.user_id == me.id:
            return
        if payload.member is not None and payload.member.bot:
            return
        if payload.message_author_id is not None and payload.message_author_id != me.id:
            return
        try:
            self.bot.pace.admit(payload.user_id, payload.channel_id)
        except TooOftenError:
            self.bot.metrics.limited.inc()
            return
        # Outside servers Discord does not send the name along; there the flag alone tells enough.
        # It stands in quotation marks, since people can call themselves “official translation”.
        name = one_line(payload.member.display_name, DISPLAY_NAME).translate(_QUOTES) if payload.member else ""
        turned_by = f"“{name}” {payload.emoji.name}" if name else payload.emoji.name
        turn = _Turn(payload.message_id, payload.channel_id, language.code, turned_by)
        # A flag that waits for its turn is work, too: a stop carries it out first.
        async with self.bot.at_work:
            await self._latest.carry_out(payload.message_id, turn)

    async def _turn(self, turn: _Turn) -> None:
        """Turn the message, unless it is gone or Discord does not allow it: one read, one edit, one write."""
        async with self.bot.locks.of(turn.message_id):
            shown = await self.bot.store.answers.find(turn.message_id)
            if shown is None:
                return
            try:
                await self._edit(turn, shown)
            except discord.NotFound:
                _log.info("an answer in channel %d is gone", turn.channel_id)
                await self.bot.store.answers.forget(turn.message_id)
            except ForgottenError:
                _log.info("an answer in channel %d shows a topic that is gone", turn.channel_id)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                self.bot.troubles.tell(turn.channel_id, error)

    async def _edit(self, turn: _Turn, before: Shown) -> None:
        message = self.bot.get_partial_messageable(turn.channel_id).get_partial_message(turn.message_id)
        sheet = await look_up(self.bot, before)
        shown = on_the_same_page(before, before.turned(turn.language), sheet)
        await message.edit(**present(self.bot.judge, shown, sheet, turn.turned_by).as_edit())
        await self.bot.store.answers.remember(turn.message_id, turn.channel_id, shown)
        self.bot.metrics.flags.inc()
        self.bot.troubles.over(turn.channel_id)

    @commands.Cog.listener()
    async def on_closing(self) -> None:
        """The bot is about to stop: what waits for its turn is carried out at once."""
        self._latest.hurry()

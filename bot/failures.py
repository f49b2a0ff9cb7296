"""From a failure to what the person is told, for commands and components alike."""

from __future__ import annotations

import functools
import inspect
import logging
from typing import TYPE_CHECKING, Any, TypeVar

import aiohttp
import discord
from discord import app_commands

from bot import messages, respond
from bot.asker import language_for
from bot.refusals import RefusedError, StaleCommandError, TooOftenError
from bot.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.client import JudgeBot

_log = logging.getLogger(__name__)

_GONE = {10003: "channel", 10008: "message", 10062: "interaction"}
"""Discord's codes for what is not there any more; an interaction is gone after three seconds."""

_STALE = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""What discord.py finds of a command that is not as the bot knows it."""

_Callback = TypeVar("_Callback", bound="Callable[..., Awaitable[None]]")


async def admit(interaction: discord.Interaction[Any]) -> bool:
    """Begin to answer a command or a click, unless it comes too often for the host's limits: then say so privately."""
    respond.begin(interaction)
    if interaction.type is discord.InteractionType.autocomplete:
        return True
    bot = interaction.client
    try:
        bot.pace.admit(interaction.user.id, interaction.channel_id)
    except TooOftenError as refusal:
        bot.metrics.limited.inc()
        await answer(interaction, refusal)
        return False
    return True


async def answer(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Tell the person, in their language and privately, what went wrong; log what nobody foresaw."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, _STALE):
        error = StaleCommandError()
    if isinstance(error, discord.NotFound) and error.code in _GONE:
        _log.info("an interaction (%s) was not answered: its %s is gone", interaction.type.name, _GONE[error.code])
        return
    say = messages.of(await language_for(interaction, private=True))
    match error:
        case RefusedError():
            text = error.sentence(say)
        case _:
            note(interaction.client, f"an interaction ({interaction.type.name})", error)
            text = say("error.database" if isinstance(error, StoreError) else "error.unexpected")
    try:
        await respond.say(interaction, text, ephemeral=True)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as failure:
        _log.warning("the failure could not be told: %r", failure)


def note(bot: JudgeBot, what: str, error: BaseException | None) -> None:
    """Count and log a failure; what is known well enough needs no traceback.

    Args:
        bot: whose failure it is.
        what: what failed.
        error: why.
    """
    bot.metrics.errors.inc()
    match error:
        case StoreError():
            # The disk is full, the file locked or spoilt.
            _log.error("%s failed, since the database did: %s", what, error)
        case discord.DiscordServerError() | aiohttp.ClientError() | OSError():
            _log.error("%s failed, since Discord did not take it: %r", what, error)
        case _:
            _log.error("%s failed", what, exc_info=error)


def polite(callback: _Callback) -> _Callback:
    """Make a command answer in time, privately, and tell a refusal itself: that is an answer, and no error."""

    @functools.wraps(callback)
    async def told(cog: Any, interaction: discord.Interaction[Any], *args: Any, **options: Any) -> None:
        async with respond.in_time(interaction):
            try:
                await callback(cog, interaction, *args, **options)
            except RefusedError as refusal:
                await answer(interaction, refusal)

    # discord.py reads the options out of the annotations, and would look their names up in this module.
    told.__signature__ = inspect.signature(  # type: ignore[attr-defined]
        callback, eval_str=True, locals={"JudgeBot": discord.Client}
    )
    return told  # type: ignore[return-value]  # the same signature, as `wraps` shows to discord.py

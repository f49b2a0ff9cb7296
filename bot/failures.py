"""From a failure to what the person is told, for commands and components alike."""

from __future__ import annotations

import functools
import inspect
import logging
from typing import TYPE_CHECKING, Any, TypeVar

import aiohttp
import discord
from discord import app_commands

from bot import languages, messages
from bot.asker import language_for
from bot.refusals import RefusedError
from bot.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_log = logging.getLogger(__name__)

_GONE = {10003: "channel", 10008: "message", 10062: "interaction"}
"""Discord's codes for what is not there any more; an interaction is gone after three seconds."""

_Callback = TypeVar("_Callback", bound="Callable[..., Awaitable[None]]")


async def answer(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Tell the person, in their language and privately, what went wrong; log what nobody foresaw."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, discord.NotFound) and error.code in _GONE:
        _log.info("an interaction (%s) was not answered: its %s is gone", interaction.type.name, _GONE[error.code])
        return
    say = messages.of(await _language(interaction))
    if isinstance(error, RefusedError):
        text = error.sentence(say)
    else:
        _log.error("an interaction (%s) failed", interaction.type.name, exc_info=error)
        text = say("error.unexpected")
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True)
        else:
            await interaction.response.send_message(text, ephemeral=True)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as failure:
        _log.warning("the failure could not be told: %r", failure)


async def _language(interaction: discord.Interaction[Any]) -> str:
    """The language to tell it in; what failed may be the very database that knows what the person chose."""
    try:
        return await language_for(interaction, private=True)
    except StoreError:
        return languages.choose(private=True, user_locale=interaction.locale.value)


def polite(callback: _Callback) -> _Callback:
    """Make a command tell a refusal itself: it is an answer, not an error of the command."""

    @functools.wraps(callback)
    async def told(cog: Any, interaction: discord.Interaction[Any], *args: Any, **options: Any) -> None:
        try:
            await callback(cog, interaction, *args, **options)
        except RefusedError as refusal:
            await answer(interaction, refusal)

    # discord.py reads the options out of the annotations, and would look their names up in this module.
    told.__signature__ = inspect.signature(  # type: ignore[attr-defined]
        callback, eval_str=True, locals={"JudgeBot": discord.Client}
    )
    return told  # type: ignore[return-value]  # the same signature, as `wraps` shows to discord.py

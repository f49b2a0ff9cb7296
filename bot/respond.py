"""The ways of answering an interaction; nothing else in the bot acknowledges one.

Discord waits three seconds for the first answer. Whatever may take longer, a slow disk above all, is done `in_time`:
Discord is then asked to wait, and what is said or changed afterwards arrives as a follow-up.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import aiohttp
import discord

from bot.refusals import TooSlowError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.client import JudgeBot

_log = logging.getLogger(__name__)

Interaction: TypeAlias = "discord.Interaction[JudgeBot]"

PATIENCE = 2.0
"""Seconds after which Discord is asked to wait: one less than it waits by itself."""
_BEGUN = "begun"
"""What is noted of an interaction stands under this key among its extras."""


@dataclass(slots=True)
class _Begun:
    """An interaction that the bot began to answer, at a moment of `time.perf_counter`."""

    at: float = field(default_factory=time.perf_counter)
    acknowledging: asyncio.Lock = field(default_factory=asyncio.Lock)


def begin(interaction: Interaction) -> None:
    """Note that an interaction has come in."""
    interaction.extras[_BEGUN] = _Begun()


def has_begun(interaction: Interaction) -> bool:
    """Whether anything of the bot has taken it up."""
    return _BEGUN in interaction.extras


async def say(interaction: Interaction, content: str | None = None, **message: Any) -> int | None:
    """Answer with a message; returns its id, None where Discord does not tell it.

    Args:
        interaction: what is answered.
        content: its text.
        message: what else `InteractionResponse.send_message` takes.
    """
    if (view := message.get("view")) is not None:
        # All our components answer without it (`JudgeItem`); of a private message, discord.py would keep it with a
        # timer for a quarter of an hour.
        view.stop()
    async with _acknowledging(interaction) as is_first:
        if is_first:
            return (await interaction.response.send_message(content, **message)).message_id
    # What discord.py leaves out of a first answer where it is None, it wants left out of a later one by its absence.
    given = message if content is None else {"content": content, **message}
    return (await interaction.followup.send(**given, wait=True)).id


async def change(interaction: Interaction, **message: Any) -> None:
    """Edit the message whose component was used; takes what `InteractionResponse.edit_message` takes."""
    async with _acknowledging(interaction) as is_first:
        if is_first:
            await interaction.response.edit_message(**message)
            return
    await interaction.edit_original_response(**message)


async def ask(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Open a form.

    Raises:
        TooSlowError: Discord was asked to wait already, after which it opens none.
    """
    async with _acknowledging(interaction) as is_first:
        if not is_first:
            raise TooSlowError
        await interaction.response.send_modal(form)


async def wait(interaction: Interaction, *, private: bool) -> None:
    """Ask Discord to wait, for up to fifteen minutes; whoever used a command sees that the bot is thinking."""
    async with _acknowledging(interaction) as is_first:
        if not is_first:
            return
        if interaction.type is discord.InteractionType.component:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=private, thinking=True)


def was_late(interaction: Interaction) -> bool:
    """Whether Discord was asked to wait, visibly: the next message takes the place of that, and is as private."""
    return interaction.response.type is discord.InteractionResponseType.deferred_channel_message


@asynccontextmanager
async def in_time(interaction: Interaction, *, private: bool = True) -> AsyncIterator[None]:
    """Answer meanwhile; should that take too long, ask Discord to wait.

    Args:
        interaction: what is answered.
        private: whether what will be said is for one person alone.
    """
    loop = asyncio.get_running_loop()
    asking: list[asyncio.Task[None]] = []

    def ask() -> None:
        asking.append(loop.create_task(_ask_for_patience(interaction, private=private)))

    left = PATIENCE - (time.perf_counter() - _begun(interaction).at)
    timer = loop.call_later(left, ask) if left > 0 else loop.call_soon(ask)
    try:
        yield
    finally:
        timer.cancel()
        if asking:
            # What Discord is being told must be finished: else it knows of a wish to wait that discord.py does not.
            await asyncio.wait(asking)


async def _ask_for_patience(interaction: Interaction, *, private: bool) -> None:
    with suppress(discord.HTTPException, aiohttp.ClientError, OSError):  # the answer itself will fail, and tell
        await wait(interaction, private=private)


def _begun(interaction: Interaction) -> _Begun:
    begun: _Begun = interaction.extras.setdefault(_BEGUN, _Begun())
    return begun


@asynccontextmanager
async def _acknowledging(interaction: Interaction) -> AsyncIterator[bool]:
    """Acknowledge one at a time; gives whether Discord still waits for the first answer, which then is measured."""
    begun = _begun(interaction)
    async with begun.acknowledging:
        is_first = not interaction.response.is_done()
        seconds = time.perf_counter() - begun.at
        yield is_first
        if is_first:
            _measure(interaction, seconds)


def _measure(interaction: Interaction, seconds: float) -> None:
    bot = interaction.client
    bot.metrics.latency.observe(seconds)
    shard = bot.config.shards.of(interaction.guild_id or 0)
    where = {"guild": interaction.guild_id, "shard": shard, "latency_ms": round(1000 * seconds, 1)}
    _log.info("answered", extra={"what": _what(interaction), **where})


def _what(interaction: Interaction) -> str:
    """The command, or what kind of component or form it is: the part of its id that holds no state."""
    if interaction.command is not None:
        return f"/{interaction.command.qualified_name}"
    data = cast("dict[str, Any]", interaction.data or {})
    return str(data.get("custom_id", "")).partition(":")[0]

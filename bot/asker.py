"""Which language an interaction is answered in: what was asked for, what was chosen before, what Discord knows."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord

from bot import languages
from bot.store import StoreError
from bot.store.preferences import Chosen

if TYPE_CHECKING:
    from bot.client import JudgeBot


_log = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds that an answer waits for the database to tell the language."""


async def language_for(interaction: discord.Interaction[JudgeBot], *, private: bool, option: str | None = None) -> str:
    """The language code for the answer to an interaction; see `languages.choose` for the order.

    Args:
        interaction: what is answered.
        private: the answer is ephemeral; direct messages are private anyway.
        option: the language that the asker chose for this one answer.
    """
    if option is not None:
        return option
    try:
        async with asyncio.timeout(PATIENCE):
            chosen = await interaction.client.store.preferences.chosen(
                user=interaction.user.id,
                channel=channel_of(interaction),
                guild=interaction.guild_id,
            )
    except (StoreError, TimeoutError) as error:
        # Better an answer in the language that Discord knows than none.
        _log.error("the languages that people chose could not be read: %r", error)
        chosen = Chosen()
    return languages.choose(
        private=private or interaction.guild_id is None,
        user=chosen.user,
        channel=chosen.channel,
        guild=chosen.guild,
        user_locale=interaction.locale.value,
        guild_locale=interaction.guild_locale.value if interaction.guild_locale else None,
    )


def channel_of(interaction: discord.Interaction[JudgeBot]) -> int | None:
    """The channel whose language counts: for a thread the one that it hangs in."""
    if isinstance(interaction.channel, discord.Thread):
        return interaction.channel.parent_id
    return interaction.channel_id


def reads_traditional(interaction: discord.Interaction[JudgeBot], language: str, *, private: bool) -> bool:
    """Whether somebody whose Discord speaks traditional Chinese is about to be answered in simplified Chinese."""
    locale = interaction.locale if private or interaction.guild_id is None else interaction.guild_locale
    return language == "zh-CN" and locale is discord.Locale.taiwan_chinese

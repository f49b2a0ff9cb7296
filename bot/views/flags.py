"""The flags that the bot sets under its public answers, and whether it can."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.client import JudgeBot


REFUSALS = (400, 403)
"""What Discord answers when it will not let the bot react."""


def can_set_flags(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot can put reactions under its public answer to an interaction.

    In a server it must be a member itself (somebody may bring it along as their own app), and have the permissions
    for it there; elsewhere it must be its own direct messages.
    """
    if interaction.guild_id is None:
        return interaction.context.dm_channel
    permissions = interaction.app_permissions
    is_member = interaction.client.get_guild(interaction.guild_id) is not None
    return is_member and permissions.add_reactions and permissions.read_message_history


def flags_for(codes: Collection[str]) -> tuple[str, ...]:
    """The flags of some languages, in an order that is always the same."""
    return tuple(language.flag for language in LANGUAGES if language.code in codes)


async def change_flags(
    bot: JudgeBot, message: discord.PartialMessage, wanted: tuple[str, ...], present: tuple[str, ...] = ()
) -> bool:
    """Put the wanted flags under a message, and take those away that the bot set for something else.

    Args:
        bot: the bot, whose flags they are.
        message: the answer.
        wanted: the flags that belong under it.
        present: those that the bot set for what it showed before.

    Returns:
        False when Discord does not allow it. A message that is gone meanwhile, or a Discord that is ill, leaves
        an answer without some of its flags, which work all the same when somebody sets them.
    """
    if wanted == present:
        return True
    try:
        for flag in present:
            if flag not in wanted and bot.user is not None:
                # A moderator may have taken it away already.
                with suppress(discord.NotFound):
                    await message.remove_reaction(flag, bot.user)
        # All of them: somebody may have taken one away, and setting one that is there does nothing.
        for flag in wanted:
            await message.add_reaction(flag)
    except (discord.HTTPException, aiohttp.ClientError) as error:
        # Discord's no (403, or 400 where there are too many reactions) is final; a message that is gone is not.
        if isinstance(error, discord.HTTPException) and error.status in REFUSALS:
            return False
        bot.troubles.tell(message.channel.id, error)
    return True

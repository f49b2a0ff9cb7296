"""The command tree: registration with Discord, and where failed commands go."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot import failures
from bot.refusals import StaleCommandError

if TYPE_CHECKING:
    from bot.client import JudgeBot

_log = logging.getLogger(__name__)

_TYPES = {
    discord.AppCommandOptionType.string: (str,),
    discord.AppCommandOptionType.integer: (int,),
    discord.AppCommandOptionType.boolean: (bool,),
    discord.AppCommandOptionType.user: (discord.Member, discord.User),
}
"""What discord.py makes of an option of a type; one that it could not resolve is something else."""


class JudgeTree(app_commands.CommandTree["JudgeBot"]):
    """The slash commands, their registration and their failures."""

    def __init__(self, client: JudgeBot) -> None:
        super().__init__(client)
        self._unfinished: str | None = None

    async def interaction_check(self, interaction: discord.Interaction[JudgeBot], /) -> bool:
        """Let a command be used, unless that is too often; what is completed while somebody types is not counted."""
        if not await failures.admit(interaction):
            return False
        if interaction.type is discord.InteractionType.autocomplete or _is_as_declared(interaction):
            return True
        await failures.answer(interaction, StaleCommandError())
        return False

    async def on_error(
        self, interaction: discord.Interaction[JudgeBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer a failed command."""
        await failures.answer(interaction, error)

    async def register(self) -> None:
        """Tell Discord our commands when they changed since it was told last, or when its list differs.

        The first time, `finish` has to be called afterwards.
        """
        bot = self.client
        commands = self.get_commands()
        payload = [command.to_dict(self) for command in commands]
        if self.translator is not None:
            payload = [await command.get_translated_payload(self, self.translator) for command in commands]
        fingerprint = fingerprint_of(payload)
        known_fingerprint = await bot.store.synced_commands.fingerprint(bot.application_id or 0)
        if known_fingerprint == fingerprint:
            known = {(command.name, command.type.value) for command in await self.fetch_commands()}
            if known == {(command["name"], command.get("type", 1)) for command in payload}:
                return
        await self.sync()
        _log.info("registered %d commands with Discord", len(payload))
        if known_fingerprint is None:
            self._unfinished = fingerprint
        else:
            await bot.store.synced_commands.remember(bot.application_id or 0, fingerprint)

    async def finish(self) -> int:
        """Remove the commands that another program left on single servers, where they would stand beside ours.

        This bot leaves none there, and to look takes a call a server: so it is done after the first registration alone,
        once the bot is connected. It counts as registered only then, so that a stop in between loses nothing.

        Returns:
            how many were removed.
        """
        fingerprint, self._unfinished = self._unfinished, None
        if fingerprint is None:
            return 0
        removed = await self._remove_leftovers()
        await self.client.store.synced_commands.remember(self.client.application_id or 0, fingerprint)
        if removed:
            _log.info("removed %d commands that stood on single servers", removed)
        return removed

    async def _remove_leftovers(self) -> int:
        """Remove the commands of single servers; returns how many there were."""
        removed = 0
        async for guild in self.client.fetch_guilds(limit=None, with_counts=False):
            try:
                leftovers = await self.fetch_commands(guild=guild)
                if leftovers:
                    # This tree has no commands for single servers, so there are none afterwards.
                    await self.sync(guild=guild)
            except discord.Forbidden:
                # The bot was invited there without its commands, so there are none of them either.
                continue
            removed += len(leftovers)
        return removed


def _is_as_declared(interaction: discord.Interaction[JudgeBot]) -> bool:
    """Whether the options have the types and are among the choices that the command offers.

    Discord sees to that itself, but by what it was told last; discord.py does not look again.
    """
    if not isinstance(interaction.command, app_commands.Command):
        return True
    given = vars(interaction.namespace)
    for parameter in interaction.command.parameters:
        if parameter.display_name not in given:
            continue
        value = given[parameter.display_name]
        if type(value) not in _TYPES.get(parameter.type, (type(value),)):
            return False
        if parameter.choices and value not in [choice.value for choice in parameter.choices]:
            return False
    return True


def fingerprint_of(payload: list[dict[str, Any]]) -> str:
    """A fingerprint of a command payload that does not depend on the order of keys."""
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()

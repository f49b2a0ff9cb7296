"""The command tree: registration with Discord, and where failed commands go."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot import failures

if TYPE_CHECKING:
    import discord

    from bot.client import JudgeBot

_log = logging.getLogger(__name__)


class JudgeTree(app_commands.CommandTree["JudgeBot"]):
    """The slash commands, their registration and their failures."""

    async def on_error(
        self, interaction: discord.Interaction[JudgeBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer a failed command."""
        await failures.answer(interaction, error)

    async def register(self) -> None:
        """Tell Discord our commands when they changed since it was told last, or when its list differs."""
        bot = self.client
        commands = self.get_commands()
        payload = [command.to_dict(self) for command in commands]
        if self.translator is not None:
            payload = [await command.get_translated_payload(self, self.translator) for command in commands]
        fingerprint = fingerprint_of(payload)
        application_id = bot.application_id or 0
        if await bot.store.synced_commands.fingerprint(application_id) == fingerprint:
            known = {(command.name, command.type.value) for command in await self.fetch_commands()}
            if known == {(command["name"], command.get("type", 1)) for command in payload}:
                return
        await self.sync()
        await bot.store.synced_commands.remember(application_id, fingerprint)
        _log.info("registered %d commands with Discord", len(payload))


def fingerprint_of(payload: list[dict[str, Any]]) -> str:
    """A fingerprint of a command payload that does not depend on the order of keys."""
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()

"""`/language`: the languages that people, channels and servers choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import messages, respond
from bot.asker import channel_of, language_for
from bot.failures import polite
from bot.languages import BY_CODE
from bot.refusals import NoServerError, NotAllowedError
from bot.translator import LANGUAGE_CHOICES, localised

if TYPE_CHECKING:
    from bot.client import JudgeBot
    from bot.store.preferences import Scope

_PERMISSION: dict[Scope, str] = {"channel": "manage_channels", "guild": "manage_guild"}
"""The permission that somebody needs to choose for others."""
_GROUP: dict[Scope, str] = {"user": "me", "channel": "channel", "guild": "server"}
"""What the command calls the scopes."""


class LanguageCog(commands.Cog):
    """Adds `/language` with its three groups."""

    def __init__(self, bot: JudgeBot) -> None:
        self.bot = bot
        self.group = app_commands.Group(
            name=localised("command.language.name"), description=localised("command.language.description")
        )
        for scope in _GROUP:
            self.group.add_command(ScopeGroup(bot, scope))

    async def cog_load(self) -> None:
        """Add the commands."""
        self.bot.tree.add_command(self.group)

    async def cog_unload(self) -> None:
        """Take them away again."""
        self.bot.tree.remove_command(self.group.name)


class ScopeGroup(app_commands.Group):
    """`set`, `clear` and `show` for one scope."""

    def __init__(self, bot: JudgeBot, scope: Scope) -> None:
        key = f"command.language.{_GROUP[scope]}"
        super().__init__(name=localised(f"{key}.name"), description=localised(f"{key}.description"))
        self.bot = bot
        self.scope = scope

    @app_commands.command(
        name=localised("command.language.set.name"), description=localised("command.language.set.description")
    )
    @app_commands.rename(language=localised("command.language.set.language.name"))
    @app_commands.describe(language=localised("command.language.set.language.description"))
    @app_commands.choices(language=LANGUAGE_CHOICES)
    @polite
    async def set(self, interaction: discord.Interaction[JudgeBot], language: str) -> None:
        """Choose a language."""
        await self.bot.store.preferences.choose(self.scope, self._target(interaction, change=True), language)
        await self._reply(interaction, "set", language)

    @app_commands.command(
        name=localised("command.language.clear.name"), description=localised("command.language.clear.description")
    )
    @polite
    async def clear(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Forget a choice."""
        await self.bot.store.preferences.clear(self.scope, self._target(interaction, change=True))
        await self._reply(interaction, "cleared")

    @app_commands.command(
        name=localised("command.language.show.name"), description=localised("command.language.show.description")
    )
    @polite
    async def show(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Tell the choice."""
        language = await self.bot.store.preferences.get(self.scope, self._target(interaction, change=False))
        await self._reply(interaction, "shown" if language else "none", language)

    def _target(self, interaction: discord.Interaction[JudgeBot], *, change: bool) -> int:
        """The Discord id that the choice is for.

        Raises:
            NoServerError: there is no channel or server to choose for here.
            NotAllowedError: the person may not change the choice.
        """
        if self.scope == "user":
            return interaction.user.id
        target = channel_of(interaction) if self.scope == "channel" else interaction.guild_id
        if interaction.guild_id is None or target is None:
            raise NoServerError
        permission = _PERMISSION[self.scope]
        if change and not getattr(interaction.permissions, permission):
            raise NotAllowedError(permission)
        return target

    async def _reply(self, interaction: discord.Interaction[JudgeBot], what: str, language: str | None = None) -> None:
        """Answer privately, in the language that the person reads from now on."""
        say = messages.of(await language_for(interaction, private=True))
        whose = say(f"language.{_GROUP[self.scope]}")
        name = BY_CODE[language].native_name if language else ""
        await respond.say(interaction, say(f"language.{what}", whose=whose, language=name), ephemeral=True)

"""“Translate ruling”: a private copy of an answer in the reader's own language, beside the public one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.asker import language_for
from bot.failures import polite
from bot.refusals import ForgottenError, NotAnAnswerError
from bot.translator import localised
from bot.views.answer import send

if TYPE_CHECKING:
    from bot.client import JudgeBot


class TranslateCog(commands.Cog):
    """The message command; discord.py wants those added to the tree by hand."""

    def __init__(self, bot: JudgeBot) -> None:
        self.bot = bot
        self.menu = app_commands.ContextMenu(name=localised("command.translate.name"), callback=self.translate)

    async def cog_load(self) -> None:
        """Add the command."""
        self.bot.tree.add_command(self.menu)

    async def cog_unload(self) -> None:
        """Take it away again."""
        self.bot.tree.remove_command(self.menu.name, type=self.menu.type)

    @polite
    async def translate(self, interaction: discord.Interaction[JudgeBot], message: discord.Message) -> None:
        """Answer privately with what a message of the bot shows, in the reader's language."""
        if self.bot.user is None or message.author.id != self.bot.user.id:
            raise NotAnAnswerError
        shown = await self.bot.store.answers.find(message.id)
        if shown is None:
            raise ForgottenError
        language = await language_for(interaction, private=True)
        await send(interaction, shown.turned(language), private=True)

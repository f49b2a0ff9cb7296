"""`/ruling`: a question in, the published ruling out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.asker import language_for
from bot.limits import CHOICE
from bot.respond import in_time
from bot.text import shorten
from bot.translator import LANGUAGE_CHOICES, localised
from bot.views.cards import send_ruling

if TYPE_CHECKING:
    from bot.client import JudgeBot


class RulingsCog(commands.Cog):
    """The command that this bot is for."""

    def __init__(self, bot: JudgeBot) -> None:
        self.bot = bot

    @app_commands.command(name=localised("command.ruling.name"), description=localised("command.ruling.description"))
    @app_commands.rename(
        question=localised("command.ruling.question.name"),
        language=localised("command.ruling.language.name"),
        beside=localised("command.ruling.beside.name"),
        private=localised("command.ruling.private.name"),
    )
    @app_commands.describe(
        question=localised("command.ruling.question.description"),
        language=localised("command.ruling.language.description"),
        beside=localised("command.ruling.beside.description"),
        private=localised("command.ruling.private.description"),
    )
    @app_commands.choices(language=LANGUAGE_CHOICES, beside=LANGUAGE_CHOICES)
    async def ruling(
        self,
        interaction: discord.Interaction[JudgeBot],
        question: app_commands.Range[str, 1, 6000],
        language: str | None = None,
        beside: str | None = None,
        private: bool = False,  # noqa: FBT001, FBT002 - Discord's option types
    ) -> None:
        """Answer a question."""
        wanted = await language_for(interaction, private=private, option=language)
        async with in_time(interaction, private=private):
            await send_ruling(interaction, question, (wanted, beside), private=private)

    @ruling.autocomplete("question")
    async def suggest(self, interaction: discord.Interaction[JudgeBot], current: str) -> list[app_commands.Choice[str]]:
        """Suggest mechanics and topics in the reader's language, found by words of any language."""
        wanted = await language_for(interaction, private=True)
        return [
            app_commands.Choice(name=shorten(label, CHOICE), value=entry_id)
            for label, entry_id in self.bot.judge.suggest(current, wanted)
        ]

"""`/card`: a card's name in, its rulings out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.asker import language_for
from bot.limits import CHOICE
from bot.respond import in_time
from bot.text import shorten
from bot.translator import LANGUAGE_CHOICES, localised, options
from bot.views.cards import send_card

if TYPE_CHECKING:
    from bot.client import JudgeBot


class CardsCog(commands.Cog):
    """The command about cards."""

    def __init__(self, bot: JudgeBot) -> None:
        self.bot = bot

    @app_commands.command(name=localised("command.card.name"), description=localised("command.card.description"))
    @options(
        name="command.card.called",
        question="command.card.question",
        language="command.ruling.language",
        private="command.ruling.private",
    )
    @app_commands.choices(language=LANGUAGE_CHOICES)
    async def card(
        self,
        interaction: discord.Interaction[JudgeBot],
        name: app_commands.Range[str, 1, 300],
        question: app_commands.Range[str, 1, 6000] | None = None,
        language: str | None = None,
        private: bool = False,  # noqa: FBT001, FBT002 - Discord's option types
    ) -> None:
        """Show the rulings of a card."""
        wanted = await language_for(interaction, private=private, option=language)
        async with in_time(interaction, private=private):
            await send_card(interaction, name, question, wanted, private=private)

    @card.autocomplete("name")
    async def suggest(self, interaction: discord.Interaction[JudgeBot], current: str) -> list[app_commands.Choice[str]]:
        """Suggest cards by their names in all languages, each with what tells it apart."""
        wanted = await language_for(interaction, private=True)
        found = await self.bot.library.ask(lambda library: library.suggest(current, wanted))
        return [app_commands.Choice(name=shorten(each.label, CHOICE), value=each.key) for each in found]

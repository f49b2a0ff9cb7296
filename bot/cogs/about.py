"""`/about`: what the bot is and what it knows."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot import messages, render, respond
from bot.asker import language_for
from bot.corpus.facts import facts
from bot.library import Library
from bot.translator import localised
from bot.views.forget import ForgetButton
from bot.wording import kept_lines, library_lines, work_line

if TYPE_CHECKING:
    from bot.client import JudgeBot


class AboutCog(commands.Cog):
    """The command about the bot itself."""

    def __init__(self, bot: JudgeBot) -> None:
        self.bot = bot

    @app_commands.command(name=localised("command.about.name"), description=localised("command.about.description"))
    async def about(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Show version, counts, what is kept and the fan-content notice, privately."""
        language = await language_for(interaction, private=True)
        view = discord.ui.View(timeout=None)
        view.add_item(ForgetButton(language))
        today = datetime.datetime.now(datetime.UTC).date()
        say = messages.of(language)
        library = library_lines(await self.bot.library.ask(Library.summary), today, say)
        work = work_line(self.bot.metrics.counts(), say)
        kept = kept_lines(self.bot.config, say)
        await respond.say(
            interaction,
            embed=render.about(facts(self.bot.judge.corpus), library, work, kept, language),
            view=view,
            ephemeral=True,
        )

"""Forms and components that nothing else answers: a form that was open while the bot restarted, an ancient button."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

from bot import failures, respond
from bot.refusals import ForgottenError, LostFormError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.client import JudgeBot


class StraysCog(commands.Cog):
    """Says politely that nothing was done; Discord by itself only says that the bot did not respond."""

    def __init__(self, bot: JudgeBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Answer what nobody has begun to answer by now; whoever does begins before this is called."""
        if respond.has_begun(interaction):
            return
        if interaction.type is discord.InteractionType.modal_submit:
            respond.begin(interaction)
            await failures.answer(interaction, LostFormError(list(_typed(interaction.data))))
        elif interaction.type is discord.InteractionType.component and await failures.admit(interaction):
            await failures.answer(interaction, ForgottenError())


def _typed(data: Any) -> Iterator[str]:
    """What somebody typed into the fields of a form, wherever those stand in what Discord sends."""
    if isinstance(data, dict):
        if isinstance(value := data.get("value"), str) and value:
            yield value
        for each in (*data.get("components", ()), data.get("component")):
            yield from _typed(each)

"""“Delete my data”, under `/about`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import discord

from bot import messages, respond
from bot.asker import language_for
from bot.languages import ENGLISH
from bot.views.item import JudgeItem

if TYPE_CHECKING:
    import re

    from bot.client import JudgeBot


class ForgetButton(JudgeItem["discord.ui.Button[Any]"], template=r"forget"):
    """Deletes what the bot keeps about whoever presses it."""

    def __init__(self, language: str) -> None:
        super().__init__(
            discord.ui.Button(
                custom_id="forget", label=messages.of(language)("about.forget"), style=discord.ButtonStyle.danger
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        """There is no state; the label stands in the message already."""
        return cls(ENGLISH)

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Delete it, and say what is left."""
        store = interaction.client.store
        say = messages.of(await language_for(interaction, private=True))
        await store.preferences.clear("user", interaction.user.id)
        await store.games.forget_person(interaction.user.id)
        await respond.say(interaction, say("about.forgotten"), ephemeral=True)

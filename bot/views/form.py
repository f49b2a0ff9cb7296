"""The one base of all forms (Discord's modals): errors go where the commands' errors go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot import failures, respond
from bot.views.item import must_be_offered

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.client import JudgeBot
    from bot.messages import Messages

Field = discord.ui.TextInput[Any] | discord.ui.Select[Any]

HOUR = 3600
"""Seconds after which a form that nobody sends is forgotten."""


class JudgeForm(discord.ui.Modal):
    """A form that does `act` when it is sent."""

    def __init__(self, interaction: discord.Interaction[JudgeBot], title: str) -> None:
        # The id is the interaction's, since two people may have the same form open.
        super().__init__(title=title, timeout=HOUR, custom_id=f"form:{interaction.id}")

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Run `act`, and answer politely when it fails."""
        # Not counted against a limit: what was typed would be lost.
        respond.begin(interaction)
        async with respond.in_time(interaction):
            try:
                for field in self.walk_children():
                    must_be_offered(field)
                await self.act(interaction)
            except Exception as error:  # noqa: BLE001 - the funnel itself: the error map sorts what arrives
                await failures.answer(interaction, error)

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """What the form does."""
        raise NotImplementedError

    def add_note(self, text: str) -> None:
        """Add a line that is only read; it takes the place of one of the five fields."""
        self.add_item(discord.ui.TextDisplay(text))

    def add_field(self, say: Messages, key: str, field: Field) -> None:
        """Add a field under a label and a line of help, which stand under a key of the catalogues."""
        self.add_item(discord.ui.Label(text=say(f"{key}.label"), description=say(f"{key}.help"), component=field))


def line(name: str, length: int, *, default: str | None = None, required: bool = False) -> discord.ui.TextInput[Any]:
    """A field for a line of text."""
    return discord.ui.TextInput(custom_id=name, max_length=length, default=default, required=required)


def choice(
    name: str, options: list[tuple[str, str]], *, chosen: Collection[str] = (), least: int = 1, most: int = 1
) -> discord.ui.Select[Any]:
    """A field for a choice, of labels with their values."""
    return discord.ui.Select(
        custom_id=name,
        min_values=least,
        max_values=min(most, len(options)),
        required=least > 0,
        options=[
            discord.SelectOption(label=label, value=str(value), default=value in chosen) for label, value in options
        ],
    )

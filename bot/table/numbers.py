"""Suggestions for the number of a permanent: one's own first, and never anything secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands

from bot import messages
from bot.asker import language_for
from bot.facedown.game import State
from bot.facedown.wording import Style, Teller
from bot.limits import CHOICE, CHOICES
from bot.table.record import channel_of
from bot.text import shorten

if TYPE_CHECKING:
    from bot.respond import Interaction


async def suggest_face_down(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """What is face down."""
    return await _suggest(interaction, current, State.FACE_DOWN)


async def suggest_face_up(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """What was turned face up."""
    return await _suggest(interaction, current, State.FACE_UP)


async def _suggest(interaction: Interaction, current: str, state: State) -> list[app_commands.Choice[int]]:
    table = await interaction.client.store.games.find(channel_of(interaction))
    if table is None:
        return []
    say = messages.of(await language_for(interaction, private=True))
    teller = Teller(say, Style(table.names, say("facedown.stranger")))
    found = [each for each in table.game.permanents.values() if each.state is state]
    found.sort(key=lambda each: (each.controller != interaction.user.id, each.number))
    labels = [(teller.choice(each), each.number) for each in found]
    typed = str(current).strip().lstrip("#＃").casefold()
    # A number that was typed in full comes before those that merely contain it.
    labels.sort(key=lambda entry: str(entry[1]) != typed)
    return [
        app_commands.Choice(name=shorten(label, CHOICE), value=number)
        for label, number in labels
        if typed in label.casefold()
    ][:CHOICES]

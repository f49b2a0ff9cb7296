"""`/facedown ways`: the advisor about a permanent of the table, told as much as whoever asks may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import advice, messages
from bot.asker import language_for
from bot.facedown.hidden import NOTHING_TOLD
from bot.facedown.moves import face_down
from bot.facedown.wording import exact_cause
from bot.table.record import own_secrets, running
from bot.views.ways import Known, WaysForm

if TYPE_CHECKING:
    from bot.table.record import Interaction


async def send_ways(interaction: Interaction, number: int) -> None:
    """Ask whoever may know the card for what decides, and answer; tell everybody else what the cause alone says.

    Whether somebody may know it depends on the public game alone, and nothing that was told in secret is read for
    anybody but the controller.
    """
    table = await running(interaction)
    permanent = face_down(table.game, number)
    language = await language_for(interaction, private=True)
    say = messages.of(language)
    title = say("ways.numbered", number=number)
    if permanent.controller != interaction.user.id and permanent.card is None:
        corpus = interaction.client.judge.corpus
        is_secret = not permanent.should_be_named
        embed = advice.by_cause(permanent.cause, title, corpus, language, is_secret=is_secret)
        await interaction.response.send_message(embed=embed, ephemeral=True)
        return
    secret = (await own_secrets(interaction, table)).get(number, NOTHING_TOLD)
    await interaction.response.send_modal(WaysForm(interaction, say, Known(exact_cause(permanent, secret), title)))

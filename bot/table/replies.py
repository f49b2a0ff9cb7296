"""What a player and the channel are told after a change."""

from __future__ import annotations

import io
import logging
from typing import TYPE_CHECKING, Any

import discord

from bot import failures, messages, respond
from bot import render as answers
from bot.asker import language_for
from bot.corpus.reading import read
from bot.facedown.events import Added, Identified
from bot.facedown.refusals import RecordedError
from bot.facedown.wording import Style, Teller
from bot.limits import MESSAGE
from bot.table import render
from bot.table.record import own_secrets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.facedown.events import Recorded
    from bot.respond import Interaction
    from bot.store.games import Table
    from bot.table.record import Changed

_log = logging.getLogger(__name__)

TRANSCRIPT = "face-down-record.txt"


async def privately(interaction: Interaction, changed: Changed) -> None:
    """Answer the author alone, with what only the author may know, then tell everybody the rest."""
    try:
        content = await _private_words(interaction, changed)
        await respond.say(interaction, content, ephemeral=True)
    except Exception as error:  # noqa: BLE001 - it is written down: everybody is told, whatever became of the answer
        await _tell_of(interaction, error)
    if changed.lines:
        await _announce(interaction, changed)


async def publicly(interaction: Interaction, changed: Changed, topic: str | None = None) -> None:
    """Answer for everybody to see, with the ruling of a topic where one is named."""
    try:
        await _send(interaction, changed.lines, topic, changed.language)
    except Exception as error:  # noqa: BLE001 - what a rule has shown is shown, if not as an answer
        await _tell_of(interaction, error)
        await _announce(interaction, changed)
    else:
        await interaction.client.tables.draw(changed.table.channel_id)


async def _announce(interaction: Interaction, changed: Changed) -> None:
    await interaction.client.tables.announce(changed.table.channel_id, changed.recorded.seq, changed.lines)


async def _tell_of(interaction: Interaction, failure: Exception) -> None:
    """Tell of an answer that could not be sent to what was written down: doing it again would do it twice."""
    _log.warning("the answer to a change of a table could not be sent: %r", failure)
    await failures.answer(interaction, RecordedError())


async def simply(interaction: Interaction, key: str, **values: str) -> None:
    """Answer the author alone with a sentence."""
    say = messages.of(await language_for(interaction, private=True))
    await respond.say(interaction, content=say(key, **values), ephemeral=True)


async def the_end(
    interaction: Interaction, table: Table, history: Sequence[Recorded], topic: str, language: str
) -> None:
    """Show what was face down, and the transcript, also as a file where the bot may attach one."""
    tell = render.teller(language)
    await _send(interaction, tell.happened(history[-1]), topic, language)
    title = tell.say("facedown.transcript.title")
    embeds = render.in_embeds(tell.log(history), title)
    if not interaction.app_permissions.attach_files:
        for embed in embeds:
            await _show(interaction, embed=embed)
        return
    plain = Teller(tell.say, Style(table.names, tell.say("facedown.stranger"))).log(history)
    file = discord.File(io.BytesIO("\n".join([title, "", *plain, ""]).encode()), filename=TRANSCRIPT)
    if len(embeds) > 1:
        embeds[0].set_footer(text=tell.say("facedown.transcript.rest"))
    await _show(interaction, embed=embeds[0], file=file)


async def _private_words(interaction: Interaction, changed: Changed) -> str:
    """What was recorded, as its author sees it: a single one of their own with what is secret of it."""
    tell = render.teller(await language_for(interaction, private=True))
    secrets = await own_secrets(interaction, changed.table)
    match changed.recorded.event:
        case Added(number, 1) | Identified(number) if number in secrets:
            lines = [tell.own_line(changed.table.game.permanents[number], secrets[number])]
        case _:
            lines = tell.happened(changed.recorded)
    return "\n".join([*lines, tell.say("facedown.reply.recorded")])


async def _send(interaction: Interaction, lines: list[str], topic: str | None, language: str) -> None:
    """Send lines: as a message where they fit into one, else as embeds, each in a message of its own."""
    found = interaction.client.judge.corpus.topics.get(topic or "")
    rulings = [answers.ruling(read(found, language), interaction.client.judge.corpus)] if found else []
    content = "\n".join(lines)
    if respond.was_late(interaction):
        await simply(interaction, "facedown.reply.recorded")
    if len(content) <= MESSAGE:
        await _show(interaction, content=content, embeds=rulings)
        return
    for embed in (*render.in_embeds(lines), *rulings):
        await _show(interaction, embeds=[embed])


async def _show(interaction: Interaction, **message: Any) -> None:
    """Say something to everybody: in answer, or, where that has become a private “thinking …”, beside it."""
    if respond.was_late(interaction):
        await interaction.client.get_partial_messageable(interaction.channel_id or 0).send(**message)
    else:
        await respond.say(interaction, **message)

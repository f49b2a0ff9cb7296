"""The advisor about the permanents of a table, told as much as whoever asks may know.

Whether somebody may know a card depends on the public game alone, and for anybody who may not, nothing that was told in
secret is read, nor looked up in the library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import discord

from bot import advice, cards, messages, respond
from bot.asker import language_for
from bot.facedown.hidden import NOTHING_TOLD
from bot.facedown.moves import face_down
from bot.facedown.scenario import ScenarioError
from bot.facedown.ways import advise
from bot.facedown.wording import exact_cause
from bot.languages import ENGLISH
from bot.table.record import own_secrets, running
from bot.views.item import JudgeItem
from bot.views.ways import Known, WaysForm, scenario

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Mapping

    from bot.client import JudgeBot
    from bot.facedown.answer import Answer
    from bot.facedown.causes import Cause
    from bot.facedown.game import Permanent
    from bot.facedown.hidden import Secret
    from bot.facedown.scenario import Face
    from bot.store.games import Table
    from bot.table.record import Interaction


async def send_ways(interaction: Interaction, number: int) -> None:
    """Answer whoever may know the card, at once where the library knows it; else ask for what decides.

    Everybody else is told what the cause alone says.
    """
    table = await running(interaction)
    permanent = face_down(table.game, number)
    say = messages.of(await language_for(interaction, private=True))
    title = say("ways.numbered", number=number)
    corpus = interaction.client.judge.corpus
    if not _may_know(permanent, interaction):
        is_secret = not permanent.should_be_named
        embed = advice.by_cause(permanent.cause, title, corpus, say.language, is_secret=is_secret)
        await respond.say(interaction, embed=embed, ephemeral=True)
        return
    cause, face = await _known(interaction, table, permanent)
    answer = _advised(cause, face)
    if answer is None:
        await respond.ask(interaction, WaysForm(interaction, say, Known(cause, title), face))
        return
    view = discord.ui.View(timeout=None).add_item(SituationButton(table.id, number, say.language))
    embed = advice.embed(answer, title, corpus, say.language)
    await respond.say(interaction, embed=embed, view=view, ephemeral=True)


async def ways_of_own(
    interaction: Interaction, permanents: Iterable[Permanent], secrets: Mapping[int, Secret]
) -> dict[int, Answer]:
    """What the advisor says of a player's own permanents, by number, as far as the library knows the cards.

    Args:
        interaction: what the player does.
        permanents: what they control.
        secrets: what they told of it.
    """
    own = [(permanent, secrets[permanent.number]) for permanent in permanents]
    faces = await _faces(interaction, {permanent.card or secret.card for permanent, secret in own})
    answers = {
        permanent.number: _advised(exact_cause(permanent, secret), faces.get(permanent.card or secret.card or ""))
        for permanent, secret in own
    }
    return {number: answer for number, answer in answers.items() if answer is not None}


async def stays_face_down(interaction: Interaction, card: str) -> bool:
    """Whether a card that is about to be shown to everybody is an instant or sorcery card, which never turns up."""
    face = (await _faces(interaction, {card})).get(card)
    return face is not None and face.is_instant_or_sorcery


class SituationButton(JudgeItem["discord.ui.Button[Any]"], template=r"ways:(?P<game>[0-9a-f]{12}):(?P<number>\d{1,4})"):
    """Opens the form with what the library knows of the card, for what is special about the permanent now."""

    def __init__(self, game: str, number: int, language: str) -> None:
        self.game = game
        self.number = number
        label = messages.of(language)("ways.special")
        super().__init__(discord.ui.Button(custom_id=f"ways:{game}:{number}", label=label))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read the state back; the label stands in the message already."""
        return cls(match["game"], int(match["number"]), ENGLISH)

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Open the form, unless control has moved meanwhile."""
        table = await running(interaction, self.game)
        permanent = face_down(table.game, self.number)
        if not _may_know(permanent, interaction):
            await send_ways(interaction, self.number)
            return
        say = messages.of(await language_for(interaction, private=True))
        cause, face = await _known(interaction, table, permanent)
        known = Known(cause, say("ways.numbered", number=self.number))
        await respond.ask(interaction, WaysForm(interaction, say, known, face))


def _may_know(permanent: Permanent, interaction: Interaction) -> bool:
    return permanent.controller == interaction.user.id or permanent.card is not None


async def _known(interaction: Interaction, table: Table, permanent: Permanent) -> tuple[Cause, Face | None]:
    """How a permanent became face down and what it is, as far as whoever asks may know and the library knows."""
    secret = (await own_secrets(interaction, table)).get(permanent.number, NOTHING_TOLD)
    card = permanent.card or secret.card
    faces = await _faces(interaction, {card})
    return exact_cause(permanent, secret), faces.get(card or "")


async def _faces(interaction: Interaction, names: set[str | None]) -> dict[str, Face]:
    """What the library knows of some cards, by name."""
    told = [name for name in names if name is not None]
    if not told:
        return {}
    faces = await interaction.client.library.ask(
        lambda library: {name: cards.known_face(library, name) for name in told}
    )
    return {name: face for name, face in faces.items() if face is not None}


def _advised(cause: Cause, face: Face | None) -> Answer | None:
    """What the advisor says; None where the card is not known, or where it could not have become face down so."""
    if face is None:
        return None
    try:
        return advise(scenario(cause, face))
    except ScenarioError:
        return None

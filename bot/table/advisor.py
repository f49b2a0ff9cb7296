"""The advisor about the permanents of a table, told as much as whoever asks may know.

Whether somebody may know a card depends on the public game alone, and for anybody who may not, nothing that was told in
secret is read, nor looked up in the library.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

import discord

from bot import advice, cards, messages, respond
from bot.asker import language_for
from bot.facedown.hidden import NOTHING_TOLD
from bot.facedown.moves import face_down
from bot.facedown.scenario import Face, NeverTurnedDownError
from bot.facedown.situation import scenario
from bot.facedown.ways import advise
from bot.facedown.wording import exact_cause
from bot.languages import ENGLISH
from bot.render import escape
from bot.table.record import own_secrets, running
from bot.views.item import JudgeItem
from bot.views.ways import Known, WaysForm

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Mapping

    from bot.client import JudgeBot
    from bot.facedown.answer import Answer
    from bot.facedown.game import Permanent
    from bot.facedown.hidden import Secret
    from bot.messages import Messages
    from bot.respond import Interaction
    from bot.store.games import Table


async def send_ways(interaction: Interaction, number: int) -> None:
    """Answer whoever may know the card, at once where the library knows it; else ask for what decides.

    Everybody else is told what the cause alone says.
    """
    table = await running(interaction)
    permanent = face_down(table.game, number)
    say = messages.of(await language_for(interaction, private=True))
    if not _may_know(permanent, interaction):
        await _send_by_cause(interaction, permanent, say)
        return
    known = await _known(interaction, table, permanent, say)
    if known.why is not None:
        await respond.ask(interaction, WaysForm(interaction, say, known))
        return
    embed = advice.about(known.cause, known.face, known.title, interaction.client.judge.corpus, say.language)
    view = discord.ui.View(timeout=None).add_item(SituationButton(table.id, number, say.language))
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
    own = [(permanent, permanent.card or secrets[permanent.number].card or "") for permanent in permanents]
    faces = await _faces(interaction, {card for _, card in own})
    answers = {}
    for permanent, card in own:
        if card in faces:
            with suppress(NeverTurnedDownError):
                cause = exact_cause(permanent, secrets[permanent.number])
                answers[permanent.number] = advise(scenario(cause, faces[card]))
    return answers


async def ways_of_one(
    interaction: Interaction, table: Table, permanent: Permanent, language: str
) -> tuple[list[discord.Embed], SituationButton]:
    """What `send_ways` says of a player's own permanent: where the library knows the card, and the button in any case.

    Args:
        interaction: what the player does, who may know the card.
        table: the table.
        permanent: which.
        language: the player's.
    """
    known = await _known(interaction, table, permanent, messages.of(language))
    button = SituationButton(table.id, permanent.number, language, is_known=known.why is None)
    if known.why is not None:
        return [], button
    return [advice.about(known.cause, known.face, known.title, interaction.client.judge.corpus, language)], button


async def stays_face_down(interaction: Interaction, card: str) -> bool:
    """Whether a card that is about to be shown to everybody is an instant or sorcery card, which never turns up."""
    face = (await _faces(interaction, {card})).get(card)
    return face is not None and face.is_instant_or_sorcery


class SituationButton(JudgeItem["discord.ui.Button[Any]"], template=r"ways:(?P<game>[0-9a-f]{12}):(?P<number>\d{1,4})"):
    """Opens the form with what the library knows of the card, for what is special about the permanent now."""

    def __init__(self, game: str, number: int, language: str, *, is_known: bool = True) -> None:
        self.game = game
        self.number = number
        label = messages.of(language)(f"ways.{'special' if is_known else 'button'}")
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
        say = messages.of(await language_for(interaction, private=True))
        if not _may_know(permanent, interaction):
            await _send_by_cause(interaction, permanent, say)
            return
        await respond.ask(interaction, WaysForm(interaction, say, await _known(interaction, table, permanent, say)))


def _may_know(permanent: Permanent, interaction: Interaction) -> bool:
    return permanent.controller == interaction.user.id or permanent.card is not None


async def _send_by_cause(interaction: Interaction, permanent: Permanent, say: Messages) -> None:
    """Tell somebody who may not know the card what everybody may be told."""
    title = say("ways.numbered", number=permanent.number)
    corpus, is_secret = interaction.client.judge.corpus, not permanent.should_be_named
    embed = advice.by_cause(permanent.cause, title, corpus, say.language, is_secret=is_secret)
    await respond.say(interaction, embed=embed, ephemeral=True)


async def _known(interaction: Interaction, table: Table, permanent: Permanent, say: Messages) -> Known:
    """What is known of a permanent whose card whoever asks may know; and where more must be asked, why."""
    secret = (await own_secrets(interaction, table)).get(permanent.number, NOTHING_TOLD)
    card = permanent.card or secret.card
    face = (await _faces(interaction, {card})).get(card or "")
    why = None
    if card is None:
        why = say("ways.why.untold", number=permanent.number)
    elif face is None:
        why = say("ways.why.unknown", card=escape(card))
    title = say("ways.numbered", number=permanent.number)
    return Known(exact_cause(permanent, secret), title, face or Face(), why)


async def _faces(interaction: Interaction, names: Iterable[str | None]) -> dict[str, Face]:
    """What the library knows of some cards, by name."""
    told = [name for name in names if name]
    if not told:
        return {}
    faces = await interaction.client.library.ask(
        lambda library: {name: cards.known_face(library, name) for name in told}
    )
    return {name: face for name, face in faces.items() if face is not None}

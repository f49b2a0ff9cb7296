"""The forms in which players tell what stays between them and the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import messages, respond
from bot.asker import language_for
from bot.facedown.causes import Cause
from bot.facedown.refusals import NotACountError, NotANumberError
from bot.facedown.zones import Zone
from bot.table import actions
from bot.table.record import CARD, WORDS, running
from bot.views.form import JudgeForm, choice, line

if TYPE_CHECKING:
    import discord

    from bot.client import JudgeBot
    from bot.messages import Messages
    from bot.respond import Interaction

COUNTERED = "countered"
"""In the place of a zone: it was a spell, and was countered."""
DESTINATIONS = (Zone.GRAVEYARD, Zone.EXILE, Zone.HAND, Zone.LIBRARY, Zone.COMMAND, COUNTERED)
MOST_AT_ONCE = 20
DIGITS = 4


class AddForm(JudgeForm):
    """Adds face-down permanents of one's own."""

    def __init__(self, interaction: Interaction, say: Messages, game: str) -> None:
        super().__init__(interaction, say("facedown.button.add"))
        self.game = game
        self.how = choice("how", [(say(f"facedown.cause.{cause}"), cause) for cause in Cause])
        self.card = line("card", CARD)
        self.count = line("count", DIGITS, default="1")
        self.source = line("source", WORDS)
        self.marker = line("marker", WORDS)
        for field in (self.how, self.card, self.count, self.source, self.marker):
            self.add_field(say, f"facedown.field.{field.custom_id}", field)

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Record them."""
        await running(interaction, self.game)
        await actions.add(
            interaction,
            how=Cause(self.how.values[0]),
            card=self.card.value or None,
            count=_count(self.count.value),
            source=self.source.value,
            marker=self.marker.value,
        )


class TurnUpForm(JudgeForm):
    """Turns a permanent face up, and asks what it is where that was never told."""

    def __init__(
        self, interaction: Interaction, say: Messages, game: str, number: int | None = None, *, stays: bool = False
    ) -> None:
        super().__init__(interaction, say("facedown.button.turnup"))
        self.game = game
        self.number = line("number", DIGITS, default=str(number) if number else None, required=True)
        self.card = line("card", CARD, required=number is not None)
        kinds = [(say(f"facedown.kind.{kind}"), kind) for kind in ("permanent", "instant")]
        self.kind = choice("kind", kinds, chosen=("instant" if stays else "permanent",))
        self.add_field(say, "facedown.field.number", self.number)
        self.add_field(say, _card_key(number), self.card)
        self.add_field(say, "facedown.field.kind", self.kind)

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Turn it face up, or show it."""
        await running(interaction, self.game)
        number = _number(self.number.value)
        await actions.turn_up(interaction, number, self.card.value or None, stays=self.kind.values[0] == "instant")


class LeaveForm(JudgeForm):
    """Shows what leaves the battlefield, and asks what it is where that was never told."""

    def __init__(
        self, interaction: Interaction, say: Messages, game: str, number: int | None = None, zone: str | None = None
    ) -> None:
        super().__init__(interaction, say("facedown.button.leave"))
        self.game = game
        self.number = line("number", DIGITS, default=str(number) if number else None, required=True)
        self.zone = choice(
            "zone", [(say(f"facedown.to.{to}"), to) for to in DESTINATIONS], chosen=(zone,) if zone else ()
        )
        self.card = line("card", CARD, required=number is not None)
        self.add_field(say, "facedown.field.number", self.number)
        self.add_field(say, "facedown.field.zone", self.zone)
        self.add_field(say, _card_key(number), self.card)

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Show it."""
        await running(interaction, self.game)
        number = _number(self.number.value)
        await actions.leave(interaction, number, destination(self.zone.values[0]), self.card.value or None)


async def send_turn_up_form(interaction: Interaction, number: int, *, stays: bool) -> None:
    """Ask what a permanent is that is to be turned face up."""
    table = await running(interaction)
    say = messages.of(await language_for(interaction, private=True))
    await respond.ask(interaction, TurnUpForm(interaction, say, table.id, number, stays=stays))


async def send_leave_form(interaction: Interaction, number: int, zone: str) -> None:
    """Ask what a permanent is that leaves the battlefield."""
    table = await running(interaction)
    say = messages.of(await language_for(interaction, private=True))
    await respond.ask(interaction, LeaveForm(interaction, say, table.id, number, zone))


def destination(chosen: str) -> Zone | None:
    """The zone of a destination, None for a spell that was countered."""
    return None if chosen == COUNTERED else Zone(chosen)


def _card_key(number: int | None) -> str:
    """The label of the card: with a number, the form opens because it was never told."""
    return "facedown.field.card_shown" if number is None else "facedown.field.card_needed"


def _number(typed: str) -> int:
    """The number of a permanent that somebody typed, with or without the sign in front of it."""
    number = _whole(typed.strip().lstrip("#＃"))
    if number is None:
        raise NotANumberError
    return number


def _count(typed: str) -> int:
    """How many somebody typed; one where nothing was."""
    count = _whole(typed) if typed.strip() else 1
    if count is None or count > MOST_AT_ONCE:
        raise NotACountError(MOST_AT_ONCE)
    return count


def _whole(typed: str) -> int | None:
    """A whole number from 1, None where it is none."""
    digits = typed.strip()
    return int(digits) or None if digits.isdecimal() else None

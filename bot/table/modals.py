"""The forms in which players tell what stays between them and the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot import failures
from bot.facedown.causes import Cause
from bot.facedown.refusals import NotANumberError
from bot.facedown.zones import Zone
from bot.table import actions
from bot.table.record import CARD, WORDS

if TYPE_CHECKING:
    from bot.messages import Messages
    from bot.table.record import Interaction

RECORDED = tuple(cause for cause in Cause if cause is not Cause.ILLUSIONARY_MASK)
"""The causes that players choose from; whatever is none of the others is `other`."""
COUNTERED = "countered"
"""In the place of a zone: it was a spell, and was countered."""
DESTINATIONS = (Zone.GRAVEYARD, Zone.EXILE, Zone.HAND, Zone.LIBRARY, Zone.COMMAND, COUNTERED)
MOST_AT_ONCE = 20
DIGITS = 4

Field = discord.ui.TextInput[Any] | discord.ui.Select[Any]


class TableModal(discord.ui.Modal):
    """A form, of whose failures whoever sent it is told."""

    def __init__(self, interaction: Interaction, title: str) -> None:
        # The id is the interaction's, since two players may have the same form open.
        super().__init__(title=title, timeout=3600, custom_id=f"table:{interaction.id}")

    async def on_error(  # type: ignore[override]  # a form's failure comes without an item, unlike a view's
        self, interaction: discord.Interaction[Any], error: Exception, /
    ) -> None:
        """Answer a form that cannot be carried out."""
        await failures.answer(interaction, error)


class AddModal(TableModal):
    """Adds face-down permanents of one's own."""

    def __init__(self, interaction: Interaction, say: Messages) -> None:
        super().__init__(interaction, say("facedown.button.add"))
        self.how = _choice("how", [(say(f"facedown.cause.{cause}"), cause) for cause in RECORDED])
        self.card = _line("card", CARD)
        self.count = _line("count", DIGITS, default="1")
        self.source = _line("source", WORDS)
        self.marker = _line("marker", WORDS)
        for field in (self.how, self.card, self.count, self.source, self.marker):
            self.add_item(_labelled(say, field))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Record them."""
        await actions.add(
            interaction,
            how=Cause(self.how.values[0]),
            card=self.card.value or None,
            count=_number(self.count.value or "1", most=MOST_AT_ONCE),
            source=self.source.value,
            marker=self.marker.value,
        )


class TurnUpModal(TableModal):
    """Turns a permanent face up, and asks what it is where that was never told."""

    def __init__(self, interaction: Interaction, say: Messages, number: int | None = None) -> None:
        super().__init__(interaction, say("facedown.button.turnup"))
        self.number = _line("number", DIGITS, default=str(number) if number else None, required=True)
        self.card = _line("card", CARD, required=number is not None)
        self.kind = _choice(
            "kind", [(say(f"facedown.kind.{kind}"), kind) for kind in ("permanent", "instant")], first=True
        )
        self.add_item(_labelled(say, self.number))
        self.add_item(_labelled(say, self.card, "card_shown"))
        self.add_item(_labelled(say, self.kind))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Turn it face up, or show it."""
        number = _number(self.number.value)
        await actions.turn_up(interaction, number, self.card.value or None, stays=self.kind.values[0] == "instant")


class LeaveModal(TableModal):
    """Shows what leaves the battlefield, and asks what it is where that was never told."""

    def __init__(
        self, interaction: Interaction, say: Messages, number: int | None = None, zone: str | None = None
    ) -> None:
        super().__init__(interaction, say("facedown.button.leave"))
        self.number = _line("number", DIGITS, default=str(number) if number else None, required=True)
        self.zone = _choice("zone", [(say(f"facedown.to.{to}"), to) for to in DESTINATIONS], chosen=zone)
        self.card = _line("card", CARD, required=number is not None)
        self.add_item(_labelled(say, self.number))
        self.add_item(_labelled(say, self.zone))
        self.add_item(_labelled(say, self.card, "card_shown"))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Show it."""
        number = _number(self.number.value)
        await actions.leave(interaction, number, destination(self.zone.values[0]), self.card.value or None)


def destination(chosen: str) -> Zone | None:
    """The zone of a destination, None for a spell that was countered."""
    return None if chosen == COUNTERED else Zone(chosen)


def _labelled(say: Messages, component: Field, name: str | None = None) -> discord.ui.Label[Any]:
    name = name or component.custom_id
    return discord.ui.Label(
        text=say(f"facedown.field.{name}.label"), description=say(f"facedown.field.{name}.help"), component=component
    )


def _line(name: str, length: int, *, default: str | None = None, required: bool = False) -> discord.ui.TextInput[Any]:
    return discord.ui.TextInput(custom_id=name, max_length=length, default=default, required=required)


def _choice(
    name: str, options: list[tuple[str, str]], *, chosen: str | None = None, first: bool = False
) -> discord.ui.Select[Any]:
    chosen = options[0][1] if first else chosen
    return discord.ui.Select(
        custom_id=name,
        options=[
            discord.SelectOption(label=label, value=str(value), default=value == chosen) for label, value in options
        ],
    )


def _number(typed: str, most: int = 9999) -> int:
    """A number that somebody typed, with or without the sign in front of it.

    Raises:
        NotANumberError: it is none from 1 to `most`.
    """
    digits = typed.strip().lstrip("#＃").strip()
    if not digits.isdecimal() or not 1 <= int(digits) <= most:
        raise NotANumberError(most)
    return int(digits)

"""`/facedown`: the table's record of its face-down permanents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.facedown.causes import Cause
from bot.facedown.refusals import AgainAloneError, NotYetNamedError, OnlyTurnedDownError
from bot.facedown.zones import Zone
from bot.failures import polite
from bot.table import actions
from bot.table.advisor import send_ways
from bot.table.board import send_log, send_look
from bot.table.forms import (
    DESTINATIONS,
    MOST_AT_ONCE,
    destination,
    send_leave_form,
    send_turn_up_form,
)
from bot.table.numbers import suggest_face_down, suggest_face_up
from bot.table.record import CARD, WORDS
from bot.translator import localised, options

if TYPE_CHECKING:
    from bot.client import JudgeBot

_KEY = "command.facedown"
_CARD = f"{_KEY}.option.card"
_NUMBER = f"{_KEY}.option.number"
_PLAYER = f"{_KEY}.option.player"

CardName = app_commands.Range[str, 1, CARD]
Words = app_commands.Range[str, 1, WORDS]

CAUSES = [app_commands.Choice(name=localised(f"facedown.cause.{cause}"), value=cause.value) for cause in Cause]
ZONES = [app_commands.Choice(name=localised(f"facedown.zone.{zone}"), value=zone.value) for zone in Zone]
LEAVES_TO = [app_commands.Choice(name=localised(f"facedown.to.{to}"), value=str(to)) for to in DESTINATIONS]


class FaceDownCog(commands.Cog):
    """Adds `/facedown`."""

    def __init__(self, bot: JudgeBot) -> None:
        self.bot = bot
        self.group = FaceDownGroup()

    async def cog_load(self) -> None:
        """Add the commands."""
        self.bot.tree.add_command(self.group)

    async def cog_unload(self) -> None:
        """Take them away again."""
        self.bot.tree.remove_command(self.group.name)


class FaceDownGroup(app_commands.Group):
    """The commands; what each does stands in `bot.table.actions`.

    They work in servers that the bot is in, since it has to edit the board there.
    """

    def __init__(self) -> None:
        super().__init__(
            name=localised(f"{_KEY}.name"),
            description=localised(f"{_KEY}.description"),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    @app_commands.command(name=localised(f"{_KEY}.start.name"), description=localised(f"{_KEY}.start.description"))
    @polite
    async def start(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Open a game."""
        await actions.start(interaction)

    @app_commands.command(name=localised(f"{_KEY}.add.name"), description=localised(f"{_KEY}.add.description"))
    @options(
        how=f"{_KEY}.option.how",
        card=f"{_KEY}.option.card_secret",
        count=f"{_KEY}.option.count",
        player=f"{_KEY}.option.controller",
        source=f"{_KEY}.option.source",
        marker=f"{_KEY}.option.marker",
        zone=f"{_KEY}.option.from",
        owner=f"{_KEY}.option.owner",
        number=f"{_KEY}.option.again",
    )
    @app_commands.choices(how=CAUSES, zone=ZONES)
    @app_commands.autocomplete(number=suggest_face_up)
    @polite
    async def add(  # noqa: PLR0917 - Discord's options
        self,
        interaction: discord.Interaction[JudgeBot],
        how: str,
        card: CardName | None = None,
        count: app_commands.Range[int, 1, MOST_AT_ONCE] = 1,
        player: discord.User | None = None,
        source: Words | None = None,
        marker: Words | None = None,
        zone: str | None = None,
        owner: discord.User | None = None,
        number: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Record face-down permanents."""
        if number is not None:
            if how != Cause.TURNED_FACE_DOWN:
                raise OnlyTurnedDownError
            if count != 1 or any((card, player, owner, zone)):
                raise AgainAloneError
            await actions.turn_down(interaction, number, source=source, marker=marker)
            return
        await actions.add(
            interaction,
            how=Cause(how),
            card=card,
            count=count,
            player=player,
            owner=owner,
            zone=Zone(zone) if zone else None,
            source=source,
            marker=marker,
        )

    @app_commands.command(name=localised(f"{_KEY}.board.name"), description=localised(f"{_KEY}.board.description"))
    @polite
    async def board(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Post the board anew."""
        await actions.post_board(interaction)

    @app_commands.command(name=localised(f"{_KEY}.look.name"), description=localised(f"{_KEY}.look.description"))
    @options(number=_NUMBER)
    @app_commands.autocomplete(number=suggest_face_down)
    @polite
    async def look(
        self, interaction: discord.Interaction[JudgeBot], number: app_commands.Range[int, 1] | None = None
    ) -> None:
        """Show a player's own cards privately."""
        await send_look(interaction, number)

    @app_commands.command(name=localised(f"{_KEY}.ways.name"), description=localised(f"{_KEY}.ways.description"))
    @options(number=_NUMBER)
    @app_commands.autocomplete(number=suggest_face_down)
    @polite
    async def ways(self, interaction: discord.Interaction[JudgeBot], number: app_commands.Range[int, 1]) -> None:
        """Tell how a permanent may be turned face up."""
        await send_ways(interaction, number)

    @app_commands.command(
        name=localised(f"{_KEY}.identify.name"), description=localised(f"{_KEY}.identify.description")
    )
    @options(number=_NUMBER, card=_CARD)
    @app_commands.autocomplete(number=suggest_face_down)
    @polite
    async def identify(
        self, interaction: discord.Interaction[JudgeBot], number: app_commands.Range[int, 1], card: CardName
    ) -> None:
        """Tell what a card is."""
        await actions.identify(interaction, number, card)

    @app_commands.command(name=localised(f"{_KEY}.turnup.name"), description=localised(f"{_KEY}.turnup.description"))
    @options(number=_NUMBER, card=_CARD, instant=f"{_KEY}.option.instant")
    @app_commands.autocomplete(number=suggest_face_down)
    @polite
    async def turnup(
        self,
        interaction: discord.Interaction[JudgeBot],
        number: app_commands.Range[int, 1],
        card: CardName | None = None,
        instant: bool = False,  # noqa: FBT001, FBT002 - Discord's option types
    ) -> None:
        """Turn a permanent face up; ask what it is where that was never told."""
        try:
            await actions.turn_up(interaction, number, card, stays=instant)
        except NotYetNamedError:
            await send_turn_up_form(interaction, number, stays=instant)

    @app_commands.command(name=localised(f"{_KEY}.leave.name"), description=localised(f"{_KEY}.leave.description"))
    @options(number=_NUMBER, zone=f"{_KEY}.option.to", card=_CARD)
    @app_commands.choices(zone=LEAVES_TO)
    @app_commands.autocomplete(number=suggest_face_down)
    @polite
    async def leave(
        self,
        interaction: discord.Interaction[JudgeBot],
        number: app_commands.Range[int, 1],
        zone: str,
        card: CardName | None = None,
    ) -> None:
        """Show what leaves the battlefield; ask what it is where that was never told."""
        try:
            await actions.leave(interaction, number, destination(zone), card)
        except NotYetNamedError:
            await send_leave_form(interaction, number, zone)

    @app_commands.command(name=localised(f"{_KEY}.give.name"), description=localised(f"{_KEY}.give.description"))
    @options(number=_NUMBER, player=f"{_KEY}.option.to_player")
    @app_commands.autocomplete(number=suggest_face_down)
    @polite
    async def give(
        self,
        interaction: discord.Interaction[JudgeBot],
        number: app_commands.Range[int, 1],
        player: discord.User,
    ) -> None:
        """Move control."""
        await actions.give(interaction, number, player)

    @app_commands.command(name=localised(f"{_KEY}.mark.name"), description=localised(f"{_KEY}.mark.description"))
    @options(
        number=_NUMBER,
        text=f"{_KEY}.option.text",
        attacked=f"{_KEY}.option.attacked",
        tapped=f"{_KEY}.option.tapped",
        counters=f"{_KEY}.option.counters",
    )
    @app_commands.autocomplete(number=suggest_face_down)
    @polite
    async def mark(  # noqa: PLR0917 - Discord's options
        self,
        interaction: discord.Interaction[JudgeBot],
        number: app_commands.Range[int, 1],
        text: Words | None = None,
        attacked: bool | None = None,  # noqa: FBT001 - Discord's option types
        tapped: bool | None = None,  # noqa: FBT001 - the same
        counters: Words | None = None,
    ) -> None:
        """Set public marks."""
        await actions.mark(interaction, number, text=text, attacked=attacked, tapped=tapped, counters=counters)

    @app_commands.command(name=localised(f"{_KEY}.undo.name"), description=localised(f"{_KEY}.undo.description"))
    @polite
    async def undo(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Take the last change back."""
        await actions.undo(interaction)

    @app_commands.command(name=localised(f"{_KEY}.log.name"), description=localised(f"{_KEY}.log.description"))
    @polite
    async def log(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Show what happened."""
        await send_log(interaction)

    @app_commands.command(name=localised(f"{_KEY}.quit.name"), description=localised(f"{_KEY}.quit.description"))
    @options(player=_PLAYER)
    @polite
    async def quit(self, interaction: discord.Interaction[JudgeBot], player: discord.User | None = None) -> None:
        """A player leaves the game."""
        await actions.quit_game(interaction, player)

    @app_commands.command(name=localised(f"{_KEY}.end.name"), description=localised(f"{_KEY}.end.description"))
    @polite
    async def end(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Show everything and close the game."""
        await actions.end(interaction)

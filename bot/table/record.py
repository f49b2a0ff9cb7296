"""From an interaction to the record: which game it is about, whether it may be done, and writing it down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.asker import language_for
from bot.facedown import refusals
from bot.facedown.events import Started, Undone
from bot.facedown.hidden import fold_secrets, may_look
from bot.limits import DISPLAY_NAME
from bot.store.games import Table
from bot.table.render import teller
from bot.text import letters, one_line

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.facedown.events import AnyEvent, Recorded, Told
    from bot.facedown.hidden import Secret
    from bot.respond import Interaction

Person: TypeAlias = "discord.Member | discord.User"
Decision: TypeAlias = "tuple[AnyEvent, Told | None]"

CARD = 150
"""Characters of a card's name; the longest printed one has 141."""
WORDS = 80
"""Characters of a source, a marker or a mark."""
DASHES = ("-", "–", "—", "－")
"""As a mark: take it away."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A change that was written down.

    Attributes:
        table: the table after it.
        recorded: the event.
        language: the public language of the channel.
        lines: what everybody is told.
    """

    table: Table
    recorded: Recorded
    language: str
    lines: list[str]


async def change(
    interaction: Interaction,
    decide: Callable[[Table], Awaitable[Decision]],
    people: tuple[Person | None, ...] = (),
    *,
    opens: bool = False,
) -> Changed:
    """Check a move against the table and write it down, one at a time in a channel.

    Args:
        interaction: what is done.
        decide: makes the event of the table, or refuses.
        people: who else takes part, whose names are noted.
        opens: whether a game is opened where none runs.

    Raises:
        RefusedError: the move or the game does not allow it; nothing was written down.
    """
    games, channel_id = interaction.client.store.games, channel_of(interaction)
    language = await language_for(interaction, private=False)
    async with interaction.client.tables.changing.of(channel_id):
        table = await games.find(channel_id)
        if table is None and not opens:
            raise refusals.NoGameError
        if table is not None and table.game.ended:
            raise refusals.GameOverError
        # The move is refused before a game is opened for it.
        event, told = await decide(table or Table("", channel_id, _guild(interaction), language))
        if table is None:
            table = await open_game(interaction, language)
        names = {each.id: _name(each) for each in (interaction.user, *people) if each is not None}
        table = await games.name_players(table, names)
        if table.language != language:
            table = await games.speak(table, language)
        history = await games.history(table) if isinstance(event, Undone) else ()
        # Written down last: what fails before it has changed nothing.
        table, recorded = await games.record(table, event, interaction.user.id, told)
        lines = teller(language).happened(recorded, history)
    return Changed(table, recorded, language, lines)


async def open_game(interaction: Interaction, language: str) -> Table:
    """Open a game in the interaction's channel, whose lock is held; whoever opens it is its first player."""
    games = interaction.client.store.games
    table = await games.start(channel_of(interaction), _guild(interaction), language)
    table = await games.name_players(table, {interaction.user.id: _name(interaction.user)})
    return (await games.record(table, Started(), interaction.user.id))[0]


async def running(interaction: Interaction, game_id: str | None = None) -> Table:
    """The game of the interaction's channel.

    Args:
        interaction: what is done.
        game_id: the game of the board on which it is done.

    Raises:
        NoGameError: none runs there.
        GameOverError: it is over.
        OldBoardError: the board is another game's.
    """
    table = await interaction.client.store.games.find(channel_of(interaction))
    if game_id is not None and (table is None or table.id != game_id):
        raise refusals.OldBoardError
    if table is None:
        raise refusals.NoGameError
    if table.game.ended:
        raise refusals.GameOverError
    return table


async def secrets_of(interaction: Interaction, table: Table) -> dict[int, Secret]:
    """All that was told in secret, for a move that shows some of it to everybody."""
    return fold_secrets(await interaction.client.store.games.told(table))


async def own_secrets(interaction: Interaction, table: Table) -> dict[int, Secret]:
    """What whoever acts may look at."""
    return may_look(table.game, await secrets_of(interaction, table), interaction.user.id)


def channel_of(interaction: Interaction) -> int:
    """The channel or thread in which a game runs."""
    return interaction.channel_id or 0


def must_be_able_to_post(interaction: Interaction) -> None:
    """See that the bot can post and edit a board.

    Raises:
        BotMayNotError: it lacks a permission.
    """
    sends = "send_messages_in_threads" if isinstance(interaction.channel, discord.Thread) else "send_messages"
    for permission in ("view_channel", sends, "embed_links"):
        if not getattr(interaction.app_permissions, permission):
            raise refusals.BotMayNotError(permission)


def is_moderator(interaction: Interaction) -> bool:
    """Whether somebody may do for others what they may do themselves."""
    return interaction.permissions.manage_messages


def player_of(person: Person | None) -> int | None:
    """The Discord id of somebody who takes part.

    Raises:
        BotPlayerError: it is a bot.
    """
    if person is not None and person.bot:
        raise refusals.BotPlayerError(person.id)
    return None if person is None else person.id


def card_name(typed: str | None) -> str | None:
    """What somebody typed as a card's name, on one line; None where nothing was told.

    Raises:
        NoNameError: it has no letter.
    """
    if typed is None:
        return None
    name = one_line(typed, CARD)
    if not letters(name):
        raise refusals.NoNameError
    return name


def words(typed: str | None) -> str | None:
    """What somebody typed, on one line; None where nothing can be read of it."""
    return one_line(typed or "", WORDS) or None


def mark_words(typed: str | None) -> str | None:
    """A mark that somebody typed; a dash takes a mark away."""
    mark = words(typed)
    return "" if mark in DASHES else mark


def _guild(interaction: Interaction) -> int:
    return interaction.guild_id or 0


def _name(person: Person) -> str:
    return one_line(person.display_name, DISPLAY_NAME) or str(person.id)

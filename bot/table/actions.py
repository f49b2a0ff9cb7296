"""What players do at a table, from an interaction to the record and the reply.

Each change is checked and written down while its channel's lock is held; then its author is answered, the channel is
told, and the board is drawn anew. What may hold a secret is answered privately, and the channel is told by a message
that carries nothing of the interaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import respond
from bot.asker import language_for
from bot.facedown import moves, refusals
from bot.facedown.events import Revealed, TurnedUp
from bot.facedown.hidden import NOTHING_TOLD
from bot.facedown.rulings import SHOWN_ON_LEAVING, STAYS_FACE_DOWN
from bot.table import replies
from bot.table.advisor import stays_face_down
from bot.table.record import (
    card_name,
    change,
    channel_of,
    is_moderator,
    mark_words,
    must_be_able_to_post,
    open_game,
    player_of,
    running,
    secrets_of,
    words,
)

if TYPE_CHECKING:
    from bot.facedown.causes import Cause
    from bot.facedown.zones import Zone
    from bot.respond import Interaction
    from bot.store.games import Table
    from bot.table.record import Decision, Person


async def start(interaction: Interaction) -> None:
    """Open a game in the channel, and post its board."""
    bot, channel_id = interaction.client, channel_of(interaction)
    must_be_able_to_post(interaction)
    async with bot.at_work:
        async with bot.tables.changing.of(channel_id):
            table = await bot.store.games.find(channel_id)
            if table is not None:
                raise refusals.GameOverError if table.game.ended else refusals.GameRunsError
            await open_game(interaction, await language_for(interaction, private=False))
        try:
            await replies.simply(interaction, "facedown.reply.started")
        finally:
            await bot.tables.draw(channel_id)


async def add(
    interaction: Interaction,
    *,
    how: Cause,
    card: str | None = None,
    count: int = 1,
    player: Person | None = None,
    owner: Person | None = None,
    zone: Zone | None = None,
    source: str | None = None,
    marker: str | None = None,
) -> None:
    """Record face-down permanents, in a game that is opened where none runs."""
    must_be_able_to_post(interaction)
    told_card, controlled_by, owned_by = card_name(card), player_of(player), player_of(owner)

    async def decide(table: Table) -> Decision:
        return moves.add(
            table.game,
            interaction.user.id,
            how=how,
            card=told_card,
            count=count,
            controller=controlled_by,
            owner=owned_by,
            zone=zone,
            source=words(source),
            marker=words(marker),
        )

    async with interaction.client.at_work:
        await replies.privately(interaction, await change(interaction, decide, (player, owner), opens=True))


async def turn_down(interaction: Interaction, number: int, *, source: str | None, marker: str | None) -> None:
    """Record that something that was turned face up is face down again."""

    async def decide(table: Table) -> Decision:
        return moves.turn_down(table.game, number, source=words(source), marker=words(marker)), None

    async with interaction.client.at_work:
        await replies.publicly(interaction, await change(interaction, decide))


async def identify(interaction: Interaction, number: int, card: str) -> None:
    """Tell what a permanent is."""
    told_card = card_name(card) or ""

    async def decide(table: Table) -> Decision:
        return moves.identify(table.game, interaction.user.id, number, told_card)

    async with interaction.client.at_work:
        await replies.privately(interaction, await change(interaction, decide))


async def turn_up(interaction: Interaction, number: int, card: str | None, *, stays: bool) -> None:
    """Turn a permanent face up, or show an instant or sorcery card that stays face down.

    What the library knows as an instant or sorcery stays face down, whatever was meant.

    Raises:
        NotYetNamedError: what it is was never told, nor now; nothing was answered yet.
    """
    told_card = card_name(card)

    async def decide(table: Table) -> Decision:
        secret = (await secrets_of(interaction, table)).get(number, NOTHING_TOLD)
        by = interaction.user.id
        event = moves.turn_up(table.game, secret, by, number, card=told_card, stays=stays)
        # Everybody is about to see the card: from here on it is no secret that is looked up.
        if isinstance(event, TurnedUp) and await stays_face_down(interaction, event.showing.card or ""):
            event = moves.turn_up(table.game, secret, by, number, card=told_card, stays=True)
        return event, None

    async with interaction.client.at_work:
        changed = await change(interaction, decide)
        topic = STAYS_FACE_DOWN if isinstance(changed.recorded.event, Revealed) else None
        await replies.publicly(interaction, changed, topic)


async def leave(interaction: Interaction, number: int, zone: Zone | None, card: str | None) -> None:
    """Show what leaves the battlefield, or the spell that was countered (no zone), with the ruling.

    Raises:
        NotYetNamedError: as for `turn_up`.
    """
    told_card = card_name(card)

    async def decide(table: Table) -> Decision:
        secret = (await secrets_of(interaction, table)).get(number, NOTHING_TOLD)
        return moves.leave(table.game, secret, interaction.user.id, number, zone, card=told_card), None

    async with interaction.client.at_work:
        await replies.publicly(interaction, await change(interaction, decide), SHOWN_ON_LEAVING)


async def give(interaction: Interaction, number: int, to: Person) -> None:
    """Move control, and with it the right to look."""
    new_controller = player_of(to) or 0

    async def decide(table: Table) -> Decision:
        return moves.give(table.game, interaction.user.id, number, new_controller), None

    async with interaction.client.at_work:
        await replies.publicly(interaction, await change(interaction, decide, (to,)))


async def mark(
    interaction: Interaction,
    number: int,
    *,
    text: str | None,
    attacked: bool | None,
    tapped: bool | None,
    counters: str | None,
) -> None:
    """Set public marks."""

    async def decide(table: Table) -> Decision:
        marked = moves.mark(
            table.game,
            number,
            text=mark_words(text),
            attacked=attacked,
            tapped=tapped,
            counters=mark_words(counters),
        )
        return marked, None

    async with interaction.client.at_work:
        await replies.publicly(interaction, await change(interaction, decide))


async def undo(interaction: Interaction) -> None:
    """Take the last change back; what was told in secret is taken back in secret."""

    async def decide(table: Table) -> Decision:
        history = await interaction.client.store.games.history(table)
        return moves.undo(history, interaction.user.id, is_moderator=is_moderator(interaction)), None

    async with interaction.client.at_work:
        changed = await change(interaction, decide)
        if changed.lines:
            await replies.publicly(interaction, changed)
        else:
            await replies.simply(interaction, "facedown.reply.undone")


async def quit_game(interaction: Interaction, player: Person | None) -> None:
    """A player leaves the game: what that player owns is shown."""
    leaving = interaction.user.id if player is None else player.id

    async def decide(table: Table) -> Decision:
        secrets, may = await secrets_of(interaction, table), is_moderator(interaction)
        return moves.quit_game(table.game, secrets, interaction.user.id, leaving, is_moderator=may), None

    async with interaction.client.at_work:
        await replies.publicly(interaction, await change(interaction, decide), SHOWN_ON_LEAVING)


async def end(interaction: Interaction) -> None:
    """Show everything that is still face down, hand out the transcript, and close the game.

    The game is deleted only once all of it was shown: until then `/facedown end` shows it again.
    """
    bot = interaction.client

    async def decide(table: Table) -> Decision:
        secrets = await secrets_of(interaction, table)
        return moves.end(table.game, secrets, interaction.user.id, is_moderator=is_moderator(interaction)), None

    async with bot.at_work, bot.tables.ending.of(channel_of(interaction)):
        table = await bot.store.games.find(channel_of(interaction))
        if table is None or not table.game.ended:
            table = (await change(interaction, decide)).table
        else:
            moves.must_be_player(table.game, interaction.user.id, is_moderator=is_moderator(interaction))
        language = await language_for(interaction, private=False)
        # The last event is the end: nothing can follow it.
        history = await bot.store.games.history(table)
        await replies.the_end(interaction, table, history, SHOWN_ON_LEAVING, language)
        await bot.tables.close(table)


async def post_board(interaction: Interaction) -> None:
    """Post the board anew at the end of the channel."""
    bot = interaction.client
    must_be_able_to_post(interaction)
    async with bot.at_work:
        # Posting waits for Discord, perhaps for longer than the three seconds that an answer may take.
        await respond.wait(interaction, private=True)
        table = await bot.store.games.speak(await running(interaction), await language_for(interaction, private=False))
        link = await bot.tables.post_anew(table)
        await replies.simply(interaction, "facedown.reply.board", link=link)

"""What keeps the public side of each table up to date: its board, and the lines about what happened."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.facedown.refusals import NoGameError
from bot.latest import Latest
from bot.limits import MESSAGE
from bot.locks import Locks
from bot.store import StoreError
from bot.store.games import UnreadableGameError
from bot.table.board import present
from bot.table.render import closed_board, moved_board
from bot.text import shorten

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.client import JudgeBot
    from bot.store.games import Table
    from bot.views.answer import Presented

_log = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds between two edits of a board, and between two messages about what happened."""
MOST_UNTOLD = 50
"""Events that wait to be told in a channel where nothing can be posted; the log has them all."""
NOT_FOUND = 404
UNKNOWN_CHANNEL = 10003
TOO_OLD_TO_EDIT_AGAIN = 30046
"""Discord's code for too many edits of a message that is over an hour old."""


class Tables:
    """The boards of the games that run, and the locks that make changes take turns.

    Whoever changes a game holds its channel's lock in `changing`, but not while talking to Discord: twenty changes in
    a second are written down in a moment, and then told in as few messages and edits as Discord wants.
    """

    def __init__(self, bot: JudgeBot) -> None:
        self._bot = bot
        self.changing = Locks()
        self.ending = Locks()
        self._drawing = Locks()
        self._boards: Latest[int] = Latest(PAUSE, self._draw)
        self._lines: Latest[int] = Latest(PAUSE, self._tell)
        self._untold: dict[int, dict[int, list[str]]] = {}

    def hurry(self) -> None:
        """Everything is about to stop: what waits is sent at once."""
        self._boards.hurry()
        self._lines.hurry()

    async def announce(self, channel_id: int, seq: int, lines: list[str]) -> None:
        """Tell a channel what happened and draw its board.

        Lines that wait are told together, in the order of what happened.

        Args:
            channel_id: where.
            seq: the place of the event.
            lines: what it says to everybody.
        """
        self._untold.setdefault(channel_id, {})[seq] = lines
        await asyncio.gather(self._lines.carry_out(channel_id, channel_id), self.draw(channel_id))

    async def draw(self, channel_id: int) -> None:
        """Bring the board of a channel up to date; post it where there is none."""
        await self._boards.carry_out(channel_id, channel_id)

    async def post_anew(self, table: Table) -> str:
        """Post the board at the end of the channel, let the old one point to it, and return the new one's link.

        Raises:
            NoGameError: the game was closed meanwhile.
        """
        async with self._drawing.of(table.channel_id):
            current = await self._bot.store.games.find(table.channel_id)
            if current is None or current.id != table.id or current.game.ended:
                raise NoGameError
            message = await self._post(current)
            if current.board_id is not None:
                await self._edit(current, moved_board(current.language, message.jump_url))
            return message.jump_url

    async def turn_page(self, table: Table, page: int, show: Callable[[Presented], Awaitable[None]]) -> None:
        """Show another page of the board from now on; `show` edits the message, and nothing else does meanwhile."""
        async with self._drawing.of(table.channel_id):
            table = await self._bot.store.games.turn_board(table, page)
            await show(present(table, table.language))

    async def close(self, table: Table) -> None:
        """Delete a game, and say on its board that it is closed."""
        async with self._drawing.of(table.channel_id):
            current = await self._bot.store.games.find(table.channel_id) or table
            await self.forget(table.channel_id)
            if current.board_id is not None:
                await self._edit(current, closed_board(current.language))

    async def forget(self, channel_id: int) -> None:
        """Delete the game of a channel, and what would still have been told of it."""
        await self._bot.store.games.close(channel_id)
        self._untold.pop(channel_id, None)

    async def close_forgotten(self, channel_id: int, moment: int) -> None:
        """Close the game of a channel, unless something changed in it since a moment (in seconds since 1970)."""
        games = self._bot.store.games
        async with self.changing.of(channel_id):
            if channel_id not in await games.unchanged_since(moment):
                return
            try:
                table = await games.find(channel_id)
            except UnreadableGameError:
                table = None
            await self.forget(channel_id)
        if table is not None and table.board_id is not None:
            await self._edit(table, closed_board(table.language))

    async def _draw(self, channel_id: int) -> None:
        async with self._drawing.of(channel_id):
            try:
                table = await self._bot.store.games.find(channel_id)
                if table is None:
                    return
                await self._show(table)
            except StoreError as error:
                # What the board would show is written down; the next change draws it.
                _log.error("a board could not be drawn: %s", error)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
                    _log.info("a game was closed, since its channel is gone")
                    await self.forget(channel_id)
                else:
                    self._bot.troubles.tell(channel_id, error)
            else:
                self._bot.troubles.over(channel_id)

    async def _show(self, table: Table) -> None:
        """Edit the board; a board that was deleted is posted anew."""
        if table.board_id is not None:
            presented = present(table, table.language)
            message = self._bot.get_partial_messageable(table.channel_id).get_partial_message(table.board_id)
            try:
                await message.edit(**presented.as_edit())
            except discord.HTTPException as error:
                # Discord allows few edits of what is over an hour old; a new message can be edited again.
                is_gone = error.status == NOT_FOUND and error.code != UNKNOWN_CHANNEL
                if not is_gone and error.code != TOO_OLD_TO_EDIT_AGAIN:
                    raise
            else:
                return
        await self._post(table)

    async def _post(self, table: Table) -> discord.Message:
        presented = present(table, table.language)
        channel = self._bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        message = await channel.send(embeds=presented.embeds, view=presented.view)
        await self._bot.store.games.post_board(table, message.id)
        return message

    async def _edit(self, table: Table, embed: discord.Embed) -> None:
        """Put something in the place of a board that is none any more; where it cannot be, its buttons say so."""
        channel = self._bot.get_partial_messageable(table.channel_id)
        try:
            await channel.get_partial_message(table.board_id or 0).edit(
                embed=embed, view=None, allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.NotFound:
            pass
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            self._bot.troubles.tell(table.channel_id, error)

    async def _tell(self, channel_id: int) -> None:
        """Tell what waits, in as few messages as it fits into; what could not be told waits for the next telling."""
        channel = self._bot.get_partial_messageable(channel_id)
        try:
            while untold := self._untold.get(channel_id):
                seqs, content = _first_message(untold)
                await channel.send(content)
                for seq in seqs:
                    untold.pop(seq, None)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            self._bot.troubles.tell(channel_id, error)
            waiting = self._untold.get(channel_id, {})
            for seq in sorted(waiting)[:-MOST_UNTOLD]:
                del waiting[seq]


def _first_message(untold: dict[int, list[str]]) -> tuple[list[int], str]:
    """The events that fit into the next message, the earliest first, and what it says."""
    seqs: list[int] = []
    content = ""
    for seq in sorted(untold):
        longer = "\n".join(filter(None, [content, *untold[seq]]))
        if seqs and len(longer) > MESSAGE:
            break
        seqs.append(seq)
        content = longer
    return seqs, shorten(content, MESSAGE)

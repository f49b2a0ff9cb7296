"""The tables: games of face-down permanents, as events that are written once."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.facedown.events import Recorded, Told, UnreadableEventError, read_event, read_told, written
from bot.facedown.game import NEW, Game, apply, fold
from bot.languages import BY_CODE, ENGLISH

if TYPE_CHECKING:
    from collections.abc import Mapping

    import aiosqlite

    from bot.facedown.events import AnyEvent

_log = logging.getLogger(__name__)

ID_BYTES = 6


class UnreadableGameError(sqlite3.DatabaseError):
    """A game was written by another version of the bot, or by another hand."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game that runs in a channel or thread.

    Attributes:
        id: an opaque id, for buttons.
        channel_id: where it runs.
        guild_id: the server.
        language: the language of the board.
        board_id: the message that shows the board, None before it is posted.
        board_page: the page of the board that is shown, from 0.
        names: what players call themselves, by Discord id.
        game: what everybody may know of it.
    """

    id: str
    channel_id: int
    guild_id: int
    language: str
    board_id: int | None = None
    board_page: int = 0
    names: Mapping[int, str] = field(default_factory=dict)
    game: Game = NEW


class Games:
    """The games that run, one in a channel.

    A game is read once and then kept, since nobody else writes it: a channel belongs to one process. Whoever changes
    a game holds the lock of its channel.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._tables: dict[int, Table] = {}
        # While a game is read it must not be closed, or it would be kept although it is gone.
        self._reading = asyncio.Lock()
        self._is_in_log = False

    async def start(self, channel_id: int, guild_id: int, language: str) -> Table:
        """Open a game in a channel that has none."""
        table = Table(secrets.token_hex(ID_BYTES), channel_id, guild_id, language)
        await self._connection.execute(
            "INSERT INTO games (id, channel_id, guild_id, language, changed_at) VALUES (?, ?, ?, ?, ?)",
            (table.id, channel_id, guild_id, language, int(time.time())),
        )
        self._tables[channel_id] = table
        return table

    async def find(self, channel_id: int) -> Table | None:
        """The game of a channel, None where none runs."""
        if channel_id in self._tables:
            return self._tables[channel_id]
        async with self._reading:
            return await self._read(channel_id)

    async def record(self, table: Table, event: AnyEvent, by: int, told: Told | None = None) -> tuple[Table, Recorded]:
        """Write down what happened, in one statement, and return the table after it.

        Args:
            table: the table before it.
            event: what happened.
            by: who did it, a Discord id.
            told: what was told in secret with it.
        """
        recorded = Recorded(table.game.seq + 1, int(time.time()), by, event)
        try:
            await self._connection.execute(
                "INSERT INTO game_events (game_id, seq, at, by, event, told, undoes) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    table.id,
                    recorded.seq,
                    recorded.at,
                    by,
                    written(event),
                    written(told) if told else None,
                    recorded.undoes,
                ),
            )
            game = apply(table.game, recorded) if recorded.undoes is None else fold(await self._history(table.id))
        except BaseException:
            # Whether it was written is not known; the next one reads the game anew.
            self._tables.pop(table.channel_id, None)
            raise
        return self._changed(table, game=game), recorded

    async def history(self, table: Table) -> tuple[Recorded, ...]:
        """All that happened, without what was told in secret."""
        return await self._history(table.id)

    async def told(self, table: Table) -> list[tuple[Recorded, Told | None]]:
        """The events with which something was told in secret, each with that; it is gone where it was taken back."""
        return await self._select(
            "SELECT seq, at, by, event, undone, told FROM game_events"
            " WHERE game_id = ? AND (told IS NOT NULL OR undone) ORDER BY seq",
            table.id,
        )

    async def name_players(self, table: Table, names: Mapping[int, str]) -> Table:
        """Note what players call themselves."""
        new = {user: name for user, name in names.items() if table.names.get(user) != name}
        if not new:
            return table
        await self._connection.executemany(
            "INSERT INTO game_players (game_id, user_id, name) VALUES (?, ?, ?)"
            " ON CONFLICT (game_id, user_id) DO UPDATE SET name = excluded.name",
            [(table.id, user, name) for user, name in new.items()],
        )
        return self._changed(table, names={**self._tables.get(table.channel_id, table).names, **new})

    async def post_board(self, table: Table, board_id: int) -> Table:
        """Note which message shows the board."""
        await self._connection.execute("UPDATE games SET board_id = ? WHERE id = ?", (board_id, table.id))
        return self._changed(table, board_id=board_id)

    async def turn_board(self, table: Table, page: int) -> Table:
        """Note the page that the board shows."""
        await self._connection.execute("UPDATE games SET board_page = ? WHERE id = ?", (page, table.id))
        return self._changed(table, board_page=page)

    async def speak(self, table: Table, language: str) -> Table:
        """Note the language of the board."""
        await self._connection.execute("UPDATE games SET language = ? WHERE id = ?", (language, table.id))
        return self._changed(table, language=language)

    async def close(self, channel_id: int) -> None:
        """Delete the game of a channel with all that was told, also from the write-ahead log."""
        async with self._reading:
            await self._connection.execute("DELETE FROM games WHERE channel_id = ?", (channel_id,))
            self._tables.pop(channel_id, None)
        await self._empty_log()

    async def unchanged_since(self, moment: int) -> dict[int, int]:
        """The games in which nothing changed since a moment (in seconds since 1970): server by channel."""
        rows = await self._connection.execute_fetchall(
            "SELECT channel_id, guild_id FROM games WHERE changed_at < ?", (moment,)
        )
        return {int(channel_id): int(guild_id) for channel_id, guild_id in rows}

    async def forget_person(self, user_id: int) -> None:
        """Delete what a person told in secret, and what they call themselves, in all games.

        That there was a card is kept: whoever tells another one afterwards has changed it.
        """
        await self._connection.execute(
            "UPDATE game_events SET told = CASE WHEN json_extract(told, '$.card') IS NOT NULL"
            " OR json_extract(told, '$.is_forgotten') THEN ? END WHERE by = ?",
            (written(Told(is_forgotten=True)), user_id),
        )
        await self._connection.execute("DELETE FROM game_players WHERE user_id = ?", (user_id,))
        for channel_id, table in self._tables.items():
            self._tables[channel_id] = replace(
                table, names={user: name for user, name in table.names.items() if user != user_id}
            )
        await self._empty_log()

    async def empty_log(self) -> None:
        """Do what could not be done when something was deleted, since another program was reading the database."""
        if self._is_in_log:
            await self._empty_log()

    async def _empty_log(self) -> None:
        """Move the write-ahead log into the file and cut it off: what was deleted still stands in it.

        Without waiting for whoever reads, since everybody else waits meanwhile: `empty_log` tries again.
        """
        [(timeout,)] = await self._connection.execute_fetchall("PRAGMA busy_timeout")
        await self._connection.executescript(
            f"PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = {timeout};"
        )
        [(_, frames, _)] = await self._connection.execute_fetchall("PRAGMA wal_checkpoint(PASSIVE)")
        self._is_in_log = frames > 0
        if self._is_in_log:
            _log.warning("what was deleted stays in the write-ahead log while another program reads the database")

    def _changed(self, table: Table, **changes: object) -> Table:
        """Change some of what is kept of a table; the rest may have changed meanwhile, and the game may be closed."""
        current = self._tables.get(table.channel_id)
        if current is None or current.id != table.id:
            # `changes` are fields of Table, which `replace` checks.
            return replace(table, **changes)  # type: ignore[arg-type]
        current = self._tables[table.channel_id] = replace(current, **changes)  # type: ignore[arg-type]
        return current

    async def _read(self, channel_id: int) -> Table | None:
        rows = await self._connection.execute_fetchall(
            "SELECT id, guild_id, language, board_id, board_page FROM games WHERE channel_id = ?", (channel_id,)
        )
        for game_id, guild_id, language, board_id, board_page in rows:
            players = await self._connection.execute_fetchall(
                "SELECT user_id, name FROM game_players WHERE game_id = ?", (game_id,)
            )
            names = {int(user): str(name) for user, name in players}
            if language not in BY_CODE:
                language = ENGLISH  # noqa: PLW2901 - one that the bot does not speak any more
            try:
                game = fold(await self._history(game_id))
            except KeyError as error:
                raise UnreadableGameError(f"an event of the game {game_id} names a number that it has not") from error
            table = Table(game_id, channel_id, guild_id, language, board_id, board_page, names, game)
            # Somebody else may have been reading it at the same time, and have changed it since.
            return self._tables.setdefault(channel_id, table)
        return None

    async def _history(self, game_id: str) -> tuple[Recorded, ...]:
        found = await self._select(
            "SELECT seq, at, by, event, undone, NULL FROM game_events WHERE game_id = ? ORDER BY seq", game_id
        )
        return tuple(recorded for recorded, _ in found)

    async def _select(self, statement: str, game_id: str) -> list[tuple[Recorded, Told | None]]:
        rows = await self._connection.execute_fetchall(statement, (game_id,))
        try:
            return [
                (Recorded(seq, at, by, read_event(event), bool(undone)), read_told(told) if told else None)
                for seq, at, by, event, undone, told in rows
            ]
        except UnreadableEventError as error:
            raise UnreadableGameError(f"the game {game_id} holds an event that this version cannot read") from error

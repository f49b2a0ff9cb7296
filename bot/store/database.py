"""Opening the database: settings, migrations, and the failures that end a start."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import aiosqlite

from bot import migrations
from bot.config import IN_MEMORY
from bot.store.answers import Answers
from bot.store.broken import BrokenDatabaseError, broken
from bot.store.commands import SyncedCommands
from bot.store.games import Games
from bot.store.preferences import Preferences
from bot.store.unanswered import UnansweredQuestions

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_TIMEOUT_MS = 5000
WAL_RETRY_MS = 50


StoreError = sqlite3.Error
"""What reading and writing may raise, by a name that needs no SQLite."""


@dataclass(frozen=True, slots=True)
class Store:
    """The open database, by what is remembered.

    Everything is read by `execute_fetchall`, in one go: a statement that is half read keeps SQLite from emptying the
    write-ahead log, in which the secrets of closed games would stay.
    """

    answers: Answers
    preferences: Preferences
    synced_commands: SyncedCommands
    games: Games
    unanswered: UnansweredQuestions


@asynccontextmanager
async def open_store(database: str) -> AsyncIterator[Store]:
    """Open the database, bring it to the newest schema, and close it at the end.

    aiosqlite's thread is no daemon: a connection that is not closed keeps the process alive for ever, so this is
    a context manager and nothing else opens connections.

    Args:
        database: the file, created when missing, or `:memory:`.

    Raises:
        BrokenDatabaseError: the file is no database, newer than this version, or cannot be opened.
    """
    _probe(database)
    async with aiosqlite.connect(database, isolation_level=None) as connection:
        try:
            await _prepare(connection)
        except sqlite3.Error as error:
            raise BrokenDatabaseError(broken(database, error)) from error
        yield Store(
            Answers(connection),
            Preferences(connection),
            SyncedCommands(connection),
            Games(connection),
            UnansweredQuestions(connection),
        )


def _probe(database: str) -> None:
    """See that the file can be opened, is a whole database, and none of a newer version, before anything is changed.

    A page that cannot be read would else be found months later, in the middle of a game.

    This is done without aiosqlite: when it fails to open a file, its thread lives on for a moment and complains that
    the event loop is gone.
    """
    try:
        _make_private(database)
        with closing(sqlite3.connect(database, timeout=BUSY_TIMEOUT_MS / 1000)) as connection:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.Error as error:
        raise BrokenDatabaseError(broken(database, error)) from error
    known = len(migrations.files(MIGRATIONS))
    if version > known:
        raise BrokenDatabaseError(
            f"The database {database} was made by a newer version of the bot (schema {version}, this one knows "
            f"{known}); update the bot."
        )
    if found != "ok":
        raise BrokenDatabaseError(broken(database, sqlite3.DatabaseError(" ".join(found.split()))))


def _make_private(database: str) -> None:
    """Make the file where there is none, for its owner alone: it will hold what was told in secret.

    SQLite gives the write-ahead log beside it the same mode. A file that is there keeps the mode that its owner chose.
    """
    if database != IN_MEMORY:
        with suppress(OSError):  # opening it tells why it cannot be made
            os.close(os.open(database, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


async def _prepare(connection: aiosqlite.Connection) -> None:
    await connection.execute_fetchall(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    await _use_wal(connection)
    await connection.execute("PRAGMA foreign_keys = ON")
    # What is deleted, the hidden cards of a closed game above all, is overwritten and not only marked as free.
    await connection.execute("PRAGMA secure_delete = ON")
    await _migrate(connection)


async def _use_wal(connection: aiosqlite.Connection) -> None:
    """Switch to the write-ahead log; SQLite does not wait by itself when somebody else is switching, too."""
    for remaining in reversed(range(BUSY_TIMEOUT_MS // WAL_RETRY_MS)):
        try:
            await connection.execute_fetchall("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if not remaining:
                raise
            await asyncio.sleep(WAL_RETRY_MS / 1000)
        else:
            return


async def _migrate(connection: aiosqlite.Connection) -> None:
    """Apply the migrations that are newer than `PRAGMA user_version`, each together with its record."""
    while await _migrate_once(connection):
        pass


async def _migrate_once(connection: aiosqlite.Connection) -> bool:
    """Apply the next migration in one transaction; False when there is none.

    The version is read inside the transaction: somebody else may be migrating the same file.
    """
    await connection.execute("BEGIN IMMEDIATE")
    try:
        async with connection.execute("PRAGMA user_version") as cursor:
            row = await cursor.fetchone()
        version = int(row[0]) if row else 0
        pending = migrations.files(MIGRATIONS)[version:]
        if pending:
            for statement in migrations.statements(pending[0]):
                await connection.execute(statement)
            await connection.execute(f"PRAGMA user_version = {version + 1}")
    except BaseException:
        await connection.execute("ROLLBACK")
        raise
    await connection.execute("COMMIT")
    return bool(pending)

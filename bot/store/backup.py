"""A consistent copy of the database, made while the bot runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from bot.errors import CannotStartError, JudgeError
from bot.store.broken import BrokenDatabaseError, broken
from bot.store.database import BUSY_TIMEOUT_MS

if TYPE_CHECKING:
    from pathlib import Path

PARTIAL = ".partial"
"""What a copy is called until it is whole."""


class NotCopiedError(JudgeError):
    """The copy could not be made; the database is as it was."""


def back_up(database: Path, target: Path) -> None:
    """Copy a database as it is at this moment; what was deleted from it is not in the copy.

    Args:
        database: the SQLite file.
        target: the copy, which must not be there yet; only its owner may read it.

    Raises:
        CannotStartError: there is no such database, or it is spoilt.
        NotCopiedError: the target is there already, or cannot be written.
    """
    if not database.is_file():
        raise CannotStartError(f"There is no database {database} to copy.")
    if target.exists():
        raise NotCopiedError(f"{target} is there already; name another file, or move that one away.")
    partial = target.with_name(target.name + PARTIAL)
    try:
        partial.unlink(missing_ok=True)
        partial.touch(mode=0o600)  # the entries of games that run are secret
    except OSError as error:
        raise NotCopiedError(f"{target} cannot be written: {error.strerror or error}.") from error
    try:
        _copy(database, partial)
        partial.replace(target)
    except sqlite3.DatabaseError as error:
        raise NotCopiedError(f"The database could not be copied: {error}; see that the disk has room.") from error
    finally:
        partial.unlink(missing_ok=True)


def _copy(database: Path, target: Path) -> None:
    """Copy what is there into an empty file, and see that it is whole."""
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        try:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except sqlite3.DatabaseError as error:
            raise BrokenDatabaseError(broken(str(database), error)) from error
        connection.execute("VACUUM INTO ?", (str(target),))
    with closing(sqlite3.connect(target)) as copy:
        (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(found)

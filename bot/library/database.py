"""The library's file: one SQLite database of its own, so that an import never keeps the bot from writing its own."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot import migrations
from bot.library.errors import BrokenLibraryError

if TYPE_CHECKING:
    from collections.abc import Iterator

MIGRATIONS: Final = Path(__file__).parent / "migrations"
WAIT_SECONDS: Final = 60
"""How long an import waits for another one."""
WAL_RETRY_SECONDS: Final = 0.05
MAKE_ROOM: Final = "Make room for the library and for temporary files (TMPDIR names another place for these)."
"""What to do when there is no room: SQLite does not tell which of the files that it writes has none."""
FORBIDDEN: Final = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""The errors over a file, or one that belongs beside it, that may not be opened or written."""
_NO_ROOM: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def schema() -> int:
    """The schema of this version."""
    return len(migrations.files(MIGRATIONS))


def version_of(connection: sqlite3.Connection) -> int:
    """The schema that a database has."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def prepare(database: Path) -> None:
    """Create the file where it is missing, and bring it to the newest schema.

    Raises:
        BrokenLibraryError: it is no library, is made by a newer version, or cannot be written.
    """
    with explained(database), closing(_connect(database)) as connection:
        _check(database, connection)
        _use_wal(connection)
        while _migrate_once(connection):
            pass


def _check(database: Path, connection: sqlite3.Connection) -> None:
    """See that a file is a library that this version knows, before anything in it is changed."""
    known = schema()
    # Both are read as of one moment: somebody else may be making the same file.
    [(version, is_new)] = connection.execute(
        "SELECT user_version, NOT EXISTS (SELECT 1 FROM sqlite_master) FROM pragma_user_version"
    ).fetchall()
    if version > known:
        raise BrokenLibraryError(
            f"The library {database} was made by a newer version of the bot (schema {version}, this one knows "
            f"{known}); update the bot, or name another file in the config."
        )
    if not version and not is_new:
        raise BrokenLibraryError(
            f"The database {database} is that of another program; name another file in the config."
        )


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log; SQLite does not wait by itself when somebody else is switching, too."""
    give_up = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if not _is_locked(error) or time.monotonic() > give_up:
                raise
            time.sleep(WAL_RETRY_SECONDS)
        else:
            return


def _migrate_once(connection: sqlite3.Connection) -> bool:
    """Apply the next migration together with its record; False when there is none.

    The version is read inside the transaction: somebody else may be migrating the same file.
    """
    connection.execute("BEGIN IMMEDIATE")
    version = version_of(connection)
    pending = migrations.files(MIGRATIONS)[version:]
    for statement in migrations.statements(pending[0]) if pending else ():
        connection.execute(statement)
    if pending:
        connection.execute(f"PRAGMA user_version = {version + 1}")
    connection.execute("COMMIT")
    return bool(pending)


@contextmanager
def explained(database: Path) -> Iterator[None]:
    """Turn what SQLite says about the file into one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise BrokenLibraryError(_sentence(database, error)) from error


def code_of(error: sqlite3.Error) -> int:
    """What kind of error it is, as SQLite numbers them; 0 where it does not say."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF  # the other bits tell more than anybody needs


def _is_locked(error: sqlite3.Error) -> bool:
    return code_of(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _sentence(database: Path, error: sqlite3.Error) -> str:
    if _is_locked(error):
        return f"The library {database} is being imported by another program; wait for that, then try again."
    if code_of(error) in _NO_ROOM:
        return f"The library {database} cannot be changed: {error}; nothing was changed. {MAKE_ROOM}"
    if code_of(error) in FORBIDDEN:
        return (
            f"The library {database} cannot be changed: {error}; see that it is a file, and that you may write it and "
            "in its folder, or name another in the config."
        )
    return f"The library {database} cannot be used: {error}; mend or move the file, or name another in the config."


def _connect(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(database, timeout=WAIT_SECONDS, isolation_level=None)

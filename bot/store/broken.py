"""What is told of a database that cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import CannotStartError

if TYPE_CHECKING:
    import sqlite3


class BrokenDatabaseError(CannotStartError):
    """The database file cannot be used; the text says what to do."""


def broken(database: str, error: sqlite3.Error) -> str:
    """What is told of a database that cannot be used."""
    if "locked" in str(error):
        return f"The database {database} is in use by another program; stop that, or name another file in the config."
    if "disk" in str(error):
        return f"The database {database} cannot be used: {error}; see that its disk works and has room."
    return f"The database {database} cannot be used: {error}; mend or move the file, or name another in the config."

"""Reading the library while it may be imported anew at any moment."""

from __future__ import annotations

import logging
import sqlite3
from typing import TYPE_CHECKING, TypeVar

from bot.library import database

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_log = logging.getLogger(__name__)
_Answer = TypeVar("_Answer")

CACHE_KIB = 8_000
"""Memory for pages of the file."""


class Snapshots:
    """A file that is read, and that may appear, change, be replaced and vanish.

    Attributes:
        generation: a number that is another one whenever the library may have changed.
    """

    def __init__(self, path: Path) -> None:
        self.generation = 0
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._told: tuple[int, int] | None = None
        self._version = -1

    def read(self, query: Callable[[sqlite3.Connection], _Answer], otherwise: _Answer) -> _Answer:
        """Ask the library as it stands at one moment, whatever is imported meanwhile.

        Args:
            query: what is asked.
            otherwise: the answer where there is no library that can be read.
        """
        connection = self._open()
        if connection is None:
            return otherwise
        try:
            connection.execute("BEGIN")
            try:
                self._notice(connection)
                return query(connection)
            finally:
                connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            self._tell(error)
            self.close()
            return otherwise

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self.generation += 1

    def _open(self) -> sqlite3.Connection | None:
        """The open file, None where there is none that can be read: an import may be about to change that."""
        try:
            status = self._path.stat()
        except OSError:
            self.close()
            return None
        file = (status.st_dev, status.st_ino)
        if file != self._file:
            self.close()
            self._file = file
        if self._connection is None:
            try:
                self._connection = self._connected()
            except sqlite3.Error as error:
                self._tell(error)
        return self._connection

    def _tell(self, error: sqlite3.Error) -> None:
        """Log what is wrong with the file, once."""
        if self._file != self._told:
            _log.warning("the library %s cannot be used: %s; import it anew", self._path, error)
        self._told = self._file

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{self._path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
            _check_schema(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _notice(self, connection: sqlite3.Connection) -> None:
        """Count up when somebody else has written to the file since the last time."""
        version = connection.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            self._version = version
            self.generation += 1


def _check_schema(connection: sqlite3.Connection) -> None:
    version, known = database.version_of(connection), database.schema()
    if version != known:
        raise sqlite3.DatabaseError(f"it has schema {version}, and this version reads {known}")

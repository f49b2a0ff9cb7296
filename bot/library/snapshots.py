"""Reading the library while it may be imported anew at any moment."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from bot.library import database

if TYPE_CHECKING:
    from collections.abc import Callable

_log = logging.getLogger(__name__)
_Answer = TypeVar("_Answer")

CACHE_KIB: Final = 8_000
"""Memory for pages of the file."""


class _File(NamedTuple):
    """What tells one state of a file from another."""

    device: int
    number: int
    size: int
    written: int
    changed: int


class Snapshots:
    """A file that is read, and that may appear, change, be replaced and vanish.

    Attributes:
        generation: a number that is another one whenever the library may have changed.
    """

    def __init__(self, path: Path) -> None:
        self.generation = 0
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._file: _File | None = None
        self._is_fixed = False
        self._is_told = False
        self._version = -1

    def read(self, query: Callable[[sqlite3.Connection], _Answer], otherwise: _Answer) -> _Answer:
        """Ask the library as it stands at one moment, whatever is imported meanwhile.

        Args:
            query: what is asked.
            otherwise: the answer where there is no library that can be read.
        """
        while (connection := self._open()) is not None:
            try:
                connection.execute("BEGIN")
                try:
                    self._notice(connection)
                    answer = query(connection)
                finally:
                    connection.execute("ROLLBACK")
            except sqlite3.Error as error:
                if self._is_overtaken():
                    continue
                self._tell(error)
                self.close()
                break
            if not self._is_overtaken():
                return answer
        return otherwise

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self.generation += 1

    def _open(self) -> sqlite3.Connection | None:
        """The open file, None where there is none that can be read: an import may be about to change that."""
        file, trouble = _look_at(self._path)
        if file != self._file:
            self.close()
            self._file = file
            self._is_told = False
        if trouble is not None:
            self._tell(trouble)
        elif file is not None and self._connection is None:
            try:
                self._connection = self._connected()
            except sqlite3.Error as error:
                self._tell(error)
        return self._connection

    def _is_overtaken(self) -> bool:
        """Whether the file has changed under an answer, which then may be half of one library and half of another."""
        return self._is_fixed and _look_at(self._path)[0] != self._file

    def _tell(self, error: OSError | sqlite3.Error) -> None:
        """Log what is wrong with the file, once until it changes."""
        if self._is_told:
            return
        self._is_told = True
        if isinstance(error, OSError) or database.code_of(error) in database.FORBIDDEN:
            advice = "let the bot read it and write in its folder"
        else:
            advice = "import it anew"
        reason = error.strerror if isinstance(error, OSError) else error
        _log.warning("the library %s cannot be used: %s; %s", self._path, reason, advice)

    def _connected(self) -> sqlite3.Connection:
        """Open the file to read it alone.

        SQLite needs a log and an index of that beside the file. Where it may not write them, and no log is left to be
        read, the file by itself is the library; SQLite then does not look whether somebody changes it, so we do.
        """
        try:
            connection, self._is_fixed = self._connect("mode=ro"), False
        except sqlite3.OperationalError as error:
            log, _ = _look_at(Path(f"{self._path}-wal"))
            if database.code_of(error) not in database.FORBIDDEN or (log is not None and log.size):
                raise
            connection, self._is_fixed = self._connect("mode=ro&immutable=1"), True
        return connection

    def _connect(self, how: str) -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{self._path.resolve().as_uri()}?{how}", uri=True, isolation_level=None, check_same_thread=False
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


def _look_at(path: Path) -> tuple[_File | None, OSError | None]:
    """The state of a file, None where there is none; and what keeps one from looking, if anything does."""
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None, None
    except OSError as error:
        return None, error
    return _File(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns), None

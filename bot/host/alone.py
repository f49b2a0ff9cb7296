"""One process for each database and shard: a second one would answer everything twice."""

from __future__ import annotations

import glob
import os
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from bot.config import IN_MEMORY
from bot.errors import CannotStartError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.config import Shards


LOOK = 1.0
"""Seconds in which a lock must be had: somebody who only looks whether it is free holds it for a moment, too."""


@contextmanager
def alone(database: str, shards: Shards) -> Iterator[None]:
    """Hold the shards of a database, and refuse where another process holds one of them.

    The locks are the operating system's, on files beside the database: a killed process holds none. Processes that
    divide the servers by different shard counts overlap as well, so the files of other counts must be free, too.

    Args:
        database: the SQLite file; one in memory is nobody else's.
        shards: those of this process.

    Raises:
        CannotStartError: somebody else holds one, or the files cannot be written.
    """
    with ExitStack() as held:
        # A lock would make the folder where there is none; opening the database tells of that.
        if database != IN_MEMORY and Path(database).parent.is_dir():
            file_itself = os.path.realpath(database)  # by whatever name it is called
            for shard in shards.here:
                held.enter_context(_held(_lock_file(file_itself, shard, shards.count), database))
            for file in _of_other_counts(file_itself, shards.count):
                with _held(file, database):
                    pass
        yield


def _lock_file(database: str, shard: int, count: int) -> Path:
    return Path(f"{database}.shard-{shard}-of-{count}.lock")


def _of_other_counts(database: str, count: int) -> set[Path]:
    path = Path(database)
    files = path.parent.glob(f"{glob.escape(path.name)}.shard-*-of-*.lock")
    return {file for file in files if not file.name.endswith(f"-of-{count}.lock")}


@contextmanager
def _held(file: Path, database: str) -> Iterator[None]:
    try:
        lock = FileLock(file, timeout=LOOK).acquire()
    except Timeout as error:
        raise CannotStartError(
            f"Another process serves this shard with the database {database}; stop that one, or give each its own "
            "“ids” under “shards” in the config."
        ) from error
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise CannotStartError(
            f"The database {database} cannot be used: {file.name} beside it cannot be written ({reason}); name another "
            "file in the config."
        ) from error
    with lock:
        yield

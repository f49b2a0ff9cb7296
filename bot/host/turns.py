"""Taking turns at Discord's gateway: an application may identify once in five seconds, over all its processes."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import AsyncFileLock

from bot.config import IN_MEMORY

if TYPE_CHECKING:
    from bot.config import Config

SPACING = 5.0
"""Seconds between two IDENTIFYs (Discord's gateway documentation, “Sharding”, for a `max_concurrency` of 1)."""


class Turns:
    """The turns of this process; those of all processes that share a database, where it does not serve every shard.

    The time of the last turn is then the time of a file beside the database.
    """

    def __init__(self, config: Config) -> None:
        is_alone = config.database == IN_MEMORY or len(config.shards.here) == config.shards.count
        self._file = None if is_alone else Path(f"{os.path.realpath(config.database)}.identify")

    async def take(self, *, initial: bool) -> None:
        """Wait until it is this process's turn.

        Args:
            initial: whether it is the first of the process, which has not identified before.

        Raises:
            OSError: the files beside the database cannot be written.
        """
        if self._file is None:
            await asyncio.sleep(0 if initial else SPACING)
            return
        async with AsyncFileLock(f"{self._file}.lock"):
            if self._file.exists():
                since = time.time() - self._file.stat().st_mtime
                # A clock that was set back must not stop the bot for longer than the spacing.
                await asyncio.sleep(min(max(SPACING - since, 0.0), SPACING))
            self._file.touch()

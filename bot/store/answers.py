"""The messages that show rulings."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bot.shown import Shown

if TYPE_CHECKING:
    import aiosqlite


BATCH = 1000
"""Answers that are forgotten in one statement: some milliseconds."""


class Answers:
    """Which message shows what."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def remember(self, message_id: int, channel_id: int, shown: Shown) -> None:
        """Note what a message shows, or that it shows something else now."""
        await self._connection.execute(
            "INSERT INTO answers (message_id, channel_id, shown, created_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (message_id) DO UPDATE SET shown = excluded.shown",
            (message_id, channel_id, shown.encode(), int(time.time())),
        )

    async def find(self, message_id: int) -> Shown | None:
        """What a message shows, None when it is none of ours."""
        rows = await self._connection.execute_fetchall("SELECT shown FROM answers WHERE message_id = ?", (message_id,))
        return next((Shown.decode(shown) for (shown,) in rows), None)

    async def forget_before(self, moment: int) -> int:
        """Forget what was answered before a moment, in seconds since 1970; returns how many answers those were."""
        forgotten = 0
        while True:
            # Some at a time: what somebody waits for gets its turn in between.
            async with self._connection.execute(
                "DELETE FROM answers WHERE message_id IN (SELECT message_id FROM answers WHERE created_at < ? LIMIT ?)",
                (moment, BATCH),
            ) as cursor:
                if not cursor.rowcount:
                    return forgotten
                forgotten += cursor.rowcount

    async def forget(self, message_id: int) -> None:
        """A message is gone."""
        await self._connection.execute("DELETE FROM answers WHERE message_id = ?", (message_id,))

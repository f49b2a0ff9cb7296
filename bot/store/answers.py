"""The messages that show rulings."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.shown import Shown

if TYPE_CHECKING:
    import aiosqlite


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a message shows, and whose flag turned it into its language: name and flag, None for nobody's."""

    shown: Shown
    turned_by: str | None


class Answers:
    """Which message shows what."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def remember(self, message_id: int, channel_id: int, shown: Shown, turned_by: str | None = None) -> None:
        """Note what a message shows, or that it shows something else now."""
        await self._connection.execute(
            "INSERT INTO answers (message_id, channel_id, shown, turned_by, created_at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (message_id) DO UPDATE SET shown = excluded.shown, turned_by = excluded.turned_by",
            (message_id, channel_id, shown.encode(), turned_by, int(time.time())),
        )

    async def find(self, message_id: int) -> Remembered | None:
        """What a message shows, None when it is none of ours."""
        async with self._connection.execute(
            "SELECT shown, turned_by FROM answers WHERE message_id = ?", (message_id,)
        ) as cursor:
            row = await cursor.fetchone()
        shown = Shown.decode(row[0]) if row else None
        return Remembered(shown, row[1]) if row and shown else None

    async def forget(self, message_id: int) -> None:
        """A message is gone."""
        await self._connection.execute("DELETE FROM answers WHERE message_id = ?", (message_id,))

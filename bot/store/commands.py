"""What Discord was last told about our commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import aiosqlite


class SyncedCommands:
    """The fingerprint of the last command payload that was registered, by application."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def fingerprint(self, application_id: int) -> str | None:
        """The fingerprint of what was registered last, None when nothing was."""
        rows = await self._connection.execute_fetchall(
            "SELECT fingerprint FROM synced_commands WHERE application_id = ?", (application_id,)
        )
        return next((str(fingerprint) for (fingerprint,) in rows), None)

    async def forget(self) -> None:
        """Let the next start register everything anew."""
        await self._connection.execute("DELETE FROM synced_commands")

    async def remember(self, application_id: int, fingerprint: str) -> None:
        """Note what was registered."""
        await self._connection.execute(
            "INSERT INTO synced_commands (application_id, fingerprint) VALUES (?, ?)"
            " ON CONFLICT (application_id) DO UPDATE SET fingerprint = excluded.fingerprint",
            (application_id, fingerprint),
        )

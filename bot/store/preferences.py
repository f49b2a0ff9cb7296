"""The languages that people, channels and servers chose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from bot.languages import BY_CODE

if TYPE_CHECKING:
    import aiosqlite

Scope = Literal["user", "channel", "guild"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen in the three scopes that concern one answer; None where nothing was."""

    user: str | None = None
    channel: str | None = None
    guild: str | None = None


class Preferences:
    """Language codes by scope and Discord id."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def choose(self, scope: Scope, target: int, language: str) -> None:
        """Note a choice."""
        await self._connection.execute(
            "INSERT INTO preferences (scope, id, language) VALUES (?, ?, ?)"
            " ON CONFLICT (scope, id) DO UPDATE SET language = excluded.language",
            (scope, target, language),
        )

    async def clear(self, scope: Scope, target: int) -> None:
        """Forget a choice, where there is one."""
        await self._connection.execute("DELETE FROM preferences WHERE scope = ? AND id = ?", (scope, target))

    async def get(self, scope: Scope, target: int) -> str | None:
        """What was chosen in one scope."""
        rows = await self._connection.execute_fetchall(
            "SELECT language FROM preferences WHERE scope = ? AND id = ?", (scope, target)
        )
        return next((str(language) for (language,) in rows), None)

    async def chosen(self, *, user: int, channel: int | None = None, guild: int | None = None) -> Chosen:
        """What concerns one answer, in one read.

        Args:
            user: who asks.
            channel: where, None where there is none.
            guild: the server, None in direct messages.
        """
        rows = await self._connection.execute_fetchall(
            "SELECT scope, language FROM preferences"
            " WHERE (scope, id) IN (VALUES ('user', ?), ('channel', ?), ('guild', ?))",
            (user, channel, guild),
        )
        # A language that the bot does not speak any more counts as none.
        languages = {str(scope): str(language) for scope, language in rows if language in BY_CODE}
        return Chosen(languages.get("user"), languages.get("channel"), languages.get("guild"))

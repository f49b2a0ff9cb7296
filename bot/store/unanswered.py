"""Questions that had no answer, for those who write rulings to see what is missing."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.store.broken import BrokenDatabaseError, broken

if TYPE_CHECKING:
    from pathlib import Path

    import aiosqlite


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question that had no answer.

    Attributes:
        question: as it was asked first.
        times: how often it was asked, or the like of it.
        asked_at: when it was asked last, in seconds since 1970.
    """

    question: str
    times: int
    asked_at: int


def read_questions(database: Path) -> list[Unanswered]:
    """The questions, those asked most often first; the file is only read, whatever version of the bot writes it.

    Raises:
        BrokenDatabaseError: the file cannot be used.
    """
    if not database.exists():
        return []
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'unanswered'").fetchall():
                return []  # a version that did not collect them yet
            rows = connection.execute(
                "SELECT question, times, asked_at FROM unanswered ORDER BY times DESC, asked_at DESC, alike"
            ).fetchall()
    except sqlite3.Error as error:
        raise BrokenDatabaseError(broken(str(database), error)) from error
    return [Unanswered(str(question), int(times), int(asked_at)) for question, times, asked_at in rows]


class UnansweredQuestions:
    """The questions, merged where they are alike; at most 2,000, of which the oldest go first."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def note(self, question: str, alike: str) -> None:
        """Count a question.

        Args:
            question: what it says.
            alike: the same for all questions that count as one.
        """
        await self._connection.execute(
            "INSERT INTO unanswered (alike, question, asked_at) VALUES (?, ?, ?)"
            " ON CONFLICT (alike) DO UPDATE SET times = times + 1, asked_at = excluded.asked_at",
            (alike, question, int(time.time())),
        )

    async def forget_before(self, moment: int) -> None:
        """Delete what was last asked before a moment, in seconds since 1970."""
        await self._connection.execute("DELETE FROM unanswered WHERE asked_at < ?", (moment,))

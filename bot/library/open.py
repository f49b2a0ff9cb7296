"""The library beside the event loop: it reads from a disk and compares thousands of names, which may take a while."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from bot.library.corrections import load
from bot.library.library import Library

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from bot.corpus.search import Judge
    from bot.library.model import Card, Found, Mention, Ruling, Suggestion, Summary

_Answer = TypeVar("_Answer")


class OpenLibrary:
    """`Library`, question by question, for whoever must not wait."""

    def __init__(self, library: Library, thread: ThreadPoolExecutor) -> None:
        self._library = library
        self._thread = thread

    async def summary(self) -> Summary | None:
        """See `Library.summary`."""
        return await self._ask(self._library.summary)

    async def suggest(self, typed: str, language: str) -> list[Suggestion]:
        """See `Library.suggest`."""
        return await self._ask(lambda: self._library.suggest(typed, language))

    async def find(self, named: str, language: str) -> Found:
        """See `Library.find`."""
        return await self._ask(lambda: self._library.find(named, language))

    async def rulings(self, card: Card) -> list[Ruling]:
        """See `Library.rulings`."""
        return await self._ask(lambda: self._library.rulings(card))

    async def ranked(self, card: Card, question: str) -> list[tuple[Ruling, float]]:
        """See `Library.ranked`."""
        return await self._ask(lambda: self._library.ranked(card, question))

    async def mentions(self, question: str, language: str) -> list[Mention]:
        """See `Library.mentions`."""
        return await self._ask(lambda: self._library.mentions(question, language))

    async def ask(self, query: Callable[[Library], _Answer]) -> _Answer:
        """Several questions at once, of which one may depend on the answer to another."""
        return await self._ask(lambda: query(self._library))

    async def _ask(self, query: Callable[[], _Answer]) -> _Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, query)


@asynccontextmanager
async def open_library(path: Path, judge: Judge, corrections: Path | None = None) -> AsyncIterator[OpenLibrary]:
    """The library of a file that may be there or not; it is closed at the end.

    Args:
        path: the file.
        judge: whose topics its rulings are linked to.
        corrections: the folder in which the host corrects them, if any.

    Raises:
        BrokenCorrectionsError: with every problem of every file.
    """
    library = Library(path, judge, load(corrections) if corrections else None)
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="library") as thread:
        try:
            yield OpenLibrary(library, thread)
        finally:
            thread.submit(library.close)

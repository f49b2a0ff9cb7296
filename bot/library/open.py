"""The library beside the event loop: it reads from a disk and compares thousands of names, which may take a while."""

from __future__ import annotations

import asyncio
import datetime
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from bot.library.corrections import load
from bot.library.library import Library
from bot.library.model import OLD

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from bot.corpus.search import Judge
    from bot.library.model import Summary

_log = logging.getLogger(__name__)
_Answer = TypeVar("_Answer")


class OpenLibrary:
    """A `Library` for whoever must not wait. The log tells what it holds, again when that has changed."""

    def __init__(self, library: Library, thread: ThreadPoolExecutor) -> None:
        self._library = library
        self._thread = thread
        self._told: tuple[int, Summary | None] | None = None

    async def ask(self, query: Callable[[Library], _Answer]) -> _Answer:
        """The answer to one question, or to several of which one may depend on the answer to another."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, query)

    def _answer(self, query: Callable[[Library], _Answer]) -> _Answer:
        answer = query(self._library)
        generation = self._library.generation
        if self._told is None or self._told[0] != generation:
            summary = self._library.summary()
            if self._told is None or self._told[1] != summary:
                _tell_of(summary)
            self._told = (generation, summary)
        return answer


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
            opened = OpenLibrary(library, thread)
            await opened.ask(Library.summary)
            yield opened
        finally:
            thread.submit(library.close)


def _tell_of(summary: Summary | None) -> None:
    """Log what the library holds, and how old it is where that matters."""
    if summary is None:
        _log.info("no cards are imported; “import” does that, also while the bot runs")
        return
    origins = ", ".join(f"{origin.kind} ({origin.file}) of {origin.day}" for origin in summary.origins)
    _log.info("the library has %d cards with %d rulings: %s", summary.cards, summary.rulings, origins)
    if (age := summary.age(datetime.datetime.now(datetime.UTC).date())) > OLD:
        _log.warning("the library is %d days old; import newer files", age)

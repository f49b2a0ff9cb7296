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

_Answer = TypeVar("_Answer")


class OpenLibrary:
    """A `Library` for whoever must not wait."""

    def __init__(self, library: Library, thread: ThreadPoolExecutor) -> None:
        self._library = library
        self._thread = thread

    async def ask(self, query: Callable[[Library], _Answer]) -> _Answer:
        """The answer to one question, or to several of which one may depend on the answer to another."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, query, self._library)


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

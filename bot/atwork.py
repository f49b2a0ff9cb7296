"""Knowing when nothing is half done, so that a stop does not cut anything in two."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType


FINISH = 5.0
"""Seconds that a stop waits for what is being done."""


class AtWork:
    """Counts what is being done: `async with at_work:` around it."""

    def __init__(self) -> None:
        self._count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def __aenter__(self) -> Self:
        self._count += 1
        self._idle.clear()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._count -= 1
        if not self._count:
            self._idle.set()

    async def idle(self, seconds: float) -> bool:
        """Wait until nothing is being done any more, but no longer than some seconds; whether it is so."""
        if self._idle.is_set():
            return True
        try:
            await asyncio.wait_for(self._idle.wait(), seconds)
        except TimeoutError:
            return False
        return True

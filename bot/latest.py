"""Doing only the latest of many wishes: twenty flags in a second become two edits, not twenty."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Hashable

_Wish = TypeVar("_Wish")

STEPS = 10
"""Parts of a pause: after each of them it is seen whether to hurry."""


class Latest(Generic[_Wish]):
    """Carries out wishes one after another for each key, leaving out those that a later one overtook.

    The first wish is carried out at once; those that come while it is, or within `pause` seconds after it, wait, and
    only the last of them is carried out. So the last wish always wins, and nobody waits longer than
    the wish at work and the pause after it.
    """

    def __init__(self, pause: float, how: Callable[[_Wish], Awaitable[None]]) -> None:
        self._pause = pause
        self._how = how
        self._waiting: dict[Hashable, _Wish] = {}
        self._working: set[Hashable] = set()
        self._hurried = False

    async def carry_out(self, key: Hashable, wish: _Wish) -> None:
        """Carry a wish out, or leave it to whoever is at work for the key.

        Raises:
            Exception: what the first wish that failed raised, after the later ones were carried out.
        """
        self._waiting[key] = wish
        if key in self._working:
            return
        self._working.add(key)
        failure: Exception | None = None
        try:
            while key in self._waiting:
                latest = self._waiting.pop(key)
                try:
                    await self._how(latest)
                except Exception as error:  # noqa: BLE001 - raised below, once what waits has been carried out
                    failure = failure or error
                await self._rest()
        finally:
            self._working.discard(key)
        if failure is not None:
            raise failure

    def hurry(self) -> None:
        """Pause no more: what waits is carried out at once, since everything is about to stop."""
        self._hurried = True

    async def _rest(self) -> None:
        for _ in range(STEPS):
            if self._hurried:
                return
            await asyncio.sleep(self._pause / STEPS)

"""One thing at a time for each message."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class Locks:
    """A lock for each message; a lock that nobody holds or waits for is forgotten.

    A flag and a click may both be about to change the same message. What the message shows and what the database says
    about it must then come from the same one.
    """

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, message_id: int) -> asyncio.Lock:
        """The lock of a message."""
        lock = self._locks.get(message_id)
        if lock is None:
            lock = self._locks[message_id] = asyncio.Lock()
        return lock

"""Discord's troubles with single channels: each is logged once, not with every message."""

from __future__ import annotations

import logging

_log = logging.getLogger(__name__)


class Troubles:
    """The channels in which something did not work when it was last tried."""

    def __init__(self) -> None:
        self._channels: set[int] = set()

    def tell(self, channel_id: int, error: Exception) -> None:
        """Log a failure, unless the last attempt in the channel failed, too."""
        if channel_id not in self._channels:
            self._channels.add(channel_id)
            _log.warning("an answer in channel %d could not be changed: %r", channel_id, error)

    def over(self, channel_id: int) -> None:
        """It went well again: the next failure is news."""
        self._channels.discard(channel_id)

"""How often people may ask: the host's limits on commands, clicks and flags, of one person and in one channel."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, NamedTuple

from discord.ext.commands import CooldownMapping

if TYPE_CHECKING:
    from bot.config import Limits

MINUTE = 60.0
"""Seconds in which the limits count."""


class _Use(NamedTuple):
    user: int
    channel: int | None


class Pace:
    """What was used in the last minute; it keeps nobody for longer."""

    def __init__(self, limits: Limits) -> None:
        by_key = ((limits.user, operator.attrgetter("user")), (limits.channel, operator.attrgetter("channel")))
        self._mappings = [
            CooldownMapping.from_cooldown(limit, MINUTE, key) for limit, key in by_key if limit is not None
        ]

    def seconds_to_wait(self, user: int, channel: int | None) -> int:
        """Count a use; returns 0 where it is within the limits, else how many seconds are to be waited.

        Args:
            user: who uses it.
            channel: where, None where Discord does not tell.
        """
        use = _Use(user, channel)
        waits = [mapping.update_rate_limit(use) for mapping in self._mappings]
        return math.ceil(max(filter(None, waits), default=0.0))

"""How often people may ask: the host's limits on commands, clicks and flags, of one person and in one channel."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from discord.ext.commands import CooldownMapping

from bot.refusals import TooOftenError, TooOftenHereError

if TYPE_CHECKING:
    from bot.config import Limits

MINUTE = 60.0
"""Seconds in which the limits count."""


class Pace:
    """What was used in the last minute; it keeps nobody for longer."""

    def __init__(self, limits: Limits) -> None:
        self._by_user, self._by_channel = (
            None if limit is None else CooldownMapping.from_cooldown(limit, MINUTE, _itself)
            for limit in (limits.user, limits.channel)
        )

    def admit(self, user: int, channel: int | None) -> None:
        """Count a use; what is refused to somebody does not count against the channel.

        Args:
            user: who uses it.
            channel: where, None where Discord does not tell.

        Raises:
            TooOftenError: it is above a limit.
        """
        for mapping, key, refusal in (
            (self._by_user, user, TooOftenError),
            (self._by_channel, channel, TooOftenHereError),
        ):
            wait = None if mapping is None else mapping.update_rate_limit(key)
            if wait:
                # A clock that was set back must not make anybody wait for longer.
                raise refusal(math.ceil(min(wait, MINUTE)))


def _itself(key: int | None) -> int | None:
    return key

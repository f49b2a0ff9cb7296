"""The time zone of this computer, by a name that a browser knows."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LOCALTIME = Path("/etc/localtime")
"""On Linux and macOS a link to the file of the time zone, whose path ends in its name."""


def time_zone() -> str:
    """The name of the time zone; where the computer tells none, one of whole hours with the same clock, else UTC."""
    named = os.environ.get("TZ", "").removeprefix(":") or LOCALTIME.resolve().as_posix().partition("/zoneinfo/")[2]
    return named if is_known(named) else of_whole_hours(local_offset())


def is_known(name: str) -> bool:
    """Whether there is a time zone of a name."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return "/" in name or name == "UTC"


def local_offset() -> timedelta:
    """How far the clock of this computer is ahead of UTC."""
    return datetime.now(UTC).astimezone().utcoffset() or timedelta()


def of_whole_hours(offset: timedelta) -> str:
    """The time zone whose clock is so many hours ahead of UTC the whole year; UTC where they are not whole."""
    hours, rest = divmod(offset, timedelta(hours=1))
    # In these names, the sign counts westwards.
    return f"Etc/GMT{-hours:+d}" if hours and not rest else "UTC"

"""What is logged, and how a line looks: the time, then `key=value` pairs (“logfmt”), one line an event.

The code logs with `logging`; what belongs to an event beside its sentence goes into `extra`, such as `guild`, `shard`
and `latency_ms`. Quoting keeps whatever a name or a question holds inside its value, on its line.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import aiohttp
import structlog

if TYPE_CHECKING:
    from structlog.typing import EventDict, WrappedLogger

_TELL_TOO_MUCH = ("aiosqlite", "discord")
"""At the level `debug` these log what is sent, received and stored: questions, and the hidden cards of a table."""

_FIRST = ("timestamp", "level", "event")


def _on_one_line(_logger: WrappedLogger, _level: str, event: EventDict) -> EventDict:
    """Write what is no visible character as its code: some viewers break lines at more than a line feed."""
    for key, value in event.items():
        if isinstance(value, str) and not value.isprintable():
            event[key] = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in value)
    return event


def set_up(level: int) -> None:
    """Log to standard error from a level on.

    Args:
        level: as `logging` counts them.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.stdlib.ExtraAdder(),
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                _in_a_word,
                structlog.processors.format_exc_info,
                _on_one_line,
            ],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.LogfmtRenderer(key_order=_FIRST, drop_missing=True, bool_as_flag=False),
            ],
        )
    )
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in _TELL_TOO_MUCH:
        logging.getLogger(name).setLevel(max(level, logging.INFO))


def _in_a_word(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    """Say in a word why the network failed: that happens, and discord.py would show a traceback each time."""
    match line.get("exc_info"):
        case (_, (aiohttp.ClientError() | OSError()) as error, _) if str(line["logger"]).startswith("discord"):
            del line["exc_info"]
            line["error"] = f"{type(error).__name__}: {error}"
    return line

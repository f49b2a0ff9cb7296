"""What is logged, and how a line looks."""

from __future__ import annotations

import logging

_TELL_TOO_MUCH = ("aiosqlite", "discord")
"""At the level `debug` these log what is sent, received and stored: questions, and the hidden cards of a table."""


def set_up(level: int) -> None:
    """Log to standard error from a level on.

    Args:
        level: as `logging` counts them.
    """
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)-7s %(name)s: %(message)s", force=True)
    for name in _TELL_TOO_MUCH:
        logging.getLogger(name).setLevel(max(level, logging.INFO))

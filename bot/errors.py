"""The failures that end a verb of the command line with one sentence and an exit code."""

from __future__ import annotations

from typing import ClassVar


class JudgeError(Exception):
    """A failure that the person at the keyboard can act on; its text is one whole sentence.

    `exit_code` is what `python -m bot` returns: 1 for a finding or a refusal.
    """

    exit_code: ClassVar[int] = 1


class UsageError(JudgeError):
    """The command line itself is wrong."""

    exit_code = 2


class CannotStartError(JudgeError):
    """Something the bot needs to start is missing or broken (EX_UNAVAILABLE of sysexits.h)."""

    exit_code = 69


def sentence(text: str) -> str:
    """A text on one line with a mark at its end, whatever it quotes."""
    line = " ".join(text.split())
    return line if line.endswith((".", "!", "?")) else f"{line}."

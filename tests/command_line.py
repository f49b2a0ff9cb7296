"""The command line as people call it, in this process (fast) or in one of its own (with everything around it)."""

from __future__ import annotations

import subprocess
import sys
from typing import NamedTuple

from bot.__main__ import main


class Ended(NamedTuple):
    """How a call of the command line ended."""

    code: int
    out: str
    err: str


def call(capsys, *arguments) -> Ended:
    """Call it in this process."""
    try:
        code = main([str(argument) for argument in arguments])
    except SystemExit as exit_:
        code = exit_.code
    return Ended(code, *capsys.readouterr())


def start(*arguments, **options) -> Ended:
    """Call it in a process of its own; the options are those of `subprocess.run`, its texts are UTF-8."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 20} | options
    ended = subprocess.run([sys.executable, "-m", "bot", *arguments], check=False, **options)  # noqa: S603 - our own
    return Ended(ended.returncode, (ended.stdout or b"").decode(), ended.stderr.decode())

"""The command line as people call it, in this process (fast) or in one of its own (with everything around it)."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Served:
    """A process of `play` that serves its page."""

    process: subprocess.Popen[str]
    address: str

    def stop(self, number: int = signal.SIGINT) -> Ended:
        """Send a signal; how it ended, with what it printed after the address."""
        self.process.send_signal(number)
        return self.ended()

    def ended(self) -> Ended:
        """How it ended."""
        code = self.process.wait(20)
        return Ended(code, self.process.stdout.read(), self.process.stderr.read())


@contextmanager
def served(*arguments, **options):
    """Call `play` in a process of its own, until its page is served; the options are those of `subprocess.Popen`."""
    command = [sys.executable, "-m", "bot", "play", *arguments]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"} | options
    with subprocess.Popen(command, **options) as process:  # noqa: S603 - our own
        try:
            told = process.stdout.readline()
            address = re.search(r"http://\S+", told)
            assert address, told + process.stderr.read()
            yield Served(process, address.group())
        finally:
            process.kill()

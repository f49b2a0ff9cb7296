"""The command line: `python -m bot VERB`."""

from __future__ import annotations

import argparse
import io
import os
import sys

from bot import __version__
from bot.errors import JudgeError
from bot.verbs import ask, backup, check, export, import_, play, run, sync, unanswered, ways


def main(arguments: list[str] | None = None) -> int:
    """Run a verb; what goes wrong is one sentence on standard error and an exit code (see `bot.errors`)."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Rulings are in Chinese and Korean whatever the console's locale says, and what reads JSON reads UTF-8.
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    try:
        try:
            return _run(arguments)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output (such as `head`) has gone. Python flushes once more at its end: into nothing.
        _discard_output()
        return 1
    except OSError as error:
        _discard_output()
        print(f"This could not be done: {error.strerror or error}.", file=sys.stderr)
        return 1


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: list[str] | None) -> int:
    parser = argparse.ArgumentParser(
        prog="facedown-judge",
        description="Face-Down Judge: published Magic rulings, offline, in five languages.",
    )
    parser.add_argument("--version", action="version", version=f"Face-Down Judge {__version__}")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True)
    for verb in (play, run, ask, check, export, import_, ways, sync, backup, unanswered):
        verb.add_to(verbs)
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except JudgeError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())

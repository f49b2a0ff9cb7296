"""`check`: is everything under `rulings/` right?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import JudgeError

if TYPE_CHECKING:
    import argparse


def add_to(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "check",
        help="check the rulings and print every problem",
        description="Check a folder of rulings and print every problem as “file:line: what is wrong; what to do”.",
    )
    parser.add_argument("path", nargs="?", type=Path, metavar="PATH", help="the folder (default: the bot's own)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the problems, or what was found right."""
    from bot.corpus.facts import facts  # noqa: PLC0415 - see the package's docstring
    from bot.corpus.load import BrokenCorpusError, load  # noqa: PLC0415
    from bot.paths import rulings_folder  # noqa: PLC0415

    folder = options.path or _shortest(rulings_folder())
    try:
        counts = facts(load(folder))
    except BrokenCorpusError as error:
        for problem in error.problems:
            file = folder if problem.path == str(folder) else folder / problem.path
            print(f"{file}:{problem.line}: {problem.message}")
        plural = "" if len(error.problems) == 1 else "s"
        print(f"{len(error.problems)} problem{plural} in {folder}", file=sys.stderr)
        return JudgeError.exit_code
    print(f"{folder}: {counts.topics} topics, {counts.texts} texts, no problems")
    return 0


def _shortest(folder: Path) -> Path:
    """A path as short as a person would write it."""
    try:
        return folder.relative_to(Path.cwd())
    except ValueError:
        return folder

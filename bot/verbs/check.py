"""`check`: is everything under `rulings/` right?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import JudgeError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from bot.yamltree import Problem


def add_to(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "check",
        help="check the rulings and print every problem",
        description="Check a folder of rulings and print every problem as “file:line: what is wrong; what to do”. "
        "Translations whose original changed are told likewise; they are no problem, since the bot says so with them.",
    )
    parser.add_argument("path", nargs="?", type=Path, metavar="PATH", help="the folder (default: the bot's own)")
    parser.add_argument(
        "--coverage", action="store_true", help="print which topic has a text in which language, and who wrote it"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the problems, or what was found right."""
    from bot.corpus.coverage import table  # noqa: PLC0415 - see the package's docstring
    from bot.corpus.facts import facts  # noqa: PLC0415
    from bot.corpus.load import BrokenCorpusError, load  # noqa: PLC0415
    from bot.paths import rulings_folder  # noqa: PLC0415

    folder = options.path or _shortest(rulings_folder())
    try:
        corpus = load(folder)
    except BrokenCorpusError as error:
        _tell(error.problems, folder)
        plural = "" if len(error.problems) == 1 else "s"
        print(f"{len(error.problems)} problem{plural} in {folder}", file=sys.stderr)
        return JudgeError.exit_code
    _tell(corpus.stale, folder)
    if options.coverage:
        print("\n".join([*table(corpus), ""]))
    counts = facts(corpus)
    plural = "" if len(corpus.stale) == 1 else "s"
    stale = f", {len(corpus.stale)} stale translation{plural}" if corpus.stale else ""
    print(f"{folder}: {counts.topics} topics, {counts.texts} texts, no problems{stale}")
    return 0


def _tell(problems: Iterable[Problem], folder: Path) -> None:
    for problem in problems:
        file = folder if problem.path == str(folder) else folder / problem.path
        print(f"{file}:{problem.line}: {problem.message}")


def _shortest(folder: Path) -> Path:
    """A path as short as a person would write it."""
    try:
        return folder.relative_to(Path.cwd())
    except ValueError:
        return folder

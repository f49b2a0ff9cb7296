"""`check`: is everything that a host and its judges edit right?"""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import JudgeError
from bot.verbs.options import add_config

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from bot.yamltree import Problem


def add_to(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "check",
        help="check the rulings and print every problem",
        description="Check a folder of rulings, and the corrections that the configuration names, and print every "
        "problem as “file:line: what is wrong; what to do”. Translations whose original changed are told likewise; "
        "they are no problem, since the bot says so with them.",
    )
    parser.add_argument(
        "path", nargs="?", type=Path, metavar="PATH", help="the folder of rulings (default: that of the configuration)"
    )
    add_config(parser)
    parser.add_argument(
        "--coverage", action="store_true", help="print which topic has a text in which language, and who wrote it"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the problems, or what was found right."""
    from bot import config  # noqa: PLC0415 - see the package's docstring

    loaded = config.load(options.config)
    folder = options.path or _shortest(loaded.rulings)
    right = _rulings(folder, coverage=options.coverage)
    if loaded.corrections is not None:
        # What cannot be read cannot be asked what is corrected.
        right &= _corrections(loaded.corrections, loaded.library, folder if right else None)
    return 0 if right else JudgeError.exit_code


def _rulings(folder: Path, *, coverage: bool) -> bool:
    from bot.corpus.coverage import table  # noqa: PLC0415 - see the package's docstring
    from bot.corpus.facts import facts  # noqa: PLC0415
    from bot.corpus.load import BrokenCorpusError, load  # noqa: PLC0415

    try:
        corpus = load(folder)
    except BrokenCorpusError as error:
        _tell(error.problems, folder)
        _count(error.problems, folder)
        return False
    _tell(corpus.stale, folder)
    if coverage:
        print("\n".join([*table(corpus), ""]))
    counts = facts(corpus)
    plural = "" if len(corpus.stale) == 1 else "s"
    stale = f", {len(corpus.stale)} stale translation{plural}" if corpus.stale else ""
    print(f"{folder}: {counts.topics} topics, {counts.texts} texts, no problems{stale}")
    return True


def _corrections(folder: Path, file: Path, rulings: Path | None) -> bool:
    from bot.corpus.open import open_judge  # noqa: PLC0415 - see the package's docstring
    from bot.library import Library  # noqa: PLC0415
    from bot.library.corrections import BrokenCorrectionsError, load, misplaced  # noqa: PLC0415

    try:
        corrections = load(folder)
    except BrokenCorrectionsError as error:
        return _told(error.problems, folder)
    counted = f"{folder}: {len(corrections)} correction{'' if len(corrections) == 1 else 's'}, no problems"
    if rulings is None:
        print(counted)
        return True
    with closing(Library(file, open_judge(rulings))) as library:
        if library.summary() is None:
            print(f"{counted}; there is no library yet to compare them with")
            return True
        problems = misplaced(corrections, library)
    if problems:
        return _told(problems, folder)
    print(counted)
    return True


def _told(problems: tuple[Problem, ...], folder: Path) -> bool:
    print(*problems, sep="\n")
    _count(problems, folder)
    return False


def _count(problems: tuple[Problem, ...], folder: Path) -> None:
    print(f"{len(problems)} problem{'' if len(problems) == 1 else 's'} in {folder}", file=sys.stderr)


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

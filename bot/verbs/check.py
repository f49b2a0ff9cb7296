"""`check`: is everything that a host and its judges edit right?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import JudgeError

if TYPE_CHECKING:
    import argparse

    from bot.yamltree import Problem


def add_to(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "check",
        help="check the rulings and print every problem",
        description="Check a folder of rulings, and the corrections that the configuration names, and print every "
        "problem as “file:line: what is wrong; what to do”.",
    )
    parser.add_argument(
        "path", nargs="?", type=Path, metavar="PATH", help="the folder of rulings (default: that of the configuration)"
    )
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="the configuration (default: config.yaml, when there is one)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the problems, or what was found right."""
    from bot import config  # noqa: PLC0415 - see the package's docstring

    loaded = config.load(options.config)
    folder = options.path or _shortest(loaded.rulings)
    right = _rulings(folder)
    if loaded.corrections is not None:
        # What cannot be read cannot be asked what is corrected.
        right &= _corrections(loaded.corrections, loaded.library, folder if right else None)
    return 0 if right else JudgeError.exit_code


def _rulings(folder: Path) -> bool:
    from bot.corpus.facts import facts  # noqa: PLC0415 - see the package's docstring
    from bot.corpus.load import BrokenCorpusError, load  # noqa: PLC0415

    try:
        counts = facts(load(folder))
    except BrokenCorpusError as error:
        for problem in error.problems:
            file = folder if problem.path == str(folder) else folder / problem.path
            print(f"{file}:{problem.line}: {problem.message}")
        _count(error.problems, folder)
        return False
    print(f"{folder}: {counts.topics} topics, {counts.texts} texts, no problems")
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
    library = Library(file, open_judge(rulings))
    if library.summary() is None:
        print(f"{counted}; there is no library yet to compare them with")
        return True
    problems = misplaced(corrections, library)
    library.close()
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


def _shortest(folder: Path) -> Path:
    """A path as short as a person would write it."""
    try:
        return folder.relative_to(Path.cwd())
    except ValueError:
        return folder

"""`import`: cards and their rulings into the library."""

from __future__ import annotations

import argparse
import datetime
import sys
from typing import TYPE_CHECKING

from bot.languages import CODES
from bot.verbs.options import add_config

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Never

    from tqdm import tqdm

    from bot.library.imports import Report

FILES = """\
Files of MTGJSON (AtomicCards, AllPrintings, the file of a set) or of Scryfall's bulk data (Oracle Cards, Default Cards,
Rulings), plain or packed (.gz .xz .bz2 .zip). What a file is, its content tells. Files that belong together, such as
Scryfall's cards and rulings, are given at once.

Cards that a file of all cards lacks are removed; the file of a set removes none. Names in languages that the files lack
stay, and so do the rulings of cards for which they have none, unless a file has all rulings. Whatever goes wrong, the
library stays as it was.
"""


def add_to(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "import",
        help="import cards and their rulings into the library",
        description="Import cards and their rulings into the library, while the bot may be running.\n"
        "Exit code 1: nothing was imported, 69: the library cannot be used.",
        epilog=FILES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a path, or an address (https:// or http://)")
    parser.add_argument("--force", action="store_true", help="import also what removes more than a tenth")
    add_config(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Import, and tell what changed."""
    from bot import config  # noqa: PLC0415 - see the package's docstring
    from bot.corpus.load import load  # noqa: PLC0415
    from bot.library.imports import import_files  # noqa: PLC0415

    loaded = config.load(options.config)
    progress = _Bars() if sys.stdout.isatty() else _Lines()
    try:
        report = import_files(options.files, loaded.library, load(loaded.rulings), progress, force=options.force)
    finally:
        progress.close()
    today = datetime.datetime.now(datetime.UTC).date()
    print("\n".join(_summary(report, loaded.library, today)))
    return 0


class _Lines:
    """Tells each step on a line."""

    def started(self, what: str, _total: int | None) -> None:
        print(f"{what} …", flush=True)

    def advanced(self, _done: int) -> None:
        """A line a step is enough."""

    def close(self) -> None:
        """Nothing is left to do."""


class _Bars:
    """Shows each step as a bar that fills."""

    def __init__(self) -> None:
        self._bar: tqdm[Never] | None = None

    def started(self, what: str, total: int | None) -> None:
        from tqdm import tqdm  # noqa: PLC0415 - see the package's docstring

        self.close()
        if total is None:
            print(f"{what} …", flush=True)
            return
        self._bar = tqdm(desc=what, total=total or None, unit="B", unit_scale=True, file=sys.stdout)

    def advanced(self, done: int) -> None:
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _summary(report: Report, library: Path, today: datetime.date) -> Iterator[str]:
    from bot.library.model import OLD  # noqa: PLC0415 - see the package's docstring

    changes = report.changes
    for file in report.files:
        yield f"{file.name}: {file.kind}{f' of {file.date}' if file.date else ''}"
    yield f"{changes.cards:,} cards: {changes.new:,} new, {changes.changed:,} changed, {changes.gone:,} gone"
    languages = sorted(changes.names, key=lambda language: (language not in CODES, -changes.names[language]))
    names = ", ".join(f"{language} {changes.names[language]:,}" for language in languages)
    yield f"{sum(changes.names.values()):,} names: {names}"
    yield (
        f"{changes.rulings:,} rulings on {changes.ruled:,} cards: "
        f"{changes.new_rulings:,} new, {changes.gone_rulings:,} gone"
    )
    yield (
        f"{report.linked:,} rulings have the words of a topic; {report.translated:,} of them gain a second language, "
        f"on {report.translated_cards:,} cards"
    )
    oldest = min((file.date for file in report.files if file.date), default=None)
    if oldest is not None and (age := (today - datetime.date.fromisoformat(oldest)).days) > OLD:
        yield f"these files are {age:,} days old; newer ones have newer rulings"
    if changes.strangers:
        yield f"left out: the rulings of {changes.strangers:,} cards that are not in the library"
    yield f"all of it is in {library}"

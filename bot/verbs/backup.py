"""`backup`: a copy of what the bot remembers, while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot.verbs.options import add_config

if TYPE_CHECKING:
    import argparse


def add_to(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "backup",
        help="copy the bot's database, while it runs",
        description="Make a consistent copy of the database (languages, answers, games that run), while the bot may be "
        "running. To go back to it, stop the bot and put the copy in the database's place. The library of cards is not "
        "in it: import that again.",
    )
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="the copy, which must not be there yet (default: the database's name with date and time, in this folder)",
    )
    add_config(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Copy the database, and tell where the copy is."""
    import datetime  # noqa: PLC0415 - see the package's docstring

    from bot import config  # noqa: PLC0415
    from bot.errors import JudgeError  # noqa: PLC0415
    from bot.store.backup import back_up  # noqa: PLC0415

    database = config.load(options.config).database
    if database == config.IN_MEMORY:
        raise JudgeError("The configuration keeps the database in memory; there is nothing to copy.")
    now = datetime.datetime.now(datetime.UTC)
    target = options.file or Path(f"{Path(database).stem}-{now:%Y%m%d-%H%M%S}.sqlite3")
    back_up(Path(database), target)
    print(f"{target} is a copy of {database}.")
    return 0

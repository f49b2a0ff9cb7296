"""`sync`: tell Discord the slash commands now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.verbs.options import add_config

if TYPE_CHECKING:
    import argparse


def add_to(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "sync",
        help="register the slash commands with Discord now",
        description="Register the slash commands with Discord now, and remove those that an earlier program left on "
        "single servers. `run` does so by itself when they have changed; this is for when Discord "
        "shows something else.",
    )
    add_config(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Register the commands, and tell what was removed."""
    import asyncio  # noqa: PLC0415 - see the package's docstring

    from bot import app, config  # noqa: PLC0415
    from bot.host import logs  # noqa: PLC0415

    loaded = config.load(options.config)
    logs.set_up(loaded.logging_level)
    removed = asyncio.run(app.sync(loaded))
    print(f"The commands are registered with Discord; {removed} that stood on single servers are removed.")
    return 0

"""`run`: the bot on Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.verbs.options import add_config

if TYPE_CHECKING:
    import argparse


def add_to(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "run",
        help="run the bot on Discord",
        description="Run the bot on Discord. The token comes from the environment variable DISCORD_TOKEN, "
        "or from the file that the configuration names as “token_file”.",
    )
    add_config(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run until SIGINT or SIGTERM."""
    import asyncio  # noqa: PLC0415 - see the package's docstring

    from bot import app, config  # noqa: PLC0415
    from bot.host import logs  # noqa: PLC0415

    loaded = config.load(options.config)
    logs.set_up(loaded.logging_level)
    asyncio.run(app.run(loaded))
    return 0

"""`play`: the bot in a simulated Discord in the browser."""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path

from bot.errors import CannotStartError

MAX_PORT = 65535
NOT_INSTALLED = (
    "The simulated Discord is not installed ({missing} is missing); "
    'install it in the checkout with: python -m pip install --editable ".[play]".'
)
NO_BROWSER = "No browser could be opened; open the address above in one yourself."


def add_to(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "play",
        help="try the bot in the browser, without Discord",
        description="Try the bot in the browser: in a simulated Discord, with two players and somebody who watches. "
        "It needs no account, no token and no network. Ctrl-C ends it.",
    )
    parser.add_argument("--port", type=_port, default=0, metavar="N", help="of the page (default: one that is free)")
    parser.add_argument("--no-browser", action="store_true", help="print the address, but do not open it")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="a database for what the bot remembers, to go on with next time: the game that runs, the languages that "
        "were chosen; messages are not kept (default: nothing is)",
    )
    parser.set_defaults(run=run)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > MAX_PORT:
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 to {MAX_PORT}")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Serve the page until SIGINT or SIGTERM, or until it is ended there."""
    import asyncio  # noqa: PLC0415 - see the package's docstring

    from bot.host import logs  # noqa: PLC0415

    # Errors alone: simcord makes a client of its own to look at, which discord.py has to warn about.
    logs.set_up(logging.ERROR)
    try:
        from bot.play.session import serve  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise CannotStartError(NOT_INSTALLED.format(missing=error.name)) from error
    asyncio.run(serve(port=options.port, keep=options.keep, ready=_tell if options.no_browser else _tell_and_open))
    return 0


def _tell(address: str) -> None:
    print(f"The bot can be tried at {address} until Ctrl-C.", flush=True)


def _tell_and_open(address: str) -> None:
    import threading  # noqa: PLC0415 - see the package's docstring

    _tell(address)
    # Some browsers are waited for until they are closed; meanwhile the page has to be served.
    threading.Thread(target=_open, args=(address,), daemon=True).start()


def _open(address: str) -> None:
    from bot.play.browser import open_page  # noqa: PLC0415 - see the package's docstring

    if not open_page(address):
        print(NO_BROWSER, file=sys.stderr, flush=True)

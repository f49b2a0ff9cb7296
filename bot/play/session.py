"""The bot, the simulated Discord and the page in the browser: opened together and closed together."""

from __future__ import annotations

import asyncio
import errno
import os
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from discord import AppCommandType
from filelock import Timeout
from simcord import SetupError

from bot.app import open_bot, stopped
from bot.config import IN_MEMORY, defaults, load
from bot.errors import CannotStartError, sentence
from bot.host.alone import alone
from bot.play.live import Live
from bot.play.page import furnish_page
from bot.play.scene import HINT, NAME, furnish, perform
from bot.play.simulator import simulated, spoken
from bot.play.zone import time_zone
from bot.store import BrokenDatabaseError, StoreError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from simcord import Preview

    from bot.config import Config


async def serve(*, port: int, keep: Path | None, ready: Callable[[str], None]) -> None:
    """Serve the page until SIGINT or SIGTERM, or until it is ended there.

    Args:
        port: see `playing`.
        keep: see `playing`.
        ready: is given the address.

    Raises:
        CannotStartError: as `playing`.
    """
    stop = asyncio.create_task(stopped(), name="signals")
    # From here on a signal is a wish to stop. A start that is cut off leaves the database's thread without its loop,
    # and takes no longer than a moment.
    await asyncio.sleep(0)
    async with playing(port=port, keep=keep) as page:
        ended = asyncio.create_task(page.wait_closed(), name="ended in the page")
        if not stop.done():
            ready(page.url)
        await asyncio.wait((stop, ended), return_when=asyncio.FIRST_COMPLETED)
        for task in (stop, ended):
            task.cancel()


@asynccontextmanager
async def playing(*, port: int = 0, keep: Path | None = None) -> AsyncIterator[Preview]:
    """A page in which the bot can be tried; its `url` opens it.

    It knows what the bot of the configuration in this folder knows: its rulings, cards and corrections.

    Args:
        port: where it is served; 0 takes a port that is free.
        keep: the database; None keeps nothing.

    Raises:
        CannotStartError: the port, the database or the rulings cannot be used.
    """
    host = load()
    config = replace(
        defaults(),
        database=str(keep) if keep else IN_MEMORY,
        rulings=host.rulings,
        library=host.library,
        corrections=host.corrections,
    )
    with ExitStack() as held:
        try:
            held.enter_context(alone(config.database, config.shards))
        except CannotStartError as error:
            raise _unusable(keep, error) from error
        async with AsyncExitStack() as opened:
            try:
                page = await opened.enter_async_context(_served(config, port))
            except (BrokenDatabaseError, StoreError) as error:
                raise _unusable(keep, error) from error
            yield page


@asynccontextmanager
async def _served(config: Config, port: int) -> AsyncIterator[Preview]:
    """The page, while the bot is open on a configuration."""
    async with open_bot(config) as bot, simulated(bot) as (env, clock):
        env.backend.edit_bot_profile(NAME)
        scene = furnish(env, clock)
        goes_on = await bot.store.games.find(scene.channel.id) is not None
        with spoken(scene.locales):
            await perform(env, clock, scene, goes_on=goes_on)
            preview = env.preview(
                scene.channel, viewers=scene.viewers, layout="channel", timezone=time_zone(), port=port
            )
            apps = [menu.name for menu in bot.tree.get_commands(type=AppCommandType.message)]
            furnish_page(preview, title=NAME, hint=HINT, apps=apps)
            try:
                await preview.__aenter__()
            except SetupError as error:
                raise CannotStartError(_why(error, port)) from error
            try:
                async with Live(env, preview).going_on():
                    yield preview
                    # As on Discord, the bot finishes what it is doing while there is one, and time passes.
                    await bot.close()
            finally:
                await preview.close()


def _unusable(keep: Path | None, error: CannotStartError | StoreError) -> CannotStartError:
    """What keeps the database of `--keep` from being used, and what to do; elsewhere the configuration names it."""
    match error.__cause__ if isinstance(error, CannotStartError) else error:
        case Timeout():
            return CannotStartError(f"{keep} is in use by another bot; end that one, or name another file with --keep.")
        case OSError() as cause:
            reason = cause.strerror or type(cause).__name__
        case None:  # a newer version made it
            return CannotStartError(f"{str(error).rstrip('.')}, or name another file with --keep.")
        case cause:
            reason = str(cause)
    return CannotStartError(f"{keep} cannot be used: {reason}; mend or move it, or name another file with --keep.")


def _why(error: SetupError, port: int) -> str:
    """What keeps the page from being served, and what to do."""
    match error.__cause__:
        case OSError(errno=errno.EADDRINUSE):
            return f"Port {port} is in use; name another one with --port, or leave it out to take one that is free."
        case OSError(errno=code) if code:
            return f"Port {port} cannot be used ({os.strerror(code)}); name another one with --port, or leave it out."
        case _:
            return sentence(f"The page cannot be served: {error}")

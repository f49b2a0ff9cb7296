"""The one place where everything is opened, wired and closed again."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.client import JudgeBot
from bot.corpus.facts import facts
from bot.corpus.open import open_judge
from bot.errors import CannotStartError, sentence
from bot.host import status
from bot.host.alone import alone
from bot.library.open import open_library
from bot.store import StoreError, open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.config import Config

_log = logging.getLogger(__name__)

TOKEN_VARIABLE = "DISCORD_TOKEN"  # noqa: S105 - the name of the variable, not a token
_BAD_TOKEN = "Discord refuses the token; copy it again from the developer portal."  # noqa: S105 - a sentence
_AUTHENTICATION_FAILED = 4004
_SHARDING_REQUIRED = 4011


@asynccontextmanager
async def open_bot(config: Config) -> AsyncIterator[JudgeBot]:
    """The wired client, not yet logged in; everything it opened is closed at the end.

    Raises:
        CannotStartError: the corpus, the host's corrections or the database cannot be used.
    """
    judge = open_judge(config.rulings)
    async with (
        open_store(config.database) as store,
        open_library(config.library, judge, config.corrections) as library,
        JudgeBot(config, judge, library, store) as bot,
    ):
        counts = facts(judge.corpus)
        _log.info("the corpus has %d topics with %d texts", counts.topics, counts.texts)
        yield bot


def read_token(config: Config) -> str:
    """The Discord token: of the environment, else of the file that the configuration names.

    Raises:
        CannotStartError: there is none.
    """
    token = os.environ.get(TOKEN_VARIABLE, "").strip()
    if not token and config.token_file is not None:
        try:
            if not config.token_file.is_file():
                raise CannotStartError("The file that “token_file” names is not there, or is no ordinary file.")
            token = config.token_file.read_text(encoding="utf-8-sig").strip()
        except OSError as error:
            reason = error.strerror or type(error).__name__
            # Not which file: people write the token itself there.
            raise CannotStartError(f"The file that “token_file” names cannot be read: {reason}.") from error
        except UnicodeDecodeError as error:
            raise CannotStartError("The file that “token_file” names cannot be read: it is no text.") from error
    if not token:
        raise CannotStartError(
            f"There is no Discord token: set the environment variable {TOKEN_VARIABLE}, "
            "or name a file that holds it as “token_file” in the configuration."
        )
    if not token.isascii() or not token.isprintable() or " " in token:
        raise CannotStartError("The Discord token has characters that no token has; copy it again, alone on one line.")
    return token


async def run(config: Config) -> None:
    """Run the bot on Discord until SIGINT or SIGTERM, then close it cleanly.

    Raises:
        CannotStartError: with the reason in one sentence.
    """
    token = read_token(config)
    # From here on a signal is a wish to stop, also while the corpus is still being read.
    stop = asyncio.create_task(stopped(), name="signals")
    await asyncio.sleep(0)
    with alone(config.database, config.shards):
        await _serve(config, token, stop)


async def _serve(config: Config, token: str, stop: asyncio.Task[None]) -> None:
    """Be on Discord until the wish to stop comes."""
    async with open_bot(config) as bot, status.serve(bot, config.status_port):
        running = asyncio.create_task(bot.start(token), name="bot")
        try:
            await asyncio.wait((running, stop), return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                _explain(running)
            else:
                stop.result()
                _log.info("closing")
                await bot.close()
        finally:
            # Whatever happened, nothing may still be at work when the database is closed.
            for task in (running, stop):
                task.cancel()
            await asyncio.wait((running, stop))


async def sync(config: Config) -> int:
    """Register the commands with Discord, whatever it was told before.

    Returns:
        how many commands were removed that stood on single servers.

    Raises:
        CannotStartError: with the reason in one sentence.
    """
    token = read_token(config)
    async with open_bot(config) as bot:
        await bot.store.synced_commands.forget()
        removing = asyncio.create_task(_register(bot, token))
        await asyncio.wait((removing,))
        _explain(removing)
        return removing.result()


async def _register(bot: JudgeBot, token: str) -> int:
    await bot.login(token)
    return await bot.tree.finish()


async def stopped() -> None:
    """Wait for SIGINT or SIGTERM; without a handler of our own, SIGTERM would kill the process in mid-write."""
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, asked.set)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(asked.set))
    await asked.wait()


def _explain(running: asyncio.Task[Any]) -> None:
    """Turn what ended the client into one sentence."""
    try:
        running.result()
    except discord.LoginFailure as error:
        raise CannotStartError(_BAD_TOKEN) from error
    except discord.PrivilegedIntentsRequired as error:
        raise CannotStartError("Discord refuses the intents; the bot asks for none that are privileged.") from error
    except discord.ConnectionClosed as error:
        if error.code == _AUTHENTICATION_FAILED:
            raise CannotStartError(_BAD_TOKEN) from error
        if error.code == _SHARDING_REQUIRED:
            raise CannotStartError(
                "Discord asks for more shards; raise “count” under “shards” in the config."
            ) from error
        raise CannotStartError(f"Discord closed the connection (code {error.code}).") from error
    except discord.app_commands.CommandSyncFailure as error:
        raise CannotStartError(sentence(f"Discord refuses the commands: {error}")) from error
    except discord.HTTPException as error:
        raise CannotStartError(f"Discord answers with an error ({error.status}); try again later.") from error
    except StoreError as error:
        raise CannotStartError(sentence(f"The database cannot be used: {error}")) from error
    except (aiohttp.ClientError, OSError) as error:
        reason = str(error) or type(error).__name__
        raise CannotStartError(sentence(f"Discord cannot be reached: {reason}")) from error

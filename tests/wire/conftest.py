"""What the tests of the whole process share; each ends with a look at what the bot has sent and logged."""

from __future__ import annotations

import functools
import json
import socket
from contextlib import asynccontextmanager
from types import MappingProxyType

import pytest
from aiohttp import ClientSession

from tests.spoiling import brief_copy
from tests.wire.loopback import Discord
from tests.wire.players import Place
from tests.wire.running import running


@pytest.fixture(scope="session")
def rulings(tmp_path_factory):
    """The rulings with few questions, which are read in half the time."""
    return brief_copy(tmp_path_factory.mktemp("brief") / "rulings")


def as_it_must_be(bot):
    """Whatever happened, and however it ended: no traceback of something foreseen, and never the token."""
    log = "\n".join(bot.lines)
    assert "Traceback" not in log
    assert "MTE." not in log


@pytest.fixture
async def discord():
    async with Discord() as discord:
        yield discord
        assert discord.violations == []


@pytest.fixture
def launch(tmp_path_factory, rulings):
    """Starts a bot for a Discord, in a folder of its own if none is given, and kills it if it is there at the end."""

    @asynccontextmanager
    async def bot(discord, folder=None, verb="run", settings=MappingProxyType({}), **options):
        folder = folder or tmp_path_factory.mktemp("bot")
        config = folder / f"config-{len(list(folder.iterdir()))}.yaml"
        config.write_text(json.dumps({"rulings": str(rulings), **settings}), encoding="utf-8")
        async with running(discord, folder, verb, "--config", config.name, **options) as bot:
            yield bot
        as_it_must_be(bot)

    return bot


@pytest.fixture
def start(launch, discord, tmp_path):
    """Starts the bot for the Discord of the test, each time in the folder of the test."""
    return functools.partial(launch, discord, tmp_path)


@pytest.fixture(scope="session")
def health(unused_port):
    """Asks the endpoint whether the bot is connected; gives the status and the text."""

    async def get(path="/health"):
        async with ClientSession() as session, session.get(f"http://127.0.0.1:{unused_port}{path}") as response:
            return response.status, await response.text()

    return get


@pytest.fixture(scope="session")
def unused_port():
    """A port for the endpoint of the status."""
    with socket.socket() as nobody_listens:
        nobody_listens.bind(("127.0.0.1", 0))
        return nobody_listens.getsockname()[1]


@pytest.fixture
def table(discord):
    """The channel of a table."""
    return Place(discord)


@pytest.fixture
def ana(discord):
    """Somebody's direct messages."""
    return Place(discord, "22", None)

"""The unmodified bot in a process of its own, over real sockets, against a Discord on this machine."""

from __future__ import annotations

import os
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from contextlib import asynccontextmanager

import pytest
from loopback import TOKEN, Discord

LAUNCHER = """
import sys, discord, yarl
from bot.__main__ import main
discord.http.Route.BASE = sys.argv[1]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sys.argv[2])
sys.exit(main(["run"]))
"""


@pytest.fixture
async def discord():
    async with Discord() as discord:
        yield discord


@pytest.fixture
def start(discord, tmp_path):
    """Starts the bot, and kills it if it is still there at the end."""

    @asynccontextmanager
    async def bot(token=TOKEN, rest=None, log_level="info"):
        (tmp_path / "config.yaml").write_text(f"log_level: {log_level}", encoding="utf-8")
        command = (sys.executable, "-c", LAUNCHER, rest or discord.rest, discord.ws)
        options = {"cwd": tmp_path, "env": {**os.environ, "DISCORD_TOKEN": token}, "stdout": PIPE, "stderr": PIPE}
        process = await create_subprocess_exec(*command, **options)
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
                await process.communicate()

    return bot

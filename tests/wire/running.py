"""The unmodified bot in a process of its own, over real sockets, against a Discord on this machine."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from contextlib import asynccontextmanager
from pathlib import Path

from tests.wire.loopback import TOKEN, Discord

_LAUNCHER = """
import sys, discord, yarl
from bot.__main__ import main
discord.http.Route.BASE = sys.argv[1]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sys.argv[2])
sys.exit(main(sys.argv[3:]))
"""
_ALARM = re.compile(r"level=(?:warning|error|critical) event=(\"(?:\\.|[^\"])*\"|\S+)")
_PATIENCE = 20
"""Seconds after which what was expected does not come any more."""


class Bot:
    """A process of the bot, and its log: `lines` has all of it, `logged` goes through it line by line."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.lines: list[str] = []
        self._gone_through = 0
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def logged(self, part: str) -> str:
        """The next line that holds a part."""
        async with asyncio.timeout(_PATIENCE):
            while True:
                while self._gone_through < len(self.lines):
                    line = self.lines[self._gone_through]
                    self._gone_through += 1
                    if part in line:
                        return line
                assert not self._reading.done(), f"{part!r} was not logged: {self.lines}"
                self._news.clear()
                await self._news.wait()

    def forget_what_was_logged(self) -> None:
        """Begin the log anew."""
        self.lines.clear()
        self._gone_through = 0

    def alarms(self) -> list[str]:
        """What the host is told that is no good news: the sentences of warnings and errors."""
        found = map(_ALARM.search, self.lines)
        return [match[1].strip('"').replace('\\"', '"') for match in found if match]

    async def ended(self) -> int:
        """The exit code, once the process has ended and all of its log is here."""
        async with asyncio.timeout(_PATIENCE):
            code = await self.process.wait()
            await self._reading
            return code

    async def printed(self) -> str:
        """What it has printed, once it has ended."""
        assert self.process.stdout is not None
        return (await self.process.stdout.read()).decode()

    async def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; returns the exit code."""
        self.process.send_signal(number)
        return await self.ended()

    async def kill(self) -> None:
        """Kill it, unless it has ended; nothing of it is left."""
        if self.process.returncode is None:
            self.process.kill()
        await self.ended()

    async def _read(self) -> None:
        assert self.process.stderr is not None
        while line := await self.process.stderr.readline():
            self.lines.append(line.decode().rstrip("\n"))
            self._news.set()
        self._news.set()


@asynccontextmanager
async def running(discord: Discord, folder: Path, *arguments: str, token: str = TOKEN, rest: str = ""):
    """Start the bot in a folder, where its configuration is; whatever happens, it is gone at the end.

    Args:
        discord: the Discord that it logs in to.
        folder: where it runs.
        arguments: the command line.
        token: its token.
        rest: the address of another REST.
    """
    command = (sys.executable, "-c", _LAUNCHER, rest or discord.rest, discord.ws, *arguments)
    environment = {**os.environ, "DISCORD_TOKEN": token, "PYTHONPATH": os.pathsep.join(sys.path)}
    bot = Bot(await create_subprocess_exec(*command, cwd=folder, env=environment, stdout=PIPE, stderr=PIPE))
    try:
        yield bot
    finally:
        await bot.kill()

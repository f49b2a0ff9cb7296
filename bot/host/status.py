"""A local HTTP endpoint for whoever watches over the bot: `/health` for machines, `/metrics` for Prometheus."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol

from aiohttp import web
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from bot.errors import CannotStartError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from bot.host.metrics import Metrics

HOST = "127.0.0.1"
"""This computer alone: whoever wants it elsewhere puts a proxy in front that knows who may see it."""


class ShardInfo(Protocol):
    """A shard."""

    def is_closed(self) -> bool:
        """Whether it is not connected."""


class Watched(Protocol):
    """What is watched: the client."""

    metrics: Metrics

    @property
    def guilds(self) -> Sequence[object]:
        """The servers that it is in."""

    @property
    def shards(self) -> Mapping[int, ShardInfo]:
        """The shards of this process."""

    def is_ready(self) -> bool:
        """Whether all of them have been connected once."""


@asynccontextmanager
async def serve(bot: Watched, port: int | None) -> AsyncIterator[None]:
    """Serve the endpoint meanwhile.

    Args:
        bot: who is watched.
        port: where; None serves nothing.

    Raises:
        CannotStartError: the port cannot be used.
    """
    if port is None:
        yield
        return
    runner = web.AppRunner(_application(bot), access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, HOST, port).start()
        except OSError as error:
            raise CannotStartError(
                f"The port {port} on {HOST} cannot be used: {error.strerror or error}; name another one as "
                "“status_port” in the config."
            ) from error
        yield
    finally:
        await asyncio.shield(runner.cleanup())


def _is_connected(bot: Watched) -> bool:
    return bot.is_ready() and not any(shard.is_closed() for shard in bot.shards.values())


def _application(bot: Watched) -> web.Application:
    async def health(_request: web.Request) -> web.Response:
        is_connected = _is_connected(bot)
        return web.json_response({"connected": is_connected}, status=200 if is_connected else 503)

    async def metrics(_request: web.Request) -> web.Response:
        bot.metrics.connected.set(_is_connected(bot))
        bot.metrics.guilds.set(len(bot.guilds))
        return web.Response(
            body=generate_latest(bot.metrics.registry), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4}
        )

    application = web.Application()
    application.router.add_get("/health", health)
    application.router.add_get("/metrics", metrics)
    return application

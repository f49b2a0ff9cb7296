"""As much of Discord as a bot needs to log in and answer: REST and gateway on a free port of this machine."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import defaultdict
from typing import Any, Self

from aiohttp import web

TOKEN = "MTE.loopback.not-a-real-token"  # noqa: S105
BOT = {"id": "11", "username": "Judge", "discriminator": "0000", "global_name": None, "avatar": None, "bot": True}
ANA = {"id": "12", "username": "ana", "discriminator": "0", "global_name": "Ana", "avatar": None}
APPLICATION = {"id": "11", "name": "Judge", "description": "", "icon": None, "verify_key": "", "owner": ANA}
APPLICATION |= {"bot_public": True, "bot_require_code_grant": False, "flags": 0}
MESSAGE = {"id": "33", "channel_id": "22", "author": BOT, "type": 0, "content": "", "tts": False, "pinned": False}
MESSAGE |= {"timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None, "mention_everyone": False}
MESSAGE |= {"mentions": [], "mention_roles": [], "attachments": [], "embeds": []}
TABLE = {"id": "66", "type": 0, "name": "table", "position": 0, "permission_overwrites": [], "nsfw": False}
STORE = {"id": "55", "name": "Store", "owner_id": "12", "roles": [], "emojis": [], "features": [], "channels": [TABLE]}
STORE |= {"members": [], "threads": [], "member_count": 2, "joined_at": "2026-01-01T00:00:00+00:00", "large": False}
STORE |= {"verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0}
STORE |= {"afk_timeout": 0, "system_channel_flags": 0, "premium_tier": 0, "nsfw_level": 0, "preferred_locale": "en-US"}
READY = {"v": 10, "user": BOT, "guilds": [{"id": "55", "unavailable": True}], "session_id": "s", "shard": [0, 1]}
READY |= {"resume_gateway_url": ""}
COMMANDS = "PUT /applications/11/commands"
CALLBACK = "POST /interactions/44/a-token/callback"


class Discord:
    """A Discord with one bot, whose user and application have the id 11, and people who write to it.

    They do so in direct messages (the channel 22) and on a server (55, the channel 66).

    REST is at `rest`, the gateway at `ws`. A test may set `statuses` (error statuses by call, as `GET /users/@me`),
    `close_code` (what the gateway closes with after IDENTIFY) and `hangs` (REST never answers); `counts` counts calls.
    """

    def __init__(self) -> None:
        self.rest = self.ws = ""
        self.statuses: dict[str, int] = {}
        self.close_code: int | None = None
        self.hangs = False
        self.counts: defaultdict[str, int] = defaultdict(int)
        self._message_ids = itertools.count(100)
        self._commands: list[dict[str, Any]] = []
        self._received: defaultdict[str, asyncio.Queue[Any]] = defaultdict(asyncio.Queue)
        self._socket = web.WebSocketResponse()
        app = web.Application()
        app.router.add_get("/", self._gateway)
        app.router.add_route("*", "/{route:.+}", self._answer)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0]
        self.rest, self.ws = f"http://{host}:{port}", f"ws://{host}:{port}/"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    async def received(self, call: str) -> Any:
        """The body of the next call of a route (`METHOD /path`), or what came with a gateway opcode (`OP 2`)."""
        return await asyncio.wait_for(self._received[call].get(), 20)

    async def dispatch(self, event: str, data: dict[str, Any]) -> None:
        """Send an event to the bot."""
        await self._socket.send_json({"op": 0, "s": 1, "t": event, "d": data})

    async def _answer(self, request: web.Request) -> web.Response:
        call = f"{request.method} {request.path}"
        self._note(call, await request.json() if request.can_read_body else None)
        if self.hangs:
            await asyncio.sleep(60)
        known = request.headers.get("Authorization") == f"Bot {TOKEN}" or request.path.startswith("/interactions/")
        if (status := self.statuses.get(call, 200 if known else 401)) != 200:
            return _json({"message": "refused", "code": 0}, status)
        if call == COMMANDS:
            given = {"application_id": "11", "description": ""}
            self._commands = [given | command | {"id": str(n)} for n, command in enumerate(await request.json())]
        answers: dict[str, Any] = {
            "GET /users/@me": BOT,
            "GET /oauth2/applications/@me": APPLICATION,
            "GET /applications/11/commands": self._commands,
            COMMANDS: self._commands,
        }
        match request.method, request.path.split("/")[1:]:
            case "POST", ["interactions", number, _, "callback"]:
                answers[call] = {"interaction": {"id": number, "type": 2, "response_message_id": "33"}}
            case "POST", ["channels", channel, "messages"]:
                answers[call] = MESSAGE | {"id": str(next(self._message_ids)), "channel_id": channel}
            case "PATCH", ["channels", channel, "messages", number]:
                answers[call] = MESSAGE | {"id": number, "channel_id": channel}
        return _json(answers[call]) if call in answers else web.Response(status=204)

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = self._socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 500}})
        async for frame in socket:
            payload = frame.json()
            if payload["op"] == 1:
                await socket.send_json({"op": 11})
            elif payload["op"] == 2 and self.close_code is not None:
                await socket.close(code=self.close_code)
            elif payload["op"] == 2:
                await self.dispatch("READY", READY)
                await self.dispatch("GUILD_CREATE", STORE)
            self._note(f"OP {payload['op']}", payload["d"])
        return socket

    def _note(self, call: str, body: Any) -> None:
        self.counts[call] += 1
        self._received[call].put_nowait(body)


def _json(document: Any, status: int = 200) -> web.Response:
    # discord.py takes a body for JSON only when no charset stands behind the content type.
    return web.Response(body=json.dumps(document).encode(), status=status, content_type="application/json")

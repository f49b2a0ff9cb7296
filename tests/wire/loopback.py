"""As much of Discord as a bot needs to log in and answer: REST and gateway on a free port of this machine."""

from __future__ import annotations

import asyncio
import fnmatch
import itertools
import json
import math
import re
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from aiohttp import WSMsgType, web

from tests.discord_limits import gateway_violations, request_violations

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
COMMANDS = "PUT /applications/11/commands"
LOGIN = "GET /users/@me"
GUILDS = "GET /users/@me/guilds"
CUT = 0
"""In the place of a status: the connection is cut, and there is no answer."""
PATIENCE = 3.0
"""Seconds that an interaction waits for its first answer."""
NO_REASON = None
"""In the place of a code: a socket is closed without one."""
EPHEMERAL = 64
"""The flag of a message that one person alone sees."""
MESSAGE_ANSWER, DEFERRAL, UPDATE = 4, 5, 7
"""Types of first answers."""


class Request(NamedTuple):
    """What the bot has sent: `call` is the method and the path."""

    call: str
    body: Any


@dataclass
class Failure:
    """What calls that fit a pattern are answered with, for some times."""

    pattern: str
    status: int
    code: int
    times: float
    retry_after: float | None

    def response(self) -> web.Response:
        body: dict[str, Any] = {"message": "refused", "code": self.code}
        headers = {}
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": False}
            headers = {"Via": "1.1 google", "Retry-After": str(math.ceil(self.retry_after))}
        return _json(body, self.status, headers)


@dataclass
class Interaction:
    """What somebody did: when, and what came of it.

    `message_id` is the message of the button or menu that was used, else the one that answers; `first` is the body of
    the first answer, `later` counts those that followed.
    """

    channel_id: str
    begun: float
    message_id: str | None
    answered: float | None = None
    first: Any = None
    later: int = 0


class Discord:
    """A Discord with one bot, whose user and application have the id 11, and people who write to it.

    They do so in direct messages (the channel 22) and on servers: 55 with the channel 66, if none else are given.

    REST is at `rest`, the gateway at `ws`. `counts` counts calls and `requests` holds all of them, unless that is too
    much; `violations` is what a real Discord would not have taken, `identified` when the bot identified,
    `interactions` what people did, `messages` what each message shows now, and `boards` the newest board of each
    channel. A test may set `close_code` (what the gateway closes with after IDENTIFY), `hangs` (REST never answers),
    `knows_sessions` (whether RESUME is taken) and `leftovers` (the commands that stand on the server 55 alone).
    """

    def __init__(self, guilds: tuple[dict[str, Any], ...] = (STORE,), *, keeps_requests: bool = True) -> None:
        self.rest = self.ws = ""
        self.guilds = guilds
        self.close_code: int | None = None
        self.hangs = False
        self.knows_sessions = True
        self.leftovers: list[dict[str, Any]] = []
        self.counts: defaultdict[str, int] = defaultdict(int)
        self.requests: list[Request] = []
        self.violations: list[str] = []
        self.interactions: dict[str, Interaction] = {}
        self.identified: list[float] = []
        self.boards: dict[str, str] = {}
        self.messages: dict[str, dict[str, Any]] = {}
        self.next_id = itertools.count(100).__next__
        self._keeps_requests = keeps_requests
        self._failures: list[Failure] = []
        self._commands: list[dict[str, Any]] = []
        self._received: defaultdict[str, asyncio.Queue[Any]] = defaultdict(asyncio.Queue)
        self._sockets: dict[int, web.WebSocketResponse] = {}
        self._shards = 1
        self._seq = 0
        self._routes: tuple[tuple[str, Callable[..., web.Response]], ...] = (
            ("GET /users/@me", lambda _: _json(BOT)),
            ("GET /oauth2/applications/@me", lambda _: _json(APPLICATION)),
            ("GET /applications/11/commands", lambda _: _json(self._commands)),
            (COMMANDS, self._register),
            (r"GET /applications/11/guilds/(\d+)/commands", self._commands_of_server),
            (r"PUT /applications/11/guilds/(\d+)/commands", self._register_on_server),
            (r"POST /interactions/(\d+)/[^/]+/callback", self._answered),
            (r"POST /webhooks/11/token-(\d+)", self._follow_up),
            (r"PATCH /webhooks/11/token-(\d+)/messages/@original", self._edit_answer),
            (r"POST /channels/(\d+)/messages", self._post),
            (r"PATCH /channels/(\d+)/messages/(\d+)", self._edit),
        )
        app = web.Application()
        app.router.add_get("/", self._gateway)
        app.router.add_route("*", "/{route:.+}", self._rest)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None)
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        self._open.push_async_callback(self._runner.cleanup)
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0]
        self.rest, self.ws = f"http://{host}:{port}", f"ws://{host}:{port}/"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    async def received(self, call: str) -> Any:
        """The body of the next call of a route (`METHOD /path`), or what came with a gateway opcode (`OP 2`)."""
        return await asyncio.wait_for(self._received[call].get(), 20)

    def fails(
        self, call: str, status: int, *, times: float = 1, code: int = 0, retry_after: float | None = None
    ) -> None:
        """Let the next calls that fit a pattern fail, with a status and Discord's code, or `CUT`."""
        self._failures.append(Failure(call, status, code, times, retry_after))

    def works(self) -> None:
        """Let nothing fail any more."""
        self._failures.clear()

    # The gateway

    async def interact(self, interaction: dict[str, Any]) -> str:
        """Somebody does something; returns its id, by which `interactions` tells what came of it."""
        number = str(self.next_id())
        message_id = interaction.get("message", {}).get("id")
        self.interactions[number] = Interaction(interaction["channel_id"], time.monotonic(), message_id)
        given = {"id": number, "token": f"token-{number}", "application_id": "11", "version": 1}
        await self.dispatch("INTERACTION_CREATE", interaction | given | {"attachment_size_limit": 0})
        return number

    async def dispatch(self, event: str, data: dict[str, Any]) -> None:
        """Send an event to the shard that it is for."""
        await self._dispatch(self._socket_of(int(data.get("guild_id", 0))), event, data)

    async def send(self, op: int, data: Any = None, *, shard: int = 0) -> None:
        """Send something else to a shard."""
        await self._sockets[shard].send_json({"op": op, "d": data})

    async def close(self, code: int | None) -> None:
        """Close the socket of the first shard with a code, or with `NO_REASON`."""
        socket = self._sockets[0]
        if code is not NO_REASON:
            await socket.close(code=code)
        else:
            await socket._writer.send_frame(b"", WSMsgType.CLOSE)

    def cut(self) -> None:
        """Cut the socket of the first shard without closing it, as a network does."""
        self._sockets[0]._req.transport.abort()

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self._seq

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if (failure := self._failure("GET /")) is not None:
            return failure.response()
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 500}})
        async for frame in socket:
            payload = frame.json()
            self.violations += gateway_violations(payload)
            if payload["op"] == 1:
                await socket.send_json({"op": 11})
            elif payload["op"] == 2:
                await self._begin(socket, *payload["d"]["shard"])
            elif payload["op"] == 6:
                await self._go_on(socket)
            self._note(f"OP {payload['op']}", payload["d"])
        return socket

    async def _begin(self, socket: web.WebSocketResponse, shard: int, count: int) -> None:
        self.identified.append(time.monotonic())
        if self.close_code is not None:
            await socket.close(code=self.close_code)
            return
        self._sockets[shard], self._shards = socket, count
        guilds = [guild for guild in self.guilds if self._socket_of(int(guild["id"])) is socket]
        ready = {"v": 10, "user": BOT, "session_id": f"session-{len(self.identified)}", "shard": [shard, count]}
        ready |= {
            "guilds": [{"id": guild["id"], "unavailable": True} for guild in guilds],
            "resume_gateway_url": self.ws,
        }
        await self._dispatch(socket, "READY", ready)
        for guild in guilds:
            await self._dispatch(socket, "GUILD_CREATE", guild)

    async def _go_on(self, socket: web.WebSocketResponse) -> None:
        if self.knows_sessions:
            self._sockets[0] = socket
            await self._dispatch(socket, "RESUMED", {})
        else:
            await socket.send_json({"op": 9, "d": False})

    async def _dispatch(self, socket: web.WebSocketResponse | None, event: str, data: dict[str, Any]) -> None:
        self._seq += 1
        if socket is None:
            return
        with suppress(ConnectionError):  # the bot has gone
            await socket.send_json({"op": 0, "s": self._seq, "t": event, "d": data})

    def _socket_of(self, guild_id: int) -> web.WebSocketResponse | None:
        return self._sockets.get((guild_id >> 22) % self._shards)

    # REST

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        call = f"{request.method} {request.path}"
        body = await _body(request)
        self.violations += request_violations(call, body)
        if self._keeps_requests:
            self.requests.append(Request(call, body))
        self._note(call, body)
        if self.hangs:
            await asyncio.sleep(60)
        is_open = request.path.startswith(("/interactions/", "/webhooks/"))
        if not is_open and request.headers.get("Authorization") != f"Bot {TOKEN}":
            return _json({"message": "401: Unauthorized", "code": 0}, 401)
        if call == GUILDS:
            return self._guilds_after(int(request.query.get("after", 0)), int(request.query["limit"]))
        if (failure := self._failure(call)) is None:
            return self._answer(call, body)
        if failure.status == CUT and request.transport is not None:
            request.transport.abort()
        return failure.response() if failure.status != CUT else web.Response()

    def _answer(self, call: str, body: Any) -> web.Response:
        """What Discord answers; nothing where a route has nothing to tell."""
        for pattern, answer in self._routes:
            if match := re.fullmatch(pattern, call):
                return answer(body, *match.groups())
        return web.Response(status=204)

    def _guilds_after(self, after: int, limit: int) -> web.Response:
        guilds = [guild for guild in self.guilds if int(guild["id"]) > after]
        return _json([{"id": guild["id"], "name": "Store"} for guild in guilds[:limit]])

    def _register(self, body: list[dict[str, Any]]) -> web.Response:
        self._commands = _registered(body)
        return _json(self._commands)

    def _register_on_server(self, body: list[dict[str, Any]], _guild: str) -> web.Response:
        self.leftovers = body
        return _json(_registered(body))

    def _commands_of_server(self, _body: None, guild: str) -> web.Response:
        return _json(_registered(self.leftovers if guild == STORE["id"] else []))

    def _follow_up(self, body: dict[str, Any], number: str) -> web.Response:
        asked = self.interactions[number]
        asked.later += 1
        return _json(self._message(asked.channel_id, body))

    def _edit_answer(self, body: dict[str, Any], number: str) -> web.Response:
        asked = self.interactions[number]
        return self._edit(body, asked.channel_id, str(asked.message_id))

    def _edit(self, body: dict[str, Any], channel: str, number: str) -> web.Response:
        self.messages[number] = body
        return _json(MESSAGE | {"id": number, "channel_id": channel})

    def _post(self, body: dict[str, Any], channel: str) -> web.Response:
        message = self._message(channel, body)
        if body.get("embeds"):
            self.boards[channel] = message["id"]
        return _json(message)

    def _answered(self, body: dict[str, Any], number: str) -> web.Response:
        """The first answer to an interaction, which is taken once and within three seconds."""
        asked = self.interactions[number]
        if asked.answered is not None:
            self.violations.append(f"interaction {number}: answered twice")
            return _json({"message": "Interaction has already been acknowledged.", "code": 40060}, 400)
        if time.monotonic() - asked.begun > PATIENCE:
            return _json({"message": "Unknown interaction", "code": 10062}, 404)
        asked.answered, asked.first = time.monotonic(), body
        resource = {"id": number, "type": 2}
        if body["type"] in {MESSAGE_ANSWER, DEFERRAL}:
            asked.message_id = resource["response_message_id"] = str(self.next_id())
        if body["type"] in {MESSAGE_ANSWER, UPDATE}:
            self.messages[str(asked.message_id)] = body["data"]
        return _json({"interaction": resource})

    def _message(self, channel: str, body: dict[str, Any]) -> dict[str, Any]:
        number = str(self.next_id())
        self.messages[number] = body
        return MESSAGE | {"id": number, "channel_id": channel}

    def _failure(self, call: str) -> Failure | None:
        for failure in self._failures:
            if failure.times > 0 and fnmatch.fnmatchcase(call, failure.pattern):
                failure.times -= 1
                return failure
        return None

    def _note(self, call: str, body: Any) -> None:
        self.counts[call] += 1
        if self._keeps_requests:
            self._received[call].put_nowait(body)


async def _body(request: web.Request) -> Any:
    if not request.can_read_body:
        return None
    if request.content_type == "multipart/form-data":
        return json.loads((await request.post())["payload_json"])
    return await request.json()


def _registered(commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    given = {"application_id": "11", "description": ""}
    return [given | command | {"id": str(number)} for number, command in enumerate(commands)]


def _json(document: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    # discord.py takes a body for JSON only when no charset stands behind the content type.
    return web.Response(
        body=json.dumps(document).encode(), status=status, headers=headers, content_type="application/json"
    )

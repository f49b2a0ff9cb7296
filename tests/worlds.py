"""Where random games are played: with the real bot in a simulated Discord, and at the record just below that."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import sqlite3
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import discord
from random_games import JUDGE, Action
from simcord.env import Env

from bot.app import open_bot
from bot.facedown import moves
from bot.facedown.causes import Cause
from bot.facedown.hidden import NOTHING_TOLD, fold_secrets, may_look
from bot.facedown.wording import Style, Teller
from bot.facedown.zones import Zone
from bot.languages import LANGUAGES
from bot.refusals import RefusedError
from bot.store import open_store
from bot.store.games import Games
from bot.table import render

PAUSE = 600.0
"""Seconds between two messages or edits, here: so many that they pass on the simulated clock alone."""
NAMES = ("ana", "beto", "caro", "duda", "judge")

CALLBACK = ("POST", "/interactions/*/callback")
POST = ("POST", "/channels/*/messages")
EDIT = ("PATCH", "/channels/*/messages/*")
FOLLOWUP = ("*", "/webhooks/*")
FAULTS = {
    f"{name}: {status}": {"method": method, "path": path, "status": status, "code": code, "times": times}
    for name, (method, path), times in (
        ("answer", CALLBACK, 1),
        ("all answers", CALLBACK, None),
        ("message", POST, 1),
        ("all messages", POST, None),
        ("edits", EDIT, None),
        ("followups", FOLLOWUP, None),
    )
    for status, code in ((403, 50013), (404, 10062 if path == CALLBACK[1] else 10008), (500, 0))
} | {"channel: 404": {"method": "*", "path": "/channels/*", "status": 404, "code": 10003, "times": None}}
"""What Discord may refuse, as the simulated one is told to."""
BREAKS = {
    "unreadable": ("ALTER TABLE game_events RENAME TO lost", "ALTER TABLE lost RENAME TO game_events"),
    "unwritable": (
        "CREATE TRIGGER full BEFORE INSERT ON game_events BEGIN SELECT RAISE(ABORT, 'disk full'); END",
        "DROP TRIGGER full",
    ),
    "no preferences": ("ALTER TABLE preferences RENAME TO lost", "ALTER TABLE lost RENAME TO preferences"),
}
"""What another program does with the database meanwhile, and how it is put right."""
RESTART = "restart"
"""The bot is restarted while a form is open."""
NAMED = {"player": "controller"}
ASKS = {"look", "ways", "special"}
"""What changes nothing: at the record below Discord, all of it is looked at after each step anyway."""
MOVES = {"add", "identify", "turnup", "leave", "give", "mark", "undo", "quit", "end"}
EVENTS = "SELECT seq, undoes, event FROM game_events WHERE game_id = ? ORDER BY seq"
"""What the host can read without looking for what was told in secret."""
KEPT = "SELECT * FROM game_events WHERE undone AND told IS NOT NULL"
ANSWER, FORM, SELECT, EPHEMERAL = 4, 9, 3, 64
"""Discord's numbers: an answer by a message, one by a form, a field to choose from, the flag of what one alone sees."""


@dataclass
class Seen:
    """What an action lets everybody see, what it tells single people in private, and what is written down."""

    public: list[str] = field(default_factory=list)
    private: list[tuple[int, object]] = field(default_factory=list)
    log: str = ""
    game: str | None = None
    events: list[tuple[int, int | None, str]] = field(default_factory=list)


class Chance:
    """What passes by itself, or is random for a reason: the clock and the opaque ids, of the game at work."""

    world = None

    def time(self):
        return self.world.now()

    def perf_counter(self):
        """Nothing takes any time: how long the bot took would else come between the games."""
        return 0.0

    def token_hex(self, count):
        return f"{next(self.world.ids):0{2 * count}x}"


class World:
    """Where one of the two games is played.

    Attributes:
        which: which of the two things that a player types is typed here.
        ids: the opaque ids.
    """

    def __init__(self, which, chance, database):
        self.which = which
        self.ids = itertools.count(1)
        self._chance = chance
        self._database = database.replace(".sqlite3", f"{which}.sqlite3")
        self._runner = asyncio.Runner()
        self._open = AsyncExitStack()
        self.run(self.start())

    def run(self, coroutine):
        self._chance.world = self
        return self._runner.run(coroutine)

    def close(self):
        self.run(self.stop())
        self._runner.close()

    def remembers(self, name):
        """Whether a name stands anywhere in the database or its write-ahead log."""
        files = (Path(f"{self._database}{suffix}") for suffix in ("", "-wal"))
        return any(name.encode() in file.read_bytes() for file in files if file.exists())

    def typed(self, options):
        """The options of an action as they are typed here."""
        return {name: value[self.which] if isinstance(value, tuple) else value for name, value in options.items()}


class OnDiscord(World):
    """The real bot in a simulated Discord of its own, with four players and a judge."""

    def __init__(self, which, chance, host_config, host_log):
        self._config, self._log = host_config, host_log
        super().__init__(which, chance, host_config.database)

    def now(self):
        return self._env.now().timestamp()

    async def start(self):
        self._config = replace(self._config, database=self._database)
        self._env = Env(await self._new_bot(), check_errors=False, settle_timeout=30.0)
        await self._env.start()
        self._guild = self._env.create_guild(name="Store")
        mods = self._guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))
        roles = [[mods] if number == JUDGE else [] for number in range(len(NAMES))]
        users = [self._env.create_user(name) for name in NAMES]
        self._people = [self._guild.add_member(user, roles=its) for user, its in zip(users, roles, strict=True)]
        self._rows = self._open.enter_context(closing(sqlite3.connect(self._database, isolation_level=None)))

    async def _new_bot(self):
        self._bot = AsyncExitStack()
        bot = await self._bot.enter_async_context(open_bot(self._config))
        # A machine that loses power is none of the things that happen here.
        await bot.store.answers._connection.execute_fetchall("PRAGMA synchronous = OFF")
        return bot

    async def _restart(self):
        """Another bot takes over; what the first one had not told yet is lost, as by a kill."""
        stopped = self._bot
        await self._env.restart_bot(await self._new_bot())
        await stopped.aclose()

    async def stop(self):
        await self._env.shutdown()
        await self._bot.aclose()
        await self._open.aclose()

    def sit_down(self):
        """Go on in a channel of its own, once all is quiet, with no form or menu open."""
        self._channel = self._guild.create_text_channel("table")
        self._asked = {}
        self.do(Action("wait", JUDGE))

    def do(self, action):
        """Do something, and see what comes of it."""
        backend = self._env.backend
        requests, files, errors = len(backend.http_requests), set(backend.cdn._blobs), self._env.error_cursor
        self._log.seek(0)
        self._log.truncate()
        with self._trouble(action.trouble):
            self.run(self._do(action))
        seen = Seen(log=without_times(self._log.getvalue()))
        for request in backend.http_requests[requests:]:
            head = f"{request.method} {request.path} {request.params} {request.reason}"
            body = {key: value for key, value in dict(request.json or {}).items() if key != "nonce"}
            if is_private(body):
                seen.private.append((action.who, body))
                body = "in private"
            seen.public.append(f"{head} {json.dumps(body)}")
        seen.public += [f"{url} {data!r}" for url, data in backend.cdn._blobs.items() if url not in files]
        seen.public += [repr(error) for error in self._env.errors_since(errors)]
        seen.game, seen.events = self._written_down()
        return seen

    def is_look(self, action, body):
        """Whether somebody looks at their own cards, and is not refused."""
        return action.kind == "look" and "embeds" in body["data"]

    def _written_down(self):
        """The game of the channel, and what the host can read of it without looking for what was told in secret."""
        found = self._rows.execute("SELECT id FROM games WHERE channel_id = ?", (self._channel.id,)).fetchall()
        game = found[0][0] if found else None
        assert self._rows.execute(KEPT).fetchall() == []
        return game, self._rows.execute(EVENTS, (game,)).fetchall()

    @contextmanager
    def _trouble(self, trouble):
        breaks, mends = BREAKS.get(trouble, ("SELECT 1", "SELECT 1"))
        self._rows.execute(breaks).fetchall()
        if trouble in FAULTS:
            self._env.inject_error(**FAULTS[trouble])
        try:
            yield
        finally:
            self._env.backend.faults.clear()
            self._rows.execute(mends).fetchall()

    async def _do(self, action):
        who, options = self._people[action.who], self.typed(action.options)
        match action.kind:
            case "wait":
                await self._env.advance_time(7 * PAUSE)
            case "restart":
                await self._restart()
            case "suggest":
                command = {"down": "facedown give", "up": "facedown add"}[options["face"]]
                await who.autocomplete(self._channel, command, "number", options["typed"])
            case "press":
                await self._press(who, options["button"])
            case "ways":
                answer = await who.slash(self._channel, "facedown ways", **options)
                self._asked[action.who, options["number"]] = answer
                await self._fill_in(who, answer, action.filled)
            case "special":
                await self._ask_again(who, self._asked.get((action.who, options["number"])), action.filled)
            case _:
                await self._play(who, action, options)

    async def _press(self, who, button):
        """Press a button of the newest board that has any; None where there is none."""
        rows = ((message, row.children) for message in self._channel.history() for row in message.components)
        found = [(message, item.custom_id) for message, items in rows for item in items]
        found = [(message, each) for message, each in found if (each or "").startswith(f"table:{button}:")]
        return await who.click(found[-1][0], custom_id=found[-1][1]) if found else None

    async def _ask_again(self, who, answer, filled):
        """Press the button under an answer of the advisor, where it has one."""
        rows = answer.response.components if answer and answer.response else ()
        for button in (item for row in rows for item in row["components"]):
            await self._fill_in(who, await who.click(answer.response, custom_id=button["custom_id"]), filled)

    async def _fill_in(self, who, opened, filled):
        """Send the advisor's form, if it has opened."""
        if opened.modal is not None:
            names = {field["component"]["custom_id"] for field in opened.modal["components"] if "component" in field}
            await who.submit_modal(opened, {name: typed for name, typed in filled.items() if name in names})

    async def _play(self, who, action, options):
        """Use a command, or the form of the board where that is wanted; fill a form in that opens."""
        form = await self._press(who, action.kind) if action.form else None
        if form is None:
            people = {name: self._people[number] for name, number in options.items() if name in ("player", "owner")}
            form = await who.slash(self._channel, f"facedown {action.kind}", **options | people)
        if form.modal is None:
            return
        if action.trouble == RESTART:
            await self._restart()
        options = {"card": "Forest"} | options if action.kind != "add" else options
        options |= {"kind": "instant" if "instant" in options else "permanent"}
        fields = [field["component"] for field in form.modal["components"]]
        filled = {each["custom_id"]: str(options[each["custom_id"]]) for each in fields if each["custom_id"] in options}
        picked = {each["custom_id"] for each in fields if each["type"] == SELECT}
        await who.submit_modal(form, {name: [text] if name in picked else text for name, text in filled.items()})


class OnStore(World):
    """The record just below Discord: the store on SQLite, the moves, and what is rendered of every table at once."""

    def __init__(self, which, chance, host_config, corpus):
        self._corpus = corpus
        self._clock = itertools.count(1_800_000_000)
        self._channel = 0
        super().__init__(which, chance, host_config.database)

    def now(self):
        return next(self._clock)

    async def start(self):
        store = await self._open.enter_async_context(open_store(self._database))
        self._connection = store.answers._connection
        await self._connection.execute_fetchall("PRAGMA synchronous = OFF")
        self._games = store.games

    async def stop(self):
        await self._open.aclose()

    def sit_down(self):
        self._channel += 1

    def is_look(self, action, _body):
        return action.kind not in ASKS

    def do(self, action):
        if action.kind not in ASKS:
            self._last = self.run(self._do(action))
        return self._last

    async def _do(self, action):
        seen = Seen()
        if action.kind == "restart":
            self._games = Games(self._connection)
        language = LANGUAGES[self._channel % len(LANGUAGES)].code
        tell = render.teller(language)
        table = await self._games.find(self._channel)
        try:
            if action.kind in MOVES:
                opened = table or await self._games.start(self._channel, 1, language)
                event, told = await self._decide(opened, action)
                opened = await self._games.name_players(opened, dict(enumerate(NAMES)))
                table, recorded = await self._games.record(opened, event, action.who, told)
                seen.public += tell.happened(recorded, await self._games.history(table) if recorded.undoes else ())
        except RefusedError as refusal:
            seen.public.append(refusal.sentence(tell.say))
        if table is not None:
            await self._look_at(table, tell, language, seen)
        if table is not None and table.game.ended:
            await self._games.close(self._channel)
            seen.game, seen.events = None, []
        return seen

    async def _decide(self, table, action):
        """The move of an action."""
        game, who, options = table.game, action.who, self.typed(action.options)
        number, card, told = options.get("number"), options.get("card"), None
        secrets = fold_secrets(await self._games.told(table))
        secret = secrets.get(number, NOTHING_TOLD)
        match action.kind, options:
            case "add", {"number": _}:
                event = moves.turn_down(game, number)
            case "add", _:
                given = {NAMED.get(name, name): value for name, value in options.items()}
                how, zone = Cause(given.pop("how")), given.pop("zone", None)
                event, told = moves.add(game, who, how=how, zone=zone and Zone(zone), **given)
            case "identify", _:
                event, told = moves.identify(game, who, **options)
            case "turnup", _:
                event = moves.turn_up(game, secret, who, number, card=card, stays="instant" in options)
            case "leave", {"zone": zone}:
                event = moves.leave(game, secret, who, number, None if zone == "countered" else Zone(zone), card=card)
            case "give", {"player": player}:
                event = moves.give(game, who, number, player)
            case "mark", _:
                event = moves.mark(game, **options)
            case "quit", _:
                event = moves.quit_game(game, secrets, who, options.get("player", who), is_moderator=who == JUDGE)
            case "end", _:
                event = moves.end(game, secrets, who, is_moderator=who == JUDGE)
            case _:
                event = moves.undo(await self._games.history(table), who, is_moderator=who == JUDGE)
        return event, told

    async def _look_at(self, table, tell, language, seen):
        """All that everybody may see of the table, and what each person may see for themselves."""
        history = await self._games.history(table)
        secrets = fold_secrets(await self._games.told(table))
        plain = Teller(tell.say, Style(table.names, "a player"))
        embeds = (render.board(table.game, language, 0)[0], render.log(history, language, None)[0])
        seen.public += [json.dumps(embed.to_dict()) for embed in embeds]
        seen.public += [*plain.log(history), *map(plain.choice, table.game.permanents.values())]
        for viewer in range(len(NAMES)) if not table.game.ended else ():
            own, may = table.game.controlled_by(viewer), may_look(table.game, secrets, viewer)
            hidden = {
                number: secret.card for number, secret in may.items() if table.game.permanents[number].card is None
            }
            lines = [f"**#{number}** – it is: {card}" for number, card in hidden.items()]
            seen.private.append((viewer, [render.look(own, may, "en", 0)[0].to_dict(), *lines]))
            seen.public += render.rulings_for(own, may, self._corpus)
        seen.game, seen.events = table.id, await self._connection.execute_fetchall(EVENTS, (table.id,))


def is_private(body):
    """Whether a message is for one person alone."""
    if body.get("type") == FORM:
        return True
    message = body["data"] if body.get("type") == ANSWER else body
    return bool(message.get("flags", 0) & EPHEMERAL)


def without_times(log):
    return re.sub(r"(?<=timestamp=)\S+|(?<=latency_ms=)\S+", "…", log)

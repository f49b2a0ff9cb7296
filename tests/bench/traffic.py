"""Half an hour's worth of traffic of 2,000 servers through one process of the bot, in two minutes.

Most servers are silent at any time and a few are busy: what is done on server number n is in proportion to n to the
power of -0.8, so that on the busiest something is done eleven times a minute, and on most of them once or never. 6,000
things are done, at moments that know nothing of each other. Of them

- 46 % are questions, in the languages and the words of the project's own (`tests/eval/questions.yaml`), also those
  that are refused; a fifth is asked privately,
- 8 % are names of cards,
- 16 % are flags under one of the last public answers of the server, by anybody,
- 10 % are picks from a menu, or presses of a button, under one of them,
- 20 % are changes of a table that four people play, on the hundred busiest servers.

The half hour is pressed into two minutes, so that fifteen times as much is done in a second as would be. Memory is
read from /proc: Linux alone tells it so.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import statistics
import tempfile
import time
from collections import deque
from itertools import accumulate
from pathlib import Path
from typing import Any

from tests.eval.questions import OWN, load
from tests.library.card_files import CARDS, atomic
from tests.wire.loopback import BOT, DEFERRAL, EPHEMERAL, MESSAGE, MESSAGE_ANSWER, STORE, TABLE, Discord
from tests.wire.players import COMMAND, COMPONENT, MAY_REACT, MEMBER, Place, command, flag, option
from tests.wire.running import Bot, running

SERVERS, PLAYED = 2_000, 100
THINGS, SECONDS = 6_000, 120.0
WARM = 0.2
"""The part of the traffic after which memory is measured first."""
LAST = 6
"""The newest answers of a server, under which people set flags and pick."""
QUIET = 6.0
"""Seconds in which all that was begun must be done."""
LOCALES = {"en": "en-US", "zh-CN": "zh-CN", "ko": "ko", "pt-BR": "pt-BR", "es": "es-ES"}
FLAGS = ("🇬🇧", "🇨🇳", "🇰🇷", "🇧🇷", "🇪🇸")
PERSON = {"discriminator": "0", "global_name": None, "avatar": None}
PEOPLE = [PERSON | {"id": str(20 + number), "username": f"player{number}"} for number in range(4)]
BUTTON = 2


class Server(Place):
    """A server, and what is done on it."""

    def __init__(self, discord: Discord, number: int, chance: random.Random) -> None:
        self.guild_id = (1000 + number) << 22
        super().__init__(discord, str(self.guild_id + 1), str(self.guild_id), MAY_REACT)
        self._chance = chance
        self._answers: deque[str] = deque(maxlen=LAST)
        self._added = 0
        self.flags: dict[str, str] = {}
        """The flag that was set last, by message."""

    async def asks_in(self, language: str, question: str) -> None:
        """Somebody asks, in a Discord of a language."""
        is_private = self._chance.random() < 0.2
        data = command("ruling", option("question", question), option("private", is_private))
        await self._command(data, locale=LOCALES[language])

    async def names_a_card(self) -> None:
        """Somebody wants the rulings of a card."""
        await self._command(command("card", option("name", str(self._chance.choice(CARDS)[0]["name"]))))

    async def _command(self, data: dict[str, Any], **more: Any) -> None:
        self._answers.append(await self.interact(COMMAND, data, self._chance.choice(PEOPLE), **more))

    def _answer(self, *, is_even: bool) -> str | None:
        """The id of a public answer: flags are set under those with an even one, the others are clicked on."""
        answers = [self.discord.interactions[number] for number in self._answers]
        ids = [
            int(each.message_id or 0)
            for each in answers
            if each.first and each.first["type"] == MESSAGE_ANSWER and each.first["data"].get("flags") != EPHEMERAL
        ]
        wanted = [number for number in ids if (number % 2 == 0) is is_even]
        return str(self._chance.choice(wanted)) if wanted else None

    async def sets_a_flag(self) -> None:
        """Somebody sets a flag."""
        message_id = self._answer(is_even=True)
        if message_id is None or not self.discord.messages[message_id].get("embeds"):
            return
        who, emoji = self._chance.choice(PEOPLE), self._chance.choice(FLAGS)
        self.flags[message_id] = emoji
        given = {"guild_id": str(self.guild_id), "member": MEMBER | {"user": who}, "user_id": who["id"]}
        event = flag(emoji, message_id, self.channel_id) | given | {"message_author_id": BOT["id"]}
        await self.discord.dispatch("MESSAGE_REACTION_ADD", event)

    async def clicks(self) -> None:
        """Somebody presses a button, or picks from a menu."""
        message_id = self._answer(is_even=False)
        rows = self.discord.messages[message_id].get("components", []) if message_id else []
        items = [item for row in rows for item in row["components"] if not item.get("disabled")]
        if not items:
            return
        item = self._chance.choice(items)
        data = {"custom_id": item["custom_id"], "component_type": item["type"]}
        if item["type"] != BUTTON:
            data["values"] = [self._chance.choice(item["options"])["value"]]
        message = MESSAGE | {"id": message_id, "channel_id": self.channel_id, "components": rows}
        await self.interact(COMPONENT, data, self._chance.choice(PEOPLE), message=message)

    async def changes_its_table(self) -> None:
        """A player records a permanent, marks one, or looks at what is theirs."""
        who = self._chance.choice(PEOPLE)
        if self._added < 3 or self._chance.random() < 0.4:
            self._added += 1
            await self.plays("add", who=who, how="manifest", card="Abzan Guide")
        elif self._chance.random() < 0.7:
            await self.plays("mark", who=who, number=self._chance.randint(1, self._added), tapped=True)
        else:
            await self.plays("look", who=who)


def report() -> str:
    """The figures, a line each."""
    return asyncio.run(_report())


async def _report() -> str:
    chance = random.Random(7)  # noqa: S311 - a sample
    async with Discord(keeps_requests=False) as discord:
        servers = [Server(discord, number, chance) for number in range(SERVERS)]
        discord.guilds = tuple(_guild(server) for server in servers)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            _write_cards(folder / "cards.json")
            # What a host has done long ago: cards, and commands that Discord knows.
            for arguments in ("import", "cards.json"), ("sync",):
                async with running(discord, folder, *arguments) as before:
                    await before.ended()
            began = time.monotonic()
            async with running(discord, folder, "run") as bot:
                await bot.logged("ready as")
                identified = discord.identified[0] - began
                before = _processor(bot)
                warm = await _traffic(bot, servers, chance)
                await asyncio.sleep(QUIET)
                spent = (_processor(bot) - before) / THINGS
                return "\n".join(_lines(discord, servers, bot, (identified, spent), (warm, _memory(bot))))


def _write_cards(file: Path) -> None:
    cards = atomic(*CARDS)
    cards["meta"]["date"] = time.strftime("%Y-%m-%d", time.gmtime())
    file.write_text(json.dumps(cards), encoding="utf-8")


def _guild(server: Server) -> dict[str, Any]:
    return STORE | {"id": str(server.guild_id), "channels": [TABLE | {"id": server.channel_id}]}


async def _traffic(bot: Bot, servers: list[Server], chance: random.Random) -> float:
    """Let people do things; returns the memory after the warm-up."""
    questions = [(each.language, each.text) for each in load(OWN) if each.language in LOCALES]
    weights = list(accumulate((number + 1) ** -0.8 for number in range(SERVERS)))
    moments = sorted(chance.uniform(0, SECONDS) for _ in range(THINGS))
    kinds = chance.choices(("asks", "card", "flag", "click", "table"), (46, 8, 16, 10, 20), k=THINGS)
    warm, began = 0.0, time.monotonic()
    for number, (moment, kind) in enumerate(zip(moments, kinds, strict=True)):
        await asyncio.sleep(max(0.0, began + moment - time.monotonic()))
        if number == int(THINGS * WARM):
            warm = _memory(bot)
        [server] = chance.choices(servers, cum_weights=weights)
        match kind:
            case "asks":
                await server.asks_in(*chance.choice(questions))
            case "card":
                await server.names_a_card()
            case "flag":
                await server.sets_a_flag()
            case "click":
                await server.clicks()
            case _:
                await chance.choice(servers[:PLAYED]).changes_its_table()
    return warm


def _memory(bot: Bot) -> float:
    """Megabytes that the process holds."""
    status = Path(f"/proc/{bot.process.pid}/status").read_text(encoding="ascii")
    [kilobytes] = re.findall(r"VmRSS:\s+(\d+) kB", status)
    return int(kilobytes) / 1024


def _processor(bot: Bot) -> float:
    """Seconds that the process has used of the processor, which others do not disturb."""
    user, system = Path(f"/proc/{bot.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _lines(
    discord: Discord, servers: list[Server], bot: Bot, seconds: tuple[float, float], memory: tuple[float, float]
) -> list[str]:
    done = discord.interactions.values()
    twice = sum("answered twice" in each for each in discord.violations)
    # What follows belongs to a first answer only where that asked to wait.
    twice += sum(each.first is not None and each.later > (each.first["type"] == DEFERRAL) for each in done)
    flags = [(discord.messages[number], emoji) for server in servers for number, emoji in server.flags.items()]
    lost = sum(emoji not in json.dumps(message, ensure_ascii=False) for message, emoji in flags)
    times = sorted(float(each) for line in bot.lines for each in re.findall(r"latency_ms=([\d.]+)", line))
    slow, (identified, spent), (warm, end) = times[len(times) * 99 // 100], seconds, memory
    return [
        f"interactions: {len(done)}, lost {sum(each.answered is None for each in done)}, answered twice {twice}",
        f"messages with flags: {len(flags)}, lost {lost}",
        f"an answer in the process: median {statistics.median(times):.1f} ms, 99 % {slow:.1f} ms",
        f"all that the processor does for one thing, flags and edits too: {1000 * spent:.1f} ms",
        f"memory: {warm:.1f} MB when warm, {end:.1f} MB at the end ({end / warm - 1:+.1%})",
        f"start to logged in: {identified:.2f} s",
        f"what Discord would not have taken: {len(discord.violations)}; warnings and errors: {len(bot.alarms())}",
        *discord.violations[:3],
        *bot.alarms()[:3],
    ]

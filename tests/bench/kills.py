"""SIGKILL at random moments of a table that four people play, and a restart on the same database each time.

Each player records permanents with a secret card, marks them and turns them up, one change after the other; some
moment after the bot is there, it is killed. What was acknowledged must then be written down once, and what was cut off,
once or not at all; a number is given once; and no card is public that nobody turned up. A game goes on over ten kills.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.facedown.events import Added, Marked, Recorded, Told, TurnedUp
from bot.store import open_store
from tests.wire.loopback import EPHEMERAL, Discord
from tests.wire.players import Place, numbers
from tests.wire.running import running

DATABASE = "facedown-judge.sqlite3"
PERSON = {"discriminator": "0", "global_name": None, "avatar": None}
PLAYERS = [PERSON | {"id": str(20 + number), "username": f"player{number}"} for number in range(4)]
LIFE = 0.6
"""Seconds that the bot is played with at most before it is killed."""
HESITATION = 0.04
"""Seconds that a player thinks at most."""
OF_ONE_GAME = 10
"""Kills after which another game begins, in another channel."""

Change = tuple[str, str]
"""What was done, and what tells it apart: a marker, a mark or a number."""


@dataclass(frozen=True)
class Outcome:
    """What became of the changes of a game; from `lost` on, all must be 0."""

    kills: int
    acknowledged: int
    cut_off: int
    lost: int
    doubled: int
    numbers_twice: int
    leaks: int
    violations: int

    def __str__(self) -> str:
        return (
            f"{self.kills} kills: {self.acknowledged} changes acknowledged, {self.cut_off} cut off; lost {self.lost}, "
            f"doubled {self.doubled}, numbers given twice {self.numbers_twice}, cards leaked {self.leaks}, "
            f"not taken by Discord {self.violations}"
        )

    def __add__(self, other: Outcome) -> Outcome:
        pairs = zip(vars(self).values(), vars(other).values(), strict=True)
        return Outcome(*(one + another for one, another in pairs))


def report(kills: int) -> str:
    """Kill the bot some times; a line is printed for each game."""
    with tempfile.TemporaryDirectory() as folder:
        outcomes = asyncio.run(_printed(kills, Path(folder)))
    return f"all together, {sum(outcomes[1:], outcomes[0])}"


async def _printed(kills: int, folder: Path) -> list[Outcome]:
    outcomes = []
    async for outcome in games(kills, folder, random.Random()):  # noqa: S311 - moments
        print(outcome, flush=True)
        outcomes.append(outcome)
    return outcomes


async def games(kills: int, folder: Path, chance: random.Random) -> AsyncIterator[Outcome]:
    """Kill the bot of a folder some times; gives what became of each game."""
    for first in range(0, kills, OF_ONE_GAME):
        async with Discord() as discord:
            game = _Game(Place(discord, str(1000 + first)), chance)
            number_of_kills = min(OF_ONE_GAME, kills - first)
            for _ in range(number_of_kills):
                await game.is_played_until_a_kill(folder)
            yield await game.outcome(folder, number_of_kills)


class _Game:
    """A game as its players know it."""

    def __init__(self, table: Place, chance: random.Random) -> None:
        self._table = table
        self._chance = chance
        self._name = itertools.count().__next__
        self._changes: dict[str, Change] = {}
        self._cards: dict[int, str] = {}
        self._turned_up: set[int] = set()
        self._log: list[str] = []

    async def is_played_until_a_kill(self, folder: Path) -> None:
        """Start the bot, play, and kill it."""
        async with running(self._table.discord, folder, "run") as bot:
            await self._table.discord.received("OP 2")
            playing = [asyncio.create_task(self._play(who)) for who in PLAYERS]
            await asyncio.sleep(self._chance.uniform(0, LIFE))
            await bot.kill()
            for player in playing:
                player.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            self._log += bot.lines

    async def outcome(self, folder: Path, kills: int) -> Outcome:
        """Compare what is written down, and what was public, with what the players know."""
        discord = self._table.discord
        history, told = await self._written(folder)
        written = Counter(filter(None, map(_change, history)))
        first = [recorded.event.first for recorded in history if isinstance(recorded.event, Added)]
        acknowledged = {self._changes[done] for done in self._changes if discord.interactions[done].answered}
        cards_lost = sum(told.get(number) != card for number, card in self._cards.items())
        return Outcome(
            kills,
            len(acknowledged),
            len(self._changes) - len(acknowledged),
            len(acknowledged - written.keys()) + cards_lost,
            sum(count - 1 for count in written.values()),
            len(first) - len(set(first)),
            sum(1 for _ in self._leaks()),
            len(discord.violations),
        )

    async def _play(self, who: dict[str, Any]) -> None:
        """One change after the other."""
        own: list[int] = []
        while True:
            await asyncio.sleep(self._chance.uniform(0, HESITATION))
            name = self._name()
            if not own or self._chance.random() < 0.5:
                card = f"Secret{name}s"
                answer = await self._does(("add", f"m{name}"), who, how="manifest", marker=f"m{name}", card=card)
                [(number, _)] = numbers(answer["content"])
                own.append(number)
                self._cards[number] = card
            elif self._chance.random() < 0.7:
                await self._does(("mark", f"t{name}"), who, number=self._chance.choice(own), text=f"t{name}")
            else:
                number = own.pop(self._chance.randrange(len(own)))
                self._turned_up.add(number)
                await self._does(("turnup", str(number)), who, number=number)

    async def _does(self, change: Change, who: dict[str, Any], **options: Any) -> dict[str, Any]:
        done = await self._table.plays(change[0], who=who, **options)
        self._changes[done] = change
        return await self._table.answer(done)

    async def _written(self, folder: Path) -> tuple[tuple[Recorded, ...], dict[int, str | None]]:
        """The events of the game, and the cards that were told, by number; of a copy, so that the bot mends its own."""
        with tempfile.TemporaryDirectory() as other:
            _copy(folder, other)
            async with open_store(str(Path(other, DATABASE))) as store:
                table = await store.games.find(int(self._table.channel_id))
                if table is None:
                    return (), {}
                return await store.games.history(table), dict(_cards(await store.games.told(table)))

    def _leaks(self) -> Iterator[str]:
        """The secret cards that anybody, or the host in the log, could read although nobody turned them up."""
        allowed = {self._cards[number] for number in self._turned_up}
        for text in (*self._log, *map(str, self._public())):
            yield from (card for card in re.findall(r"Secret\d+s", text) if text in self._log or card not in allowed)

    def _public(self) -> Iterator[Any]:
        """The bodies of what everybody could see."""
        for call, body in self._table.discord.requests:
            message = body["data"] if call.endswith("/callback") else body
            if call.startswith(("POST", "PATCH")) and message.get("flags") != EPHEMERAL:
                yield message


def _copy(folder: Path, other: str) -> None:
    for file in folder.glob(f"{DATABASE}*"):
        shutil.copy(file, other)


def _change(recorded: Recorded) -> Change | None:
    match recorded.event:
        case Added(marker=str(marker)):
            return "add", marker
        case Marked(text=str(text)):
            return "mark", text
        case TurnedUp(showing):
            return "turnup", str(showing.number)
    return None


def _cards(told: list[tuple[Recorded, Told | None]]) -> Iterator[tuple[int, str | None]]:
    for recorded, secret in told:
        if isinstance(recorded.event, Added) and secret is not None:
            yield recorded.event.first, secret.card

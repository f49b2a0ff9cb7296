"""What a change of a table costs in the bot itself: checking it, writing it down, its words, its secrets, its board."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from bot.facedown import moves
from bot.facedown.causes import Cause
from bot.facedown.hidden import fold_secrets, may_look
from bot.store import open_store
from bot.table import render

PLAYERS = 8
CHANGES = 600


def report() -> str:
    """How long a change takes in a game that grows to 200 face-down permanents and 600 changes."""
    times = asyncio.run(_play())
    parts = (("first", sorted(times[:100])), ("last", sorted(times[-100:])))
    return "\n".join(
        f"a change of a table ({name} 100 of {CHANGES}): median {statistics.median(part):.2f} ms, "
        f"99 % {part[int(len(part) * 0.99)]:.2f} ms"
        for name, part in parts
    )


async def _play() -> list[float]:
    times = []
    with tempfile.TemporaryDirectory() as folder:
        async with open_store(str(Path(folder) / "bench.sqlite3")) as store:
            table = await store.games.start(1, 2, "en")
            for number in range(CHANGES):
                player = 100 + number % PLAYERS
                before = time.perf_counter()
                if number % 3 == 0:
                    event, told = moves.add(
                        table.game, player, how=Cause.MANIFEST, card="Abzan Guide", source="Cloudform"
                    )
                else:
                    event, told = moves.mark(table.game, number // 3 + 1, tapped=True, text="seen"), None
                table, recorded = await store.games.record(table, event, player, told)
                render.teller("en").happened(recorded)
                may_look(table.game, fold_secrets(await store.games.told(table)), player)
                render.board(table.game, "en", 0)
                times.append((time.perf_counter() - before) * 1000)
    return times

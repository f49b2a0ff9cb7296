"""How long the advisor takes for a scenario, from its JSON to that of the answer."""

from __future__ import annotations

import json
import statistics
import time

from bot.facedown.answer import as_object
from bot.facedown.reader import read
from bot.facedown.ways import advise
from tests.ways_cases import HANDED, OWN

ROUNDS = 20


def milliseconds() -> list[float]:
    """The time of each call, in order of size, over all the cases of the tests."""
    times = []
    for raw in [json.dumps(case.scenario).encode() for case in (*HANDED, *OWN)] * ROUNDS:
        before = time.perf_counter()
        json.dumps(as_object(advise(read(raw))), ensure_ascii=False)
        times.append((time.perf_counter() - before) * 1000)
    return sorted(times)


def report() -> str:
    """One line."""
    times = milliseconds()
    share = times[int(len(times) * 0.99)]
    return f"The advisor, a call: median {statistics.median(times):.3f} ms, 99 % {share:.3f} ms ({len(times)} calls)"

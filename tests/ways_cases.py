"""The cases of the advisor: scenarios with the answers that a judge gives, from `data/ways`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "data" / "ways"
CERTAINTIES = {"H", "M"}


@dataclass(frozen=True)
class Case:
    """One case.

    Attributes:
        id: what it is about.
        certainty: how sure the judge is: `H` or `M`; None for our own cases.
        scenario: what stands on standard input.
        expected: what the answer must hold; where it says nothing of rules and topics, those are free.
        rules: numbers that the answer must cite, others beside them.
        beyond: numbers that the judge named, too, and that no answer cites: they are about something else.
    """

    id: str
    certainty: str | None
    scenario: dict[str, Any]
    expected: dict[str, Any]
    rules: tuple[str, ...]
    beyond: tuple[str, ...]


def load(name: str) -> list[Case]:
    """The cases of a file."""
    entries = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))["cases"]
    return [
        Case(
            id=entry["id"],
            certainty=entry.get("certainty"),
            scenario=entry["scenario"],
            expected=_expected(entry["expect"]),
            rules=tuple(entry.get("rules", ())),
            beyond=tuple(entry.get("beyond", ())),
        )
        for entry in entries
    ]


def _expected(written: dict[str, Any]) -> dict[str, Any]:
    return written | {"ways": [_way(way) for way in written["ways"]]}


def _way(written: dict[str, Any]) -> dict[str, Any]:
    """`{morph: "{2}"}` as the answer prints it."""
    counter = written.get("counter", False)
    [(way, cost)] = [item for item in written.items() if item[0] != "counter"]
    return {"way": way, "cost": cost, "counter": counter}


HANDED = load("handed.yaml")
OWN = load("own.yaml")

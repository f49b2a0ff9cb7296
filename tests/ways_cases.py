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
    """

    id: str
    certainty: str | None
    scenario: dict[str, Any]
    expected: dict[str, Any]


def load(name: str) -> list[Case]:
    """The cases of a file."""
    entries = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))["cases"]
    return [
        Case(entry["id"], entry.get("certainty"), entry["scenario"], _expected(entry["expect"])) for entry in entries
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

"""Numbered SQL files that bring a database to the newest schema; `PRAGMA user_version` counts those applied."""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def files(folder: Path) -> tuple[Path, ...]:
    """The migrations of a folder in order; the first brings an empty database to schema 1."""
    found = sorted(folder.glob("*.sql"))
    for number, file in enumerate(found, start=1):
        if not re.match(rf"{number:04d}_[a-z_]+\.sql\Z", file.name):
            raise RuntimeError(f"migration {file.name} should be number {number:04d}")
    return tuple(found)


def statements(file: Path) -> Iterator[str]:
    """The statements of a migration; `executescript` would end the transaction that they belong to."""
    statement = ""
    for part in file.read_text(encoding="utf-8").rstrip().removesuffix(";").split(";"):
        statement += f"{part};"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""

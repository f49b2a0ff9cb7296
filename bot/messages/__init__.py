"""The bot's own sentences: one catalogue per language in this folder, read once, looked up by key."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bot.languages import BY_CODE
from bot.yamltree import Mapping, Scalar, Sequence, read

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable

    from bot.yamltree import Node

_FOLDER = Path(__file__).parent
_WITHOUT_PLURAL = frozenset({"zh-CN", "ko"})

Entry = str | dict[str, str] | tuple[str, ...]
"""A sentence, a sentence by plural form (`one`, `other`), or a list (the months)."""


@dataclass(frozen=True, slots=True)
class Messages:
    """The sentences of one language.

    Attributes:
        language: its code.
        entries: the sentences by dotted key.
    """

    language: str
    entries: dict[str, Entry]

    def __call__(self, key: str, **values: str | int) -> str:
        """The sentence of a key with its placeholders filled in; `count` picks the plural form.

        Raises:
            KeyError: there is no such key, or a placeholder has no value: a mistake in the code.
        """
        entry = self.entries[key]
        if isinstance(entry, dict):
            singular = values["count"] == 1 and self.language not in _WITHOUT_PLURAL
            entry = entry["one" if singular else "other"]
        if isinstance(entry, tuple):
            raise KeyError(key)
        return entry.format(**values)

    def listing(self, items: Iterable[str]) -> str:
        """Some words as a list."""
        return functools.reduce(lambda rest, last: self("list.grown", rest=rest, last=last), items)

    def date(self, date: datetime.date) -> str:
        """A date as it is written in the language."""
        months = self.entries["date.months"]
        return self(
            "date.format",
            day=date.day,
            month=months[date.month - 1] if isinstance(months, tuple) else "",
            number=date.month,
            year=date.year,
        )


@cache
def of(language: str) -> Messages:
    """The catalogue of a language.

    Args:
        language: one of `bot.languages.CODES`.
    """
    if language not in BY_CODE:
        raise KeyError(language)
    node = read(_FOLDER / f"{language}.yaml")
    return Messages(language, dict(_flatten(node, "")))


def _flatten(node: Node, key: str) -> list[tuple[str, Entry]]:
    match node:
        case Scalar(value):
            return [(key, value)]
        case Sequence(items):
            return [(key, tuple(item.value for item in items if isinstance(item, Scalar)))]
        case Mapping(entries):
            if set(entries) == {"one", "other"}:
                return [(key, {form: leaf.value for form, leaf in entries.items() if isinstance(leaf, Scalar)})]
            return [
                flat for name, child in entries.items() for flat in _flatten(child, f"{key}.{name}" if key else name)
            ]

"""Where in the files the values of a corpus stand, so that a problem found later can name its line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.corpus.model import Text
    from bot.yamlfields import Fields

Place = tuple[str, int]
"""File and line."""


@dataclass(slots=True)
class Places:
    """The file and line of every entry, of its fields, of every text and of every list of questions."""

    entries: dict[tuple[str, str], Fields] = field(default_factory=dict)
    texts: dict[int, Fields] = field(default_factory=dict)
    asked: dict[tuple[str, str, str], Place] = field(default_factory=dict)

    def remember(self, kind: str, entry_id: str, fields: Fields) -> None:
        """Note where an entry stands."""
        self.entries.setdefault((kind, entry_id), fields)

    def remember_text(self, text: Text, fields: Fields) -> None:
        """Note where a text stands; texts are told apart by identity, two may be equal by mistake."""
        self.texts[id(text)] = fields

    def spoilt(self, kind: str, entry_id: str) -> bool:
        """Whether an entry has fields that could not be read: nothing more is to be said about it then."""
        return self.entries[kind, entry_id].spoilt

    def of(self, kind: str, entry_id: str, key: str = "id") -> Place:
        """The place of a field of an entry, by default of its id."""
        fields = self.entries[kind, entry_id]
        return fields.path, fields.line_of(key)

    def of_text(self, text: Text, key: str = "text") -> Place:
        """The place of a field of a text."""
        fields = self.texts[id(text)]
        return fields.path, fields.line_of(key)

"""How names are spelt for searching: folded, in units, so that however people write a name it is the same string."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.corpus.fold import units

if TYPE_CHECKING:
    from bot.corpus.fold import Folding

_BETWEEN_FACES = "//"
"""People leave out the spaces around it."""
_POSSESSIVE = re.compile(r"['’‘`´]s\b", re.IGNORECASE)


def spell(folding: Folding, text: str) -> str:
    """The spelling of a name or of what somebody typed: its units with spaces between them.

    What has no letter or digit (there is a card called _____) is spelt as it stands. A card that is printed on both
    sides has one name, which may stand twice: A // A is A.
    """
    halves = {_spelt(folding, half) for half in text.split(_BETWEEN_FACES)}
    return halves.pop() if len(halves) == 1 else _spelt(folding, text)


def _spelt(folding: Folding, text: str) -> str:
    folded = " ".join(units(folding.fold(text)))
    # What was not valid UTF-8 has become halves of characters, which no database takes.
    return folded or "".join(text.casefold().split()).encode(errors="ignore").decode()


def spellings(folding: Folding, name: str) -> tuple[str, ...]:
    """The spellings that find a name: where it has a possessive, also that of people who leave the apostrophe out."""
    usual = spell(folding, name)
    joined = spell(folding, _POSSESSIVE.sub("s", name))
    return (usual,) if joined == usual else (usual, joined)

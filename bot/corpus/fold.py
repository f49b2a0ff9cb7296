"""Folding: two ways of writing the same thing become the same string, in every language that is searched."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_QUESTION = 2000
"""Characters of a question that are looked at; Discord lets nobody type more into an option than 6000."""

_POSSESSIVE = re.compile(r"'s\b")
_APOSTROPHES = "'’‘`"
_WORD = re.compile(r"[+-]\d/[+-]\d|\d/\d|[^\W_]+")
_LATIN_END = "\u0250"
_LETTERS = {"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "đ": "d", "þ": "th", "ł": "l", "ħ": "h", "ŧ": "t", "ı": "i"}
"""Latin letters that cannot be taken apart, as people write them who do not have them."""


class Folding:
    """Folds text; built once with the traditional characters that stand for simplified ones."""

    def __init__(self, variants: Mapping[str, str]) -> None:
        self._table = _Table({ord(traditional): simplified for traditional, simplified in variants.items()})
        self._table.update(dict.fromkeys(map(ord, _APOSTROPHES), "'"))
        self._known: dict[str, str] = {}

    def fold(self, text: str) -> str:
        """Fold case, width, accents and ligatures of Latin letters, traditional characters, quotes and punctuation.

        What is left are words, single spaces between them. `{3}` becomes a number, `2/2` and `+1/+1` stay whole,
        a possessive is left out (Ixidron's → ixidron), any other apostrophe joins (don't → dont), everything else
        that is no letter or digit separates. Invisible characters (zero width, direction marks) vanish, as they do
        for the reader.
        """
        text = text[:MAX_QUESTION]
        if text.isascii():  # as half of the corpus is: there is nothing more to fold in it
            text = text.lower().replace("`", "'")
        else:
            # NFKC would make a space and an accent of ´, which people type for an apostrophe.
            text = unicodedata.normalize("NFKC", text.replace("´", "'")).casefold().translate(self._table)
        if "'" in text:
            text = _POSSESSIVE.sub("", text).replace("'", "")
        return " ".join(_WORD.findall(text))

    def fold_data(self, text: str) -> str:
        """The same for what stands in the corpus and is folded again and again: it is worked out once."""
        if text not in self._known:
            self._known[text] = self.fold(text)
        return self._known[text]


class _Table(dict[int, str]):
    """A table for `str.translate` that works out each character the first time it is seen."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _fold_character(chr(code))
        return folded


def _fold_character(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Cc":
        return " "
    if category in ("Cf", "Cs", "Co", "Mn") or "\ufe00" <= char <= "\ufe0f":
        return ""
    if "\x7f" < char < _LATIN_END:
        # Hangul would fall apart into its letters, so only Latin is taken apart.
        base = unicodedata.normalize("NFD", char)[0]
        return _LETTERS.get(base, base)
    return char


_UNIT = re.compile(r"[a-z0-9+/-]+|\S")


def units(folded: str) -> tuple[str, ...]:
    """The units in which phrases are matched: a Latin word or number, or one Chinese or Korean character.

    Spaces vanish between characters, so Korean is found however it is spaced.
    """
    return tuple(folded.split() if folded.isascii() else _UNIT.findall(folded))

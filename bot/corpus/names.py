"""Card names that nobody listed: recognised by how they are written, so that their words do not mislead.

Who asks about Spell Queller does not ask about spells. Latin names in capitals inside a sentence are recognised; a
name typed in small letters, or in a script without capitals, is not.
"""

from __future__ import annotations

import re
import unicodedata

# A word with a small letter somewhere. What is taken is not given back: people can type what makes a pattern that
# tries again and again run for seconds.
_WORD = r"[A-ZÀ-ÖØ-Þ](?=[\w'’-]*?[a-zß-öø-ÿ])[\w'’-]*+"
_JOINER = r"(?:of|the|to|in|for|and|with|from|de|del|da|do|dos|das|la|las|los|el|e|y)"
_NAME = re.compile(rf"{_WORD}(?:,?\s+(?:{_JOINER}\s+){{0,2}}{_WORD})+")


def names_in(text: str) -> list[str]:
    """What looks like the name of a card: two or more capitalised words in a row, but for small joining words.

    The first word of a sentence is capitalised anyway; it counts only as a part of such a row. Words in capitals
    throughout (ETB, DFC, somebody shouting) are no names.
    """
    return [match.group() for match in _NAME.finditer(unicodedata.normalize("NFC", text))]

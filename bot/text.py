"""Text cut and cleaned for where it is shown."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SENTENCE_END = re.compile(r"(?<=[.!?])[”\"')\]]*\s+|(?<=[。！？])[”」』）]*")


def pages(text: str, limit: int) -> tuple[str, ...]:
    """Cut a text into pages of at most `limit` characters, at sentence ends where there are any.

    A sentence longer than a page is cut at a space, a word longer than a page anywhere. Joining the pages gives
    the text back but for the white space at the cuts.
    """
    cut: list[str] = []
    rest = text.strip()
    while len(rest) > limit:
        ends = [match.end() for match in _SENTENCE_END.finditer(rest, 0, limit + 1) if match.end() <= limit + 1]
        end = max((end for end in ends if 0 < len(rest[:end].rstrip()) <= limit), default=0)
        if not end:
            end = rest.rfind(" ", 1, limit + 1)
        if end <= 0:
            end = limit
        cut.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return (*cut, rest) if rest or not cut else tuple(cut)


def line_pages(lines: Iterable[str], limit: int) -> tuple[str, ...]:
    """Put whole lines onto pages of at most `limit` characters; a longer line is cut."""
    filled: list[str] = []
    for line in lines:
        cut = shorten(line, limit)
        if filled and len(filled[-1]) + 1 + len(cut) <= limit:
            filled[-1] += f"\n{cut}"
        else:
            filled.append(cut)
    return tuple(filled)


def group_pages(groups: Iterable[tuple[str, Sequence[str]]], limit: int) -> tuple[str, ...]:
    """Put groups of lines onto pages of at most `limit` characters; each page says which group its lines belong to.

    Args:
        groups: each a heading and its lines; a heading never stands without a line of its own.
        limit: characters of a page; a line with its heading that is longer is cut.
    """
    filled: list[str] = []
    for heading, lines in groups:
        is_new = True
        for line in lines:
            block = f"{heading}\n{line}" if is_new else line
            if filled and len(filled[-1]) + 1 + len(block) <= limit:
                filled[-1] += f"\n{block}"
            else:
                filled.append(shorten(f"{heading}\n{line}", limit))
            is_new = False
    return tuple(filled)


def shorten(text: str, limit: int) -> str:
    """Cut a text to `limit` characters, with an ellipsis where something was cut."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def beginning(text: str, limit: int) -> str:
    """The whole sentences with which a text begins, as many as fit into `limit` characters, and an ellipsis for more.

    A first sentence that is too long is cut at a space.
    """
    return text if len(text) <= limit else f"{pages(text, limit - 2)[0]} …"


def one_line(text: str, limit: int) -> str:
    """What a person calls themselves, fit for the middle of a line: no breaks, no invisible or direction marks."""
    kept = "".join(" " if char.isspace() else char for char in text if char.isprintable() or char.isspace())
    return shorten(" ".join(kept.split()), limit)


def same_letters(one: str, other: str) -> bool:
    """Whether two texts say the same but for case, spaces, punctuation and typographic forms."""
    return letters(one) == letters(other)


def letters(text: str) -> str:
    """The letters and digits of a text alone, without case and typographic forms."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).casefold())

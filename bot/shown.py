"""What a message shows, small enough to travel in a button.

Topics and mechanics are written as short keys of their ids, so that the whole value fits into the 100 characters
of a component's `custom_id` and into one column of the database, and outlives restarts and new topics.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.corpus.keys import KEY_LENGTH, short_key
from bot.languages import CODES

if TYPE_CHECKING:
    from bot.corpus.search import Found

MAX_CHOICES = 6
"""Topics found (the best and five others), or mechanics offered with a refusal."""

_KEY = rf"[0-9a-f]{{{KEY_LENGTH}}}"
_CODE = "|".join(CODES)
PATTERN = (
    rf"(?P<mechanic>{_KEY})?~(?P<choices>(?:{_KEY}){{0,{MAX_CHOICES}}})"
    rf"~(?P<open>{_KEY})?~(?P<language>{_CODE})~(?P<second>{_CODE})?~(?P<page>\d{{1,2}})~(?P<menu>m?)(?P<pair>p?)"
)
"""The written form, as a regular expression for `DynamicItem` templates."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a message shows.

    Attributes:
        mechanic: the short key of the mechanic whose overview was asked for; its topics are then the choices.
        choices: otherwise the short keys of the topics found, the best first, or of the mechanics that a refusal
            offers.
        open: the short key of the topic that is open; None while the overview itself is.
        language: the language wanted.
        second: a second language beside it, for a bilingual answer.
        page: the page of a long text, from 0.
        pair: whether the first two choices come so near that both are shown.
        menu: whether a menu of languages stands under it, because flags cannot.
    """

    mechanic: str | None
    choices: tuple[str, ...]
    open: str | None
    language: str
    second: str | None = None
    page: int = 0
    pair: bool = False
    menu: bool = False

    @property
    def languages(self) -> tuple[str, ...]:
        """The one or two languages that it shows."""
        return (self.language, self.second) if self.second else (self.language,)

    @classmethod
    def of(cls, found: Found, language: str) -> Shown:
        """What shows what was found: the overview, the best topic with the other good ones, or the refusal."""
        if found.mechanic is not None:
            return cls(short_key(found.mechanic.id), (), None, language)
        if not found.hits:
            return cls(None, tuple(short_key(mechanic.id) for mechanic in found.nearest), None, language)
        keys = tuple(short_key(hit.topic.id) for hit in found.good[:MAX_CHOICES])
        return cls(None, keys, keys[0], language, pair=found.is_close)

    def encode(self) -> str:
        """The written form, at most 68 characters."""
        return "~".join(
            (
                self.mechanic or "",
                "".join(self.choices),
                self.open or "",
                self.language,
                self.second or "",
                str(self.page),
                ("m" if self.menu else "") + ("p" if self.pair else ""),
            )
        )

    @classmethod
    def decode(cls, written: str) -> Shown | None:
        """The value of a written form; None when it is none of ours (somebody made up a `custom_id`)."""
        match = re.fullmatch(PATTERN, written)
        return cls.from_match(match) if match else None

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Shown:
        """The value of a match of `PATTERN`, or of a longer pattern that contains it."""
        choices = match["choices"]
        return cls(
            mechanic=match["mechanic"],
            choices=tuple(choices[start : start + KEY_LENGTH] for start in range(0, len(choices), KEY_LENGTH)),
            open=match["open"],
            language=match["language"],
            second=match["second"],
            page=int(match["page"]),
            pair=match["pair"] == "p",
            menu=match["menu"] == "m",
        )

    def opened(self, topic: str | None) -> Shown:
        """The same choices with another one open, at its first page."""
        return replace(self, open=topic, pair=False, page=0)

    def overview(self, mechanic: str) -> Shown:
        """The overview of a mechanic instead, under the same message."""
        return replace(self, mechanic=mechanic, choices=(), open=None, pair=False, page=0)

    def turned(self, language: str, second: str | None = None) -> Shown:
        """The same in another language, or in two side by side, at its first page."""
        return replace(self, language=language, second=None if second == language else second, page=0)

    def at_page(self, page: int) -> Shown:
        """The same at another page."""
        return replace(self, page=page)

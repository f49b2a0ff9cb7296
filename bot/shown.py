"""What a message shows, small enough to travel in a button.

Topics and mechanics are written as short keys of their ids, cards as the bytes of their keys, so that the whole value
fits into the 100 characters of a component's `custom_id` and into one column of the database, and outlives restarts,
new topics and new imports of the library.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.corpus.keys import KEY_LENGTH, short_key
from bot.languages import CODES
from bot.library.records import OWN_KEY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.corpus.search import Found

MAX_CHOICES = 6
"""Topics and rulings found (the best and five others), or mechanics offered with a refusal."""

_KEY = rf"[0-9a-f]{{{KEY_LENGTH}}}"
_CODE = "|".join(CODES)
PATTERN = (
    rf"(?P<mechanic>{_KEY})?~(?P<choices>(?:{_KEY}){{0,{MAX_CHOICES}}})"
    rf"~(?P<open>{_KEY})?~(?P<language>{_CODE})~(?P<second>{_CODE})?~(?P<page>\d{{1,2}})~(?P<menu>m?)(?P<pair>p?)"
    r"(?:~(?P<card>o[A-Za-z0-9_-]{22}|n[A-Za-z0-9_-]{16}))?"
)
"""The written form, as a regular expression for `DynamicItem` templates."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a message shows.

    Attributes:
        mechanic: the short key of the mechanic whose overview was asked for; its topics are then the choices.
        choices: otherwise the short keys of what was found, the best first: topics, and rulings of the card; or of the
            mechanics that a refusal offers.
        open: the short key of the topic that is open; None while the overview itself is, or the card.
        language: the language wanted.
        second: a second language beside it, for a bilingual answer.
        page: the page of a long text, from 0.
        pair: whether the first two choices come so near that both are shown.
        menu: whether a menu of languages stands under it, because flags cannot.
        card: the key of the card that was asked for or named; its rulings are shown while nothing is open.
    """

    mechanic: str | None
    choices: tuple[str, ...]
    open: str | None
    language: str
    second: str | None = None
    page: int = 0
    pair: bool = False
    menu: bool = False
    card: str | None = None

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

    @classmethod
    def of_card(cls, card: str, language: str, answering: Iterable[str] = ()) -> Shown:
        """What shows the rulings of a card.

        Args:
            card: the key of the card.
            language: the language wanted.
            answering: the short keys of those of its rulings that answer the question, the best first.
        """
        return cls(None, tuple(answering)[:MAX_CHOICES], None, language, card=card)

    def beside_card(self, card: str, answering: Iterable[str]) -> Shown:
        """The same with a card that the question names, and with those of its rulings that answer it, too.

        The best of them is shown beside the topic: it tells more about the question than a second topic that comes as
        near, which gives way.
        """
        own = tuple(answering)
        keys = (*self.choices[:1], *own[:1], *self.choices[1:], *own[1:])
        choices = tuple(dict.fromkeys(keys))[:MAX_CHOICES]
        return replace(self, card=card, choices=choices, pair=self.pair or bool(own))

    def encode(self) -> str:
        """The written form, at most 86 characters."""
        return "~".join(
            (
                self.mechanic or "",
                "".join(self.choices),
                self.open or "",
                self.language,
                self.second or "",
                str(self.page),
                ("m" if self.menu else "") + ("p" if self.pair else ""),
                *((_packed(self.card),) if self.card else ()),
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
            card=_unpacked(match["card"]) if match["card"] else None,
        )

    def opened(self, topic: str | None) -> Shown:
        """The same choices with another one open, at its first page."""
        return replace(self, open=topic, pair=False, page=0)

    def overview(self, mechanic: str) -> Shown:
        """The overview of a mechanic instead, under the same message."""
        return replace(self, mechanic=mechanic, choices=(), open=None, pair=False, page=0, card=None)

    def turned(self, language: str, second: str | None = None) -> Shown:
        """The same in another language, or in two side by side, at its first page."""
        return replace(self, language=language, second=None if second == language else second, page=0)

    def at_page(self, page: int) -> Shown:
        """The same at another page."""
        return replace(self, page=page)


def _packed(card: str) -> str:
    """The key of a card by its bytes: an oracle id has 16, one of our own 12."""
    letter, digits = ("n", card.removeprefix(OWN_KEY)) if card.startswith(OWN_KEY) else ("o", card.replace("-", ""))
    return letter + base64.urlsafe_b64encode(bytes.fromhex(digits)).decode().rstrip("=")


def _unpacked(written: str) -> str:
    digits = base64.urlsafe_b64decode(written[1:] + "==").hex()
    if written[0] == "n":
        return OWN_KEY + digits
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))

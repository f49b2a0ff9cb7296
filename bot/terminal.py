"""Answers as they stand in a terminal."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from bot import messages
from bot.corpus.reading import read
from bot.languages import BY_CODE
from bot.text import one_line
from bot.wording import (
    footer,
    honesty,
    how_translated,
    note_in,
    published,
    rules_line,
    ruling_in,
    told_apart,
    what_it_is,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.cards import Sheet
    from bot.corpus.model import Corpus, Mechanic, Topic
    from bot.corpus.reading import Reading
    from bot.corpus.search import Found
    from bot.library.model import Ruling

NAME = 100
"""Characters of a name that are repeated to whoever typed it."""
WIDTH = 92
"""Columns at most: longer lines are hard to read."""
_BOLD, _DIM, _PLAIN = "\033[1m", "\033[2m", "\033[0m"


class Terminal:
    """Lays answers out for a terminal of some width, with or without colour."""

    def __init__(self, language: str, *, width: int = WIDTH, colour: bool = False) -> None:
        self.language = language
        self.say = messages.of(language)
        self.width = max(30, min(width, WIDTH))
        self.colour = colour

    def answer(self, found: Found, corpus: Corpus, top: int) -> str:
        """A question's answer: the best ruling with the titles of the others, an overview, or a refusal."""
        if found.mechanic is not None:
            lines = self._overview(found.mechanic, found)
        elif found.hits:
            first = found.hits[0].topic
            lines = self._ruling(read(first, self.language), corpus)
            others = [hit.topic for hit in found.good[1:top]]
            if found.is_close and others:
                second = others.pop(0)
                lines += ["", *self._wrapped(told_apart(first, second, corpus, self.say)), ""]
                lines += self._ruling(read(second, self.language), corpus)
            if others:
                lines += ["", self.say("answer.see_also"), *self._titles(others), ""]
                lines += self._wrapped(self.say("overview.titles"), indent="  ", style=_DIM)
        else:
            lines = self._refusal(found)
        return "\n".join(lines)

    def card(self, sheet: Sheet, notices: Sequence[str] = (), top: int | None = None, *, keys: bool = False) -> str:
        """A card with its rulings.

        Args:
            sheet: the card.
            notices: what is said about the answer.
            top: how many rulings are shown, None for all.
            keys: whether each ruling is shown with its key, by which the host can correct it.
        """
        lines = [*self._wrapped(sheet.card.name_in(self.language), style=_BOLD)]
        lines += [line for fact in what_it_is(sheet.card, self.language) for line in self._wrapped(fact, style=_DIM)]
        notices = [*notices, *how_translated(sheet, self.say)]
        lines += [line for notice in notices for line in self._wrapped(f"! {notice}")]
        if not sheet.rulings:
            lines += ["", *self._wrapped(self.say("card.no_rulings"))]
        for number, ruling in enumerate(sheet.rulings[:top]):
            if sheet.answering and number in (0, sheet.answering):
                lines += ["", *self._wrapped(self.say("card.rest" if number else "card.answering"), style=_BOLD)]
            lines += ["", *self._ruling_of_card(ruling, f"{number + 1}. ", ruling.key if keys else None)]
        return "\n".join(lines)

    def own_ruling(self, sheet: Sheet, ruling: Ruling) -> str:
        """A ruling of a card that a question names, to stand under the answer of the corpus."""
        title = self.say("card.own_ruling", card=sheet.card.name_in(self.language))
        return "\n".join([*self._wrapped(title, style=_BOLD), "", *self._ruling_of_card(ruling)])

    def no_such_card(self, name: str, near: Sequence[str]) -> str:
        """That there is no card of a name, with those that may be meant."""
        lines = self._wrapped(self.say("card.unknown", name=one_line(name, NAME)))
        if near:
            lines += self._wrapped(self.say("card.did_you_mean"))
            lines += [line for each in near for line in self._wrapped(each, indent="  ")]
        return "\n".join(lines)

    def _ruling_of_card(self, ruling: Ruling, number: str = "", key: str | None = None) -> list[str]:
        words, complete, about = ruling_in(ruling, self.say)
        about = f"{about} · {key}" if key else about
        lines = self._wrapped(f"{number}{words}", indent="  ")
        if complete is not None:
            lines += self._wrapped(f"{self.say('answer.complete')}:", indent="  ", style=_BOLD)
            lines += self._wrapped(complete, indent="  ")
        return [*lines, *self._wrapped(about, indent="  ", style=_DIM)]

    def _ruling(self, reading: Reading, corpus: Corpus) -> list[str]:
        lines = [*self._wrapped(reading.title, style=_BOLD), ""]
        lines += [*self._wrapped(reading.text.words, indent="  "), ""]
        notices = [line for notice in honesty(reading, self.say) for line in self._wrapped(f"! {notice}", indent="  ")]
        lines += [*notices, ""] if notices else []
        if reading.complete is not None:
            lines += self._wrapped(f"{self.say('answer.complete')}:", indent="  ", style=_BOLD)
            lines += [*self._wrapped(reading.complete.words, indent="  "), ""]
        if reading.note:
            lines += [*self._wrapped(f"{self.say('answer.note')}: {note_in(reading.note, self.say)}", indent="  "), ""]
        facts = [
            footer(reading.text, self.say),
            f"{self.say('answer.published')}: {published(reading.topic, reading.text, corpus, self.say)}",
            f"{self.say('answer.rules')}: {rules_line(reading.topic.rules, self.say)}",
        ]
        if reading.others:
            names = ", ".join(f"{BY_CODE[code].native_name} ({code})" for code in reading.others)
            facts.append(f"{self.say('answer.languages')}: {names}")
        for fact in facts:
            lines += self._wrapped(fact, indent="  ", style=_DIM)
        return lines

    def _overview(self, mechanic: Mechanic, found: Found) -> list[str]:
        title = mechanic.name_in(self.language)
        return [
            self._styled(title, _BOLD),
            "",
            self.say("overview.intro", count=len(found.hits)),
            *self._titles([hit.topic for hit in found.hits]),
            "",
            *self._wrapped(self.say("overview.titles"), indent="  ", style=_DIM),
        ]

    def _refusal(self, found: Found) -> list[str]:
        lines = [self.say("refusal.none" if found.question.units else "refusal.empty")]
        if found.nearest:
            names = self.say.listing(mechanic.name_in(self.language) for mechanic in found.nearest)
            lines.append(self.say("refusal.nearest", mechanics=names))
        return lines

    def _titles(self, topics: list[Topic]) -> list[str]:
        return [
            line
            for number, topic in enumerate(topics, start=1)
            for line in self._wrapped(f"{number:>2}. {topic.title[self.language]}", indent="  ")
        ]

    def _wrapped(self, text: str, *, indent: str = "", style: str = "") -> list[str]:
        return [self._styled(indent + line, style) for line in _wrap(text, self.width - len(indent))]

    def _styled(self, text: str, style: str) -> str:
        return f"{style}{text}{_PLAIN}" if self.colour and style else text


_WIDE = r"\u2e80-\u9fff\uff00-\uffef"
_BREAKABLE = re.compile(rf"(?:[{_WIDE}]|[^\s{_WIDE}]+)[，。；：、！？）」』”]*\s*")
"""What stays together on a line: a Chinese character or a word, with the closing signs after it."""


def _wrap(text: str, width: int) -> Iterator[str]:
    """Wrap by columns: at spaces, and between Chinese characters, which have none."""
    line = ""
    for part in _BREAKABLE.findall(text):
        if line and columns(line + part.rstrip()) > width:
            yield line.rstrip()
            line = ""
        line += part
    if line:
        yield line.rstrip()


def columns(text: str) -> int:
    """The columns that a text takes in a terminal."""
    return sum(2 if _is_wide(char) else 1 for char in text)


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"

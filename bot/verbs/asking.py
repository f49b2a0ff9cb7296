"""What `ask` does: a question or a card in, the answer for a program or for a person out."""

from __future__ import annotations

import re
from contextlib import closing, contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any

from bot import cards, config, messages
from bot.corpus.explain import explain as explained
from bot.corpus.open import open_judge
from bot.corpus.reading import read
from bot.errors import JudgeError
from bot.languages import ENGLISH, guess
from bot.library import Library
from bot.library.corrections import load
from bot.library.records import Source
from bot.paths import rulings_folder
from bot.terminal import Terminal
from bot.wording import of_a_machine

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bot.corpus.reading import Reading
    from bot.corpus.search import Judge
    from bot.library.model import Found, Ruling

TOP = 3
"""Answers that a question gets when nothing else is said."""
PROVENANCE = {Source.WOTC: "source", Source.SCRYFALL: "scryfall", Source.UNSTATED: "unstated"}
"""Who wrote an imported ruling; as of the corpus, `source` is an English ruling itself."""


@contextmanager
def opened(file: Path | None) -> Iterator[tuple[Judge, Library]]:
    """The judge, and the library that a configuration names."""
    host = config.load(file)
    judge = open_judge(rulings_folder())
    corrections = load(host.corrections) if host.corrections else None
    with closing(Library(host.library, judge, corrections)) as library:
        yield judge, library


class Asking:
    """Answers questions, and tells of cards.

    Attributes:
        language: that of the answers; None for that of each question.
        top: how many answers are given; None for as many as are usual.
    """

    def __init__(self, judge: Judge, library: Library, *, language: str | None, top: int | None) -> None:
        self.language = language
        self.top = top
        self._judge = judge
        self._library = library

    def document(self, question: str | None, name: str | None = None) -> dict[str, Any]:
        """The answers as `--json` prints them, the best first.

        Args:
            question: what is asked, if anything.
            name: the card that is asked about, if one is.

        Raises:
            JudgeError: a card is asked for, and none were imported.
        """
        # What was not valid UTF-8 in an argument has become lone surrogates, which cannot be printed.
        asked = re.sub("[\ud800-\udfff]", "\ufffd", _asked(question, name))
        language = self.language or guess(asked)
        if name is None:
            answers = islice(self._on_question(question or "", language), self.top or TOP)
        else:
            answers = islice(self._on_card(self._find(name, language), question, language), self.top)
        return {"question": asked, "language": language, "answers": list(answers)}

    def text(
        self, question: str | None, name: str | None, *, explain: bool, width: int, colour: bool
    ) -> tuple[str, bool]:
        """The answer as it stands in a terminal, and whether it is one.

        Raises:
            JudgeError: a card is asked for, and none were imported.
        """
        terminal = Terminal(self.language or guess(_asked(question, name)), width=width, colour=colour)
        if name is not None:
            return self._card_text(terminal, name, question, explain=explain)
        text, is_answer = self._question_text(terminal, question or "")
        if explain:
            text += "\n\n" + "\n".join(explained(self._judge, self._judge.search(question or "")))
        return text, is_answer

    def _question_text(self, terminal: Terminal, question: str) -> tuple[str, bool]:
        found = self._judge.search(question)
        answer = terminal.answer(found, self._judge.corpus, self.top or TOP)
        named = cards.named(self._library, self._judge, question, terminal.language, found)
        if named is None:
            return answer, bool(found.hits)
        if named.is_all or not found.hits:
            sheet = cards.sheet(self._library, named.card.key, named.answering)
            notices = [] if named.is_all else [terminal.say("card.named")]
            return (terminal.card(sheet, notices, self.top), True) if sheet else (answer, False)
        sheet = cards.sheet(self._library, named.card.key, named.own)
        own = sheet.own(named.own) if sheet else None
        return (f"{answer}\n\n{terminal.own_ruling(sheet, own)}" if sheet and own else answer), True

    def _card_text(self, terminal: Terminal, name: str, question: str | None, *, explain: bool) -> tuple[str, bool]:
        found = self._find(name, terminal.language)
        if found.card is None:
            return terminal.no_such_card(name, [each.label for each in found.others]), False
        answering = () if question is None else cards.answering(self._library, found.card, question)
        sheet = cards.sheet(self._library, found.card.key, answering)
        if sheet is None:
            return terminal.no_such_card(name, []), False
        notices = []
        if found.others:
            others = terminal.say.listing(each.label for each in found.others)
            notices.append(terminal.say("card.others", cards=others))
        if question is not None and sheet.rulings and not answering:
            notices.append(terminal.say("card.nothing_fits"))
        return terminal.card(sheet, notices, self.top, keys=explain), True

    def _find(self, name: str, language: str) -> Found:
        found = self._library.find(name, language)
        if found.card is None and self._library.summary() is None:
            raise JudgeError("There is no library of cards yet; make one with `python -m bot import FILE…`.")
        return found

    def _on_question(self, question: str, language: str) -> Iterator[dict[str, Any]]:
        """The topics of the corpus, then the own rulings of the card that is named.

        Where the corpus has no answer, a ruling of the card must be a firm one: a program is shown no caveats.
        """
        found = self._judge.search(question)
        named = cards.named(self._library, self._judge, question, language, found)
        if named is not None and named.is_all:
            yield from self._rulings(((ruling, 1.0) for ruling in self._library.rulings(named.card)), language)
            return
        for hit in found.hits:
            yield _answer(read(hit.topic, language), hit.score)
        if named is not None:
            least = cards.BESIDE if found.hits else cards.FIRM
            scored = cards.ranked(self._library, named.card, question, found)
            # Beside its own answer, the corpus has weighed the rulings of its topics itself.
            kept = (each for each in scored if each[1] >= least and not (found.hits and each[0].topic))
            yield from self._rulings(kept, language)

    def _on_card(self, found: Found, question: str | None, language: str) -> Iterator[dict[str, Any]]:
        """The rulings of a card, the newest first; those that answer a question, the best first."""
        if found.card is None:
            return
        if question is None:
            yield from self._rulings(((ruling, 1.0) for ruling in self._library.rulings(found.card)), language)
        else:
            yield from self._rulings(iter(cards.ranked(self._library, found.card, question)), language)

    @staticmethod
    def _rulings(scored: Iterator[tuple[Ruling, float]], language: str) -> Iterator[dict[str, Any]]:
        for ruling, score in scored:
            if ruling.topic is not None and ruling.in_language(language) is not None:
                yield _answer(read(ruling.topic, language), score)
                continue
            yield {
                "topic": ruling.topic.id if ruling.topic else None,
                "score": round(min(score, 1.0), 4),
                "text": ruling.text,
                "text_language": ENGLISH,
                "date": ruling.date.isoformat(),
                "provenance": PROVENANCE[ruling.source],
            }


def _asked(question: str | None, name: str | None) -> str:
    return next((each for each in (question, name) if each is not None), "")


def _answer(reading: Reading, score: float) -> dict[str, Any]:
    text = reading.text
    answer = {
        "topic": reading.topic.id,
        "score": round(min(score, 1.0), 4),
        "text": text.words,
        "text_language": text.language,
        "date": text.date.isoformat(),
        "provenance": text.provenance.value,
    }
    return answer | _machine(reading) if text.is_machine or reading.complete else answer


def _machine(reading: Reading) -> dict[str, Any]:
    """What goes with a text that a machine translated, or that has such a translation of all of it beside it."""
    notices = of_a_machine(reading, messages.of(reading.language))
    if reading.complete is None:
        return {"notices": notices}
    complete = {"text": reading.complete.words, "date": reading.complete.date.isoformat()}
    return {"notices": notices, "complete": complete | {"provenance": reading.complete.provenance.value}}

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
from bot.terminal import Terminal
from bot.wording import about_answer, about_called, of_a_machine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from bot.corpus.reading import Reading
    from bot.corpus.search import Judge
    from bot.library.model import Found

TOP = 3
"""Answers that a question gets when nothing else is said."""
PROVENANCE = {Source.WOTC: "source", Source.SCRYFALL: "scryfall", Source.UNSTATED: "unstated"}
"""Who wrote an imported ruling; as of the corpus, `source` is an English ruling itself."""
HOST = "host"
"""The same for words that the host has put in the place of a ruling."""


@contextmanager
def opened(file: Path | None) -> Iterator[tuple[Judge, Library]]:
    """The judge of the rulings, and the library, that a configuration names."""
    host = config.load(file)
    judge = open_judge(host.rulings)
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

    def document(self, question: str | None, name: str | None = None) -> tuple[dict[str, Any], bool]:
        """The answers as `--json` prints them, the best first, with the card; and whether there is an answer.

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
            answer = cards.answer(self._library, self._judge, question or "", language)
            named, is_answer = answer.named, answer.is_firm
            answers = islice(self._on_question(answer, language), self.top or TOP)
        else:
            _, named = self._look_for(name, question, language)
            is_answer = named is not None
            answers = islice(self._on_card(named, language), self.top)
        card = {} if named is None else {"card": named.card.name}
        return {"question": asked, "language": language, "answers": list(answers), **card}, is_answer

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
        answer = cards.answer(self._library, self._judge, question or "", terminal.language)
        text = self._answer_text(terminal, answer)
        if explain:
            text += "\n\n" + "\n".join(explained(self._judge, answer.found))
        return text, answer.is_firm

    def _answer_text(self, terminal: Terminal, answer: cards.Answer) -> str:
        named = answer.named
        sheet = None if named is None else cards.sheet(self._library, named.card.key, named.answering)
        if answer.is_of_card and sheet is not None:
            return terminal.card(sheet, about_answer(answer, terminal.say), self.top)
        text = terminal.answer(answer.found, self._judge.corpus, self.top or TOP)
        if named is not None and sheet is not None and named.own:
            return f"{text}\n\n{terminal.own_ruling(sheet, named.own[0][0])}"
        return text

    def _card_text(self, terminal: Terminal, name: str, question: str | None, *, explain: bool) -> tuple[str, bool]:
        looked, called = self._look_for(name, question, terminal.language)
        sheet = None if called is None else cards.sheet(self._library, called.card.key, called.answering)
        if called is None or sheet is None:
            return terminal.no_such_card(name, [each.label for each in looked.others]), False
        return terminal.card(sheet, about_called(called, terminal.say), self.top, keys=explain), True

    def _look_for(self, name: str, question: str | None, language: str) -> tuple[Found, cards.Named | None]:
        looked, called = cards.look_for(self._library, self._judge, name, question, language)
        if called is None and self._library.summary() is None:
            raise JudgeError("There is no library of cards yet; make one with `python -m bot import FILE…`.")
        return looked, called

    def _on_question(self, answer: cards.Answer, language: str) -> Iterator[dict[str, Any]]:
        """The topics of the corpus and the rulings of the card that is named, whichever go first.

        Where the corpus has no answer, a ruling of the card must be a firm one: a program is shown no caveats.
        """
        named = answer.named
        of_corpus = (_answer(read(hit.topic, language), hit.score) for hit in answer.found.hits)
        if named is None:
            yield from of_corpus
        elif named.is_all:
            yield from self._on_card(named, language)
        elif not answer.found.hits:
            yield from _rulings((each for each in named.scored if each[1] >= cards.FIRM), language)
        elif answer.is_of_card:
            yield from _rulings(named.scored, language)
            topics = {ruling.topic.id for ruling, _ in named.scored if ruling.topic}
            yield from (each for each in of_corpus if each["topic"] not in topics)
        else:
            yield from of_corpus
            yield from _rulings(named.own, language)

    def _on_card(self, called: cards.Named | None, language: str) -> Iterator[dict[str, Any]]:
        """The rulings of a card, the newest first; those that answer a question, the best first."""
        if called is not None and called.is_all:
            yield from _rulings(((ruling, 1.0) for ruling in self._library.rulings(called.card)), language)
        elif called is not None:
            yield from _rulings(called.scored, language)


def _rulings(scored: Iterable[cards.Scored], language: str) -> Iterator[dict[str, Any]]:
    for ruling, score in scored:
        if ruling.topic is not None and ruling.in_language(language) is not None:
            yield _answer(read(ruling.topic, language), score)
            continue
        is_host = ruling.correction is not None
        yield {
            "topic": ruling.topic.id if ruling.topic else None,
            "score": round(min(score, 1.0), 4),
            "text": ruling.text,
            "text_language": guess(ruling.text) if is_host else ENGLISH,
            "date": ruling.date.isoformat(),
            "provenance": HOST if is_host else PROVENANCE[ruling.source],
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

"""`/card` and `/ruling` with a whole library, up to the message that is sent: `python -m tests.bench.cards LIBRARY`."""

from __future__ import annotations

import argparse
import random
import sqlite3
import statistics
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from bot import cards
from bot.corpus.open import open_judge
from bot.corpus.search import Judge
from bot.languages import CODES
from bot.library import Library
from bot.paths import rulings_folder
from bot.shown import Shown
from bot.views.answer import present
from tests.eval.questions import OWN, load

LEAST_RULINGS = 5
"""Rulings of a card from which on it is asked about."""


def main() -> None:
    """Print how long each takes."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.cards", description=__doc__)
    parser.add_argument("library", type=Path, help="the file that `import` has made")
    path = parser.parse_args().library
    judge = open_judge(rulings_folder())
    questions = [question.text for question in load(OWN)]
    with closing(Library(path, judge)) as library, closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(
            "SELECT key FROM cards JOIN card_rulings ON id = card_id GROUP BY id HAVING count(*) >= ?", (LEAST_RULINGS,)
        )
        keys = random.Random(7).choices([key for (key,) in rows], k=len(questions))  # noqa: S311 - a sample
        library.suggest("warm", "en")
        for question in questions:  # what the corpus makes ready at the first use is not measured
            judge.search(question)
        asked = [lambda key=key, q=q: _card(library, judge, key, q) for key, q in zip(keys, questions, strict=True)]
        _report("/card with a question, another card each time", asked)
        _report("/ruling with the library loaded", [lambda q=q: _ruling(library, judge, q) for q in questions])
        _report("/ruling with the library loaded, again", [lambda q=q: _ruling(library, judge, q) for q in questions])


def _card(library: Library, judge: Judge, key: str, question: str) -> None:
    found = library.find(key, "ko").card
    assert found is not None
    scored = cards.answering(library, judge, found, question)
    shown = Shown.of_card(key, random.choice(CODES), cards.keys_of(scored))  # noqa: S311 - a sample
    present(judge, shown, cards.sheet(library, key, shown.choices))


def _ruling(library: Library, judge: Judge, question: str) -> None:
    shown = cards.answer(library, judge, question, "en").shown("en")
    present(judge, shown, cards.sheet(library, shown.card, shown.choices) if shown.card else None)


def _report(what: str, asked: Iterable[Callable[[], None]]) -> None:
    clock, processor = [], []
    for ask in asked:
        before, before_processor = time.perf_counter(), time.process_time()
        ask()
        clock.append((time.perf_counter() - before) * 1000)
        processor.append((time.process_time() - before_processor) * 1000)
    print(f"{what}: {_figures(clock)} (of the processor {_figures(processor)})")


def _figures(times: list[float]) -> str:
    times = sorted(times)
    return f"median {statistics.median(times):.2f} ms, 95 % {times[int(len(times) * 0.95)]:.2f} ms"


if __name__ == "__main__":
    main()

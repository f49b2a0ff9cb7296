"""`python -m tests.bench [FILE]`: the search beside other methods: how right, how fast, how big; advisor and table.

`python -m tests.bench traffic`: half an hour of 2,000 servers, in two minutes, see `tests.bench.traffic`.
`python -m tests.bench kills [N]`: kills of the bot while a table is played, see `tests.bench.kills`.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from bot.corpus.load import load as load_corpus
from bot.corpus.search import Judge
from bot.paths import rulings_folder
from tests.bench import advisor, kills, table, traffic
from tests.bench.methods import Rank, bm25, corpus_repeated_to, fts5, fuzzy, texts_of, this_search
from tests.eval.questions import OWN, Question, load
from tests.eval.score import AMONG

LARGE = 50_000
"""Texts of the large run: the corpus over and over."""
ROUNDS_SMALL, ROUNDS_LARGE = 5, 1
HEADINGS = ("method", "texts", "first right", "among three", "median ms", "99 % ms", "index s", "index MB")
WIDTHS = (26, 6, 11, 11, 9, 8, 8, 8)


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "what", nargs="?", default=OWN, help="traffic, kills, or a file of questions (default: the project's own)"
    )
    parser.add_argument("times", nargs="?", type=int, default=100, help="how many kills (default: 100)")
    options = parser.parse_args()
    match options.what:
        case "traffic":
            print(traffic.report())
        case "kills":
            print(kills.report(options.times))
        case file:
            _search(Path(file))


def _search(file: Path) -> None:
    questions = load(file)
    corpus = load_corpus(rulings_folder())
    small = texts_of(corpus)
    large = small.repeated_to(LARGE)
    _line(HEADINGS)
    _measure("this search", len(small.words), lambda: this_search(Judge(corpus)), questions, ROUNDS_SMALL)
    repeated = corpus_repeated_to(corpus, LARGE)
    _measure("this search", LARGE, lambda: this_search(Judge(repeated)), questions, ROUNDS_SMALL)
    for name, make in (("bm25s", bm25), ("rapidfuzz token_set_ratio", fuzzy), ("SQLite FTS5 trigram", fts5)):
        _measure(name, len(small.words), lambda make=make: make(small), questions, ROUNDS_SMALL)
        _measure(name, len(large.words), lambda make=make: make(large), questions[::10], ROUNDS_LARGE)
    print("\nThis search ranks topics by how they are asked for; more texts of the same topics cost it nothing.")
    _process()
    print(advisor.report())
    print(table.report())


def _measure(name: str, size: int, make: Callable[[], Rank], questions: list[Question], rounds: int) -> None:
    started = time.perf_counter()
    rank = make()
    seconds = time.perf_counter() - started
    tracemalloc.start()
    kept = make()
    memory = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    del kept
    for question in questions:  # what is made ready at the first use is not measured
        rank(question.text)
    times = []
    for _ in range(rounds):
        for question in questions:
            before = time.perf_counter()
            rank(question.text)
            times.append((time.perf_counter() - before) * 1000)
    answerable = [question for question in questions if question.expected]
    answers = [rank(question.text)[:AMONG] for question in answerable]
    first = sum(bool(a) and a[0] in q.expected for q, a in zip(answerable, answers, strict=True)) / len(answerable)
    three = sum(not q.expected.isdisjoint(a) for q, a in zip(answerable, answers, strict=True)) / len(answerable)
    times.sort()
    _line(
        (
            name,
            str(size),
            f"{first:.1%}",
            f"{three:.1%}",
            f"{statistics.median(times):.3f}",
            f"{times[int(len(times) * 0.99)]:.3f}",
            f"{seconds:.2f}",
            f"{memory:.1f}",
        )
    )


def _line(cells: tuple[str, ...]) -> None:
    print("  ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True)))


def _process() -> None:
    """`ask` as a whole process, and its peak memory (of its own address space: Linux alone tells it so)."""
    program = (
        "import sys; from bot.__main__ import main; main(['ask', 'does flip up count as ETB']);"
        "print(*(line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line), file=sys.stderr)"
    )
    seconds, memory = [], 0
    for _ in range(7):
        before = time.perf_counter()
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 - our own program
        seconds.append(time.perf_counter() - before)
        memory = int(run.stderr)
    print(f"`ask` as a process: median {statistics.median(seconds):.2f} s, peak {memory / 1024:.0f} MB")


if __name__ == "__main__":
    main()

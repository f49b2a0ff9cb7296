"""The card library with a whole file of cards: `python -m tests.bench.library AtomicCards.json.gz [SUBSET.json]`."""

from __future__ import annotations

import argparse
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from bot.corpus.open import open_judge
from bot.corpus.search import Judge
from bot.languages import CODES
from bot.library import Library
from bot.library.model import Nearness
from bot.paths import rulings_folder

_Answer = TypeVar("_Answer")

SAMPLE = 600
"""Names of which each kind of typing is measured."""
QUESTIONS = 400
"""Questions that are asked."""
RULED = 20
"""Rulings of a card from which on asking it is worth measuring."""

_IMPORT = """
import sys; from bot.__main__ import main
code = main(["import", *sys.argv[1:]])
print(*(line.split()[1] for line in open("/proc/self/status") if "VmHWM" in line), file=sys.stderr)
sys.exit(code)
"""
_BOT = """
import asyncio, sys; from bot import app, config
async def run():
    loaded = config.load(sys.argv[1])
    async with app.open_bot(loaded) as bot:
        library = bot.library
        for typed in ("cloudfrom", "abz", "Guía abzana", "길잡이", "灵火", "dragno of", "the s"):
            for language in ("en", "ko"):
                await library.ask(lambda opened: opened.suggest(typed, language))
                card = (await library.ask(lambda opened: opened.find(typed, language))).card
                if card: await library.ask(lambda opened: opened.ranked(card, "can I turn it face up"))
        await library.ask(lambda opened: opened.mentions("what happens when Cloudform enters", "en"))
        print(*(line.split()[1] for line in open("/proc/self/status") if "VmRSS" in line))
asyncio.run(run())
"""


def main() -> None:
    """Import, measure, and look for every name."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.library", description=__doc__)
    parser.add_argument("file", type=Path, help="a whole file of cards")
    parser.add_argument(
        "subset", nargs="?", type=Path, help="AtomicCards with some of them, each of whose names must be found"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "config.yaml")
        config.write_text("library: library.sqlite3\n", encoding="utf-8")
        _import(options.file.resolve(), config)
        file = Path(folder, "library.sqlite3")
        print(f"the file: {file.stat().st_size / 1e6:.0f} MB")
        print(f"the bot with the library: {int(_process(_BOT, config)) / 1024:.0f} MB")
        judge = open_judge(rulings_folder())
        library = Library(file, judge)
        names = _names(file)
        _typing(library, names)
        _asking(library, judge, file)
        _exact(library, names)
        if options.subset is not None:
            _subset(library, options.subset)
        library.close()


def _process(program: str, *arguments: object) -> str:
    command = [sys.executable, "-c", program, *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)  # noqa: S603 - our own
    return run.stderr.split()[-1] if run.stderr.strip().isdecimal() else run.stdout


def _import(file: Path, config: Path) -> None:
    for when in ("first import", "again"):
        before = time.perf_counter()
        memory = int(_process(_IMPORT, file, "--config", config))
        print(f"{when}: {time.perf_counter() - before:.1f} s, peak {memory / 1024:.0f} MB")


def _names(file: Path) -> dict[str, set[str]]:
    """Every name with the keys of the cards that are called so."""
    names = defaultdict(set)
    with closing(sqlite3.connect(file)) as connection:
        for name, key in connection.execute("SELECT n.name, key FROM names n JOIN cards c ON c.id = card_id"):
            names[name].add(key)
    return dict(names)


def _typing(library: Library, names: dict[str, set[str]]) -> None:
    chance = random.Random(7)  # noqa: S311 - a sample
    sample = chance.sample(sorted(names), SAMPLE)
    letters = "".join(sample)
    kinds: dict[str, Callable[[str], str]] = {
        "a whole name": lambda name: name,
        "1 to 3 characters": lambda name: name[: chance.randint(1, 3)],
        "a beginning": lambda name: name[: chance.randint(1, len(name))],
        "one slip": lambda name: _slip(name, letters, chance),
        "two slips": lambda name: _slip(_slip(name, letters, chance), letters, chance),
        "a beginning with a slip": lambda name: _slip(name[: max(5, len(name) * 2 // 3)], letters, chance),
    }
    library.suggest("warm", "en")
    every = _Times()
    for kind, change in kinds.items():
        times, first, shown = _Times(), 0, 0
        for name in sample:
            typed = change(name)
            language = chance.choice(CODES)
            found = times.of(lambda typed=typed, language=language: library.suggest(typed, language))
            first += bool(found) and found[0].key in names[name]
            shown += any(each.key in names[name] for each in found)
        every = every + times
        print(f"autocomplete, {kind}: {times}; first {first / SAMPLE:.0%}, shown {shown / SAMPLE:.0%}")
    print(f"autocomplete, all of these: {every}")


def _slip(name: str, letters: str, chance: random.Random) -> str:
    """A name with a character left out, doubled, changed for another of a kind, or changed places with the next."""
    at = chance.randrange(len(name)) if name else 0
    alike = [letter for letter in chance.choices(letters, k=50) if letter.isascii() is name[at : at + 1].isascii()]
    return chance.choice(
        (
            name[:at] + name[at + 1 :],
            name[: at + 1] + name[at:],
            name[:at] + chance.choice(alike or ["a"]) + name[at + 1 :],
            name[:at] + name[at + 1 : at + 2] + name[at : at + 1] + name[at + 2 :],
        )
    )


def _asking(library: Library, judge: Judge, file: Path) -> None:
    chance = random.Random(7)  # noqa: S311 - a sample
    asked = [question for topic in judge.corpus.topics.values() for each in topic.asked.values() for question in each]
    questions = chance.sample(asked, QUESTIONS)
    with closing(sqlite3.connect(file)) as connection:
        much_ruled = [
            key
            for (key,) in connection.execute(
                "SELECT key FROM cards JOIN card_rulings ON id = card_id GROUP BY id HAVING count(*) >= ?", (RULED,)
            )
        ]
    cards = chance.choices(much_ruled, k=QUESTIONS)

    def card(key: str, question: str) -> None:
        found = library.find(key, "en").card
        assert found is not None
        library.ranked(found, question)

    def ruling(question: str) -> None:
        judge.search(question)
        for mention in library.mentions(question, "en"):
            card(mention.cards[0].key, question)

    on_cards, in_questions, together = _Times(), _Times(), _Times()
    for key, question in zip(cards, questions, strict=True):
        on_cards.of(lambda key=key, question=question: card(key, question))
        in_questions.of(lambda question=question: library.mentions(question, "en"))
        together.of(lambda question=question: ruling(question))
    print(f"a card with {RULED} rulings or more and a question: {on_cards}")
    print(f"names in a question: {in_questions}")
    print(f"a question with the rulings of the cards in it: {together}")


def _exact(library: Library, names: dict[str, set[str]]) -> None:
    wrong = []
    for name, keys in names.items():
        found = library.suggest(name, "en")
        if not found or found[0].key not in keys:
            wrong.append(name)
    print(f"every exact name: {len(names):,} asked, {len(wrong)} with a wrong first hit {wrong[:5] or ''}")


def _subset(library: Library, subset: Path) -> None:
    cards = json.loads(subset.read_text(encoding="utf-8"))["data"]
    asked, missing = 0, []
    for whole, faces in cards.items():
        for name in _printed(whole, faces):
            asked += 1
            exact = [each for each in library.suggest(name, "en") if each.nearness is Nearness.EXACT]
            if whole not in {each.english for each in exact}:
                missing.append(name)
    print(f"{len(cards)} cards by each of their {asked:,} names: {len(missing)} not found {missing[:5] or ''}")


def _printed(whole: str, faces: Iterable[dict[str, object]]) -> set[str]:
    names: set[object] = {whole}
    for face in faces:
        for part in (face, *face.get("foreignData", ())):
            names |= {part.get("name"), part.get("faceName")}
    return {name for name in names if isinstance(name, str)}


class _Times:
    """How long something took, each time: on the clock, and of the processor, which others do not disturb."""

    def __init__(self) -> None:
        self._clock: list[float] = []
        self._processor: list[float] = []

    def of(self, ask: Callable[[], _Answer]) -> _Answer:
        """Ask something, and note how long it took."""
        clock, processor = time.perf_counter(), time.process_time()
        answer = ask()
        self._processor.append((time.process_time() - processor) * 1000)
        self._clock.append((time.perf_counter() - clock) * 1000)
        return answer

    def __add__(self, other: _Times) -> _Times:
        both = _Times()
        both._clock = self._clock + other._clock
        both._processor = self._processor + other._processor
        return both

    def __str__(self) -> str:
        clock, processor = sorted(self._clock), sorted(self._processor)
        share = int(len(clock) * 0.95)
        middle = len(clock) // 2
        return (
            f"median {clock[middle]:.2f} ms, 95 % {clock[share]:.2f} ms "
            f"(of the processor {processor[middle]:.2f} and {processor[share]:.2f} ms)"
        )


if __name__ == "__main__":
    main()

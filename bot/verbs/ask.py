"""`ask`: a question answered in the terminal."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.errors import JudgeError, UsageError
from bot.languages import CODES, guess

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.corpus.reading import Reading
    from bot.corpus.search import Found, Judge

TOP = 3
MAX_TOP = 50


def add_to(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "ask",
        help="answer a question in the terminal",
        description="Answer a question in the terminal. Exit code 0: answered, 1: there is no ruling for it.",
    )
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("question", nargs="?", metavar="QUESTION", help="a mechanic, or a whole question")
    asked.add_argument(
        "--batch", metavar="FILE", help="a file with one question a line (- for standard input); needs --json"
    )
    parser.add_argument(
        "--language",
        choices=CODES,
        metavar="CODE",
        help=f"{', '.join(CODES)} (default: that of the question)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a question, the best answer first")
    parser.add_argument(
        "--top",
        type=_top,
        default=TOP,
        metavar="N",
        help=f"how many answers to give, 1 to {MAX_TOP} (default: {TOP})",
    )
    parser.add_argument("--explain", action="store_true", help="say why: what was recognised, and the scores")
    parser.set_defaults(run=run)


def _top(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MAX_TOP:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {MAX_TOP}")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Answer one question, or one a line."""
    from bot.corpus.explain import explain  # noqa: PLC0415 - see the package's docstring
    from bot.corpus.open import open_judge  # noqa: PLC0415
    from bot.paths import rulings_folder  # noqa: PLC0415

    if options.batch is not None and not options.json:
        raise UsageError("--batch gives one JSON object a line; add --json.")
    if options.explain and options.json:
        raise UsageError("--explain is for people; leave --json out.")
    judge = open_judge(rulings_folder())
    if options.batch is not None:
        for question in _lines(options.batch):
            _print_json(question, judge.search(question), options)
        return 0
    found = judge.search(options.question)
    if options.json:
        _print_json(options.question, found, options)
    else:
        _print_answer(options, found, judge)
        if options.explain:
            print("\n" + "\n".join(explain(judge, found)))
    return 0 if found.hits else JudgeError.exit_code


def _lines(file: str) -> Iterator[str]:
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        text = raw.decode("utf-8-sig")
    except OSError as error:
        raise JudgeError(f"The file {file} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise JudgeError(f"The file {file} is not UTF-8 text; save it as UTF-8.") from error
    # Only \n and \r\n end a line: `splitlines` would also cut at characters that people paste into questions.
    for line in text.removesuffix("\n").split("\n") if text else ():
        yield line.removesuffix("\r")


def _print_json(question: str, found: Found, options: argparse.Namespace) -> None:
    # What was not valid UTF-8 in an argument has become lone surrogates, which cannot be printed.
    question = re.sub("[\ud800-\udfff]", "\ufffd", question)
    language = options.language or guess(question)
    document = {
        "question": question,
        "language": language,
        "answers": list(_answers(found, language, options.top)),
    }
    print(json.dumps(document, ensure_ascii=False))


def _answers(found: Found, language: str, top: int) -> Iterator[dict[str, Any]]:
    from bot.corpus.reading import read  # noqa: PLC0415 - see the package's docstring

    for hit in found.hits[:top]:
        reading = read(hit.topic, language)
        text = reading.text
        answer = {
            "topic": hit.topic.id,
            "score": round(hit.score, 4),
            "text": text.words,
            "text_language": text.language,
            "date": text.date.isoformat(),
            "provenance": text.provenance.value,
        }
        if text.is_machine or reading.complete:
            answer |= _machine(reading)
        yield answer


def _machine(reading: Reading) -> dict[str, Any]:
    """What goes with a text that a machine translated, or that has such a translation of all of it beside it."""
    from bot import messages  # noqa: PLC0415 - see the package's docstring
    from bot.wording import of_a_machine  # noqa: PLC0415

    notices = of_a_machine(reading, messages.of(reading.language))
    if reading.complete is None:
        return {"notices": notices}
    complete = {"text": reading.complete.words, "date": reading.complete.date.isoformat()}
    return {"notices": notices, "complete": complete | {"provenance": reading.complete.provenance.value}}


def _print_answer(options: argparse.Namespace, found: Found, judge: Judge) -> None:
    from bot.terminal import Terminal  # noqa: PLC0415 - see the package's docstring

    terminal = Terminal(
        options.language or guess(options.question),
        width=shutil.get_terminal_size().columns,
        colour=sys.stdout.isatty(),
    )
    print(terminal.answer(found, judge.corpus, options.top))

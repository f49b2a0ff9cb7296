"""`ask`: a question answered in the terminal."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import JudgeError, UsageError
from bot.languages import CODES
from bot.verbs.options import add_config

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_TOP = 50


def add_to(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "ask",
        help="answer a question in the terminal",
        description="Answer a question in the terminal. Exit code 0: answered, 1: there is no ruling for it.",
    )
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("question", nargs="?", metavar="QUESTION", help="a mechanic, or a whole question")
    asked.add_argument(
        "--batch", metavar="FILE", help="a file with one question a line (- for standard input); needs --json"
    )
    parser.add_argument(
        "--card", metavar="NAME", help="a card, by its name in any language: its rulings, those on QUESTION first"
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
        metavar="N",
        help=f"how many answers to give, 1 to {MAX_TOP} (default: 3; of a card, all)",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="say why: what was recognised, and the scores; of a card, the keys of its rulings",
    )
    add_config(parser, " that tells where rulings and library are")
    parser.set_defaults(run=run)


def _top(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MAX_TOP:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {MAX_TOP}")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Answer one question, or one a line."""
    from bot.verbs.asking import Asking, opened  # noqa: PLC0415 - see the package's docstring

    if options.question is None and options.batch is None and options.card is None:
        raise UsageError("Nothing is asked: give a QUESTION, --card NAME, or --batch FILE.")
    if options.batch is not None and (options.card is not None or not options.json):
        raise UsageError("--batch gives one JSON object a line; add --json, and leave --card out.")
    if options.explain and options.json:
        raise UsageError("--explain is for people; leave --json out.")
    with opened(options.config) as (judge, library):
        asking = Asking(judge, library, language=options.language, top=options.top)
        if options.batch is not None:
            for question in _lines(options.batch):
                document, _ = asking.document(question)
                print(json.dumps(document, ensure_ascii=False))
            return 0
        if options.json:
            document, is_answer = asking.document(options.question, options.card)
            print(json.dumps(document, ensure_ascii=False))
            return 0 if is_answer else JudgeError.exit_code
        text, is_answer = asking.text(
            options.question,
            options.card,
            explain=options.explain,
            width=shutil.get_terminal_size().columns,
            colour=sys.stdout.isatty(),
        )
        print(text)
        return 0 if is_answer else JudgeError.exit_code


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

"""`unanswered`: the questions that had no answer, so that judges see what to add."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.verbs.options import add_config

if TYPE_CHECKING:
    import argparse

NOT_COLLECTED = "No questions are collected; “collect_unanswered: true” in the configuration would."
NONE = "No questions without an answer."


def add_to(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "unanswered",
        help="list the questions that had no answer",
        description="List the questions that had no answer, those asked most often first: how often, the day it was "
        "last, and the question. What is alike counts as one; what the rulings answer by now is left out. They are "
        "collected only where the configuration says so (“collect_unanswered”), without who asked.",
    )
    add_config(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """List them, one a line."""
    import datetime  # noqa: PLC0415 - see the package's docstring

    from bot import config  # noqa: PLC0415
    from bot.unanswered import open_questions  # noqa: PLC0415

    loaded = config.load(options.config)
    questions = open_questions(loaded)
    for each in questions:
        day = datetime.datetime.fromtimestamp(each.asked_at, datetime.UTC).date()
        print(f"{each.times:>5}  {day}  {each.question}")
    if not questions:
        print(NONE if loaded.collect_unanswered else NOT_COLLECTED)
    return 0

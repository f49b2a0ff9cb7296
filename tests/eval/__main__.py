"""`python -m tests.eval [FILE]`: the evaluation as a report, by default on the project's own questions."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.corpus.open import open_judge
from bot.library import Library
from bot.paths import rulings_folder
from tests.eval.questions import OWN, load
from tests.eval.score import Score, evaluate


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(prog="python -m tests.eval", description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=OWN)
    parser.add_argument("--library", type=Path, help="the library of cards that is asked, too")
    options = parser.parse_args()
    judge = open_judge(rulings_folder())
    library = Library(options.library, judge) if options.library else None
    report = evaluate(judge, load(options.file), library)
    print(f"{'':34} asked  first right  among three  wrongly refused  refused")
    _row("all", report.total)
    for title, scores in (
        ("language", report.by_language),
        ("difficulty", report.by_difficulty),
        ("topic", report.by_topic),
    ):
        print(f"\nby {title}")
        for name, score in sorted(scores.items()):
            _row(name, score)
    print(f"\n{len(report.misses)} missed")
    for question, answers in report.misses:
        expected = ", ".join(sorted(question.expected)) or "a refusal"
        print(f"  {question.id}: {question.text}\n      expected {expected}; got {', '.join(answers) or 'a refusal'}")


def _row(name: str, score: Score) -> None:
    asked = score.answerable + score.unanswerable
    print(
        f"  {name[:32]:32} {asked:5}  {score.first:11.1%}  {score.three:11.1%}  "
        f"{score.wrongly_refused:15}  {score.rightly_refused:3}/{score.unanswerable}"
    )


if __name__ == "__main__":
    main()

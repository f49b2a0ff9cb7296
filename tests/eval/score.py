"""Asking all questions and counting."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.corpus.search import Judge
from bot.library import Library
from bot.verbs.asking import Asking
from tests.eval.questions import Question

AMONG = 3


@dataclass
class Score:
    """Counts over some questions."""

    answerable: int = 0
    first_right: int = 0
    among_three: int = 0
    wrongly_refused: int = 0
    unanswerable: int = 0
    rightly_refused: int = 0

    @property
    def first(self) -> float:
        """Share of the answerable questions whose first answer is right."""
        return self.first_right / self.answerable if self.answerable else 1.0

    @property
    def three(self) -> float:
        """Share of the answerable questions with a right answer among the first three."""
        return self.among_three / self.answerable if self.answerable else 1.0

    @property
    def refused(self) -> float:
        """Share of the unanswerable questions that are refused."""
        return self.rightly_refused / self.unanswerable if self.unanswerable else 1.0


@dataclass
class Report:
    """Scores over everything, per language, difficulty and topic, and the questions that were missed."""

    total: Score = field(default_factory=Score)
    by_language: defaultdict[str, Score] = field(default_factory=lambda: defaultdict(Score))
    by_difficulty: defaultdict[str, Score] = field(default_factory=lambda: defaultdict(Score))
    by_topic: defaultdict[str, Score] = field(default_factory=lambda: defaultdict(Score))
    misses: list[tuple[Question, list[str]]] = field(default_factory=list)


def evaluate(judge: Judge, questions: Iterable[Question], library: Library | None = None) -> Report:
    """Ask every question; a topic's score counts the questions that expect it.

    Args:
        judge: who is asked.
        questions: what is asked.
        library: where one is given, `ask --json` is asked, which answers with rulings of cards, too; one that belongs
            to no topic is no refusal, and never right.
    """
    report = Report()
    for question in questions:
        if library is None:
            answers = [hit.topic.id for hit in judge.search(question.text).hits[:AMONG]]
        else:
            asking = Asking(judge, library, language=None, top=AMONG)
            answers = [str(answer["topic"]) for answer in asking.document(question.text)[0]["answers"]]
        scores = [report.total, report.by_language[question.language], report.by_difficulty[question.difficulty]]
        scores += [report.by_topic[topic] for topic in question.expected]
        for score in scores:
            _count(score, question, answers)
        if not _is_right(question, answers):
            report.misses.append((question, answers))
    return report


def _is_right(question: Question, answers: list[str]) -> bool:
    return answers[0] in question.expected if question.expected and answers else not question.expected and not answers


def _count(score: Score, question: Question, answers: list[str]) -> None:
    if not question.expected:
        score.unanswerable += 1
        score.rightly_refused += not answers
        return
    score.answerable += 1
    score.wrongly_refused += not answers
    score.first_right += bool(answers) and answers[0] in question.expected
    score.among_three += not question.expected.isdisjoint(answers)

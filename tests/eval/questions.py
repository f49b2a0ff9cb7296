"""Files of players' questions with the topics that answer them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bot.yamlfields import Fields, Problems
from bot.yamltree import Sequence, read

OWN = Path(__file__).with_name("questions.yaml")
"""The project's own questions; none of them was looked at while words and phrasings were written."""


@dataclass(frozen=True)
class Question:
    """A question, and what a right answer is.

    Attributes:
        id: its id in the file.
        language: the language it is asked in (`en`, `zh-CN` or `zh`, …).
        text: the question.
        expected: the topics of which any is right as the first answer; empty when it must be refused.
        difficulty: `keyword`, `paraphrase` or `hard`.
    """

    id: str
    language: str
    text: str
    expected: frozenset[str]
    difficulty: str


def load(file: Path) -> list[Question]:
    """The questions of a file, a YAML list as in `questions.yaml`."""
    node = read(file)
    assert isinstance(node, Sequence)
    problems = Problems()
    questions = []
    for item in node.items:
        fields = Fields(
            item,
            path=str(file),
            what="this question",
            problems=problems,
            required=("id", "lang", "question", "expected", "difficulty"),
            optional=("acceptable", "negative", "cross_lingual"),
        )
        questions.append(
            Question(
                id=fields.text("id"),
                language=fields.text("lang"),
                text=fields.text("question"),
                expected=frozenset(fields.strings("expected", ordered_by=None)),
                difficulty=fields.text("difficulty"),
            )
        )
    assert not problems.found, problems.found
    return questions

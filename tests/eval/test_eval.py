"""The judge's rate of right answers has a floor, and the questions that measure it are in none of its data."""

from __future__ import annotations

from hand_of_cards import take
from rapidfuzz import fuzz, process

from bot.corpus.load import load as load_corpus
from bot.corpus.search import Judge
from bot.library import Library
from tests.eval.questions import OWN, load
from tests.eval.score import evaluate

NEAR_COPY = 85
"""From this likeness in percent on, a phrasing in the data counts as a copy of a question."""
SAME_WORDS = 95
"""The same for the words in any order, which rules' terms alone make more alike."""


def test_at_least_a_hundred_questions_in_five_languages():
    questions = load(OWN)
    assert len(questions) >= 100
    assert {question.language for question in questions} == {"en", "zh-CN", "ko", "pt-BR", "es"}
    assert len({question.id for question in questions}) == len(questions)


def test_the_answers_expected_are_topics(judge):
    for question in load(OWN):
        assert question.expected <= set(judge.corpus.topics), question.id


def test_the_rate_of_right_answers_stays_above_its_floor(judge):
    report = evaluate(judge, load(OWN))
    assert report.total.first >= 0.92
    assert report.total.three >= 0.98
    assert report.total.refused >= 0.90
    assert report.total.wrongly_refused / report.total.answerable <= 0.02
    for language, score in report.by_language.items():
        assert score.first >= 0.88, language


def test_a_library_takes_no_right_answer_away(judge, tmp_path):
    file = tmp_path / "cards.sqlite3"
    take(file, judge)
    library = Library(file, judge)
    without, with_library = evaluate(judge, load(OWN)), evaluate(judge, load(OWN), library)
    library.close()
    assert with_library.total.first_right >= without.total.first_right
    assert with_library.total.among_three >= without.total.among_three
    assert with_library.total.rightly_refused >= without.total.rightly_refused


def test_the_translations_made_here_change_nothing_that_is_found(judge, published_rulings):
    published = Judge(load_corpus(published_rulings))
    for question in load(OWN):
        one, other = (
            [(hit.topic.id, hit.score) for hit in each.search(question.text).hits] for each in (judge, published)
        )
        assert one == other, question.id


def test_no_question_of_the_evaluation_stands_in_the_data(judge):
    entries = [*judge.corpus.topics.values(), *judge.corpus.gaps.values()]
    asked = [question.casefold() for entry in entries for several in entry.asked.values() for question in several]
    for question in load(OWN):
        copy = process.extractOne(question.text.casefold(), asked, scorer=fuzz.ratio, score_cutoff=NEAR_COPY)
        assert copy is None, (question.id, copy)
        words = process.extractOne(
            question.text.casefold(), asked, scorer=fuzz.token_sort_ratio, score_cutoff=SAME_WORDS
        )
        assert words is None, (question.id, words)

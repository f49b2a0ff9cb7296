"""A question is found in a long message, wherever it stands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.corpus.explain import explain
from bot.corpus.passages import passages

GAME = (
    "We played four rounds last night. I kept five lands and a bear. My opponent had a dragon by turn six. "
    "{}The shop was closing, so we packed up. My brother still says that I am wrong. It was a good game."
)
PARTIDA = (
    "Anoche jugamos cuatro rondas. Me quedé con cinco tierras y un oso. Mi rival tenía un dragón en el turno seis. "
    "{}La tienda cerraba y recogimos. Mi hermano dice que no tengo razón."
)


def test_a_short_message_is_the_question_itself():
    assert list(passages("He has a morph. I have three lands. Can I look at it?")) == []


def test_what_asks_is_a_passage_alone_and_with_what_stands_before_it():
    message = "One. Two. Three? Four. Five?!\n六。七？ 八"
    assert list(passages(message)) == [
        *("Three?", "Two. Three?", "One. Two. Three?"),
        *("Five?!", "Four. Five?!", "Three? Four. Five?!"),
        *("七？", "六。 七？", "Five?! 六。 七？"),
    ]


def test_where_nothing_asks_every_sentence_may():
    assert list(passages("One. Two. Three... four")) == [
        "One.",
        "Two.",
        "One. Two.",
        "Three...",
        "Two. Three...",
        "four",
        "Three... four",
    ]


@settings(deadline=None, derandomize=True)
@given(st.text(st.characters(exclude_categories=()), max_size=300))
def test_passages_hold_the_words_of_the_message(text):
    assert all(word in text for passage in passages(text) for word in passage.split())


@pytest.mark.parametrize(
    ("story", "question", "topic"),
    [
        (GAME, "Can I look at my own face-down cards? ", "look-at-own-face-down"),
        (GAME, "Does a tapped creature stay tapped when it is turned face up? ", "tapped-state-unchanged"),
        (GAME, "He unmorphs his Exalted Angel. May I respond to that? ", "morph-turn-up-special-action"),
        (PARTIDA, "¿Se revela una criatura boca abajo cuando muere? ", "reveal-on-leaving-or-game-end"),
    ],
)
def test_a_question_within_a_story_is_answered(judge, story, question, topic):
    found = judge.search(story.format(question))
    assert found.hits[0].topic.id == topic
    assert found.passage


@pytest.mark.parametrize("story", [GAME, PARTIDA])
def test_a_story_that_asks_nothing_is_refused(judge, story):
    found = judge.search(story.format(""))
    assert found.hits == ()
    assert found.is_story
    assert list(explain(judge, found))[-1] == "refused: nothing in it asks, and no sentence of it is answered by itself"
    assert 1 <= len(found.nearest) <= 3

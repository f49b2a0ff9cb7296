"""Names of cards that nobody listed are recognised as names."""

from __future__ import annotations

import pytest

from bot.corpus.names import names_in


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("can Spell Queller exile it", ["Spell Queller"]),
        ("does Lord of the Unreal pump it", ["Lord of the Unreal"]),
        ("su Espíritu de la Laguna entra", ["Espíritu de la Laguna"]),
        ("상대가 Spell Queller 낼라는데", ["Spell Queller"]),
        ("Omarthis, Ghostfire Initiate died", ["Omarthis, Ghostfire Initiate"]),
        ("can I flip it", []),
        ("Does it trigger", []),
        ("ETB DFC", []),
        ("显化的时候翻到双面牌", []),
        ("", []),
    ],
)
def test_capitalised_words_in_a_row_are_a_name(text, names):
    assert names_in(text) == names


@pytest.mark.parametrize("name", ["Spell Queller", "Color Thief", "Hand of Silumgar", "Name Eater", "Stack Warden"])
def test_a_word_inside_an_unknown_name_stands_for_nothing(judge, name):
    known = judge.search("how many dice do my morphs need")
    named = judge.search(f"how many dice do my morphs need next to {name}")
    assert {match.phrase for match in named.question.matches} == {match.phrase for match in known.question.matches}


def test_the_same_word_outside_a_name_stands_for_what_it_says(judge):
    assert "spell" in {match.phrase for match in judge.search("was the spell countered").question.matches}


@pytest.mark.parametrize("part", ["Aa", "A", "Aa ", "Aa of the ", "A'"])
def test_what_would_make_a_pattern_try_for_ever_is_read_at_once(judge, part):
    text = part * 3000
    assert len(names_in(text)) <= 1
    assert judge.search(text).hits == ()

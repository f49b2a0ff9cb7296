"""The game's terms: what they are taken from, and that translations are held to them wherever they go wrong."""

from __future__ import annotations

import re

import pytest

from bot.corpus.terms import Terms


@pytest.fixture(scope="module")
def corpus(judge):
    return judge.corpus


@pytest.fixture(scope="module")
def terms(corpus):
    return Terms(corpus.terms, corpus.names.values())


@pytest.fixture(scope="module")
def translations(corpus):
    """Every translation made here, with what it was made from."""
    return [(text, each.original(text)) for each in corpus.topics.values() for text in each.texts if text.reviewed]


def faults(terms, words, text, original):
    return list(
        terms.faults(
            words, text.language, original=original.words, of=original.language, in_english=original.left_in_english
        )
    )


def test_any_other_digit_in_any_translation_is_told(terms, translations):
    spoilt = [
        (text, original, f"{text.words[: match.start()]}{9 - int(match.group())}{text.words[match.end() :]}")
        for text, original in translations
        for match in re.finditer(r"\d", text.words)
    ]
    assert len(spoilt) > 40
    for text, original, words in spoilt:
        assert any("its numbers are not those" in fault for fault in faults(terms, words, text, original)), words


def test_any_translation_that_is_left_in_its_original_language_is_told(terms, translations):
    """A copy of the English in place of a Spanish text is told by the English terms in it; 116 texts, each told."""
    assert len(translations) == 116
    for text, original in translations:
        if original.language != text.language:
            assert faults(terms, original.words, text, original), text.words


def test_the_four_machine_translations_that_the_sources_hold_keep_to_the_terms(corpus, terms):
    """They are quoted as published, so `check` asks nothing of them."""
    four = [
        (text, each.newest("en"))
        for each in corpus.topics.values()
        for text in each.texts
        if text.is_machine and not text.translated_from
    ]
    assert len(four) == 4
    assert [faults(terms, text.words, text, original) for text, original in four] == [[]] * 4


def test_a_term_stands_where_it_is_said_to_be_taken_from(corpus, terms):
    texts = {
        (text.source.document.id, str(text.source.entry), text.language): text.words
        for each in corpus.topics.values()
        for text in each.texts
        if not text.translated_from
    }
    taken = [
        (term.id, code, place)
        for term in corpus.terms.values()
        for code, places in term.taken_from.items()
        for place in places
        if "/" in place
    ]
    assert len(taken) > 150
    for term, code, place in taken:
        assert terms.stands_in(term, texts[(*place.split("/"), code)], code), (term, code, place)


def test_the_usual_terms_are_there_in_five_languages(corpus):
    for term in (
        *("morph", "manifest", "priority", "special-action", "stack", "mana-value", "ward", "exile", "graveyard"),
        *("permanent", "spell", "library"),
    ):
        assert set(corpus.terms[term].words) == {"en", "zh-CN", "ko", "pt-BR", "es"}, term
    assert corpus.terms["morph"].words == {
        "en": ("morph",),
        "zh-CN": ("变身",),
        "ko": ("변이",),
        "pt-BR": ("metamorfose",),
        "es": ("metamorfosis",),
    }
    assert corpus.terms["manifest"].words["ko"] == ("발현", "구현화")


def test_what_could_not_be_confirmed_is_said(corpus):
    doubtful = {
        term.id: {code for code, places in term.taken_from.items() if "unconfirmed" in places}
        for term in corpus.terms.values()
        if term.doubt
    }
    assert doubtful["state-based-action"] == {"ko", "pt-BR", "es"}
    assert {"ko"} <= doubtful["adventurer-card"]
    assert {"ko"} <= doubtful["alternative-characteristic"]

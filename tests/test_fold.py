"""Folding: what players may write differently becomes the same, and nothing that matters is lost."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.corpus.fold import Folding, units

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60)

fold = Folding({"顯": "显", "變": "变"}).fold


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Manifest DREAD", "manifest dread"),
        ("STRASSE straße", "strasse strasse"),
        ("ｍａｎｉｆｅｓｔ　２／２", "manifest 2/2"),
        ("ﬁnal Ⅲ", "final iii"),
        ("Criatura Não Instantânea: início à maçã", "criatura nao instantanea inicio a maca"),
        ("¿Cuándo? señal, Müller", "cuando senal muller"),
        (unicodedata.normalize("NFD", "instantânea"), "instantanea"),
        ("顯化變身", "显化变身"),
        ("「显化」，（变身）。", "显化 变身"),
        (unicodedata.normalize("NFD", "발현"), "발현"),
        ("뒷면 카드를", "뒷면 카드를"),
        ("pay {3}, then {2}{U}", "pay 3 then 2 u"),
        ("a 2/2 with +1/+1, -1/-1", "a 2/2 with +1/+1 -1/-1"),
        ("face-down_card", "face down card"),
        ("mani\u200bfest\ufeff mor\u00adph", "manifest morph"),
        ("\u202emorph\u202c \u2066cloak\u2069", "morph cloak"),
        ("morph\0cloak\ttab\nline\u00a0space\u3000wide", "morph cloak tab line space wide"),
        ("**morph** ~~cloak~~ `ward` ||2/2|| <@1> @everyone", "morph cloak ward 2/2 1 everyone"),
        ("morph❤️🃏", "morph"),
        ("", ""),
        (" \n\t", ""),
        ("？！。。。", ""),
        ("🃏🔥", ""),
    ],
)
def test_a_text_is_folded_to_words(text, folded):
    assert fold(text) == folded


@pytest.mark.parametrize("quote", ["'", "’", "‘", "`", "´", "＇"])
def test_a_possessive_is_left_out_and_any_other_apostrophe_joins(quote):
    assert fold(f"Ixidron{quote}s cost doesn{quote}t") == "ixidron cost doesnt"


@pytest.mark.parametrize("opening", ['"', "“", "„", "«", "「", "‹"])
def test_quotes_separate_words(opening):
    assert fold(f"say{opening}morph") == "say morph"


def test_only_the_first_two_thousand_characters_are_looked_at():
    assert fold("a" * 1999 + " b c") == "a" * 1999
    assert fold("a" * 1998 + " b c") == "a" * 1998 + " b"


def test_without_variants_traditional_characters_stay():
    assert Folding({}).fold("顯化") == "顯化"


@settings(deadline=None, derandomize=True, max_examples=300)
@given(ANY_TEXT)
def test_any_text_becomes_lower_case_words_with_single_spaces(text):
    folded = fold(text)
    assert folded == " ".join(folded.split())
    assert folded == folded.casefold()
    assert all(char.isalnum() or char in " +-/" for char in folded)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.text(st.sampled_from("aéßＡñ显顯발 '’.{}/+-12\u200b\u0301"), max_size=20))
def test_what_is_folded_stays_as_it_is(text):
    assert fold(fold(text)) == fold(text)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.text(st.characters(max_codepoint=0x24F) | st.sampled_from("显化발현"), max_size=30))
def test_the_decomposed_form_of_a_text_folds_the_same(text):
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))


@pytest.mark.parametrize(
    ("folded", "expected"),
    [
        ("", ()),
        ("manifest dread", ("manifest", "dread")),
        ("a 2/2 with +1/+1", ("a", "2/2", "with", "+1/+1")),
        ("显化 2/2 生物", ("显", "化", "2/2", "生", "物")),
        ("공포 를발현", ("공", "포", "를", "발", "현")),
        ("manifest된 카드", ("manifest", "된", "카", "드")),
    ],
)
def test_units_are_latin_words_and_single_characters(folded, expected):
    assert units(folded) == expected


def test_korean_is_the_same_however_it_is_spaced():
    assert units(fold("공포를 발현")) == units(fold("공 포를발현"))

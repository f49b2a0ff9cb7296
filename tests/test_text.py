"""Text cut into pages and shortened, without a lost word."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text import beginning, one_line, pages, shorten

PROSE = st.text(st.sampled_from('ab.!? \n\u00a0”")。！」显발'), max_size=120) | st.text(max_size=60)


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("One. Two. Three.", 100, ("One. Two. Three.",)),
        ("One. Two. Three.", 16, ("One. Two. Three.",)),
        ("One. Two. Three.", 15, ("One. Two.", "Three.")),
        ("One. Two. Three.", 9, ("One. Two.", "Three.")),
        ("One. Two. Three.", 8, ("One.", "Two.", "Three.")),
        ("Is it “done?” Yes! (No.) End.", 24, ("Is it “done?” Yes! (No.)", "End.")),
        ("a sentence longer than that", 12, ("a sentence", "longer than", "that")),
        ("abcdefghij", 4, ("abcd", "efgh", "ij")),
        ("This costs 2.5 mana.", 12, ("This costs", "2.5 mana.")),
        ("显化一张牌。（很快。）然后翻开。", 11, ("显化一张牌。（很快。）", "然后翻开。")),
        ("真的吗？是的！好。", 5, ("真的吗？", "是的！好。")),
        ("真的吗？是的！好。", 4, ("真的吗？", "是的！", "好。")),
        ("이름이 없다. 능력도 없다.", 8, ("이름이 없다.", "능력도 없다.")),
        ("  One. \n\n Two.  ", 5, ("One.", "Two.")),
    ],
)
def test_a_text_is_cut_at_sentence_ends_else_at_spaces_else_anywhere(text, limit, expected):
    assert pages(text, limit) == expected


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_a_blank_text_is_one_blank_page(text):
    assert pages(text, 10) == ("",)


@settings(deadline=None, derandomize=True, max_examples=400)
@given(PROSE, st.integers(1, 40))
def test_joined_pages_are_the_text_but_for_white_space_at_the_cuts(text, limit):
    rest = text
    for page in pages(text, limit):
        rest = rest.lstrip()
        assert rest.startswith(page)
        rest = rest[len(page) :]
    assert not rest.strip()


@settings(deadline=None, derandomize=True, max_examples=400)
@given(PROSE.filter(str.strip), st.integers(1, 40))
def test_no_page_is_empty_or_too_long_or_padded(text, limit):
    for page in pages(text, limit):
        assert 0 < len(page) <= limit
        assert page == page.strip()


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("manifest", 8, "manifest"),
        ("manifest", 7, "manife…"),
        ("manifest dread", 10, "manifest…"),
        ("显化惧象", 3, "显化…"),
        ("ab", 1, "…"),
        ("", 1, ""),
    ],
)
def test_a_long_text_is_shortened_with_an_ellipsis(text, limit, expected):
    assert shorten(text, limit) == expected


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.text(max_size=40), st.integers(1, 40))
def test_a_shortened_text_fits_and_begins_like_the_text(text, limit):
    short = shorten(text, limit)
    assert len(short) <= limit
    assert short == text or text.startswith(short.removesuffix("…"))


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("Ana\nMaría\t Pérez", 40, "Ana María Pérez"),
        ("  Ana  ", 40, "Ana"),
        ("\u202eAna\u200b\u2066", 40, "Ana"),
        ("김\u2028뒷면\x00", 40, "김 뒷면"),
        ("a very long name", 7, "a very…"),
        ("\n\u200b", 40, ""),
    ],
)
def test_a_name_fits_into_a_line(text, limit, expected):
    assert one_line(text, limit) == expected


@pytest.mark.parametrize(
    ("limit", "shown"),
    [
        (30, "One. Two is longer. Three ends"),
        (29, "One. Two is longer. …"),
        (21, "One. Two is longer. …"),
        (20, "One. …"),
        (8, "One. …"),
        (5, "One …"),
    ],
)
def test_the_beginning_of_a_text_is_whole_sentences(limit, shown):
    assert beginning("One. Two is longer. Three ends", limit) == shown

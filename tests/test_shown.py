"""What a message shows survives the way through a button or the database, and fits there."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.corpus.keys import short_key
from bot.shown import PATTERN, Shown

KEYS = st.text("0123456789abcdef", min_size=6, max_size=6)
CODES = st.sampled_from(["en", "zh-CN", "ko", "pt-BR", "es"])
SHOWN = st.builds(
    Shown,
    mechanic=st.none() | KEYS,
    choices=st.lists(KEYS, max_size=6).map(tuple),
    open=st.none() | KEYS,
    language=CODES,
    second=st.none() | CODES,
    page=st.integers(0, 99),
    pair=st.booleans(),
    menu=st.booleans(),
)
FULL = Shown("0f4640", ("2d6c9a",) * 6, "7e528b", "zh-CN", "pt-BR", 99, pair=True, menu=True)


@pytest.mark.parametrize(
    ("entry_id", "key"),
    [
        ("manifest", "0f4640"),
        ("face-down-has-no-name", "2d6c9a"),
        ("manifest-dread", "7e528b"),
        ("dfc-manifested", "5320a7"),
    ],
)
def test_a_short_key_never_changes_since_old_messages_hold_it(entry_id, key):
    assert short_key(entry_id) == key


@pytest.mark.parametrize(
    ("shown", "written"),
    [
        (Shown(None, (), None, "en"), "~~~en~~0~"),
        (Shown("0f4640", (), "2d6c9a", "zh-CN", "ko", 3), "0f4640~~2d6c9a~zh-CN~ko~3~"),
        (Shown(None, ("2d6c9a", "7e528b"), "2d6c9a", "es", menu=True), "~2d6c9a7e528b~2d6c9a~es~~0~m"),
        (Shown(None, ("2d6c9a", "7e528b"), "2d6c9a", "ko", pair=True), "~2d6c9a7e528b~2d6c9a~ko~~0~p"),
    ],
)
def test_the_written_form(shown, written):
    assert shown.encode() == written
    assert Shown.decode(written) == shown


@settings(deadline=None, derandomize=True, max_examples=300)
@given(SHOWN)
def test_what_is_written_is_read_back(shown):
    written = shown.encode()
    assert Shown.decode(written) == shown
    within = re.fullmatch(rf"page:(?P<way>back|next):(?P<shown>{PATTERN})", f"page:back:{written}")
    assert Shown.from_match(within) == shown


@settings(deadline=None, derandomize=True, max_examples=300)
@given(SHOWN)
def test_the_written_form_has_at_most_68_characters(shown):
    assert len(shown.encode()) <= 68


def test_the_longest_written_form_leaves_room_for_the_name_of_a_component():
    assert len(FULL.encode()) == 68
    assert len(f"page:back:{FULL.encode()}") <= 100


@pytest.mark.parametrize(
    "written",
    [
        "",
        "~~~~",
        "~~~en~~0",
        "~~~en~~0~x",
        "~~~en~~0~pm",
        "~~~en~~0~\n",
        "~~~fr~~0~",
        "~~~EN~~0~",
        "~~~en~fr~0~",
        "~~~en~~100~",
        "~~~en~~-1~",
        "~2d6c9~~en~~0~",
        "~" + "2d6c9a" * 7 + "~~en~~0~",
        "0F4640~~~en~~0~",
        "' OR 1=1 --",
    ],
)
def test_what_somebody_made_up_is_none_of_ours(written):
    assert Shown.decode(written) is None


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.text(st.characters(exclude_categories=()), max_size=80) | st.from_regex(r"[0-9a-f~enkoszhCNm-]{0,40}"))
def test_any_text_is_none_of_ours_or_is_written_back_as_it_was(written):
    shown = Shown.decode(written)
    assert shown is None or Shown.decode(shown.encode()) == shown


def test_another_topic_is_opened_at_its_first_page():
    assert FULL.opened("5320a7") == Shown("0f4640", ("2d6c9a",) * 6, "5320a7", "zh-CN", "pt-BR", menu=True)
    assert FULL.opened(None).open is None


def test_the_overview_of_a_mechanic_replaces_what_was_found():
    assert FULL.overview("7e528b") == Shown("7e528b", (), None, "zh-CN", "pt-BR", menu=True)


@pytest.mark.parametrize(
    ("language", "second", "expected"), [("ko", None, None), ("ko", "es", "es"), ("ko", "ko", None)]
)
def test_another_language_is_shown_at_the_first_page(language, second, expected):
    assert FULL.turned(language, second) == replace(FULL, language="ko", second=expected, page=0)


def test_a_page_is_turned_and_nothing_else():
    assert FULL.at_page(4) == replace(FULL, page=4)

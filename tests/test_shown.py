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
CARDS = st.uuids().map(str) | st.binary(min_size=12, max_size=12).map(lambda raw: f"name-{raw.hex()}")
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
OF_CARD = st.builds(replace, SHOWN, mechanic=st.none(), card=CARDS)
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
        (
            Shown(None, (), None, "en", card="2b9384a0-db2d-49e2-b121-6b81a0d77722"),
            "~~~en~~0~~oK5OEoNstSeKxIWuBoNd3Ig",
        ),
        (
            Shown(None, ("2d6c9a",), None, "en", menu=True, card="name-00112233445566778899aabb"),
            "~2d6c9a~~en~~0~m~nABEiM0RVZneImaq7",
        ),
    ],
)
def test_the_written_form(shown, written):
    assert shown.encode() == written
    assert Shown.decode(written) == shown


@settings(deadline=None, derandomize=True, max_examples=300)
@given(SHOWN | OF_CARD)
def test_what_is_written_is_read_back(shown):
    written = shown.encode()
    assert Shown.decode(written) == shown
    within = re.fullmatch(rf"page:(?P<way>back|next):(?P<shown>{PATTERN})", f"page:back:{written}")
    assert Shown.from_match(within) == shown


@settings(deadline=None, derandomize=True, max_examples=300)
@given(SHOWN)
def test_the_written_form_has_at_most_68_characters(shown):
    assert len(shown.encode()) <= 68


@settings(deadline=None, derandomize=True, max_examples=300)
@given(OF_CARD)
def test_the_written_form_with_a_card_has_at_most_86_characters_and_fits_a_component(shown):
    assert len(shown.encode()) <= 86
    assert len(f"page:back:{shown.encode()}") <= 100


def test_a_ruling_of_a_card_stands_beside_the_topic_and_before_further_topics():
    found = Shown(None, tuple(f"{number:06}" for number in range(6)), "000000", "en", pair=False)
    beside = found.beside_card("2b9384a0-db2d-49e2-b121-6b81a0d77722", ["ffffff", "eeeeee"])
    assert beside.choices == ("000000", "ffffff", "000001", "000002", "000003", "000004")
    assert beside.pair
    assert not found.beside_card("2b9384a0-db2d-49e2-b121-6b81a0d77722", []).pair
    assert beside.overview("7e528b").card is None


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
        "~~~en~~0~~",
        "~~~en~~0~~oK5OEoNstSeKxIWuBoNd3I",
        "~~~en~~0~~xK5OEoNstSeKxIWuBoNd3Ig",
        "~~~en~~0~oK5OEoNstSeKxIWuBoNd3Ig",
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

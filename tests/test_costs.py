"""Costs made dearer, written as a printed cost would be."""

from __future__ import annotations

import pytest

from bot.facedown.costs import as_written, generic_mana, is_mana, raised


@pytest.mark.parametrize(
    ("cost", "dearer"),
    [
        ("{2}{W}{B}{G}", "{4}{W}{B}{G}"),
        ("{G}", "{2}{G}"),
        ("{X}{R}", "{X}{2}{R}"),
        ("Sacrifice another creature", "{2}, Sacrifice another creature"),
        ("{0}", "{2}"),
        ("{2}", "{4}"),
        ("{10}{C}", "{12}{C}"),
        ("{1000000}", "{1000002}"),
        ("{X}", "{X}{2}"),
        ("{X}{X}{R}", "{X}{X}{2}{R}"),
        ("{X}{3}{W}", "{X}{5}{W}"),
        ("{R}{R}", "{2}{R}{R}"),
        ("{S}{S}", "{2}{S}{S}"),
        ("{C}", "{2}{C}"),
        ("{W/B}{W/B}", "{2}{W/B}{W/B}"),
        ("{2/W}{2/W}", "{2}{2/W}{2/W}"),
        ("{1}{G/W}", "{3}{G/W}"),
        ("{1}{G/P}", "{3}{G/P}"),
        ("{U/P}", "{2}{U/P}"),
        ("{1}{U}, Discard a card", "{3}{U}, Discard a card"),
        ("{B}, Pay 2 life", "{2}{B}, Pay 2 life"),
        ("{X}, Pay 2 life", "{X}{2}, Pay 2 life"),
        ("Pay 5 life", "{2}, Pay 5 life"),
        ("Reveal a card with {4} in its mana cost", "{2}, Reveal a card with {4} in its mana cost"),
        ("{U}, Reveal a card with {4} in its mana cost", "{2}{U}, Reveal a card with {4} in its mana cost"),
        ("弃一张牌", "{2}, 弃一张牌"),
    ],
)
def test_a_cost_is_raised_by_two(cost, dearer):
    assert raised(cost, 2) == dearer


@pytest.mark.parametrize("cost", ["{2}{W}", "{G}", "{0}", "{X}{R}", "Pay 5 life"])
def test_nothing_more_leaves_a_cost_as_it_is(cost):
    assert raised(cost, 0) == cost


@pytest.mark.parametrize(
    ("cost", "mana"),
    [("{2}", 2), ("{0}", 0), ("{16}", 16), ("{G}", None), ("{X}", None), ("{1}{1}", None), ("2", None)],
)
def test_generic_mana_is_told_from_everything_else(cost, mana):
    assert generic_mana(cost) == mana


@pytest.mark.parametrize("cost", ["{٣}", "{" + "9" * 5000 + "}", "{-1}", "{ 2}", "{2}\n", "{", "{}", ""])
def test_what_is_no_generic_symbol_is_no_number(cost):
    assert generic_mana(cost) is None
    assert raised(cost, 2)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("3wbg", "{3}{W}{B}{G}"),
        ("2 W B G", "{2}{W}{B}{G}"),
        ("12", "{12}"),
        ("XGG", "{X}{G}{G}"),
        ("0", "{0}"),
        ("{2}{W}", "{2}{W}"),
        ("{2/W}{U/P}", "{2/W}{U/P}"),
        ("Sacrifice  another\ncreature", "Sacrifice another creature"),
        ("Discard a card", "Discard a card"),
        ("３ＷＢＧ", "{3}{W}{B}{G}"),
        ("｛３｝ ｛Ｗ｝", "{3}{W}"),
        ("{Sacrifice a creature}", "{Sacrifice a creature}"),
        ("3{W}", "{3}{W}"),
        ("{X}1g", "{X}{1}{G}"),
        ("{3}{w}", "{3}{W}"),
        ("W/U", "{W/U}"),
        ("1 2/w g/u/p r/p c/b", "{1}{2/W}{G/U/P}{R/P}{C/B}"),
        ("xyzs", "{X}{Y}{Z}{S}"),
        ("{T}", "{T}"),
        ("{three}", "{three}"),
        ("{W/W}", "{W/W}"),
        ("12/W", "12/W"),
        ("", None),
        ("  ", None),
        ("-", None),
        ("－", None),
        ("—", None),
        ("None", None),
        ("없음", None),
    ],
)
def test_what_somebody_types_is_read_as_a_printed_cost(typed, expected):
    assert as_written(typed) == expected


MANA = ["{0}", "{12}{W}", "{X}{X}{R}", "{W/U}", "{2/B}", "{C/G}", "{G/P}", "{B/R/P}", "{S}", "{C}"]
WORDS = ["", "W", "{T}", "{Q}", "{three}", "{w}", "{W/W}", "{P}", "{W/2}", "{ 2}", "{-1}", "{٣}", "{2}, Pay 2 life"]


def test_mana_symbols_are_mana_and_everything_else_is_words():
    assert [cost for cost in (*MANA, *WORDS) if is_mana(cost)] == MANA

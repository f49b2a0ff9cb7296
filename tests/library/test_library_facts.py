"""What the advisor is told of a card: types, costs, and the card's own ways of being turned face up."""

from __future__ import annotations

import pytest

from bot.facedown.causes import Cause
from bot.facedown.scenario import CardType, Face, Scenario
from bot.facedown.ways import advise
from bot.library.facts import face
from bot.library.model import Card
from bot.library.records import FaceRecord

REMINDER = "(You may cast this card face down as a 2/2 creature for {3}. Turn it face up any time for its morph cost.)"


def card(text="", *others, layout="normal", type_line="Creature — Bear", mana_cost="{1}{G}"):
    """A card whose front says this."""
    front = FaceRecord(1, "Front", type_line, mana_cost, text)
    return Card("key", "Front", layout, (front, *others), ())


@pytest.mark.parametrize(
    ("text", "costs"),
    [
        (f"Morph {{2}}{{W}} {REMINDER}", {"morph": "{2}{W}"}),
        ("Morph {2}{W}", {"morph": "{2}{W}"}),
        ("Morph {X}{B}{B}\nWhen it is turned face up, draw X cards.", {"morph": "{X}{B}{B}"}),
        ("Flying\nMorph {G/U}{G/U}\nTrample", {"morph": "{G/U}{G/U}"}),
        (f"Morph—Sacrifice another creature. {REMINDER}", {"morph": "Sacrifice another creature"}),
        ("Morph—Reveal a white card in your hand.", {"morph": "Reveal a white card in your hand"}),
        (
            "Morph—Return two Islands you control to their owner's hand. (Reminder.)",
            {"morph": "Return two Islands you control to their owner's hand"},
        ),
        ("Morph—{2}, Pay 3 life. (Reminder.)", {"morph": "{2}, Pay 3 life"}),
        ("Megamorph {3}{G} (Put a +1/+1 counter on it as it turns up.)", {"megamorph": "{3}{G}"}),
        ("Disguise {5}{R} (You may cast this card face down for {3}.)", {"disguise": "{5}{R}"}),
        ("Disguise {2}{U}. Any sentence may follow. (Reminder.)", {"disguise": "{2}{U}"}),
        ("Morph—Pay 5 life. This cost is reduced by {1}. (Reminder.)", {"morph": "Pay 5 life"}),
        ("Disguise {R/W}{R/W}\nMorph {2}", {"disguise": "{R/W}{R/W}", "morph": "{2}"}),
        # Somebody else's ability, or only a word.
        ("Each creature card in your hand has morph {3}.", {}),
        ("All morph costs cost {2} more.", {}),
        ("Morph costs you pay cost {3} less.", {}),
        ("Equipped creature has “Morph {3}.”", {}),
        ("Flying (It has\nmorph {3}.)", {}),
        ("Turn target creature with a morph ability face down.", {}),
        ("Face-down creatures you control have Morph {3} (Reminder.)", {}),
        ("It has flying and\nmorph {3}", {}),
        ("Morphling {3}", {}),
        ("Morph", {}),
        ("", {}),
    ],
)
def test_morph_megamorph_and_disguise_are_read_where_they_are_the_cards_own(text, costs):
    read = face(card(text))
    assert {"morph": read.morph, "megamorph": read.megamorph, "disguise": read.disguise} == {
        "morph": None,
        "megamorph": None,
        "disguise": None,
    } | costs


BY_SPELLS = "This cost is reduced by {1} for each instant and sorcery card in your graveyard."


@pytest.mark.parametrize(
    ("text", "reduction"),
    [
        (
            f"Prowess\nDisguise {{5}}{{R}}. {BY_SPELLS} (You may cast it face down.)\nWhen it is turned up, draw.",
            BY_SPELLS,
        ),
        ("Morph {6}. It costs {1} less for each Forest you control.", "It costs {1} less for each Forest you control."),
        ("Morph—Discard three cards. This cost is reduced by {1}.", "This cost is reduced by {1}."),
        ("Morph {6}. Draw a card. This cost is reduced by {1}. Draw another.", "This cost is reduced by {1}."),
        ("Morph {6}. Any sentence may follow, more or less.", None),
        ("Disguise {5}{R} (This cost is reduced by nothing.)", None),
        ("Disguise {5}{R}\nSpells you cast cost {1} less to cast.", None),
        ("", None),
    ],
)
def test_that_the_card_itself_makes_the_cost_less_is_read_from_its_text(text, reduction):
    assert face(card(text)).reduction == reduction


@pytest.mark.parametrize(
    ("type_line", "types"),
    [
        ("Creature — Bear", ["Creature"]),
        ("Legendary Artifact Creature — Golem", ["Artifact", "Creature"]),
        ("Basic Snow Land — Forest", ["Land"]),
        ("Tribal Instant — Elf", ["Kindred", "Instant"]),
        ("Kindred Sorcery — Elf", ["Kindred", "Sorcery"]),
        ("Instant", ["Instant"]),
        ("instant", ["Instant"]),
        ("Battle — Siege", ["Battle"]),
        ("Summon — Dragon", ["Creature"]),
        ("Enchantment — Aura Land", ["Enchantment"]),
        ("Hero", []),
        ("", []),
    ],
)
def test_card_types_are_read_from_the_type_line(type_line, types):
    assert face(card(type_line=type_line)).types == tuple(map(CardType, types))


BACK = FaceRecord(2, "Back", "Instant", "{U}", "Morph {9}")


@pytest.mark.parametrize(
    ("layout", "double_faced"),
    [
        ("transform", True),
        ("modal_dfc", True),
        ("meld", True),
        ("adventure", False),
        ("flip", False),
        ("normal", False),
        ("reversible_card", False),
    ],
)
def test_of_a_card_with_two_faces_the_front_or_the_normal_half_counts(layout, double_faced):
    assert face(card("Morph {2}", BACK, layout=layout)) == Face(
        name="Front", types=(CardType.CREATURE,), mana_cost="{1}{G}", morph="{2}", double_faced=double_faced
    )


def test_the_halves_of_a_split_card_count_together():
    left = card("Draw.", BACK, layout="split", type_line="Sorcery", mana_cost="{R}")
    assert face(left) == Face(name="Front // Back", types=(CardType.SORCERY, CardType.INSTANT), mana_cost="{R}{U}")


def test_a_card_without_a_mana_cost_has_none():
    assert face(card(mana_cost=None)).mana_cost is None


def test_the_advisor_takes_it_as_it_is(filled):
    guide = face(filled.card("Guía abzana"))
    assert guide == Face(name="Abzan Guide", types=(CardType.CREATURE,), mana_cost="{3}{W}{B}{G}", morph="{2}{W}{B}{G}")
    answer = advise(Scenario(cause=Cause.MANIFEST, card=guide))
    assert [way.cost for way in answer.ways] == ["{3}{W}{B}{G}", "{2}{W}{B}{G}"]

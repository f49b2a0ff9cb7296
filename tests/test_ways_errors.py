"""The advisor's input: whatever is wrong with a scenario is one sentence that names the key."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys

import pytest
from command_line import call, start
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.facedown.causes import Cause
from bot.facedown.reader import read
from bot.facedown.scenario import Face, Scenario, ScenarioError

BEARS = {"types": ["Creature"], "mana_cost": "{1}{G}"}
SCENARIO = {"cause": "manifest", "card": BEARS}
CAUSES = (
    "known are: manifest, manifest-dread, cloak, morph, megamorph, disguise, turned-face-down, put-face-down, "
    "illusionary-mask."
)
FACE = "known are: name, types, mana_cost, morph, megamorph, disguise, double_faced."
KEYS = [
    "cause", "zone", "card", "listed", "from_hidden_zone", "loses_abilities", "face_up_now", "components",
    "cannot_be_turned_face_up", "phased_out", "morph_cost_increase", "effect",
]  # fmt: skip
ALL = f"known are: {', '.join(KEYS)}."


def refusal(scenario):
    """The sentence that a scenario is refused with: text, or something to be written as JSON."""
    raw = scenario if isinstance(scenario, bytes) else json.dumps(scenario).encode()
    with pytest.raises(ScenarioError) as refused:
        read(raw)
    return str(refused.value)


def scenario(**changes):
    return SCENARIO | changes


def card(**changes):
    return {"cause": "manifest", "card": BEARS | changes}


def spell(**changes):
    return {"cause": "morph", "card": BEARS, "zone": "stack"} | changes


REFUSED = {
    # Keys that are missing or unknown
    "nothing but braces": ({}, "“card” is missing; add it."),
    "no cause": ({"card": BEARS}, "“cause” is missing; add it."),
    "a cause that is null": ({"cause": None, "card": BEARS}, "“cause” is missing; add it."),
    "no card": ({"cause": "manifest"}, "“card” is missing; add it."),
    "a card without types": (
        {"cause": "manifest", "card": {"mana_cost": "{G}"}},
        "“card.types” is missing; add it.",
    ),
    "types that are null": (card(types=None), "“card.types” is missing; add it."),
    "an unknown key": (
        scenario(phasedout=True),
        "The scenario has an unknown key “phasedout”; did you mean “phased_out”?",
    ),
    "an unknown key in card": (
        card(manacost="{G}"),
        "“card” has an unknown key “manacost”; did you mean “mana_cost”?",
    ),
    "an unknown key like no other": (
        card(loyalty="4"),
        f"“card” has an unknown key “loyalty”; {FACE}",
    ),
    "an unknown key in listed": (
        scenario(cause="put-face-down", listed={"subtypes": ["Forest"]}),
        "“listed” has an unknown key “subtypes”; did you mean “types”?",
    ),
    "an unknown key in face_up_now": (
        scenario(face_up_now={"manifest": "{2}"}),
        f"“face_up_now” has an unknown key “manifest”; {FACE}",
    ),
    "an unknown key in effect": (
        scenario(effect={"target": "creature"}),
        "“effect” has an unknown key “target”; did you mean “targets”?",
    ),
    "a key of another object": (
        scenario(types=["Creature"]),
        f"The scenario has an unknown key “types”; {ALL}",
    ),
    # Words that are unknown
    "an unknown cause": (
        scenario(cause="mnifest"),
        "“cause” has the unknown value “mnifest”; did you mean “manifest”?",
    ),
    "a cause of the table's record": (
        scenario(cause="other"),
        f"“cause” has the unknown value “other”; {CAUSES}",
    ),
    "a cause in capitals": (
        scenario(cause="MORPH"),
        f"“cause” has the unknown value “MORPH”; {CAUSES}",
    ),
    "an unknown zone": (
        scenario(zone="graveyard"),
        "“zone” has the unknown value “graveyard”; known are: battlefield, stack.",
    ),
    "unknown targets": (
        scenario(effect={"targets": "land"}),
        "“effect.targets” has the unknown value “land”; known are: creature, permanent.",
    ),
    "an unknown card type": (
        card(types=["Creature", "Artefact"]),
        "“card.types” has the unknown value “Artefact”; did you mean “Artifact”?",
    ),
    "a card type in small letters": (
        card(types=["creature"]),
        "“card.types” has the unknown value “creature”; did you mean “Creature”?",
    ),
    "an unknown card type in listed": (
        scenario(cause="put-face-down", listed={"types": ["Lands"]}),
        "“listed.types” has the unknown value “Lands”; did you mean “Land”?",
    ),
    "an unknown card type in face_up_now": (
        scenario(face_up_now={"types": ["Creatures"]}),
        "“face_up_now.types” has the unknown value “Creatures”; did you mean “Creature”?",
    ),
    "an unknown card type in components": (
        scenario(components=[["Creature"], ["Instants"]]),
        "“components” has the unknown value “Instants”; did you mean “Instant”?",
    ),
    # Values of another kind
    "a number for a cause": (scenario(cause=1), "“cause” must be a text, not a number."),
    "a list for a zone": (scenario(zone=["stack"]), "“zone” must be a text, not a list."),
    "a list for a card": ({"cause": "manifest", "card": []}, "“card” must be a JSON object, not a list."),
    "a text for types": (card(types="Creature"), "“card.types” must be a list, not a text."),
    "an object for types": (card(types={}), "“card.types” must be a list, not an object."),
    "a number for a card type": (card(types=[7]), "Each entry of “card.types” must be a card type, not a number."),
    "null for a card type": (card(types=[None]), "Each entry of “card.types” must be a card type, not null."),
    "no card type": (card(types=[]), "“card.types” is empty: every card has a card type."),
    "a number for a mana cost": (card(mana_cost=3), "“card.mana_cost” must be a text, not a number."),
    "a list for a morph cost": (card(morph=["{2}"]), "“card.morph” must be a text, not a list."),
    "true for a megamorph cost": (card(megamorph=True), "“card.megamorph” must be a text, not true or false."),
    "a fraction for a disguise cost": (card(disguise=2.5), "“card.disguise” must be a text, not a decimal number."),
    "false for a name": (card(name=False), "“card.name” must be a text, not true or false."),
    "a text for double_faced": (card(double_faced="yes"), "“card.double_faced” must be true or false, not a text."),
    "a text for a flag": (scenario(phased_out="false"), "“phased_out” must be true or false, not a text."),
    "a number for a flag": (scenario(loses_abilities=0), "“loses_abilities” must be true or false, not a number."),
    "an empty text for a flag": (
        scenario(cannot_be_turned_face_up=""),
        "“cannot_be_turned_face_up” must be true or false, not a text.",
    ),
    "a list for a flag": (scenario(from_hidden_zone=[]), "“from_hidden_zone” must be true or false, not a list."),
    "a text for listed": (
        scenario(cause="put-face-down", listed="Forest"),
        "“listed” must be a JSON object, not a text.",
    ),
    "a text for a power": (
        scenario(cause="put-face-down", listed={"power": "5"}),
        "“listed.power” must be a whole number, not a text.",
    ),
    "true for a toughness": (
        scenario(cause="put-face-down", listed={"toughness": True}),
        "“listed.toughness” must be a whole number, not true or false.",
    ),
    "half a character": (
        card(morph="{2}\ud800"),
        "“card.morph” holds half a character (“{2}\\ud800”); write whole ones.",
    ),
    "half a character in face_up_now": (
        scenario(face_up_now={"disguise": "\udfff"}),
        "“face_up_now.disguise” holds half a character (“\\udfff”); write whole ones.",
    ),
    "half a toughness": (
        scenario(cause="put-face-down", listed={"toughness": 2.5}),
        "“listed.toughness” must be a whole number, not a decimal number.",
    ),
    "a number for ward": (
        scenario(cause="put-face-down", listed={"ward": 2}),
        "“listed.ward” must be a text, not a number.",
    ),
    "a text for face_up_now": (scenario(face_up_now="Mountain"), "“face_up_now” must be a JSON object, not a text."),
    "an object for components": (
        scenario(components={"types": ["Creature"]}),
        "“components” must be a list, not an object.",
    ),
    "one list for components": (
        scenario(components=["Creature"]),
        "Each entry of “components” must be a list of card types, not a text.",
    ),
    "a component without a card type": (
        scenario(components=[[]]),
        "“components” holds an empty list: every card has a card type.",
    ),
    "true for effect": (scenario(effect=True), "“effect” must be a JSON object, not true or false."),
    "a list for targets": (
        scenario(effect={"targets": ["creature"]}),
        "“effect.targets” must be a text, not a list.",
    ),
    "a text for creature_card_only": (
        scenario(effect={"creature_card_only": "yes"}),
        "“effect.creature_card_only” must be true or false, not a text.",
    ),
    "a number for an increase": (
        scenario(morph_cost_increase=2),
        "“morph_cost_increase” must be a text, not a number.",
    ),
    "an increase that is no generic mana": (
        scenario(morph_cost_increase="{G}"),
        "“morph_cost_increase” is “{G}”; write generic mana, such as {2}.",
    ),
    "an increase without braces": (
        scenario(morph_cost_increase="2"),
        "“morph_cost_increase” is “2”; write generic mana, such as {2}.",
    ),
    "an increase of many digits": (
        scenario(morph_cost_increase="{" + "9" * 5000 + "}"),
        f"“morph_cost_increase” is “{{{'9' * 38}…”; write generic mana, such as {{2}}.",
    ),
    # Scenarios that the rules rule out
    **{
        f"listed with {cause}": (
            scenario(cause=cause, listed={"types": ["Land"]}),
            f"“listed” goes with turned-face-down and put-face-down, not with “{cause}”.",
        )
        for cause in ("morph", "megamorph", "disguise", "manifest", "manifest-dread", "cloak", "illusionary-mask")
    },
    **{
        f"from_hidden_zone with {cause}": (
            scenario(cause=cause, from_hidden_zone=True),
            f"“from_hidden_zone” goes with put-face-down, not with “{cause}”.",
        )
        for cause in ("morph", "manifest", "cloak", "turned-face-down", "illusionary-mask")
    },
    **{
        f"a spell by {cause}": (
            scenario(cause=cause, zone="stack"),
            f"“zone” cannot be “stack” with the cause “{cause}”: nothing is cast that way.",
        )
        for cause in ("manifest", "manifest-dread", "cloak", "turned-face-down", "put-face-down")
    },
    "a spell that is phased out": (
        spell(phased_out=True),
        "“phased_out” does not go with the zone “stack”: only permanents phase out.",
    ),
    "a spell that is merged": (
        spell(components=[["Creature"]]),
        "“components” does not go with the zone “stack”: only permanents are merged.",
    ),
    "a spell that is merged with nothing": (
        spell(components=[]),
        "“components” does not go with the zone “stack”: only permanents are merged.",
    ),
    "a double-faced permanent turned face down": (
        {"cause": "turned-face-down", "card": BEARS | {"double_faced": True}},
        "“double_faced” permanents cannot be turned face down: nothing happens (712.16).",
    ),
    # No scenario at all
    "nothing": (b"", "There is no scenario; give one as a JSON object with the keys “cause” and “card”."),
    "white space": (b" \n\t", "There is no scenario; give one as a JSON object with the keys “cause” and “card”."),
    "null": (None, "The scenario must be a JSON object, not null."),
    "a list": ([SCENARIO], "The scenario must be a JSON object, not a list."),
    "a text": ("manifest", "The scenario must be a JSON object, not a text."),
    "a number": (7, "The scenario must be a JSON object, not a number."),
    "words": (b"manifest", "The scenario is no JSON: Expecting value (line 1, column 1)."),
    "an object that does not end": (
        b'{"cause": "manifest",\n ',
        "The scenario is no JSON: Expecting property name enclosed in double quotes (line 2, column 2).",
    ),
    "two objects": (b"{} {}", "The scenario is no JSON: Extra data (line 1, column 4)."),
    "no UTF-8": (b'{"cause": "\xff"}', "The scenario is not UTF-8 text; save it as UTF-8."),
    "UTF-16": ('{"cause": "morph"}'.encode("utf-16"), "The scenario is not UTF-8 text; save it as UTF-8."),
    "a key twice": (
        b'{"cause": "morph", "card": {"types": ["Creature"]}, "cause": "manifest"}',
        "“cause” stands twice in one object; keep one of them.",
    ),
    "a key twice inside": (
        b'{"cause": "morph", "card": {"types": ["Creature"], "morph": "{2}", "morph": null}}',
        "“morph” stands twice in one object; keep one of them.",
    ),
    "NaN": (
        b'{"cause": "put-face-down", "card": {"types": ["Creature"]}, "listed": {"power": NaN}}',
        "The scenario holds NaN, which is no JSON; write a number or null.",
    ),
    "infinity": (
        b'{"cause": "put-face-down", "card": {"types": ["Creature"]}, "listed": {"power": -Infinity}}',
        "The scenario holds -Infinity, which is no JSON; write a number or null.",
    ),
    "a number beyond all bounds": (
        b'{"cause": "put-face-down", "card": {"types": ["Creature"]}, "listed": {"power": 1e999}}',
        "“listed.power” must be a whole number, not a decimal number.",
    ),
    "a number of many digits": (
        b'{"listed": {"power": ' + b"7" * 5000 + b"}}",
        "The scenario holds a number that is too long.",
    ),
    "lists within lists": (b"[" * 100_000 + b"]" * 100_000, "The scenario is nested too deeply."),
    "objects within objects": (b'{"card":' * 100_000 + b"1" + b"}" * 100_000, "The scenario is nested too deeply."),
    # What an error quotes stays on its line
    "a key with line breaks": (
        scenario(**{"a\nb\u202ec\ud800": 1}),
        f"The scenario has an unknown key “a\\nb\\u202ec\\ud800”; {ALL}",
    ),
    "a cause of a million characters": (
        scenario(cause="m" * 1_000_000),
        f"“cause” has the unknown value “{'m' * 39}…”; {CAUSES}",
    ),
}


@pytest.mark.parametrize(("wrong", "sentence"), REFUSED.values(), ids=list(REFUSED))
def test_what_is_wrong_is_one_sentence_that_names_the_key(wrong, sentence):
    assert refusal(wrong) == sentence


@pytest.mark.parametrize(
    "harmless",
    [
        scenario(listed=None, from_hidden_zone=False, components=None, zone=None, phased_out=None, effect=None),
        spell(phased_out=False, components=None, listed=None),
        scenario(cause="turned-face-down", card=BEARS | {"double_faced": False}),
        scenario(cause="manifest", card=BEARS | {"double_faced": True}),
        scenario(cause="turned-face-down", face_up_now=BEARS | {"double_faced": True}),
        scenario(effect={}),
        scenario(morph_cost_increase=""),
        scenario(face_up_now={}),
        scenario(face_up_now={"types": []}),
        scenario(cause="put-face-down", listed={"types": []}),
        scenario(cause="put-face-down", listed={"power": -1, "toughness": 0}),
    ],
)
def test_a_key_that_says_nothing_is_no_contradiction(harmless):
    read(json.dumps(harmless).encode())


def test_a_byte_order_mark_is_no_part_of_the_scenario():
    assert read(b"\xef\xbb\xbf" + json.dumps(SCENARIO).encode()).cause is Cause.MANIFEST


def test_a_scenario_made_in_python_cannot_contradict_itself_either():
    with pytest.raises(ScenarioError, match="“cause” cannot be “other”"):
        Scenario(cause=Cause.OTHER, card=Face())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None, derandomize=True, max_examples=500)
@given(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=4))
def test_any_values_are_read_or_refused_with_a_sentence_that_names_a_key(values):
    try:
        read(json.dumps(SCENARIO | values).encode())
    except ScenarioError as error:
        sentence = str(error)
        assert re.fullmatch(r"[^\n]+[.?]", sentence)
        assert "“" in sentence or "NaN" in sentence or "Infinity" in sentence


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(raw):
    with pytest.raises(ScenarioError):
        read(raw)


# The verb


@pytest.fixture
def given_input(monkeypatch):
    """Lets the verb read something."""

    def give(raw):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="ascii"))

    return give


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", REFUSED["nothing"][1]),
        (b"\xff", REFUSED["no UTF-8"][1]),
        (b"[" * 100_000, "The scenario is nested too deeply."),
        (
            b'{"cause": "manifst", "card": {"types": ["Creature"]}}',
            REFUSED["an unknown cause"][1].replace("mnif", "manif"),
        ),
        (b'{"\\ud800": 1}', None),
    ],
)
def test_a_refusal_ends_with_exit_code_1_and_one_line(capsys, given_input, raw, sentence):
    given_input(raw)
    ended = call(capsys, "ways", "--json")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.count("\n") == 1
    assert sentence is None or ended.err.startswith(sentence[:20])


def test_nothing_on_standard_input_is_no_traceback():
    for options in ({"stdin": subprocess.DEVNULL}, {"preexec_fn": lambda: os.close(0)}):
        ended = start("ways", "--json", **options)
        assert ended.code == 1
        assert re.fullmatch(r"There is no [^\n]+\.\n", ended.err)


@pytest.mark.parametrize("arguments", [[], ["--jsn"], ["--json", "scenario.json"]])
def test_wrong_usage_ends_with_exit_code_2(capsys, arguments):
    ended = call(capsys, "ways", *arguments)
    assert (ended.code, ended.out) == (2, "")


def test_help_explains_every_key_and_its_example_is_answered(capsys, given_input):
    ended = call(capsys, "ways", "--help")
    assert ended.code == 0
    for key in (*KEYS, "name", "types", "mana_cost", "morph", "double_faced", "power", "ward", "creature_card_only"):
        assert re.search(rf"\b{key}\b", ended.out), key
    for cause in Cause:
        assert re.search(rf"[ ,]{cause}[,\n]", ended.out) or cause is Cause.OTHER, cause
    example = re.search(r"^ +(\{.*?\}\})$", ended.out, re.DOTALL | re.MULTILINE).group(1)
    given_input(example.encode())
    ended = call(capsys, "ways", "--json")
    assert [way["way"] for way in json.loads(ended.out)["ways"]] == ["mana-cost", "morph"]

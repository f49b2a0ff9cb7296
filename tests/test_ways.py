"""The advisor: a judge's cases as data, what must hold of every scenario, and the verb `ways`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections import Counter

import pytest
from command_line import start
from hypothesis import given, settings
from hypothesis import strategies as st
from ways_cases import CERTAINTIES, HANDED, OWN

from bot.corpus.rules import is_rule_number
from bot.facedown.answer import as_object
from bot.facedown.causes import Cause
from bot.facedown.reader import read
from bot.facedown.scenario import CardType
from bot.facedown.ways import advise

CASES = [*HANDED, *OWN]
CAUSES = [cause.value for cause in Cause if cause is not Cause.OTHER]
CAST = ["morph", "megamorph", "disguise", "illusionary-mask"]
MANIFESTED = ["manifest", "manifest-dread", "cloak"]
ABILITIES = ["morph", "megamorph", "disguise"]
ORDER = ["mana-cost", "morph", "megamorph", "disguise", "illusionary-mask"]


def advise_json(scenario):
    """The answer to a scenario that is written as JSON."""
    return advise(read(json.dumps(scenario).encode()))


def answered(scenario):
    """The answer to a scenario, as a program reads it."""
    return json.loads(json.dumps(as_object(advise_json(scenario))))


# The cases


def test_there_are_as_many_cases_as_were_handed_in_and_more():
    assert len(HANDED) == 31
    assert {case.certainty for case in HANDED} <= CERTAINTIES
    assert len(OWN) > 2 * len(HANDED)
    assert [name for name, times in Counter(case.id for case in CASES).items() if times > 1] == []


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_the_answer_is_the_judges(case):
    answer = answered(case.scenario)
    assert list(answer) == ["face_down", "ways", "effect", "identity", "rules", "topics"]
    assert {key: answer[key] for key in case.expected} == case.expected
    assert set(case.rules) - set(answer["rules"]) == set()
    assert set(case.beyond) & set(answer["rules"]) == set()


def test_the_cases_hold_every_answer_that_there_is():
    answers = [case.expected for case in CASES]
    assert {way["way"] for answer in answers for way in answer["ways"]} == set(ORDER)
    assert {answer["effect"] for answer in answers} == {None, "illegal-target", "blocked", "reveal-only", "turns-up"}
    assert {answer["identity"] for answer in answers} == {"public", "private"}
    assert {case.scenario["cause"] for case in CASES} == set(CAUSES)


# What holds of every scenario

TYPES = st.lists(st.sampled_from([card_type.value for card_type in CardType]), min_size=1, max_size=3)
PERMANENT_TYPES = st.lists(st.sampled_from(["Artifact", "Creature", "Enchantment", "Land"]), min_size=1, max_size=2)
COSTS = st.none() | st.sampled_from(["{0}", "{2}{W}", "{G}", "{X}{R}", "{X}{X}", "{2/W}{U/P}", "Pay 5 life"])
INCREASES = st.none() | st.sampled_from(["{0}", "{1}", "{2}"])
EFFECTS = st.none() | st.fixed_dictionaries(
    {}, optional={"targets": st.sampled_from(["creature", "permanent"]), "creature_card_only": st.booleans()}
)
LISTED = st.fixed_dictionaries(
    {},
    optional={"types": TYPES, "power": st.integers(0, 9), "toughness": st.integers(0, 9), "ward": st.just("{1}")},
)


def faces(types):
    return st.fixed_dictionaries(
        {"types": types, "mana_cost": COSTS, "morph": COSTS, "megamorph": COSTS, "disguise": COSTS}
    )


@st.composite
def scenarios(draw, *, types=TYPES, in_play=False):
    """A scenario that can be; one on the battlefield and phased in where `in_play` says so."""
    cause = draw(st.sampled_from(CAUSES))
    scenario = {
        "cause": cause,
        "card": draw(faces(types)),
        "loses_abilities": draw(st.booleans()),
        "face_up_now": draw(st.none() | faces(TYPES)),
        "cannot_be_turned_face_up": draw(st.booleans()),
        "morph_cost_increase": draw(INCREASES),
        "effect": draw(EFFECTS),
    }
    if cause != "turned-face-down":
        scenario["card"]["double_faced"] = draw(st.booleans())
    if cause in ("turned-face-down", "put-face-down"):
        scenario["listed"] = draw(st.none() | LISTED)
    if cause == "put-face-down":
        scenario["from_hidden_zone"] = draw(st.booleans())
    if cause in CAST and not in_play and draw(st.booleans()):
        return scenario | {"zone": "stack"}
    scenario["components"] = draw(st.none() | st.lists(types, max_size=2))
    if not in_play:
        scenario["phased_out"] = draw(st.booleans())
    return scenario


def for_cause(scenario, cause):
    """The same object, had it become face down otherwise."""
    kept = {key: value for key, value in scenario.items() if key not in ("listed", "from_hidden_zone")}
    card = {key: value for key, value in kept["card"].items() if key != "double_faced"}
    return kept | {"cause": cause, "card": card}


def ways_by(answer, names):
    return [way for way in answer["ways"] if way["way"] in names]


EVERY = settings(deadline=None, derandomize=True, max_examples=300)


@EVERY
@given(scenarios(in_play=True))
def test_ways_by_an_ability_do_not_depend_on_the_cause(scenario):
    found = [ways_by(answered(for_cause(scenario, cause)), ABILITIES) for cause in CAUSES]
    assert found == [ways_by(answered(scenario), ABILITIES)] * len(CAUSES)


@EVERY
@given(scenarios(in_play=True))
def test_the_way_by_mana_cost_does_not_depend_on_lost_abilities(scenario):
    kept, lost = (answered(scenario | {"loses_abilities": lost}) for lost in (False, True))
    assert ways_by(kept, ["mana-cost"]) == ways_by(lost, ["mana-cost"])
    assert ways_by(lost, ABILITIES) == []


@EVERY
@given(scenarios(), st.sampled_from(["Instant", "Sorcery"]), st.data())
def test_instants_and_sorceries_never_turn_up(scenario, card_type, data):
    types = data.draw(TYPES.map(lambda others: [*others, card_type]))
    if scenario.get("zone") == "stack" or data.draw(st.booleans()):
        scenario["card"]["types"] = types
    else:
        scenario["components"] = [*(scenario["components"] or []), types]
    answer = answered(scenario)
    assert answer["ways"] == []
    assert answer["effect"] != "turns-up"


@EVERY
@given(scenarios().filter(lambda scenario: scenario.get("zone") == "stack" or scenario["phased_out"]))
def test_spells_and_what_is_phased_out_have_no_way(scenario):
    answer = answered(scenario)
    assert answer["ways"] == []
    assert answer["effect"] == (None if scenario["effect"] is None else "illegal-target")


@EVERY
@given(scenarios())
def test_what_cannot_be_turned_face_up_is_not(scenario):
    answer = answered(scenario | {"cannot_be_turned_face_up": True})
    assert answer["ways"] == []
    assert answer["effect"] in ({None} if scenario["effect"] is None else {"blocked", "illegal-target"})


@EVERY
@given(scenarios(types=PERMANENT_TYPES, in_play=True))
def test_the_mana_cost_is_that_of_the_card_whatever_it_would_be(scenario):
    scenario["cannot_be_turned_face_up"] = False
    card = scenario["card"]
    paid = scenario["cause"] in MANIFESTED and "Creature" in card["types"] and card["mana_cost"] is not None
    assert [way["cost"] for way in ways_by(answered(scenario), ["mana-cost"])] == [card["mana_cost"]] * paid


@EVERY
@given(scenarios(types=PERMANENT_TYPES, in_play=True))
def test_each_ability_that_it_would_have_is_a_way(scenario):
    scenario |= {"cannot_be_turned_face_up": False, "loses_abilities": False}
    face = scenario["face_up_now"] or scenario["card"]
    found = ways_by(answered(scenario), ABILITIES)
    assert [way["way"] for way in found] == [ability for ability in ABILITIES if face[ability] is not None]
    assert [way["cost"] for way in found if way["way"] == "disguise"] == [face["disguise"]] * bool(face["disguise"])


@EVERY
@given(scenarios(types=PERMANENT_TYPES, in_play=True))
def test_the_mask_works_whatever_became_of_its_creature(scenario):
    scenario["cannot_be_turned_face_up"] = False
    by_mask = scenario["cause"] == "illusionary-mask"
    assert [way["cost"] for way in ways_by(answered(scenario), ["illusionary-mask"])] == [None] * by_mask


@EVERY
@given(scenarios())
def test_ways_stand_in_order_each_once_and_only_megamorph_gives_a_counter(scenario):
    found = answered(scenario)["ways"]
    assert [way["way"] for way in found] == [name for name in ORDER if ways_by({"ways": found}, [name])]
    assert all(way["counter"] == (way["way"] == "megamorph") for way in found)


@EVERY
@given(scenarios())
def test_what_it_is_face_down_comes_from_the_cause_alone(scenario):
    answer = answered(scenario)
    listed = scenario.get("listed")
    ward = "{2}" if scenario["cause"] in ("cloak", "disguise") else None
    given = {"types": ["Creature"], "power": 2, "toughness": 2, "ward": ward} if listed is None else listed
    expected = dict.fromkeys(("types", "power", "toughness", "ward")) | given
    assert answer["face_down"] == expected | ({"ward": None} if scenario["loses_abilities"] else {})
    public = scenario["cause"] == "turned-face-down" or (
        scenario["cause"] == "put-face-down" and not scenario["from_hidden_zone"]
    )
    assert answer["identity"] == ("public" if public else "private")


@EVERY
@given(scenarios(in_play=True))
def test_an_effect_on_a_creature_reaches_it_where_it_is_a_creature_face_down(scenario):
    scenario["effect"] = {"targets": "creature"}
    answer = answered(scenario)
    is_creature = "Creature" in (answer["face_down"]["types"] or [])
    assert (answer["effect"] == "illegal-target") == (not is_creature)


@EVERY
@given(scenarios())
def test_a_key_left_out_says_what_null_says(scenario):
    said = {key: value for key, value in scenario.items() if value is not None}
    assert answered(said) == answered(dict.fromkeys(("zone", "phased_out", "listed", "components")) | scenario)


# Rules and topics


@EVERY
@given(scenarios())
def test_rules_and_topics_are_there_and_stand_once(judge, scenario):
    answer = answered(scenario)
    assert all(map(is_rule_number, answer["rules"]))
    assert set(answer["topics"]) <= judge.corpus.topics.keys()
    for cited in (answer["rules"], answer["topics"]):
        assert len(cited) == len(set(cited))
    assert answer["rules"] or answer["topics"]


def test_rules_of_the_cases_are_texts():
    """YAML would read 701.40 as a number, and lose its 0."""
    rules = [rule for case in CASES for rule in (*case.rules, *case.beyond, *case.expected.get("rules", ()))]
    assert [rule for rule in rules if not isinstance(rule, str) or not is_rule_number(rule)] == []
    assert len(set(rules)) > 30


# What people are told of it


def test_a_ruling_about_another_case_is_not_taken_for_this_one():
    """What each way rests on: the topic that is quoted, and whether only its note speaks of the case."""

    def of_ways(cause, **card):
        scenario = {"cause": cause, "card": {"types": ["Creature"], "mana_cost": "{1}", **card}}
        return {way.way: (way.ground.topics[-1:], way.ground.by_note) for way in advise_json(scenario).ways}

    manifested, cast = "manifested-with-morph-or-disguise", "morph-turn-up-special-action"
    mana_cost = "turn-up-manifested-special-action"
    assert of_ways("manifest", morph="{2}") == {"mana-cost": ((mana_cost,), False), "morph": ((manifested,), False)}
    assert of_ways("manifest", disguise="{2}")["disguise"] == ((manifested,), True)
    assert of_ways("cloak", morph="{2}") == {"mana-cost": ((mana_cost,), True), "morph": ((manifested,), True)}
    assert of_ways("morph", morph="{2}") == {"morph": ((cast,), False)}
    assert of_ways("megamorph", megamorph="{2}") == {"megamorph": ((cast,), False)}
    assert of_ways("put-face-down", morph="{2}") == {"morph": ((cast,), True)}
    assert of_ways("disguise", disguise="{2}") == {"disguise": ((), False)}
    assert of_ways("illusionary-mask") == {"illusionary-mask": ((), False)}


@pytest.mark.parametrize(
    ("scenario", "closed"),
    [
        ({"cause": "put-face-down"}, [(("708.7",), ())]),
        ({"cause": "turned-face-down"}, [(("708.7",), ())]),
        ({"cause": "disguise"}, [(("702.168d",), ())]),
        ({"cause": "morph"}, [(("702.37e",), ("morph-turn-up-special-action",))]),
        ({"cause": "cloak", "cannot_be_turned_face_up": True}, [(("101.2",), ())]),
        ({"cause": "cloak", "phased_out": True}, [(("702.26b",), ())]),
        (
            {"cause": "manifest", "card": {"types": ["Land"]}},
            [(("701.40b",), ("turn-up-manifested-special-action",))],
        ),
        (
            {"cause": "disguise", "card": {"types": ["Creature"], "disguise": "{2}"}, "loses_abilities": True},
            [(("613.1f", "702.168d"), ("lost-abilities-block-morph-disguise",))],
        ),
        (
            {"cause": "put-face-down", "card": {"types": ["Instant"]}},
            [((), ("instant-sorcery-stays-face-down",))],
        ),
    ],
)
def test_why_no_way_is_open_is_told_by_what_says_why(scenario, closed):
    answer = advise_json({"card": {"types": ["Creature"]}, **scenario})
    assert answer.ways == ()
    assert [(ground.rules, ground.topics) for ground in answer.closed] == closed


# The verb

EXAMPLE = """\
{"cause": "manifest",
 "zone": "battlefield",
 "card": {"name": "Abzan Guide", "types": ["Creature"], "mana_cost": "{3}{W}{B}{G}", "morph": "{2}{W}{B}{G}",
          "megamorph": null, "disguise": null, "double_faced": false},
 "listed": null,
 "loses_abilities": false,
 "face_up_now": null,
 "components": null,
 "cannot_be_turned_face_up": false,
 "phased_out": false,
 "morph_cost_increase": null,
 "effect": {"targets": "permanent"}}
"""
ANSWER = {
    "face_down": {"types": ["Creature"], "power": 2, "toughness": 2, "ward": None},
    "ways": [
        {"way": "mana-cost", "cost": "{3}{W}{B}{G}", "counter": False},
        {"way": "morph", "cost": "{2}{W}{B}{G}", "counter": False},
    ],
    "effect": "turns-up",
    "identity": "private",
    "rules": ["701.40b", "701.40c"],
    "topics": ["turn-up-manifested-special-action", "manifested-with-morph-or-disguise"],
}


def test_the_verb_answers_the_example():
    ended = start("ways", "--json", input=EXAMPLE.encode())
    assert (ended.code, ended.err) == (0, "")
    assert json.loads(ended.out) == ANSWER
    assert ended.out.count("\n") == 1


def test_the_help_shows_a_scenario_and_its_answer_and_explains_every_key():
    shown = start("ways", "--help").out
    given, answer = (json.loads(text) for text in re.findall(r"^  (\{.*?\})$", shown, re.DOTALL | re.MULTILINE))
    assert answered(given) == answer == ANSWER
    assert [
        key for key in (*json.loads(EXAMPLE), *ANSWER) if not re.search(rf"^  .*\b{key}\b", shown, re.MULTILINE)
    ] == []


def test_a_cost_is_printed_as_it_was_written():
    card = {"types": ["Creature"], "morph": "弃一张牌"}
    ended = start("ways", "--json", input=json.dumps({"cause": "morph", "card": card}).encode(), env={"LC_ALL": "C"})
    assert '"cost": "弃一张牌"' in ended.out


def test_the_answer_is_the_same_in_every_process():
    first, second = (
        start("ways", "--json", input=EXAMPLE.encode(), env={**os.environ, "PYTHONHASHSEED": seed}).out
        for seed in ("1", "2")
    )
    assert first == second != ""


def test_the_verb_needs_neither_discord_nor_the_corpus():
    program = (
        "import sys; from bot.__main__ import main; code = main(['ways', '--json']);"
        "print(code, *sorted({name.split('.')[0] for name in sys.modules} & {'discord', 'yaml', 'rapidfuzz'}),"
        " *(name for name in sys.modules if name.startswith('bot.corpus')), file=sys.stderr)"
    )
    ended = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program], input=EXAMPLE.encode(), capture_output=True, check=True
    )
    assert ended.stderr == b"0\n"


def test_a_call_takes_less_than_a_millisecond():
    """Ten times what it takes; the bench tells the time itself."""
    started = time.perf_counter()
    for case in CASES:
        answered(case.scenario)
    assert (time.perf_counter() - started) / len(CASES) < 0.001

"""The advisor at the table and under rulings: what whoever may know the card is told, and what everybody else is."""

from __future__ import annotations

import itertools

import pytest
from conversation import restarted
from discord_limits import message_violations, modal_violations
from facedown_table import prefilled
from simulated import buttons, errors_in

from bot import advice
from bot.facedown.causes import Cause
from bot.facedown.scenario import CardType, Effect, Face, Scenario, Targets
from bot.facedown.ways import advise

LANGUAGES = ("en", "zh-CN", "ko", "pt-BR", "es")
CREATURE = {"types": ["Creature"], "mana_cost": "3WBG", "ability": ["morph"], "cost": "{2}{W}{B}{G}"}
MANA_COST = "Pay its mana cost {3}{W}{B}{G}."
MORPH_COST = "Pay its morph cost {2}{W}{B}{G}."
NOT_MANA = "A mana cost is symbols, such as {3}{W} or 3W; leave it empty where the card has none."
HALF_AN_ABILITY = "An ability goes with its cost: fill in both, or pick “none of these” and leave the cost empty."


@pytest.fixture(autouse=True)
def _without_pauses(simcord_bot):
    """A bot that is about to stop pauses between two messages no more, and is the same otherwise."""
    simcord_bot.tables.hurry()


async def add(who, channel, how, **options):
    await who.slash(channel, "facedown add", how=how, **options)


async def asked(who, channel, number, **form):
    """The embed that somebody gets who fills the form in."""
    opened = await who.slash(channel, "facedown ways", number=number)
    assert modal_violations({key: opened.modal[key] for key in ("custom_id", "title", "components")}) == []
    answer = (await who.submit_modal(opened, form)).response
    assert answer.ephemeral
    return answer.embeds[0]


async def told(who, channel, number):
    """The embed that somebody gets who may not know the card."""
    answer = (await who.slash(channel, "facedown ways", number=number)).response
    assert answer.ephemeral
    return answer.embeds[0]


async def under_a_ruling(channel, who):
    """The form that the button under a ruling opens."""
    ruling = (await who.slash(channel, "ruling", question="turn-up-manifested-special-action")).response
    return await who.click(ruling, label="How may mine be turned up?")


def fields(opened):
    """The names of what a form asks for."""
    return [field["component"]["custom_id"] for field in opened.modal["components"]]


def points(embed):
    return [field.name for field in embed.fields]


async def test_the_controller_is_told_the_costs_each_with_its_ruling_and_what_happens_afterwards(channel, ana):
    await add(ana, channel, "manifest", card="Abzan Guide")
    embed = await asked(ana, channel, 1, **CREATURE)
    assert embed.title == "How #1 may be turned face up"
    assert points(embed) == [
        MANA_COST,
        MORPH_COST,
        "When",
        "An effect that says so turns it face up, too.",
        "Turned face up, it does not enter the battlefield.",
        "It is the same permanent: what is on it and what targets it stays.",
    ]
    assert embed.fields[0].value.startswith("> Any time you have priority, you may turn a manifested creature face up")
    assert "-# English · English ruling · 28 July 2023" in embed.fields[0].value
    assert embed.fields[1].value.startswith("> If a manifested creature would have morph if it were face up, you may")
    assert "split second does not forbid it" in embed.fields[2].value
    assert embed.footer.text == "Comprehensive Rules 701.40b, 701.40c"


async def test_what_has_happened_to_it_closes_ways(channel, ana):
    await add(ana, channel, "manifest", card="Abzan Guide")
    assert points(await asked(ana, channel, 1, situation=["lost-abilities"], **CREATURE))[:2] == [MANA_COST, "When"]
    forbidden = await asked(ana, channel, 1, situation=["forbidden"], **CREATURE)
    assert points(forbidden) == [
        "No cost turns it face up.",
        "Nothing can turn it face up: neither a cost nor an effect.",
    ]
    phased_out = await asked(ana, channel, 1, situation=["phased-out"], **CREATURE)
    assert points(phased_out)[1].startswith("While it is phased out, neither a cost nor an effect can turn it face up")


async def test_an_instant_never_turns_up(channel, ana):
    await add(ana, channel, "cloak")
    embed = await asked(ana, channel, 1, types=["Instant"], mana_cost="r", ability=["none"])
    assert points(embed) == [
        "No cost turns it face up.",
        (
            "It is an instant or sorcery card: it never turns face up. What would turn it up has it shown to "
            "everybody; it stays face down."
        ),
    ]
    assert embed.fields[0].value.startswith("> If something tries to turn a face-down instant or sorcery card on the")


async def test_megamorph_is_told_to_its_controller_alone(channel, ana, beto):
    await add(ana, channel, "megamorph", card="Deathmist Raptor")
    form = {"types": ["Creature"], "mana_cost": "1GG", "ability": ["megamorph"], "cost": "4G"}
    assert (
        points(await asked(ana, channel, 1, **form))[0]
        == "Pay its megamorph cost {4}{G}: it gets a +1/+1 counter, too."
    )
    assert points(await told(beto, channel, 1))[0] == (
        "For its morph or megamorph cost, if it would have that ability face up."
    )


@pytest.mark.parametrize(
    ("how", "first"),
    [
        ("manifest", "If it is a creature card with a mana cost: for that mana cost."),
        ("manifest-dread", "If it is a creature card with a mana cost: for that mana cost."),
        ("cloak", "If it is a creature card with a mana cost: for that mana cost."),
        ("morph", "For its morph or megamorph cost, if it would have that ability face up."),
        ("disguise", "For its disguise cost, if it would have that ability face up."),
        ("put-face-down", "If it would have morph, megamorph or disguise face up: for that cost."),
        ("other", "If it would have morph, megamorph or disguise face up: for that cost."),
    ],
)
async def test_anybody_else_is_told_what_the_cause_alone_says(channel, ana, beto, how, first):
    for card in ({}, {"card": "Abzan Guide"}, {"card": "Lightning Bolt"}):
        await add(ana, channel, how, **card)
    answers = [await told(beto, channel, number) for number in (1, 2, 3)]
    assert points(answers[0])[0] == first
    assert points(answers[0])[-2:] == [
        "If it is an instant or sorcery card: never. It is shown and stays face down.",
        "When",
    ]
    bodies = [str(answer.to_dict()).replace(f"#{number}", "#") for number, answer in enumerate(answers, start=1)]
    assert bodies[0] == bodies[1] == bodies[2]


async def test_with_control_moves_who_is_asked_for_the_card(channel, ana, beto):
    await add(ana, channel, "manifest", card="Abzan Guide")
    await ana.slash(channel, "facedown give", number=1, player=beto)
    assert points(await asked(beto, channel, 1, **CREATURE))[0] == MANA_COST
    assert "only its controller may know" in (await told(ana, channel, 1)).description


async def test_what_all_may_know_anybody_may_ask_about(channel, ana, beto):
    await add(ana, channel, "turned-face-down", card="Abzan Guide")
    assert points(await asked(beto, channel, 1, **CREATURE))[:2] == [MORPH_COST, "When"]


async def test_what_all_may_know_but_nobody_has_named_is_not_called_a_secret(channel, ana, beto):
    await add(ana, channel, "turned-face-down")
    embed = await told(beto, channel, 1)
    assert embed.description is None
    assert points(embed)[0] == "If it would have morph, megamorph or disguise face up: for that cost."


async def test_what_was_shown_by_mistake_is_a_secret_as_before(channel, ana, beto):
    await add(ana, channel, "manifest", card="Abzan Guide")
    await ana.slash(channel, "facedown turnup", number=1, card="Shock")
    await ana.slash(channel, "facedown undo")
    assert "only its controller may know" in (await told(beto, channel, 1)).description
    assert points(await asked(ana, channel, 1, **CREATURE))[0] == MANA_COST


@pytest.mark.parametrize(
    ("how", "ability"),
    [
        ("manifest", "none"),
        ("cloak", "none"),
        ("morph", "morph"),
        ("megamorph", "megamorph"),
        ("disguise", "disguise"),
        ("turned-face-down", "none"),
        ("other", "none"),
    ],
)
async def test_the_form_has_the_ability_picked_with_which_it_was_cast(channel, ana, how, ability):
    await add(ana, channel, how)
    assert prefilled(await ana.slash(channel, "facedown ways", number=1)) == {"ability": [ability]}


async def test_the_form_has_megamorph_picked_for_who_controls_it_alone(channel, ana, beto):
    await add(ana, channel, "megamorph", card="Deathmist Raptor")
    await ana.slash(channel, "facedown turnup", number=1, instant=True)
    assert prefilled(await beto.slash(channel, "facedown ways", number=1)) == {"ability": ["morph"]}
    await ana.slash(channel, "facedown give", number=1, player=beto)
    assert prefilled(await beto.slash(channel, "facedown ways", number=1)) == {"ability": ["megamorph"]}
    assert prefilled(await ana.slash(channel, "facedown ways", number=1)) == {"ability": ["morph"]}


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"mana_cost": "three"}, NOT_MANA),
        ({"mana_cost": "Sacrifice {W}"}, NOT_MANA),
        ({"mana_cost": "{3}{W} and more"}, NOT_MANA),
        ({"cost": ""}, HALF_AN_ABILITY),
        ({"cost": "  "}, HALF_AN_ABILITY),
        ({"ability": ["none"]}, HALF_AN_ABILITY),
    ],
)
async def test_what_cannot_be_a_card_is_refused_with_what_to_do(channel, ana, form, sentence):
    await add(ana, channel, "manifest")
    for opened in (await ana.slash(channel, "facedown ways", number=1), await under_a_ruling(channel, ana)):
        cause = {"cause": ["manifest"]} if "cause" in fields(opened) else {}
        answer = (await ana.submit_modal(opened, {**CREATURE, **cause, **form})).response
        assert answer.ephemeral
        assert (answer.content, answer.embeds) == (sentence, [])


@pytest.mark.parametrize(
    ("typed", "cost"),
    [
        ("3wbg", "{3}{W}{B}{G}"),
        ("3 W B G", "{3}{W}{B}{G}"),
        ("{3}{W}{B}{G}", "{3}{W}{B}{G}"),
        ("{3} {W} {B} {G}", "{3}{W}{B}{G}"),
        ("{X}{2/W}{G/P}", "{X}{2/W}{G/P}"),
        ("0", "{0}"),
    ],
)
async def test_a_mana_cost_may_be_typed_in_any_usual_way(channel, ana, typed, cost):
    await add(ana, channel, "manifest")
    form = {"types": ["Creature"], "mana_cost": typed, "ability": ["none"]}
    embed = await asked(ana, channel, 1, **form)
    assert points(embed)[0].startswith(f"Pay its mana cost {cost}.")


async def test_a_card_without_mana_cost_and_ability_has_no_cost(channel, ana):
    await add(ana, channel, "manifest")
    embed = await asked(ana, channel, 1, types=["Creature"], ability=["none"])
    assert points(embed)[0] == "No cost turns it face up."


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (9, "There is no #9 here; the board shows the numbers."),
        (1, "#1 is face up already; the board shows what is face down."),
    ],
)
async def test_what_is_not_face_down_is_refused(channel, ana, number, said):
    await add(ana, channel, "manifest", card="Abzan Guide")
    await ana.slash(channel, "facedown turnup", number=1)
    answer = (await ana.slash(channel, "facedown ways", number=number)).response
    assert answer.ephemeral
    assert answer.content == said


async def test_rulings_about_turning_up_offer_the_advisor_also_after_a_restart(simcord_env, host_config, channel, ana):
    about_it = (await ana.slash(channel, "ruling", question="turn-up-manifested-special-action")).response
    not_about_it = (await ana.slash(channel, "ruling", question="face-down-has-no-name")).response
    assert "How may mine be turned up?" in buttons(about_it)
    assert "How may mine be turned up?" not in buttons(not_about_it)
    async with restarted(simcord_env, host_config):
        opened = await ana.click(about_it, label="How may mine be turned up?")
        assert modal_violations({key: opened.modal[key] for key in ("custom_id", "title", "components")}) == []
        answer = (await ana.submit_modal(opened, {**CREATURE, "cause": ["morph"]})).response
    assert answer.ephemeral
    assert answer.embeds[0].title == "How it may be turned face up"
    assert points(answer.embeds[0])[:2] == [MORPH_COST, "When"]


async def test_in_direct_messages_the_advisor_answers_too(simcord_env):
    ana = simcord_env.create_user("ana")
    ruling = (await ana.slash("ruling", question="turn-up-manifested-special-action")).response
    opened = await ana.click(ruling, label="How may mine be turned up?")
    answer = (await ana.submit_modal(opened, {**CREATURE, "cause": ["illusionary-mask"]})).response
    assert points(answer.embeds[0])[1].startswith("Illusionary Mask: it is turned face up as it would assign or deal")


async def test_costs_may_be_typed_in_words_and_never_become_markup(channel, ana, caplog):
    await add(ana, channel, "morph")
    form = {"types": ["Enchantment"], "ability": ["morph"], "cost": "*Sacrifice*\tanother  creature"}
    assert points(await asked(ana, channel, 1, **form))[0] == r"Pay its morph cost \*Sacrifice\* another creature."
    assert errors_in(caplog) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_fits_in_every_language(judge, language):
    long = "{W}" * 26
    faces = [
        Face(types=(type_,), mana_cost=long, **{ability: long})
        for type_, ability in itertools.product(
            (CardType.CREATURE, CardType.LAND, CardType.INSTANT), ("morph", "megamorph", "disguise")
        )
    ]
    states = [{}, {"loses_abilities": True}, {"cannot_be_turned_face_up": True}, {"phased_out": True}]
    causes = [cause for cause in Cause if cause is not Cause.OTHER]
    for cause, face, state in itertools.product(causes, faces, states):
        scenario = Scenario(cause=cause, card=face, effect=Effect(targets=Targets.PERMANENT), **state)
        embed = advice.embed(advise(scenario), "#1000", judge.corpus, language)
        assert message_violations({"embeds": [embed.to_dict()]}) == [], scenario
    for cause in Cause:
        embed = advice.by_cause(cause, "#1000", judge.corpus, language)
        assert message_violations({"embeds": [embed.to_dict()]}) == [], cause

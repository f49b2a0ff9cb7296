"""The advisor at the table and under rulings: what whoever may know the card is told, and what everybody else is."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from conversation import restarted
from discord_limits import message_violations, modal_violations
from facedown_table import fields_of, notes_of, prefilled
from simulated import buttons, errors_in

from bot import advice
from bot.facedown.causes import Cause
from bot.facedown.scenario import CardType, Face
from bot.facedown.situation import Situation

LANGUAGES = ("en", "zh-CN", "ko", "pt-BR", "es")
CREATURE = {"types": ["Creature"], "mana_cost": "3WBG", "so": ["morph"], "cost": "{2}{W}{B}{G}"}
MANA_COST = "Pay its mana cost: {3}{W}{B}{G}."
MORPH_COST = "Pay its morph cost: {2}{W}{B}{G}."
SAME = (
    "It is the same permanent: what targets it and what is attached to it stay as they are, unless its new "
    "characteristics make that illegal (608.2b, 704.5m, 704.5n)."
)
NOTE = "What today’s rules add (in our words)"
ANY_ABILITY = "If it would have morph, megamorph or disguise face up: for that cost."
CREATURE_CARD = "If it is a creature card with a mana cost: for that mana cost."
MASK = "By itself, as it would assign or deal damage, be dealt damage or become tapped (Illusionary Mask)."
ALL_CAUSES = [cause.value for cause in Cause]


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
    return [field["custom_id"] for field in fields_of(opened)]


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
        SAME,
    ]
    assert embed.fields[0].value.startswith("> Any time you have priority, you may turn a manifested creature face up")
    assert "-# English · English ruling · 28 July 2023" in embed.fields[0].value
    assert embed.fields[3].value == "-# Comprehensive Rules 708.7"
    assert embed.fields[1].value.startswith("> If a manifested creature would have morph if it were face up, you may")
    assert "split second does not forbid it" in embed.fields[2].value
    assert embed.footer.text == "Comprehensive Rules 701.40b, 701.40c"


async def test_what_has_happened_to_it_closes_ways(channel, ana):
    await add(ana, channel, "manifest", card="Abzan Guide")
    lost = await asked(ana, channel, 1, **CREATURE | {"so": ["morph", "lost-abilities"]})
    assert points(lost)[:2] == [MANA_COST, "When"]
    assert lost.fields[0].value.startswith("> Unlike a face-down creature that was cast using the morph ability, a")
    forbidden = await asked(ana, channel, 1, **CREATURE | {"so": ["morph", "forbidden"]})
    assert [(point.name, point.value) for point in forbidden.fields] == [
        ("No cost turns it face up.", "-# Comprehensive Rules 101.2"),
        ("Nothing can turn it face up: neither a cost nor an effect.", "-# Comprehensive Rules 101.2"),
    ]
    phased_out = await asked(ana, channel, 1, **CREATURE | {"so": ["phased-out", "morph"]})
    assert phased_out.fields[0].value == "-# Comprehensive Rules 702.26b"
    assert points(phased_out)[1].startswith("While it is phased out, neither a cost nor an effect can turn it face up")
    assert phased_out.fields[1].value.startswith("> You can look at a face-down permanent you control any time.")
    assert points(phased_out)[2] == NOTE
    double_faced = await asked(ana, channel, 1, **CREATURE | {"so": ["double-faced", "morph"]})
    assert points(double_faced)[:2] == [MANA_COST, MORPH_COST]
    assert double_faced.footer.text == "Comprehensive Rules 701.40b, 701.40c, 712.8a, 712.15a"


BEARS = {"types": ["Creature"], "mana_cost": "1G"}


@pytest.mark.parametrize(
    ("how", "form", "rule"),
    [
        ("put-face-down", BEARS, "708.7"),
        ("turned-face-down", BEARS, "708.7"),
        ("other", BEARS, "708.7"),
        ("disguise", BEARS | {"so": []}, "702.168d"),
        ("cloak", BEARS | {"so": ["forbidden"]}, "101.2"),
    ],
)
async def test_where_no_ruling_says_why_no_cost_is_open_the_rule_stands_there(channel, ana, how, form, rule):
    await add(ana, channel, how)
    embed = await asked(ana, channel, 1, **form)
    assert (embed.fields[0].name, embed.fields[0].value) == (
        "No cost turns it face up.",
        f"-# Comprehensive Rules {rule}",
    )


@pytest.mark.parametrize(
    ("how", "form", "words"),
    [
        (
            "manifest",
            {"types": ["Land"]},
            "> Any time you have priority, you may turn a manifested creature face up by",
        ),
        ("morph", BEARS | {"so": []}, "> Any time you have priority, you may turn the face-down creature face up by"),
        (
            "disguise",
            BEARS | {"so": ["disguise", "lost-abilities"], "cost": "4"},
            "> If a face-down creature loses its abilities, it can't be turned face up using a disguise or morph",
        ),
        ("put-face-down", {"types": ["Sorcery"]}, "> If something tries to turn a face-down instant or sorcery card"),
    ],
)
async def test_where_no_cost_is_open_the_ruling_that_says_why_is_quoted(channel, ana, how, form, words):
    await add(ana, channel, how)
    embed = await asked(ana, channel, 1, **form)
    assert embed.fields[0].name == "No cost turns it face up."
    assert embed.fields[0].value.startswith(words)
    note = {"manifest": "must be a creature card with a mana cost", "morph": "as long as it would have morph"}.get(how)
    assert (embed.fields[1].name == NOTE) == (note is not None)
    assert (note or "") in embed.fields[1].value


async def test_of_a_ruling_about_another_case_the_note_is_told_that_speaks_of_this_one(channel, ana):
    await add(ana, channel, "cloak")
    form = {"types": ["Creature"], "mana_cost": "1R", "so": ["disguise"], "cost": "5R"}
    embed = await asked(ana, channel, 1, **form)
    assert points(embed)[:5] == ["Pay its mana cost: {1}{R}.", NOTE, "Pay its disguise cost: {5}{R}.", NOTE, "When"]
    assert "A cloaked permanent may be turned up in the same way (701.58b)." in embed.fields[1].value
    assert embed.fields[3].value.startswith("Since 2 February 2024 the same is true of disguise")
    assert embed.fields[3].value.endswith("The same goes for a cloaked permanent (701.58c, 701.58d).")


async def test_an_instant_never_turns_up(channel, ana):
    await add(ana, channel, "cloak")
    embed = await asked(ana, channel, 1, types=["Instant"], mana_cost="r")
    assert points(embed) == [
        "No cost turns it face up.",
        (
            "It is an instant or sorcery card: it never turns face up. What would turn it up has it shown to "
            "everybody; it stays face down."
        ),
    ]
    assert embed.fields[0].value.startswith("> If something tries to turn a face-down instant or sorcery card on the")
    assert embed.fields[1].value == "-# Comprehensive Rules 701.58g"


async def test_megamorph_is_told_to_its_controller_alone(channel, ana, beto):
    await add(ana, channel, "megamorph", card="Deathmist Raptor")
    form = {"types": ["Creature"], "mana_cost": "1GG", "so": ["megamorph"], "cost": "4G"}
    assert (
        points(await asked(ana, channel, 1, **form))[0]
        == "Pay its megamorph cost: {4}{G}. It gets a +1/+1 counter, too."
    )
    assert points(await told(beto, channel, 1))[0] == ANY_ABILITY


@pytest.mark.parametrize("how", [cause for cause in ALL_CAUSES if cause != "turned-face-down"])
async def test_anybody_else_is_told_what_the_cause_alone_says(channel, ana, beto, how):
    own_ways = {"illusionary-mask": [ANY_ABILITY, MASK]}
    own_ways |= {each: [CREATURE_CARD, ANY_ABILITY] for each in ("manifest", "manifest-dread", "cloak")}
    for card in ({}, {"card": "Abzan Guide"}, {"card": "Lightning Bolt"}):
        await add(ana, channel, how, **card)
    answers = [await told(beto, channel, number) for number in (1, 2, 3)]
    assert [point for point in points(answers[0]) if point != NOTE] == [
        *own_ways.get(how, [ANY_ABILITY]),
        "An effect that says so turns it face up, unless something forbids it.",
        "If it is an instant or sorcery card: never. It is shown and stays face down.",
        "When",
    ]
    bodies = [str(answer.to_dict()).replace(f"#{number}", "#") for number, answer in enumerate(answers, start=1)]
    assert bodies[0] == bodies[1] == bodies[2]


MANIFESTED = "> Any time you have priority, you may turn a manifested creature face up"
CAST = "> Any time you have priority, you may turn the face-down creature face up"
WITH_MORPH = "> If a manifested creature would have morph if it were face up"
EVERY_CAUSE = "Any face-down permanent you control qualifies, creature or not and however it became face down"


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("manifest", [MANIFESTED, WITH_MORPH, "Since 2 February 2024 the same is true of disguise", "701.40b"]),
        ("cloak", [MANIFESTED, "Any manifested permanent you", WITH_MORPH, "Since 2 February 2024", "701.58b"]),
        ("disguise", [CAST, EVERY_CAUSE, "702.37e, 702.168d"]),
        ("put-face-down", [CAST, EVERY_CAUSE, "702.37e, 702.168d"]),
        ("other", [CAST, EVERY_CAUSE, "702.37e, 702.168d"]),
    ],
)
async def test_what_anybody_else_is_told_rests_on_rulings_and_notes_of_that_case(channel, ana, beto, *, how, said):
    await add(ana, channel, how)
    embed = await told(beto, channel, 1)
    *quoted, rule = said
    assert [point.value[: len(part)] for point, part in zip(embed.fields, quoted, strict=False)] == quoted
    assert embed.fields[len(quoted)].value == "-# Comprehensive Rules 708.7"
    assert embed.footer.text.startswith(f"Comprehensive Rules {rule}")


async def test_with_control_moves_who_is_asked_for_the_card(channel, ana, beto):
    await add(ana, channel, "manifest", card="Abzan Guide")
    await ana.slash(channel, "facedown give", number=1, player=beto)
    assert points(await asked(beto, channel, 1, **CREATURE))[0] == MANA_COST
    assert "only its controller may know" in (await told(ana, channel, 1)).description


async def test_what_all_may_know_anybody_may_ask_about(channel, ana, beto):
    await add(ana, channel, "turned-face-down", card="Abzan Guide")
    embed = await asked(beto, channel, 1, **CREATURE)
    assert points(embed)[:3] == [MORPH_COST, NOTE, "When"]
    assert embed.fields[1].value.startswith(
        "Any face-down permanent you control qualifies, creature or not and however"
    )


async def test_what_all_may_know_but_nobody_has_named_is_not_called_a_secret(channel, ana, beto):
    await add(ana, channel, "turned-face-down")
    embed = await told(beto, channel, 1)
    assert embed.description is None
    assert points(embed)[0] == ANY_ABILITY


async def test_what_was_shown_by_mistake_is_a_secret_as_before(channel, ana, beto):
    await add(ana, channel, "manifest", card="Abzan Guide")
    await ana.slash(channel, "facedown turnup", number=1, card="Shock")
    await ana.slash(channel, "facedown undo")
    assert "only its controller may know" in (await told(beto, channel, 1)).description
    assert points(await asked(ana, channel, 1, **CREATURE))[0] == MANA_COST


@pytest.mark.parametrize("how", ALL_CAUSES)
async def test_the_form_has_the_ability_picked_with_which_it_was_cast(channel, ana, how):
    picked = {"so": [how]} if how in ("morph", "megamorph", "disguise") else {}
    await add(ana, channel, how)
    assert prefilled(await ana.slash(channel, "facedown ways", number=1)) == picked


async def test_the_form_has_megamorph_picked_for_who_controls_it_alone(channel, ana, beto):
    await add(ana, channel, "megamorph", card="Deathmist Raptor")
    await ana.slash(channel, "facedown turnup", number=1, instant=True)
    assert prefilled(await beto.slash(channel, "facedown ways", number=1)) == {"so": ["morph"]}
    await ana.slash(channel, "facedown give", number=1, player=beto)
    assert prefilled(await beto.slash(channel, "facedown ways", number=1)) == {"so": ["megamorph"]}
    assert prefilled(await ana.slash(channel, "facedown ways", number=1)) == {"so": ["morph"]}


def no_mana(typed):
    return (
        f"“{typed}” is not a mana cost: a mana cost is made of symbols, such as {{3}}{{W}}, 3W or W/U. Leave it empty "
        "if the card has none."
    )


NO_COST = "You picked morph but typed no cost for it. Fill in both, or neither."


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"mana_cost": "three"}, no_mana("three")),
        ({"mana_cost": "{three}"}, no_mana("{three}")),
        ({"mana_cost": "{T}"}, no_mana("{T}")),
        ({"mana_cost": "Sacrifice {W}"}, no_mana("Sacrifice {W}")),
        ({"mana_cost": "*3*"}, no_mana(r"\*3\*")),
        ({"cost": ""}, NO_COST),
        ({"cost": "  "}, NO_COST),
        ({"cost": "—"}, NO_COST),
        (
            {"so": ["forbidden"], "cost": "2wbg"},
            "You typed the cost “2wbg” but picked no ability that it belongs to. Pick one, or leave the cost empty.",
        ),
        (
            {"so": ["disguise", "morph"]},
            "You picked morph, disguise. Pick one of these alone: the one that it would have face up.",
        ),
    ],
)
async def test_what_cannot_be_a_card_is_refused_with_what_was_typed_and_what_to_do(channel, ana, form, sentence):
    await add(ana, channel, "manifest")
    for opened in (await ana.slash(channel, "facedown ways", number=1), await under_a_ruling(channel, ana)):
        cause = {"cause": ["manifest"]} if "cause" in fields(opened) else {}
        answer = (await ana.submit_modal(opened, {**CREATURE, **cause, **form})).response
        assert answer.ephemeral
        assert (answer.content, answer.embeds) == (sentence, [])


async def test_both_forms_ask_the_same_but_for_what_is_known(channel, ana):
    await add(ana, channel, "manifest")
    opened, under = await ana.slash(channel, "facedown ways", number=1), await under_a_ruling(channel, ana)
    assert fields(opened) == ["types", "mana_cost", "so", "cost"]
    assert fields(under) == ["cause", "types", "mana_cost", "so", "cost"]
    assert notes_of(opened) == ["I was never told what #1 is. Fill in what is printed on it."]
    assert notes_of(under) == []
    form = {**CREATURE, "cause": ["manifest"], "so": ["morph", "lost-abilities", "double-faced"]}
    embed = (await ana.submit_modal(under, form)).response.embeds[0]
    assert points(embed)[:2] == [MANA_COST, "When"]
    assert embed.footer.text == "Comprehensive Rules 701.40b, 613.1f, 702.37e, 712.8a, 712.15a"


FRONT = {
    "en": "It is double-faced: turned face up, its front face is up.",
    "zh-CN": "它是双面牌：翻回正面后，其正面朝上。",
    "ko": "양면 카드입니다. 앞면으로 뒤집히면 그 카드의 앞면이 보이게 됩니다.",
    "pt-BR": "É um card dupla face: virado para cima, sua face frontal fica voltada para cima.",
    "es": "Es una carta de dos caras: al ponerla boca arriba, su cara frontal queda boca arriba.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_what_is_double_faced_the_front_face_is_told_to_turn_up_with_its_ruling(judge, language):
    face = Face(types=(CardType.CREATURE,), mana_cost="{U}", double_faced=True)
    ruled = {
        field.name: field.value for field in advice.about(Cause.MANIFEST, face, "#1", judge.corpus, language).fields
    }
    assert FRONT[language] in ruled
    plain = advice.about(Cause.MANIFEST, replace(face, double_faced=False), "#1", judge.corpus, language)
    assert FRONT[language] not in [field.name for field in plain.fields]
    if language == "en":
        assert "card is manifested, it will be put onto the battlefield face down." in ruled[FRONT["en"]]


async def test_what_is_double_faced_cannot_have_been_turned_face_down(channel, ana):
    await add(ana, channel, "turned-face-down")
    form = {"types": ["Creature"], "mana_cost": "1G", "so": ["double-faced"]}
    answers = [await asked(ana, channel, 1, **form)]
    opened = await under_a_ruling(channel, ana)
    answers.append((await ana.submit_modal(opened, form | {"cause": ["turned-face-down"]})).response.embeds[0])
    for embed in answers:
        assert points(embed) == [
            "A double-faced permanent can’t be turned face down: if an effect tries to, nothing about it changes.",
            NOTE,
        ]
        assert "changes none of its characteristics (712.16)" in embed.fields[1].value
        assert embed.footer.text == "Comprehensive Rules 712.16"


@pytest.mark.parametrize(
    ("typed", "cost"),
    [
        ("3wbg", "{3}{W}{B}{G}"),
        ("3 W B G", "{3}{W}{B}{G}"),
        ("{3}{W}{B}{G}", "{3}{W}{B}{G}"),
        ("{3} {W} {B} {G}", "{3}{W}{B}{G}"),
        ("{X}{2/W}{G/P}", "{X}{2/W}{G/P}"),
        ("0", "{0}"),
        ("3{W}", "{3}{W}"),
        ("{X}1G", "{X}{1}{G}"),
        ("w/u", "{W/U}"),
        ("{3}{w}", "{3}{W}"),
    ],
)
async def test_a_mana_cost_may_be_typed_in_any_usual_way(channel, ana, typed, cost):
    await add(ana, channel, "manifest")
    embed = await asked(ana, channel, 1, types=["Creature"], mana_cost=typed)
    assert points(embed)[0] == f"Pay its mana cost: {cost}.{' X may be 0.' if 'X' in cost else ''}"


@pytest.mark.parametrize("typed", ["", "-", "—", "none", "없음"])
async def test_a_card_without_mana_cost_and_ability_has_no_cost(channel, ana, typed):
    await add(ana, channel, "manifest")
    embed = await asked(ana, channel, 1, types=["Creature"], mana_cost=typed)
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
    assert points(answer.embeds[0])[2].startswith("Illusionary Mask: it is turned face up as it would assign or deal")


async def test_costs_may_be_typed_in_words_and_never_become_markup(channel, ana, caplog):
    await add(ana, channel, "morph")
    form = {"types": ["Enchantment"], "so": ["morph"], "cost": "*Sacrifice*\tanother  creature"}
    assert points(await asked(ana, channel, 1, **form))[0] == r"Pay its morph cost: “\*Sacrifice\* another creature”."
    assert errors_in(caplog) == []


async def test_a_creature_cast_with_the_mask_turns_up_by_itself(channel, ana):
    await add(ana, channel, "illusionary-mask", card="Grizzly Bears")
    embed = await asked(ana, channel, 1, **BEARS)
    assert points(embed)[0].startswith("Illusionary Mask: it is turned face up as it would assign or deal damage")
    assert embed.fields[0].value == "-# Comprehensive Rules 614.1"
    assert "When" not in points(embed)


CODEBREAKER = Face(
    types=(CardType.CREATURE,),
    mana_cost="{1}{R}",
    disguise="{5}{R}",
    reduction="This cost is reduced by {1} for each instant and sorcery card in your graveyard.",
)
REDUCED = "“This cost is reduced by {1} for each instant and sorcery card in your graveyard.”"


@pytest.mark.parametrize(
    ("language", "cost"),
    [
        ("en", f"Pay its disguise cost: {{5}}{{R}}. The card itself reduces that cost: {REDUCED}"),
        ("zh-CN", f"支付其伪装费用：{{5}}{{R}}。 该牌自身会减少此费用：{REDUCED}"),
        ("ko", f"위장 비용을 지불합니다: {{5}}{{R}}. 카드 자체의 문구가 이 비용을 줄입니다: {REDUCED}"),
        ("pt-BR", f"Pagar o custo de disfarce: {{5}}{{R}}. O próprio card reduz esse custo: {REDUCED}"),
        (
            "es",
            f"Pagar su coste de disfrazarse: {{5}}{{R}}. La propia carta reduce ese coste: «{REDUCED.strip('“”')}»",
        ),
    ],
)
def test_that_a_card_makes_its_own_cost_less_is_said_beside_the_printed_cost(judge, language, cost):
    embed = advice.about(Cause.DISGUISE, CODEBREAKER, "#1", judge.corpus, language)
    assert embed.fields[0].name == cost


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_are_quoted_whole(judge, language):
    topics = judge.corpus.topics.values()
    texts = [text.words.replace("\n", " ") for topic in topics for text in topic.texts]
    for cause, type_ in itertools.product(Cause, (CardType.CREATURE, CardType.LAND, CardType.INSTANT)):
        face = Face(types=(type_,), mana_cost="{1}", morph="{2}")
        for point in advice.about(cause, face, "#1", judge.corpus, language).fields:
            if point.value.startswith("> "):
                assert point.value.split("\n")[0].removeprefix("> ").replace("\\", "") in texts


def test_of_a_long_ruling_the_sentences_that_fit_stand_there_and_where_the_rest_does(judge):
    topic = judge.corpus.topics["morph-turn-up-special-action"]
    texts = tuple(replace(text, words="One short sentence. " + "A longer one follows. " * 40) for text in topic.texts)
    topics = {**judge.corpus.topics, topic.id: replace(topic, texts=texts)}
    face = Face(types=(CardType.CREATURE,), morph="{2}")
    embed = advice.about(Cause.MORPH, face, "#1", replace(judge.corpus, topics=topics), "en")
    quoted, about = embed.fields[0].value.split("\n")
    assert quoted.startswith("> One short sentence. A longer one follows.")
    assert quoted.endswith("A longer one follows. …")
    assert len(quoted) <= 602
    assert about.endswith(" · `/ruling` shows all of it")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_fits_in_every_language(judge, language):
    long = "{W}" * 26
    faces = [
        Face(types=(type_,), mana_cost=long, **dict.fromkeys(abilities, long), reduction="This cost is reduced. " * 9)
        for type_, abilities in itertools.product(
            (CardType.CREATURE, CardType.LAND, CardType.INSTANT),
            (("morph",), ("megamorph",), ("disguise",), ("morph", "megamorph", "disguise")),
        )
    ]
    situations = [[], *([each] for each in Situation)]
    for cause, face, situation in itertools.product(Cause, faces, situations):
        embed = advice.about(cause, face, "#1000", judge.corpus, language, situation=situation)
        assert message_violations({"embeds": [embed.to_dict()]}) == [], (cause, face, situation)
    for cause in Cause:
        embed = advice.by_cause(cause, "#1000", judge.corpus, language)
        assert message_violations({"embeds": [embed.to_dict()]}) == [], cause

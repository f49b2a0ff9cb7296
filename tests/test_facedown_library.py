"""What the library does for a table: it knows the cards that players tell, and tells nobody else of them."""

from __future__ import annotations

import pytest
from conversation import restarted
from discord_limits import message_violations, modal_violations
from facedown_table import fields_of, notes_of
from hand_of_cards import BOLT, CARDS, GUIDE, printing, take
from simulated import buttons, errors_in, sent_messages

SPECIAL = "Something else is so, or the card is another"
MANA_COST = "Pay its mana cost: {3}{W}{B}{G}."
MORPH_COST = "Pay its morph cost: {2}{W}{B}{G}."
WEREWOLF = 9
DOUBLE_FACED = {
    "object": "card",
    "oracle_id": f"c0ffee00-0000-4000-8000-{WEREWOLF:012d}",
    "layout": "transform",
    "name": "Quiet Villager // Loud Wolf",
    "lang": "en",
    "card_faces": [
        {"name": "Quiet Villager", "type_line": "Creature — Werewolf", "mana_cost": "{1}{G}", "oracle_text": ""},
        {"name": "Loud Wolf", "type_line": "Creature — Werewolf", "mana_cost": "", "oracle_text": ""},
    ],
}

THRIFTY = printing(
    10, "Thrifty Spy", "Creature — Spy", "{1}{R}", "Prowess\nDisguise {5}{R}. This cost is reduced by {1}. (Reminder.)"
)


@pytest.fixture
def library(host_config, judge):
    take(host_config.library, judge, [*CARDS, DOUBLE_FACED, THRIFTY])
    return host_config.library


@pytest.fixture
def looked_up(simcord_bot, monkeypatch):
    """The names that the library was asked for."""
    names = []
    library = simcord_bot.library._library
    called = library.called
    monkeypatch.setattr(library, "called", lambda name, language: names.append(name) or called(name, language))
    return names


async def add(who, channel, how, **options):
    await who.slash(channel, "facedown add", how=how, **options)


async def ways(who, channel, number):
    return await who.slash(channel, "facedown ways", number=number)


def points(message):
    return [field.name for field in message.embeds[0].fields]


def chosen(opened):
    """What stands in the fields of a form: the texts, and the values of what is chosen."""
    fields = {}
    for component in fields_of(opened):
        options = [option["value"] for option in component.get("options", ()) if option.get("default")]
        fields[component["custom_id"]] = options if "options" in component else component.get("value")
    return fields


@pytest.mark.usefixtures("library")
async def test_a_card_that_the_library_knows_is_answered_without_a_form(channel, ana):
    for name in ("Abzan Guide", "abzan guide", "아브잔 길잡이", "Guia abzana"):
        await add(ana, channel, "manifest", card=name)
    for number in range(1, 5):
        response = (await ways(ana, channel, number)).response
        assert response.ephemeral
        assert response.embeds[0].title == f"How #{number} may be turned face up"
        assert points(response)[:2] == [MANA_COST, MORPH_COST]
        assert buttons(response) == {SPECIAL: True}


@pytest.mark.usefixtures("library")
async def test_the_form_is_filled_in_for_what_is_special_also_after_a_restart(channel, ana, simcord_env, host_config):
    await add(ana, channel, "manifest", card="Abzan Guide")
    answer = (await ways(ana, channel, 1)).response
    async with restarted(simcord_env, host_config):
        opened = await ana.click(answer, label=SPECIAL)
        assert modal_violations({key: opened.modal[key] for key in ("custom_id", "title", "components")}) == []
        assert chosen(opened) == {
            "types": ["Creature"],
            "mana_cost": "{3}{W}{B}{G}",
            "so": ["morph"],
            "cost": "{2}{W}{B}{G}",
        }
        assert notes_of(opened) == []
        form = {"types": ["Creature"], "mana_cost": "3WBG", "so": ["morph", "lost-abilities"], "cost": "2WBG"}
        embed = (await ana.submit_modal(opened, form)).response.embeds[0]
        assert [field.name for field in embed.fields][:2] == [MANA_COST, "When"]


@pytest.mark.usefixtures("library")
async def test_an_unknown_or_unclear_name_opens_the_empty_form_which_says_so(channel, ana):
    for number, name in enumerate(("Abzan", "Aurora", "No Such Card", "Stam"), start=1):
        await add(ana, channel, "manifest", card=name)
        opened = await ways(ana, channel, number)
        assert modal_violations({key: opened.modal[key] for key in ("custom_id", "title", "components")}) == []
        assert chosen(opened)["types"] == [], name
        assert notes_of(opened)[0].startswith(f"I know no card that is called exactly “{name}”. Fill in what is ")


async def test_without_a_library_the_form_opens(channel, ana):
    await add(ana, channel, "manifest", card="Abzan Guide")
    assert chosen(await ways(ana, channel, 1))["mana_cost"] is None


@pytest.mark.usefixtures("library")
async def test_a_double_faced_card_that_was_turned_face_down_is_told_that_it_cannot_be(channel, ana, caplog):
    await add(ana, channel, "turned-face-down", card="Quiet Villager")
    answer = (await ways(ana, channel, 1)).response
    look = (await ana.slash(channel, "facedown look", number=1)).response
    for embed in (answer.embeds[0], look.embeds[1]):
        assert embed.fields[0].name == (
            "A double-faced permanent can’t be turned face down: if an effect tries to, nothing about it changes."
        )
    opened = await ana.click(answer, label=SPECIAL)
    assert chosen(opened) == {"types": ["Creature"], "mana_cost": "{1}{G}", "so": ["double-faced"], "cost": None}
    # The library may know another card by that name.
    other = (await ana.submit_modal(opened, {"types": ["Creature"], "mana_cost": "1G"})).response
    assert points(other)[0] == "No cost turns it face up."
    assert (await ana.slash(channel, "facedown look")).response.embeds
    assert errors_in(caplog) == []


@pytest.mark.usefixtures("library")
async def test_that_a_card_makes_its_cost_less_is_said_until_another_cost_is_told(channel, ana):
    await add(ana, channel, "disguise", card="Thrifty Spy")
    reduced = "Pay its disguise cost: {5}{R}. The card itself reduces that cost: “This cost is reduced by {1}.”"
    answer = (await ways(ana, channel, 1)).response
    assert points(answer)[0] == reduced
    look = (await ana.slash(channel, "facedown look")).response.embeds[0].description
    assert "-# disguise {5}{R} (the card’s own text makes it cheaper)\n" in look
    form = {"types": ["Creature"], "mana_cost": "1R", "so": ["disguise"]}
    for cost, said in (("5R", reduced), ("3R", "Pay its disguise cost: {3}{R}.")):
        opened = await ana.click(answer, label=SPECIAL)
        assert points((await ana.submit_modal(opened, form | {"cost": cost})).response)[0] == said


@pytest.mark.usefixtures("library")
async def test_a_look_at_one_shows_what_ways_says_of_it_and_a_look_at_all_says_when(channel, ana):
    for card in ("Abzan Guide", "Searing Bolt", "No Such Card"):
        await add(ana, channel, "manifest", card=card)
    await add(ana, channel, "manifest")
    for number in (1, 2):
        look = (await ana.slash(channel, "facedown look", number=number)).response
        answer = (await ways(ana, channel, number)).response
        assert [embed.title for embed in look.embeds] == [
            "Your face-down permanents (only you see this)",
            f"How #{number} may be turned face up",
        ]
        assert look.embeds[1].to_dict() == answer.embeds[0].to_dict()
        assert list(buttons(look)) == [SPECIAL]
        assert "-#" not in look.embeds[0].description
    for number in (3, 4):
        look = (await ana.slash(channel, "facedown look", number=number)).response
        assert len(look.embeds) == 1
        opened = await ana.click(look, label="How may mine be turned up?")
        assert chosen(opened)["types"] == []
    everything = (await ana.slash(channel, "facedown look")).response
    assert everything.embeds[0].description.endswith(
        "\n\n-# When: Any time its controller has priority, in any player's turn. It is a special action: it does not "
        "use the stack, nobody can respond to it, and split second does not forbid it."
    )
    assert list(buttons(everything)) == []


@pytest.mark.usefixtures("library")
async def test_where_nothing_is_paid_a_look_says_nothing_of_when(channel, ana):
    await add(ana, channel, "manifest", card="Searing Bolt")
    await add(ana, channel, "illusionary-mask", card="Ghostly Visitor")
    look = (await ana.slash(channel, "facedown look")).response
    assert "-# Illusionary Mask, by itself" in look.embeds[0].description
    assert "priority" not in look.embeds[0].description


@pytest.mark.usefixtures("library")
async def test_for_whoever_may_not_know_the_card_nothing_is_looked_up(channel, ana, beto, looked_up):
    await add(ana, channel, "manifest", card="Abzan Guide")
    await ways(beto, channel, 1)
    await beto.slash(channel, "facedown look")
    await beto.slash(channel, "facedown turnup", number=1)
    await beto.slash(channel, "facedown turnup", number=1, card="Searing Bolt")
    await beto.slash(channel, "facedown board")
    await ana.slash(channel, "facedown log")
    assert looked_up == []
    await ways(ana, channel, 1)
    assert looked_up == ["Abzan Guide"]


@pytest.mark.usefixtures("library")
async def test_the_button_asks_again_who_may_know(channel, ana, beto, looked_up):
    await add(ana, channel, "manifest", card="Abzan Guide")
    answer = (await ways(ana, channel, 1)).response
    await ana.slash(channel, "facedown give", number=1, player=beto)
    looked_up.clear()
    told = (await ana.click(answer, label=SPECIAL)).response
    assert told.ephemeral
    assert told.embeds[0].description.startswith("What the card is, only its controller may know")
    assert looked_up == []


@pytest.mark.usefixtures("library")
async def test_an_instant_stays_face_down_by_itself(channel, ana, beto):
    await add(ana, channel, "manifest", card="Searing Bolt")
    await add(ana, channel, "manifest")
    for number, options in ((1, {}), (2, {"card": "Searing Bolt"})):
        response = (await ana.slash(channel, "facedown turnup", number=number, **options)).response
        assert "an instant or sorcery card. It stays face down" in response.content
        assert "A face-down instant or sorcery card can't be turned face up" in response.embeds[0].title
    await add(ana, channel, "manifest", card="Crushing Giant")
    turned = (await ana.slash(channel, "facedown turnup", number=3)).response
    assert "turns **#3** face up: Crushing Giant" in turned.content
    assert (await ways(beto, channel, 1)).response.embeds


@pytest.mark.usefixtures("library")
async def test_without_a_word_from_the_library_the_player_decides(channel, ana):
    await add(ana, channel, "manifest", card="No Such Card")
    response = (await ana.slash(channel, "facedown turnup", number=1)).response
    assert "face up: No Such Card" in response.content


@pytest.mark.usefixtures("library")
async def test_look_shows_the_ways_of_each_known_card_in_one_line(channel, ana, locale):
    for how, name in (
        ("manifest", "Abzan Guide"),
        ("morph", "Abzan Guide"),
        ("manifest", "Searing Bolt"),
        ("manifest", "Cloudform"),
        ("manifest", "No Such Card"),
    ):
        await add(ana, channel, how, card=name)
    said = {
        "en-US": [
            "mana cost {3}{W}{B}{G} · morph {2}{W}{B}{G}",
            "morph {2}{W}{B}{G}",
            "an instant or sorcery: never turns face up",
            "no cost turns it face up",
        ],
        "zh-CN": [
            "法术力费用{3}{W}{B}{G} · 变身{2}{W}{B}{G}",
            "变身{2}{W}{B}{G}",
            "瞬间或法术：绝不会翻回正面",
            "没有费用能将它翻回正面",
        ],
        "ko": [
            "마나 비용 {3}{W}{B}{G} · 변이 {2}{W}{B}{G}",
            "변이 {2}{W}{B}{G}",
            "순간마법 또는 집중마법: 앞면으로 뒤집히지 않음",
            "어떤 비용으로도 뒤집을 수 없음",
        ],
        "pt-BR": [
            "custo de mana {3}{W}{B}{G} · metamorfose {2}{W}{B}{G}",
            "metamorfose {2}{W}{B}{G}",
            "mágica instantânea ou feitiço: nunca é virado para cima",
            "nenhum custo a vira para cima",
        ],
        "es-ES": [
            "coste de maná {3}{W}{B}{G} · metamorfosis {2}{W}{B}{G}",
            "metamorfosis {2}{W}{B}{G}",
            "instantáneo o conjuro: nunca se pone boca arriba",
            "ningún coste lo pone boca arriba",
        ],
    }
    for client, lines in said.items():
        locale(client=client)
        description = (await ana.slash(channel, "facedown look")).response.embeds[0].description
        ways, when = description.rsplit("\n\n", 1)
        assert [line.removeprefix("-# ") for line in ways.split("\n") if line.startswith("-# ")] == lines
        assert when.startswith("-# ")


@pytest.mark.usefixtures("library")
async def test_nothing_of_it_reaches_the_channel(channel, ana, simcord_env):
    await add(ana, channel, "manifest", card="Abzan Guide")
    await ana.slash(channel, "facedown look")
    await ways(ana, channel, 1)
    public = [body for body in sent_messages(simcord_env) if not body.get("flags")]
    assert public
    assert "Abzan" not in str(public)
    assert "{2}{W}{B}{G}" not in str(public)


async def test_costs_that_fill_the_form_are_cut_to_what_a_field_takes(channel, ana, host_config, judge):
    long = printing(
        GUIDE, "Abzan Guide", "Creature", "{W}" * 60, f"Morph—{'Sacrifice another creature, ' * 20}then pay."
    )
    take(host_config.library, judge, [long, printing(BOLT, "Searing Bolt", "Instant")])
    await add(ana, channel, "manifest", card="Abzan Guide")
    answer = (await ways(ana, channel, 1)).response
    opened = await ana.click(answer, label=SPECIAL)
    assert modal_violations({key: opened.modal[key] for key in ("custom_id", "title", "components")}) == []
    assert (await ana.slash(channel, "facedown look")).response.embeds


@pytest.mark.parametrize("client", ["en-US", "zh-CN", "ko", "pt-BR", "es-ES"])
async def test_a_look_at_one_fits_however_much_was_told_of_it(channel, ana, locale, host_config, judge, *, client):
    words, name = "*" * 80, f"{'*' * 148}xy"
    text = f"Morph—{'Sacrifice another creature, ' * 9}then pay. It costs {'*' * 200} less.\nDisguise {{5}}{{R}}"
    cards = [printing(GUIDE, name, "Creature", "{W}" * 26, text), printing(BOLT, "Searing Bolt", "Instant")]
    take(host_config.library, judge, cards)
    await add(ana, channel, "cloak", card=name, source=words, marker=words, zone="library")
    await ana.slash(channel, "facedown mark", number=1, text=words, counters=words, attacked=True, tapped=True)
    locale(client=client)
    look = (await ana.slash(channel, "facedown look", number=1)).response
    assert len(look.embeds) == 2
    assert message_violations({"embeds": [embed.to_dict() for embed in look.embeds]}) == []

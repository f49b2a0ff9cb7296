"""`/card` and the cards that `/ruling` is asked about, as players meet them."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace

import pytest
from conversation import in_database, menu, own_flags, pick, restarted, turn
from discord_limits import choices_violations, message_violations
from hand_of_cards import (
    AURORA,
    CARDS,
    CLOUDFORM,
    GIANT,
    HERALD,
    LATEST,
    LINKED,
    NOTE,
    OWN,
    key,
    printing,
    ruling,
    rulings,
    take,
)
from simulated import buttons, errors_in, sent_messages, to_open

from bot import cards
from bot.app import open_bot
from bot.library import Library
from bot.views.sheet import embeds

NO_CARDS = {
    "en-US": "I know no cards yet: whoever hosts me can import them with `python -m bot import FILE…`. "
    "Meanwhile `/ruling` answers questions about mechanics.",
    "zh-CN": "我还不认识任何牌：部署此机器人的人可以用 `python -m bot import FILE…` 导入。目前可用 `/释疑` 询问机制。",
    "ko": "아직 아는 카드가 없습니다. 봇을 운영하는 사람이 `python -m bot import FILE…`로 가져올 수 있습니다. "
    "그동안 `/룰링`에서 메커니즘에 관해 물어볼 수 있습니다.",
    "pt-BR": "Ainda não conheço nenhum card: quem hospeda o bot pode importá-los com `python -m bot import FILE…`. "
    "Enquanto isso, `/ruling` responde a perguntas sobre mecânicas.",
    "es-ES": "Todavía no conozco ninguna carta: quien aloja el bot puede importarlas con "
    "`python -m bot import FILE…`. Mientras tanto, `/aclaración` responde a preguntas sobre mecánicas.",
}
KOREAN_OFFICIAL = "한국어 · 공개된 번역, 번역자 미표기"


@pytest.fixture
def library(host_config, judge):
    """The library of the bot, filled while it runs."""
    take(host_config.library, judge)
    return host_config.library


async def card(who, where, name, **options):
    return (await who.slash(where, "card", name=name, **options)).response


async def ask(who, where, question, **options):
    return (await who.slash(where, "ruling", question=question, **options)).response


def shown(message):
    """The embed that a reader sees first."""
    return message.embeds[0]


def told(message, place=0):
    """The rulings of a card in the order in which they are shown: number, words, and what stands under them."""
    entries = []
    for block in message.embeds[place].description.split("\n\n"):
        lines = [line for line in block.split("\n") if not line.startswith("__")]
        if lines[0].startswith("**") and lines[0].partition(".**")[0][2:].isdecimal():
            number, _, words = lines[0].partition(" ")
            about = lines[-1].removeprefix("-# ").replace("\\", "") if len(lines) > 1 else None
            entries.append((number.strip("*."), words.replace("\\", ""), about))
    return entries


# What an answer holds


@pytest.mark.usefixtures("library")
async def test_a_card_shows_its_type_cost_and_rulings_newest_first_with_date_and_source(channel, ana, judge):
    response = await card(ana, channel, "Cloudform")
    assert not response.ephemeral
    assert shown(response).title == "Cloudform"
    assert shown(response).description.startswith("**Enchantment · {1}{U}{U}**\n\n")
    assert told(response) == [
        ("1", LATEST, "13 July 2018 · Wizards of the Coast"),
        ("2", NOTE, "3 February 2016 · a note by Scryfall, no official ruling"),
        ("3", OWN, "1 January 2015 · Wizards of the Coast"),
        ("4", judge.corpus.topics[LINKED].newest("en").words, "24 November 2014 · Wizards of the Coast"),
    ]


@pytest.mark.usefixtures("library")
async def test_a_ruling_of_a_topic_stands_in_the_readers_language_and_the_rest_says_that_it_is_english(
    channel, ana, judge
):
    response = await card(ana, channel, "Cloudform", language="ko")
    assert shown(response).title == "구름의 형상"
    assert shown(response).description.startswith("**Cloudform**\n**부여마법 · {1}{U}{U}**\n")
    assert "*룰링 4개 중 1개에 한국어 문구가 있으며, 나머지는 영어입니다.*" in shown(response).description
    number, words, about = told(response)[3]
    text = judge.corpus.topics[LINKED].newest("ko")
    assert (number, words) == ("4", text.words)
    assert about.startswith(f"2014년 11월 24일 · {KOREAN_OFFICIAL} · {text.date.year}년")
    assert told(response)[0] == ("1", LATEST, "2018년 7월 13일 · 위저드")


@pytest.mark.usefixtures("library")
async def test_a_machine_translation_says_that_it_is_one(channel, ana, judge):
    (_, words, about) = told(await card(ana, channel, "Cloudform", language="es"))[3]
    assert words == judge.corpus.topics[LINKED].newest("es").words
    assert about.startswith("24 de noviembre de 2014 · Español · traducción automática, no oficial · ")


@pytest.mark.usefixtures("library")
async def test_a_language_without_any_text_says_so(channel, ana):
    said = {
        "zh-CN": "此牌的释疑尚无简体中文文本，此处显示英文。",
        "ko": "이 카드의 룰링에는 아직 한국어 문구가 없어 영어 문구를 보여 드립니다.",
        "pt-BR": "Os rulings dele ainda não têm texto em português; estão em inglês.",
        "es": "Sus aclaraciones todavía no tienen texto en español; están en inglés.",
    }
    for language, sentence in said.items():
        response = await card(ana, channel, "Abzan Guide", language=language)
        assert f"*{sentence}*" in shown(response).description, language
    assert "text in" not in shown(await card(ana, channel, "Abzan Guide")).description


@pytest.mark.usefixtures("library")
async def test_every_face_of_a_card_is_told_and_found(channel, ana):
    for name in ("Crushing Giant // Stamp", "Crushing Giant", "Stamp"):
        response = await card(ana, channel, name)
        assert shown(response).title == "Crushing Giant // Stamp"
        assert shown(response).description.startswith(
            "**Crushing Giant: Creature — Giant · {2}{R}**\n**Stamp: Instant — Adventure · {1}{R}**"
        )


async def test_faces_have_their_printed_names_and_types_in_the_language_of_the_reader(channel, ana, host_config, judge):
    [giant] = [each for each in CARDS if each["oracle_id"] == key(GIANT)]
    front, back = giant["card_faces"]
    korean = giant | {
        "lang": "ko",
        "printed_name": "으깨는 거인 // 발구르기",
        "card_faces": [
            front | {"printed_name": "으깨는 거인", "printed_type_line": "생물 — 거인"},
            back | {"printed_name": "발구르기"},
        ],
    }
    take(host_config.library, judge, [*CARDS, korean])
    response = await card(ana, channel, "발구르기", language="ko")
    assert shown(response).title == "으깨는 거인 // 발구르기"
    assert shown(response).description.split("\n")[:3] == [
        "**Crushing Giant // Stamp**",
        "**으깨는 거인: 생물 — 거인 · {2}{R}**",
        "**발구르기: Instant — Adventure · {1}{R}**",
    ]


@pytest.mark.usefixtures("library")
async def test_a_ruling_with_english_left_inside_has_the_whole_translation_beneath(channel, ana, judge):
    topic = judge.corpus.topics[LINKED]
    for language, heading in (("ko", "전체 문구(기계 번역, 비공식)"), ("en", None)):
        description = shown(await card(ana, channel, "Cloudform", language=language)).description.replace("\\", "")
        complete = topic.complete(topic.newest(language))
        assert (complete is None) is (heading is None)
        if complete is not None:
            assert f"{topic.newest(language).words}\n**{heading}**\n{complete.words}\n-# " in description


async def test_the_date_of_a_wording_is_told_where_it_is_another(channel, ana, host_config, judge):
    words = judge.corpus.topics[LINKED].newest("en").words
    for date, is_told in (("2014-11-24", True), ("2023-07-28", False)):
        take(host_config.library, judge, notes=[ruling(CLOUDFORM, date, words)], force=True)
        [(*_, about)] = told(await card(ana, channel, "Cloudform", language="zh-CN"))
        assert ("2023年7月28日的文字" in about) is is_told


@pytest.mark.usefixtures("library")
async def test_a_question_puts_what_answers_it_first_and_keeps_the_rest_in_order(channel, ana):
    response = await card(ana, channel, "Cloudform", question="does the manifested creature gain hexproof?")
    assert told(response)[0][1] == OWN
    assert "__Nearest to your question__\n**1.**" in shown(response).description
    rest = shown(response).description.partition("__All others, the newest first__")[2]
    assert rest
    assert sorted(words for _, words, _ in told(response)) == sorted(
        words for _, words, _ in told(await card(ana, channel, "Cloudform"))
    )


@pytest.mark.usefixtures("library")
async def test_a_question_that_no_ruling_answers_is_told_so(channel, ana):
    response = await card(ana, channel, "Cloudform", question="best pizza?")
    assert response.content == "None of its rulings seems to answer that; these are all that it has."
    assert [number for number, *_ in told(response)] == ["1", "2", "3", "4"]
    assert "__" not in shown(response).description


@pytest.mark.usefixtures("library")
async def test_two_languages_stand_side_by_side_with_the_same_numbers(channel, ana):
    message = await card(ana, channel, "Cloudform", private=True, language="ko")
    both = (await pick(ana, message, "language", "한국어", "Español")).response
    korean, spanish = both.embeds
    assert (korean.title, spanish.title) == ("구름의 형상", "Nubiforme")
    assert [number for number, *_ in told(both)] == [number for number, *_ in told(both, 1)]
    assert [words for _, words, _ in told(both, 1)[:3]] == ["*(sin texto en español)*"] * 3
    assert told(both, 1)[3][1].startswith("En cualquier momento en que tengas prioridad")


# No rulings, no card, no library


@pytest.mark.usefixtures("library")
async def test_no_rulings_and_no_such_card_are_different_answers(channel, ana, locale):
    for client, nothing, unknown in (
        ("en-US", "There are no rulings for this card.", "I know no card called “Qqzzx”."),
        ("zh-CN", "此牌没有释疑。", "我不知道名为“Qqzzx”的牌。"),
        ("ko", "이 카드에 대한 룰링은 없습니다.", "“Qqzzx”(이)라는 카드는 모릅니다."),
        ("pt-BR", "Não há rulings para este card.", "Não conheço nenhum card chamado “Qqzzx”."),
        ("es-ES", "No hay aclaraciones para esta carta.", "No conozco ninguna carta llamada “Qqzzx”."),
    ):
        locale(client=client, server=client)
        without = await card(ana, channel, "Searing Bolt")
        assert shown(without).description == f"**Instant · {{R}}**\n\n{nothing}"
        assert not without.ephemeral
        missing = await card(ana, channel, "Qqzzx")
        assert (missing.content, missing.ephemeral, missing.embeds) == (unknown, True, [])


@pytest.mark.usefixtures("library")
async def test_a_typo_is_asked_back_privately_and_the_pick_answers_everybody(channel, ana):
    asked_back = await card(ana, channel, "Cloudfrom", language="ko")
    assert asked_back.content == "I know no card called “Cloudfrom”. Did you mean one of these?"
    assert asked_back.ephemeral
    [option] = menu(asked_back, "card")["options"]
    picked = (await ana.select(asked_back, [option["value"]], custom_id=menu(asked_back, "card")["custom_id"])).response
    assert picked.id != asked_back.id
    assert not picked.ephemeral
    assert shown(picked).title == "구름의 형상"


@pytest.mark.usefixtures("library")
async def test_what_was_asked_about_a_name_with_a_typo_is_answered_after_the_pick(channel, ana):
    for question, content in (
        ("does the manifested creature gain hexproof?", ""),
        ("best pizza?", "None of its rulings seems to answer that; these are all that it has."),
    ):
        asked_back = await card(ana, channel, "Cloudfrom", question=question)
        select = menu(asked_back, "card")
        [option] = select["options"]
        assert len(option["value"]) <= 100
        picked = (await ana.select(asked_back, [option["value"]], custom_id=select["custom_id"])).response
        expected = await card(ana, channel, "Cloudform", question=question)
        assert (picked.content or "") == (expected.content or "") == content
        assert told(picked) == told(expected)
        assert ("__Nearest to your question__" in shown(picked).description) is (not content)


@pytest.mark.usefixtures("library")
async def test_what_was_asked_privately_is_answered_privately_after_a_typo_also_after_a_restart(
    channel, ana, simcord_env, host_config
):
    asked_back = await card(ana, channel, "Cloudfrom", private=True)
    async with restarted(simcord_env, host_config):
        select = menu(asked_back, "card")
        picked = await ana.select(asked_back, [select["options"][0]["value"]], custom_id=select["custom_id"])
        assert picked.response.ephemeral
        assert shown(picked.response).title == "Cloudform"


async def test_without_a_library_everybody_is_told_what_the_host_can_do(channel, ana, locale):
    for client, sentence in NO_CARDS.items():
        locale(client=client, server="ko")
        response = await card(ana, channel, "Cloudform", question="anything")
        assert (response.content, response.ephemeral) == (sentence, True)
    assert await choices(ana, channel, "Cloud") == []
    assert shown(await ask(ana, channel, "Cloudform")).title


# Names


async def choices(who, where, typed):
    return await who.autocomplete(where, "card", "name", typed)


@pytest.mark.usefixtures("library")
async def test_names_of_every_language_are_suggested_with_what_tells_them_apart(channel, ana, locale):
    for typed, number in (
        ("nubif", CLOUDFORM),
        ("구름의", CLOUDFORM),
        ("云雾", CLOUDFORM),
        ("guia abz", 2),
        ("stam", 7),
    ):
        assert [each["value"] for each in await choices(ana, channel, typed)] == [key(number)], typed
    found = await choices(ana, channel, "aurora")
    assert {each["value"]: each["name"] for each in found} == {
        key(AURORA): "Aurora",
        key(HERALD): "Aurora (Español) — Dawn Herald",
    }
    assert choices_violations(found) == []
    locale(client="es-ES")
    assert [each["value"] for each in await choices(ana, channel, "aurora")] == [key(HERALD), key(AURORA)]


@pytest.mark.usefixtures("library")
async def test_cards_of_the_same_name_are_named_beside_the_one_shown(channel, ana):
    response = await card(ana, channel, "Aurora")
    assert shown(response).title == "Aurora"
    assert response.content == "Also called so: Aurora (Español) — Dawn Herald."
    assert shown(await card(ana, channel, key(HERALD))).title == "Dawn Herald"


# Flags, menus, restarts


@pytest.mark.usefixtures("library")
async def test_a_flag_turns_a_card_also_after_a_restart(*, channel, ana, beto, simcord_env, host_config, judge):
    message = await card(ana, channel, "Cloudform", question="does the manifested creature gain hexproof?")
    assert own_flags(simcord_env, message) == ["🇬🇧", "🇨🇳", "🇰🇷", "🇧🇷", "🇪🇸"]
    await turn(simcord_env, beto, message, "🇰🇷")
    assert shown(message).title == "구름의 형상"
    assert told(message)[0][1] == OWN
    assert judge.corpus.topics[LINKED].newest("ko").words in [words for _, words, _ in told(message)]
    assert "“beto” 🇰🇷" in shown(message).footer.text
    async with restarted(simcord_env, host_config):
        await turn(simcord_env, ana, message, "🇪🇸")
        assert shown(message).title == "Nubiforme"
        assert told(message)[0][1] == OWN


@pytest.mark.usefixtures("library")
async def test_the_ruling_of_a_topic_opens_whole_and_the_card_comes_back(channel, ana, simcord_env, judge):
    message = await card(ana, channel, "Cloudform")
    title = judge.corpus.topics[LINKED].title["en"]
    assert to_open(message) == ["Cloudform: all its rulings", title]
    opened = (await pick(ana, message, "open", title)).response
    assert (opened.id, shown(opened).title) == (message.id, title)
    back = (await pick(ana, message, "open", "Cloudform: all its rulings")).response
    assert shown(back).title == "Cloudform"
    assert own_flags(simcord_env, message) == ["🇬🇧", "🇨🇳", "🇰🇷", "🇧🇷", "🇪🇸"]


async def test_many_rulings_stand_on_pages_that_turn_after_a_restart(channel, ana, simcord_env, host_config, judge):
    words = [f"{number}. {'Something about clouds. ' * 20}" for number in range(20)]
    take(host_config.library, judge, notes=[ruling(CLOUDFORM, "2020-01-01", each) for each in words])
    message = await card(ana, channel, "Cloudform")
    seen = [number for number, *_ in told(message)]
    assert shown(message).footer.text.startswith("Page 1 of ")
    async with restarted(simcord_env, host_config):
        while buttons(message)["Next"]:
            await ana.click(message, label="Next")
            seen += [number for number, *_ in told(message)]
        assert seen == [str(number) for number in range(1, 21)]
        await ana.click(message, label="Back")
        assert not shown(message).footer.text.startswith("Page 1 of ")


async def test_a_flag_keeps_the_page(*, channel, ana, simcord_env, host_config, judge):
    linked = judge.corpus.topics[LINKED].newest("en").words
    words = [linked, *(f"{number}. {'Something about clouds. ' * 20}" for number in range(20))]
    take(host_config.library, judge, notes=[ruling(CLOUDFORM, "2020-01-01", each) for each in words])
    message = await card(ana, channel, "Cloudform")
    await ana.click(message, label="Next")
    await ana.click(message, label="Next")
    before = told(message)
    assert shown(message).footer.text.startswith("Page 3 of ")
    await turn(simcord_env, ana, message, "🇰🇷")
    assert shown(message).title == "구름의 형상"
    assert shown(message).footer.text.startswith("5쪽 중 3쪽")
    assert told(message)[0][:2] == before[0][:2]
    private = await card(ana, channel, "Cloudform", private=True)
    await ana.click(private, label="Next")
    await ana.click(private, label="Next")
    before = told(private)[0]
    # On the page of two languages less fits: the ruling at which the page began is found on another one.
    both = (await pick(ana, private, "language", "English", "Español")).response
    assert before in told(both)
    assert shown(both).footer.text.startswith("Page 4 of ")


async def test_a_hundred_pages_can_be_turned_and_no_more(host_config, judge):
    words = "Clouds. " * 6_000
    take(host_config.library, judge, notes=[ruling(CLOUDFORM, "2020-01-01", f"{each}. {words}") for each in range(9)])
    library = Library(host_config.library, judge)
    sheet = cards.sheet(library, key(CLOUDFORM), ())
    library.close()
    assert embeds(sheet, ["en"], 150)[1:] == (99, 100)


@pytest.mark.usefixtures("library")
async def test_a_private_copy_is_translated(channel, ana, locale):
    message = await card(ana, channel, "Cloudform")
    locale(client="ko")
    copy = (await ana.context_menu(channel, "Translate ruling", message)).response
    assert copy.ephemeral
    assert shown(copy).title == "구름의 형상"


async def test_a_library_that_is_replaced_while_the_bot_runs_is_answered_from(channel, ana, host_config, judge):
    take(host_config.library, judge)
    message = await card(ana, channel, "Cloudform")
    assert len(told(message)) == 4
    take(host_config.library, judge, notes=[*rulings(judge), ruling(CLOUDFORM, "2026-01-01", "The newest of all.")])
    assert told(await card(ana, channel, "Cloudform"))[0][1] == "The newest of all."
    title = judge.corpus.topics[LINKED].title["en"]
    await pick(ana, message, "open", title)
    back = (await pick(ana, message, "open", "Cloudform: all its rulings")).response
    assert told(back)[0][1] == "The newest of all."


async def test_a_card_that_is_gone_is_told_so_and_its_ruling_stays(channel, ana, simcord_env, host_config, judge):
    take(host_config.library, judge)
    message = await card(ana, channel, "Cloudform")
    title = judge.corpus.topics[LINKED].title["en"]
    host_config.library.unlink()
    for left in host_config.library.parent.glob(f"{host_config.library.name}-*"):
        left.unlink()
    opened = (await pick(ana, message, "open", title)).response
    assert shown(opened).title == title
    await turn(simcord_env, ana, message, "🇰🇷")
    assert shown(message).title == judge.corpus.topics[LINKED].title["ko"]
    gone = await ana.slash(channel, "card", name="Cloudform")
    assert gone.response.content == NO_CARDS["en-US"]


async def test_an_answer_of_an_older_version_still_turns(channel, ana, simcord_env, host_config):
    message = await ask(ana, channel, LINKED)
    assert in_database(host_config, "SELECT shown FROM answers") == [("~dba2bd~dba2bd~en~~0~",)]
    async with restarted(simcord_env, host_config):
        await turn(simcord_env, ana, message, "🇰🇷")
        assert "한국어" in shown(message).footer.text


# A card inside a question


@pytest.mark.usefixtures("library")
async def test_the_ruling_of_the_corpus_comes_first_and_the_cards_own_after_it(channel, ana):
    message = await ask(ana, channel, "Does flying stay when Cloudform leaves the battlefield?")
    assert len(message.embeds) == 2
    assert message.embeds[1].title == "A ruling of Cloudform"
    assert message.embeds[1].description == f"{LATEST}\n-# 13 July 2018 · Wizards of the Coast"
    assert to_open(message)[0] == "Cloudform: all its rulings"
    opened = (await pick(ana, message, "open", "Cloudform: all its rulings")).response
    assert told(opened)[0][1] == LATEST


@pytest.mark.usefixtures("library")
async def test_where_the_corpus_has_no_answer_the_card_has_one(channel, ana):
    question = "what announces the best sleeve for Dawn Herald?"
    message = await ask(ana, channel, question)
    assert shown(message).title == "Dawn Herald"
    assert "__Nearest to your question__\n**1.** An angel announces the dawn." in shown(message).description
    assert message.content == "I have no ruling for just that. These are the rulings of the card that you name."


@pytest.mark.usefixtures("library")
async def test_a_card_without_an_answer_is_shown_as_what_it_is(channel, ana):
    message = await ask(ana, channel, "which sleeve fits Dawn Herald?")
    assert shown(message).title == "Dawn Herald"
    assert "__" not in shown(message).description
    assert message.content == "I have no ruling for just that. These are the rulings of the card that you name."


@pytest.mark.usefixtures("library")
async def test_a_name_alone_shows_the_card_in_any_language(channel, ana):
    for name in ("Cloudform", "구름의 형상", "Nubiforme", "guia abzana"):
        assert shown(await ask(ana, channel, name)).title in {"Cloudform", "Abzan Guide"}, name


@pytest.mark.usefixtures("library")
async def test_a_question_without_a_card_is_answered_as_without_a_library(channel, ana, host_config):
    questions = ("does flip up count as ETB", "manifest", "what does trample do", LINKED, "best pizza in town", " ")
    with_library = [await ask(ana, channel, question) for question in questions]
    texts = [(m.content, [e.to_dict() for e in m.embeds], menu(m, "open")) for m in with_library]
    host_config.library.unlink()
    without = [await ask(ana, channel, question) for question in questions]
    assert [(m.content, [e.to_dict() for e in m.embeds], menu(m, "open")) for m in without] == texts


@pytest.mark.usefixtures("library")
async def test_a_word_that_is_also_a_name_is_no_card_unless_it_is_written_so_or_its_ruling_fits(channel, ana):
    expected = {
        "which sleeve fits an aurora?": None,
        "which sleeve fits Aurora?": "Aurora",
        "Which Aurora fits?": "Aurora",
        "which lights fit Aurora with a sleeve of mine?": "Aurora",
        "what does Aurora of Sleeves cost in a shop?": None,
        "are the lights of aurora white?": "Aurora",
        "aurora": "Aurora",
    }
    titles = {question: shown(await ask(ana, channel, question)).title for question in expected}
    assert titles == expected


# Limits and failures


@pytest.mark.parametrize(
    "words", ["*_~`|>" * 2000, "这是一句释疑里会有的话。" * 500, "word " * 3000, "@everyone <@1> "]
)
async def test_whatever_the_library_holds_fits_and_pings_nobody(
    *, channel, ana, simcord_env, host_config, judge, words
):
    name = (words * 60)[:290].strip()
    cards = [
        each | {"name": name, "printed_name": name, "type_line": name} if each["oracle_id"] == key(CLOUDFORM) else each
        for each in CARDS
    ]
    take(
        host_config.library,
        judge,
        cards,
        [ruling(CLOUDFORM, f"2020-01-{day:02}", f"{day} {words}") for day in range(1, 20)],
    )
    message = await card(ana, channel, key(CLOUDFORM), private=True)
    message = (await pick(ana, message, "language", "English", "한국어")).response
    for _ in range(4 if buttons(message).get("Next") else 0):
        await ana.click(message, label="Next")
    await card(ana, channel, key(CLOUDFORM), question="what do words say?", language="es")
    await card(ana, channel, name[:100] + "q")
    assert choices_violations(await choices(ana, channel, name[:20])) == []
    bodies = list(sent_messages(simcord_env))
    assert len(bodies) > 3
    assert [message_violations(body) for body in bodies] == [[]] * len(bodies)
    descriptions = "".join(embed.get("description", "") for body in bodies for embed in body.get("embeds", ()))
    assert re.findall(r"(?<!\\)<@1|@everyone", descriptions) == []


async def test_a_broken_library_is_as_none(channel, ana, host_config, caplog):
    host_config.library.write_bytes(b"no database at all, but long enough to be mistaken for one" * 50)
    assert (await card(ana, channel, "Cloudform")).content == NO_CARDS["en-US"]
    assert shown(await ask(ana, channel, LINKED)).title
    assert errors_in(caplog) == []


async def test_the_hosts_corrections_are_shown_as_such(*, simcord_env, channel, ana, host_config, judge, tmp_path):
    take(host_config.library, judge)
    folder = tmp_path / "corrections"
    folder.mkdir()
    (folder / "ours.yaml").write_text(
        f'corrections:\n  - ruling: "{OWN}"\n    text: "No longer so."\n    reason: "new rules"\n'
        f'  - ruling: "{NOTE}"\n    hide: true\n    reason: "a joke"\n',
        encoding="utf-8",
    )
    async with open_bot(replace(host_config, corrections=folder)) as successor:
        await simcord_env.restart_bot(successor)
        entries = told(await card(ana, channel, "Cloudform"))
    assert [words for _, words, _ in entries][:2] == [LATEST, "No longer so."]
    assert entries[1][2] == (
        "1 January 2015 · written by whoever hosts this bot (new rules), in place of a ruling of this source: "
        "Wizards of the Coast"
    )
    assert len(entries) == 3


HOSTS = {
    "en": "written by whoever hosts this bot (new rules), in place of a ruling of this source: Wizards of the Coast",
    "zh-CN": "此机器人部署者自己的文字（new rules），替代此来源的释疑：威世智",
    "ko": "봇을 운영하는 사람이 직접 쓴 문구(new rules). 다음 출처의 룰링을 대신함: 위저드",
    "pt-BR": "palavras de quem hospeda este bot (new rules), no lugar de um ruling desta fonte: Wizards of the Coast",
    "es": "palabras de quien aloja este bot (new rules), en lugar de una aclaración de esta fuente: "
    "Wizards of the Coast",
}


async def test_words_of_the_hosts_are_the_hosts_also_where_a_topic_has_the_same(
    *, simcord_env, channel, ana, host_config, judge, tmp_path
):
    take(host_config.library, judge)
    folder = tmp_path / "corrections"
    folder.mkdir()
    words = judge.corpus.topics["tapped-state-unchanged"].newest("en").words
    (folder / "ours.yaml").write_text(
        f'corrections:\n  - ruling: "{OWN}"\n    text: "{words}"\n    reason: "new rules"\n', encoding="utf-8"
    )
    async with open_bot(replace(host_config, corrections=folder)) as successor:
        await simcord_env.restart_bot(successor)
        for language, said in HOSTS.items():
            _, shown_words, about = told(await card(ana, channel, "Cloudform", language=language))[2]
            assert shown_words == words
            assert about.endswith(f" · {said}")


async def test_names_of_other_cards_fit_above_a_card(channel, ana, simcord_env, host_config, judge):
    long = "*_~`|" * 58
    cards_of_one_name = [
        printing(number, f"{number} {long}", "Sorcery", lang="es", printed="Aurora") for number in range(40, 50)
    ]
    take(host_config.library, judge, [*CARDS, *cards_of_one_name])
    response = await card(ana, channel, "Aurora")
    assert response.content.startswith("Also called so: Aurora")
    assert [message_violations(body) for body in sent_messages(simcord_env)] == [[]]


def test_the_fixture_is_a_library(library):
    with sqlite3.connect(library) as connection:
        assert connection.execute("SELECT count(*) FROM cards").fetchone() == (7,)
    connection.close()

"""`/ruling` as players meet it: answers, languages, menus, buttons, failures."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace

import pytest
import yaml
from conversation import in_database, menu, own_flags, pick, restarted
from discord_limits import message_violations
from simulated import break_database, buttons, errors_in, sent_messages, to_open

from bot.paths import rulings_folder

TOPIC = "no-enters-triggers-on-turning-up"
DOUBLE_FACED = "dfc-manifested"
DOUBLE_FACED_TITLE = "What happens when a double-faced card is manifested"
WHAT_MORPH_DOES = (
    "Morph lets you cast a card face down by paying {3}, and lets you turn the face-down permanent face up any time "
    "you have priority by paying its morph cost."
)
SORRY = "Something went wrong on my side. Please try again."
NO_RULING = "I have no ruling for that."


def shown(message):
    """The embed that a reader sees first."""
    return message.embeds[0]


def words(embed):
    """The quoted ruling without the notices under it, as a reader sees it."""
    return embed.description.partition("\n\n*")[0].replace("\\", "")


def notices(embed):
    """What is said about the quoted ruling under it."""
    parts = embed.description.split("\n\n")[1:]
    return [part.strip("*") for part in parts if not part.startswith("**")]


def fields(embed):
    return {field.name: field.value for field in embed.fields}


def rulings_in(folder, change):
    """A copy of the rulings in which every YAML file went through a function."""
    shutil.copytree(rulings_folder(), folder)
    for file in folder.rglob("*.yaml"):
        file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def quoted_texts():
    """The newest words of every topic in every language, read past the bot's own loader."""
    for file in sorted((rulings_folder() / "topics").glob("*.yaml")):
        for topic in yaml.safe_load(file.read_text(encoding="utf-8"))["topics"]:
            newest = {text["language"]: text["text"] for text in reversed(topic["texts"])}
            yield from ((topic["id"], language, text.strip()) for language, text in newest.items())


# What an answer holds


async def test_a_question_gets_the_ruling_with_its_date_card_rules_languages_and_source(channel, ana):
    response = (await ana.slash(channel, "ruling", question="does flip up count as ETB")).response
    embed = shown(response)
    assert not response.ephemeral
    assert embed.title == "Turning a permanent face up does not make it enter"
    assert words(embed) == (
        "Because the permanent is on the battlefield both before and after it's turned face up, turning a permanent "
        "face up doesn't cause any enters-the-battlefield abilities to trigger."
    )
    assert fields(embed) == {
        "What today’s rules add (in our words)": (
            "Effects that apply as a permanent enters, or make it enter with counters, do nothing either (708.8); "
            "a card's own such abilities are also skipped when it enters face down (708.3). Abilities that trigger "
            'when it is turned face up do trigger, and "as this is turned face up" effects apply while it turns '
            "(614.1e)."
        ),
        "Published": "28 July 2023 · Omarthis, Ghostfire Initiate",
        "Comprehensive Rules": "614.1e, 702.37e, 702.168d, 708.3, 708.8 (edition of 17 April 2026)",
        "Also in": "🇨🇳 简体中文 · 🇰🇷 한국어 · 🇧🇷 Português (Brasil) · 🇪🇸 Español",
    }
    assert embed.footer.text == "English · English ruling · title in our words"


async def test_every_ruling_is_quoted_word_for_word_in_every_language_that_has_it(channel, ana):
    for topic, language, text in quoted_texts():
        response = (await ana.slash(channel, "ruling", question=topic, language=language)).response
        assert words(shown(response)) == text, (topic, language)


async def test_the_footer_names_the_language_and_who_wrote_the_words(channel, ana):
    expected = {
        (TOPIC, "en"): "English · English ruling · title in our words",
        (TOPIC, "zh-CN"): "简体中文 · 威世智官方译文 · 标题为自行撰写，机器翻译",
        (DOUBLE_FACED, "zh-CN"): "简体中文 · 机器翻译，非官方 · 标题为自行撰写，机器翻译",
        (TOPIC, "ko"): "한국어 · 공개된 번역, 번역자 미표기 · 제목: 자체 작성, 기계 번역",
        (TOPIC, "pt-BR"): (
            "Português (Brasil) · tradução publicada, tradutor não informado"
            " · título: palavras nossas, tradução automática"
        ),
        (TOPIC, "es"): (
            "Español · traducción publicada, traductor no indicado · título: palabras nuestras, traducción automática"
        ),
        ("morph-what-it-does", "es"): (
            "Español · traducción automática, no oficial · título: palabras nuestras, traducción automática"
        ),
    }
    footers = {}
    for topic, language in expected:
        response = (await ana.slash(channel, "ruling", question=topic, language=language)).response
        footers[topic, language] = shown(response).footer.text
    assert footers == expected


async def test_a_missing_text_a_newer_one_and_english_remains_are_admitted_in_the_language_asked_for(channel, ana):
    expected = {
        (TOPIC, "ko"): [],
        (TOPIC, "en"): ["A newer wording, of 20 September 2024, exists in another language: Korean."],
        ("manifest-dread-procedure", "en"): ["This is a machine translation of the Korean text, not official."],
        ("morph-what-it-does", "zh-CN"): ["此为英文文本的机器翻译，非官方译文。"],
        (DOUBLE_FACED, "zh-CN"): [
            "此为英文文本的机器翻译，非官方译文。",
            "2024年9月20日有更新的文字，语言为：韩文。",
        ],
        ("has-an-adventure", "ko"): ["영어 문구를 기계로 번역한 것이며, 공식 번역이 아닙니다."],
        ("has-an-adventure", "pt-BR"): ["Esta é uma tradução automática do texto em inglês; não é oficial."],
        ("has-an-adventure", "es"): ["Esta es una traducción automática del texto en inglés; no es oficial."],
        ("reveal-on-leaving-or-game-end", "ko"): ["공개된 번역의 일부가 영어로 남아 있습니다."],
    }
    said = {}
    for topic, language in expected:
        response = (await ana.slash(channel, "ruling", question=topic, language=language)).response
        said[topic, language] = notices(shown(response))
    assert said == expected


@pytest.mark.published_only
async def test_a_missing_text_is_admitted_in_the_language_asked_for(channel, ana):
    expected = {
        ("manifest-dread-procedure", "en"): [
            "There is no text in English yet, so this one is in Korean.",
            "The published translation leaves parts of it in English.",
        ],
        ("morph-what-it-does", "zh-CN"): ["尚无简体中文文本，此处显示英文。"],
        ("has-an-adventure", "ko"): ["아직 한국어 문구가 없어 영어 문구를 보여 드립니다."],
        ("has-an-adventure", "pt-BR"): ["Ainda não há texto em português; este está em inglês."],
        ("has-an-adventure", "es"): ["Todavía no hay texto en español; este está en inglés."],
    }
    said = {}
    for topic, language in expected:
        response = (await ana.slash(channel, "ruling", question=topic, language=language)).response
        said[topic, language] = notices(shown(response))
    assert said == expected


CHANGED = {
    "zh-CN": ["此为英文文本的机器翻译，非官方译文。", "英文文本在翻译之后有变更。"],
    "ko": ["영어 문구를 기계로 번역한 것이며, 공식 번역이 아닙니다.", "번역한 뒤에 영어 문구가 변경되었습니다."],
    "pt-BR": [
        "Esta é uma tradução automática do texto em inglês; não é oficial.",
        "O texto em inglês mudou depois de ser traduzido.",
    ],
    "es": [
        "Esta es una traducción automática del texto en inglés; no es oficial.",
        "El texto en inglés cambió después de traducirse.",
    ],
    "en": [],
}


async def test_a_translation_whose_original_changed_is_shown_and_says_so(
    *, simcord_env, channel, ana, host_config, tmp_path, judge
):
    """Whatever changed: here a mana symbol, which would be an error in a translation of the text as it is now."""
    rulings = rulings_in(
        tmp_path / "rulings", lambda content: content.replace("by paying {3}, and", "by paying {4}, and")
    )
    topic = judge.corpus.topics["morph-what-it-does"]
    async with restarted(simcord_env, replace(host_config, rulings=rulings)):
        for language, said in CHANGED.items():
            response = (await ana.slash(channel, "ruling", question=topic.id, language=language)).response
            assert notices(shown(response)) == said
            if language != "en":
                assert words(shown(response)) == topic.newest(language).words


async def test_all_of_a_partly_translated_text_stands_under_it_marked_as_a_machines(channel, ana, judge):
    topic = judge.corpus.topics["reveal-on-leaving-or-game-end"]
    embed = shown((await ana.slash(channel, "ruling", question=topic.id, language="ko")).response)
    text, complete, notice = embed.description.split("\n\n")
    published = topic.newest("ko")
    assert text.replace("\\", "") == published.words
    assert complete == f"**전체 문구(기계 번역, 비공식)**\n{topic.complete(published).words}"
    assert notice == "*공개된 번역의 일부가 영어로 남아 있습니다.*"
    assert embed.footer.text.startswith("한국어 · 공개된 번역, 번역자 미표기 · ")
    assert fields(embed)["발표"] == "2024년 9월 20일 · 뒤집어서 뒤집기(으)로 추정"


async def test_an_overview_says_whose_words_its_titles_are(channel, ana):
    expected = {
        "en": "Titles in our words",
        "zh-CN": "标题均为本项目自行撰写（机器翻译）",
        "ko": "제목은 자체 작성(기계 번역)",
        "pt-BR": "Títulos: palavras nossas, tradução automática",
        "es": "Títulos: palabras nuestras, traducción automática",
    }
    said = {}
    for language in expected:
        response = (await ana.slash(channel, "ruling", question="manifest", language=language)).response
        said[language] = shown(response).footer.text
    assert said == expected


async def test_a_newer_wording_in_two_languages_is_not_said_to_be_in_one_only(channel, ana):
    question = {"question": "face-down-permanent-characteristics", "language": "pt-BR"}
    [notice] = notices(shown((await ana.slash(channel, "ruling", **question)).response))
    assert "28 de julho de 2023" in notice
    assert notice.endswith("inglês, chinês simplificado.")


async def test_doubts_about_card_and_date_stand_beside_them(channel, ana):
    expected = {
        ("manifest-dread-procedure", "en"): (
            "20 September 2024 · Turn Inside Out (probably) (translated 30 November 2026)"
        ),
        ("manifest-dread-procedure", "ko"): "2024년 9월 20일 · 뒤집어서 뒤집기(으)로 추정",
        (TOPIC, "pt-BR"): (
            "13 de julho de 2018 · Nubiforme "
            "(outros dados publicados trazem as mesmas palavras com a data 24 de novembro de 2014)"
        ),
    }
    where = {}
    for topic, language in expected:
        response = (await ana.slash(channel, "ruling", question=topic, language=language)).response
        where[topic, language] = next(
            value for name, value in fields(shown(response)).items() if name in {"Published", "발표", "Publicado"}
        )
    assert where == expected


# Whose language


async def test_the_server_decides_the_language_in_public_and_the_client_in_private_unless_one_is_asked_for(
    channel, ana, locale
):
    english, chinese = "Turning a permanent face up does not make it enter", "翻回正面不算进战场，不会触发进场异能"
    korean = "앞면으로 뒤집는 것은 전장에 들어오는 것이 아니다"
    portuguese = "Virar para cima não conta como entrar no campo de batalha"
    spanish = "Poner boca arriba no dispara habilidades de entrar"
    for private, option, client, server, title in (
        (False, {}, "es-ES", "ko", korean),
        (False, {}, "ko", "es-419", spanish),
        (False, {}, "ko", "de", english),
        (True, {}, "es-ES", "ko", spanish),
        (True, {}, "zh-TW", "ko", chinese),
        (True, {}, "de", "ko", english),
        (False, {"language": "pt-BR"}, "es-ES", "ko", portuguese),
        (True, {"language": "pt-BR"}, "es-ES", "ko", portuguese),
    ):
        locale(client=client, server=server)
        response = (await ana.slash(channel, "ruling", question=TOPIC, private=private, **option)).response
        assert response.ephemeral is private
        assert shown(response).title == title, (private, option, client, server)


async def test_direct_messages_get_answers_in_the_language_of_the_client(simcord_env, locale):
    locale(client="ko")
    carla = simcord_env.create_user("carla")
    message = (await carla.slash("ruling", question="발현")).response
    assert shown(message).title == "발현"
    opened = await pick(carla, message, "open", "카드 여러 장은 한 장씩 차례로 발현한다")
    assert opened.response.id == message.id
    assert shown(opened.response).title == "카드 여러 장은 한 장씩 차례로 발현한다"


# Menus and buttons


async def test_a_bare_mechanic_gets_its_overview_and_each_ruling_opens_in_its_place(channel, ana):
    message = (await ana.slash(channel, "ruling", question="Manifest Dread")).response
    titles = [
        "How to manifest dread, step by step",
        "Manifesting dread with one card or no card in your library",
        "“Whenever you manifest dread” triggers even with an empty library",
        "Keep face-down cards distinguishable, in order, with their cause",
    ]
    assert shown(message).title == "manifest dread"
    assert [line.partition(". ")[2] for line in shown(message).description.splitlines()[1:]] == titles
    assert fields(shown(message)) == {"Comprehensive Rules": "701.62 (edition of 17 April 2026)"}
    for title in reversed(titles):
        opened = (await pick(ana, message, "open", title)).response
        assert opened.id == message.id
        assert shown(opened).title == title
        assert set(titles) <= set(to_open(opened))


async def test_an_opened_ruling_keeps_the_language_of_its_message(channel, ana, beto, locale):
    message = (await ana.slash(channel, "ruling", question="manifest dread", language="es")).response
    locale(client="ko", server="ko")
    opened = (await pick(beto, message, "open", "Cómo se manifiesta miedo paso a paso")).response
    assert shown(opened).title == "Cómo se manifiesta miedo paso a paso"


async def test_other_good_answers_to_a_question_stand_in_the_menu(channel, ana):
    message = (await ana.slash(channel, "ruling", question="does turning a creature face up use the stack")).response
    morph = "Turning a morph creature face up for its morph cost"
    manifested = "Turning a manifested creature card face up for its mana cost"
    first, second = to_open(message)[:2]
    assert {first, second} == {morph, manifested}
    assert shown(message).title == first
    opened = (await pick(ana, message, "open", second)).response
    assert opened.id == message.id
    assert shown(opened).title == second
    assert words(shown(opened)).startswith("Any time you have priority, you may turn ")


async def test_a_menu_in_a_private_answer_works_in_private(channel, ana):
    message = (await ana.slash(channel, "ruling", question="manifest dread", private=True)).response
    opened = (await pick(ana, message, "open", "How to manifest dread, step by step")).response
    assert opened.ephemeral
    assert shown(opened).title == "How to manifest dread, step by step"


async def test_a_refusal_names_the_nearest_mechanics_and_opens_them(channel, ana):
    message = (await ana.slash(channel, "ruling", question="megamorph")).response
    assert shown(message).description.splitlines()[:2] == [
        NO_RULING,
        "The nearest that I do know: face-down, morph.",
    ]
    opened = (await pick(ana, message, "open", "morph")).response
    assert opened.id == message.id
    assert shown(opened).title == "morph"
    ruling = (await pick(ana, opened, "open", "What the morph ability lets you do")).response
    assert words(shown(ruling)) == WHAT_MORPH_DOES


async def test_a_refusal_speaks_the_language_asked_for(channel, ana):
    expected = {
        "en": NO_RULING,
        "zh-CN": "我没有针对这个问题的释疑。",
        "ko": "그 질문에 대한 룰링은 없습니다.",
        "pt-BR": "Não tenho um ruling para isso.",
        "es": "No tengo ninguna aclaración para eso.",
    }
    said = {}
    for language in expected:
        response = (await ana.slash(channel, "ruling", question="what does trample do", language=language)).response
        said[language] = shown(response).description.splitlines()[0]
    assert said == expected


async def test_earlier_wordings_are_shown_to_whoever_asks_and_to_nobody_else(channel, ana, beto):
    message = (await ana.slash(channel, "ruling", question=DOUBLE_FACED)).response
    reply = (await beto.click(message, label="Earlier wordings")).response
    assert reply.ephemeral
    assert reply.id != message.id
    assert words(shown(reply)).startswith("Some previous Magic sets feature double-faced cards, which have a Magic")
    assert fields(shown(reply))["Published"] == "13 July 2018 · Cloudform"
    assert shown(reply).footer.text == "English · English ruling · title in our words"
    assert words(shown(message)).startswith("If a double-faced")


async def test_a_ruling_that_has_one_wording_offers_no_earlier_ones(channel, ana):
    message = (await ana.slash(channel, "ruling", question=DOUBLE_FACED, language="zh-CN")).response
    assert list(buttons(message)) == ["我的能如何翻回正面？"]


@pytest.mark.parametrize(
    ("topic", "language", "text", "sentence", "between", "back", "onward"),
    [
        (
            "morph-what-it-does",
            "en",
            WHAT_MORPH_DOES,
            "This is sentence {} of a ruling that goes on and on.",
            " ",
            "Back",
            "Next",
        ),
        (
            "adventure-choose-name",
            "zh-CN",
            "如果有效应让你选择一个牌名，则你可以选择副特征上的历险名称。在判断能够能否选择该名称时，仅会考虑副特征上的各值。",
            "这是一段很长很长的释疑中的第{}句话。",
            "",
            "上一页",
            "下一页",
        ),
    ],
)
async def test_a_long_ruling_is_read_page_by_page_cut_where_sentences_end(
    *, simcord_env, channel, ana, beto, host_config, tmp_path, topic, language, text, sentence, between, back, onward
):
    count = 5000 // len(sentence)
    long = between.join(sentence.format(number) for number in range(count))
    rulings = rulings_in(tmp_path / "rulings", lambda content: content.replace(text, long))
    config = replace(host_config, rulings=rulings)
    async with restarted(simcord_env, config):
        message = (await ana.slash(channel, "ruling", question=topic, language=language)).response
        read = [words(shown(message))]
        assert buttons(message) == {back: False, onward: True}
        while buttons(message)[onward]:
            message = (await ana.click(message, label=onward)).response
            read.append(words(shown(message)))
            assert buttons(message)[back]
        assert between.join(read) == long
        assert len(read) > 1
        assert {page[-1] for page in read} == {sentence[-1]}
        assert str(len(read)) in shown(message).footer.text
    async with restarted(simcord_env, config):
        before = (await beto.click(message, label=back)).response
        assert words(shown(before)) == read[-2]


# What outlives a restart


async def test_menus_and_buttons_work_after_a_restart_and_for_other_players_than_the_asker(
    simcord_env, channel, ana, beto, host_config
):
    overview = (await ana.slash(channel, "ruling", question="manifest")).response
    refusal = (await ana.slash(channel, "ruling", question="megamorph")).response
    ruling = (await ana.slash(channel, "ruling", question=DOUBLE_FACED)).response
    async with restarted(simcord_env, host_config):
        opened = (await pick(beto, overview, "open", "Several cards are manifested one at a time")).response
        assert (opened.id, shown(opened).title) == (overview.id, "Several cards are manifested one at a time")
        opened = (await pick(beto, refusal, "open", "morph")).response
        assert (opened.id, shown(opened).title) == (refusal.id, "morph")
        reply = (await beto.click(ruling, label="Earlier wordings")).response
        assert fields(shown(reply))["Published"] == "13 July 2018 · Cloudform"


async def test_the_database_knows_which_message_shows_what(channel, ana, host_config):
    message = (await ana.slash(channel, "ruling", question="manifest dread")).response

    rows = "SELECT message_id, channel_id, shown FROM answers"
    [(message_id, channel_id, overview)] = in_database(host_config, rows)
    assert (message_id, channel_id) == (message.id, channel.id)
    assert "7e528b" in overview  # the key of manifest-dread
    await pick(ana, message, "open", "How to manifest dread, step by step")
    [(message_id, _, opened)] = in_database(host_config, rows)
    assert message_id == message.id
    assert "78edc6" in opened  # the key of manifest-dread-procedure


@pytest.mark.parametrize(
    ("lost", "question", "act"),
    [
        (DOUBLE_FACED, "manifest", lambda who, message: pick(who, message, "open", DOUBLE_FACED_TITLE)),
        (DOUBLE_FACED, DOUBLE_FACED, lambda who, message: who.click(message, label="Earlier wordings")),
        ("double-faced", "double-faced", lambda who, message: pick(who, message, "open", DOUBLE_FACED_TITLE)),
    ],
)
async def test_a_component_of_what_is_no_longer_known_says_so_privately_in_the_clients_language(
    *, simcord_env, channel, ana, beto, host_config, tmp_path, locale, caplog, lost, question, act
):
    message = (await ana.slash(channel, "ruling", question=question)).response
    before = message.embeds
    # Where the word stands as an id, it becomes another one; where it stands in prose, it stays.
    as_id = re.compile(rf"(?<=id: ){lost}$|(?<=- ){lost}$|(?<=[\[ ]){lost}(?=[\],:])", re.MULTILINE)
    rulings = rulings_in(tmp_path / "rulings", lambda content: as_id.sub(f"{lost}-2", content))
    async with restarted(simcord_env, replace(host_config, rulings=rulings)):
        locale(client="ko")
        reply = (await act(beto, message)).response
        assert reply.ephemeral
        assert reply.content == "이 메시지가 무엇을 보여 주었는지 더는 알 수 없습니다. 다시 물어봐 주세요."
        assert message.embeds == before
        assert errors_in(caplog) == []


# Input that means harm


HOSTILE = (
    "@everyone @here <@1> <@&2> manifest",
    "**manifest** ||_x_|| `y` ~~z~~ # h\n> q\n- l",
    "[free nitro](https://evil.example) manifest",
    "manifest " * 666,
    "x" * 6000,
    "显" * 6000,
    "manifest\x00dread\x00\x1b[31m",
    "🂠 manifest 👨‍👩‍👧‍👦 🇰🇷",
    "m\u0301\u0302\u0303anifest \u202e\u200b\ufeff",
    "'; DROP TABLE answers; --",
    "{question} %s {0.__class__}",
)


async def test_hostile_questions_ping_nobody_and_are_not_repeated(simcord_env, channel, ana):
    for question in HOSTILE:
        response = (await ana.slash(channel, "ruling", question=question)).response
        assert shown(response).description, question
    bodies = list(sent_messages(simcord_env))
    assert len(bodies) == len(HOSTILE)
    assert [message_violations(body) for body in bodies] == [[]] * len(HOSTILE)
    for repeated in ("everyone", "evil.example", "<@", "DROP", "{question}", r"\x00", r"\x1b", "xxxxxxxx", "显显显"):
        assert repeated not in str(bodies), repeated


async def test_a_question_without_a_word_is_told_how_to_ask(channel, ana):
    for question in (" ", "?!", "\x00", "🂠", "\u200b", "。。。。", "<>"):
        response = (await ana.slash(channel, "ruling", question=question)).response
        said = response.content + "".join(embed.description for embed in response.embeds)
        assert "Ask me something: a mechanic such as “manifest”, or a whole question." in said, repr(question)


# Failures


async def test_without_a_database_a_question_is_answered_all_the_same_with_a_menu_in_the_place_of_flags(
    *, simcord_env, channel, ana, host_config, caplog, locale
):
    break_database(host_config)
    locale(client="ko", server="ko")
    message = (await ana.slash(channel, "ruling", question=TOPIC)).response
    assert shown(message).description.startswith("지속물은 앞면으로 뒤집히기 전과 후 모두 전장에 있으므로")
    assert menu(message, "language") is not None
    assert own_flags(simcord_env, message) == []
    assert [record.message.partition(":")[0] for record in errors_in(caplog)] == [
        "the languages that people chose could not be read",
        "an answer could not be remembered, so flags will not turn it",
    ]


async def test_a_failure_of_the_database_is_told_to_whoever_used_a_component_alone(
    *, channel, ana, beto, host_config, caplog, locale
):
    message = (await ana.slash(channel, "ruling", question="manifest dread")).response
    break_database(host_config)
    locale(client="es-ES")
    result = await pick(beto, message, "open", "How to manifest dread, step by step")
    apology = [result.response, *result.followups][-1]
    assert apology.content.startswith("Ahora no puedo leer ni escribir mi memoria, así que eso no se hizo.")
    assert apology.ephemeral
    assert errors_in(caplog)[-1].message == (
        "an interaction (component) failed, since the database did: no such table: answers"
    )


async def test_an_unforeseen_failure_is_told_to_the_asker_alone_and_logged_once(simcord_env, channel, ana, caplog):
    simcord_env.inject_error("POST", "/interactions/*/callback", status=500)
    result = await ana.slash(channel, "ruling", question=TOPIC)
    apology = [result.response, *result.followups][-1]
    assert (apology.content, apology.ephemeral) == (SORRY, True)
    assert len(errors_in(caplog)) == 1
    assert len(simcord_env.errors) == 1


async def test_a_component_that_fails_and_says_that_nothing_was_changed_has_changed_nothing(channel, ana, host_config):
    message = (await ana.slash(channel, "ruling", question="manifest dread")).response
    break_database(host_config)
    await pick(ana, message, "open", "How to manifest dread, step by step")
    assert shown(message).title == "manifest dread"


@pytest.mark.parametrize("status", [403, 500])
async def test_a_refusal_by_discord_is_told_to_the_asker_when_discord_listens_again(
    simcord_env, channel, ana, caplog, status
):
    simcord_env.inject_error("POST", "/interactions/*/callback", status=status)
    response = (await ana.slash(channel, "ruling", question=TOPIC)).response
    assert (response.content, response.ephemeral) == (SORRY, True)
    assert len(errors_in(caplog)) == 1
    assert len(simcord_env.errors) == 1


@pytest.mark.parametrize("status", [403, 500])
async def test_the_bot_goes_on_when_discord_refuses_everything_for_a_while(simcord_env, channel, ana, status):
    message = (await ana.slash(channel, "ruling", question="manifest dread")).response
    simcord_env.inject_error("POST", "/interactions/*/callback", status=status, times=None)
    assert not (await ana.slash(channel, "ruling", question=TOPIC)).acknowledged
    assert not (await pick(ana, message, "open", "How to manifest dread, step by step")).acknowledged
    assert len(simcord_env.errors) == 1
    simcord_env.backend.faults.clear()
    opened = (await pick(ana, message, "open", "How to manifest dread, step by step")).response
    assert shown(opened).title == "How to manifest dread, step by step"


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_an_answer_that_stands_is_not_called_a_failure_because_its_flags_could_not_be_set(
    simcord_env, channel, ana, caplog, status
):
    form = "A Form with no card to manifest goes to the graveyard"
    overview = (await ana.slash(channel, "ruling", question="manifest")).response
    simcord_env.inject_error("*", "/channels/*/messages/*/reactions/*", status=status, times=None)
    answered = await ana.slash(channel, "ruling", question=TOPIC)
    opened = await pick(ana, overview, "open", form)
    assert shown(opened.response).title == form
    assert [message.content for message in (*answered.followups, *opened.followups)] == []
    assert errors_in(caplog) == []
    assert simcord_env.errors == []


async def test_a_click_that_discord_refuses_leaves_the_database_as_the_message_is(
    channel, ana, beto, simcord_env, host_config
):
    message = (await ana.slash(channel, "ruling", question="manifest dread")).response
    before = in_database(host_config, "SELECT shown FROM answers")
    simcord_env.inject_error("POST", "/interactions/*/callback", status=500)
    await pick(beto, message, "open", "How to manifest dread, step by step")
    assert shown(message).title == "manifest dread"
    assert in_database(host_config, "SELECT shown FROM answers") == before
    _ = simcord_env.errors


async def test_an_overview_and_a_refusal_stand_in_two_languages_when_asked_to(channel, ana):
    expected = {"manifest dread": ["공포를 발현", "manifestar pavor"], "best pizza in town": [None, None]}
    for question, titles in expected.items():
        options = {"question": question, "language": "ko", "beside": "pt-BR"}
        embeds = (await ana.slash(channel, "ruling", **options)).response.embeds
        assert [embed.title for embed in embeds] == titles


@pytest.mark.published_only
async def test_one_text_is_not_shown_twice_side_by_side(channel, ana):
    options = {"question": "morph-what-it-does", "language": "ko", "beside": "pt-BR"}
    korean, portuguese = (await ana.slash(channel, "ruling", **options)).response.embeds
    assert "Morph lets you cast a card face down" in korean.description
    assert portuguese.description == "*Ainda não há texto em português; este está em inglês.*"

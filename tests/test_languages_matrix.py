"""Every topic in every language by flag, by menu and as a private copy: no footer misstates what is shown."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from conversation import footers, own_flags, pick, set_flag

PRIVATE_ANSWERS_AGE = 16 * 60
"""Seconds after which discord.py lets go of the components of private answers; many alive slow the simulation."""

FLAGS = {"en": "🇬🇧", "zh-CN": "🇨🇳", "ko": "🇰🇷", "pt-BR": "🇧🇷", "es": "🇪🇸"}
LOCALES = {"en": "en-GB", "zh-CN": "zh-CN", "ko": "ko", "pt-BR": "pt-BR", "es": "es-419"}
NAMES = {"en": "English", "zh-CN": "简体中文", "ko": "한국어", "pt-BR": "Português (Brasil)", "es": "Español"}
PROVENANCE = {
    "en": {
        "source": "English ruling",
        "official": "official translation by Wizards of the Coast",
        "machine": "machine translation, not official",
        "unstated": "published translation, translator not stated",
    },
    "zh-CN": {
        "source": "英文释疑原文",
        "official": "威世智官方译文",
        "machine": "机器翻译，非官方",
        "unstated": "已发布的译文，未注明译者",
    },
    "ko": {
        "source": "영문 룰링 원문",
        "official": "위저드 공식 번역",
        "machine": "기계 번역(비공식)",
        "unstated": "공개된 번역, 번역자 미표기",
    },
    "pt-BR": {
        "source": "ruling original em inglês",
        "official": "tradução oficial da Wizards of the Coast",
        "machine": "tradução automática, não oficial",
        "unstated": "tradução publicada, tradutor não informado",
    },
    "es": {
        "source": "aclaración original en inglés",
        "official": "traducción oficial de Wizards of the Coast",
        "machine": "traducción automática, no oficial",
        "unstated": "traducción publicada, traductor no indicado",
    },
}
MACHINE = {
    ("en", "ko"): "*This is a machine translation of the Korean text, not official.*",
    ("zh-CN", "en"): "*此为英文文本的机器翻译，非官方译文。*",
    ("zh-CN", "ko"): "*此为韩文文本的机器翻译，非官方译文。*",
    ("ko", "en"): "*영어 문구를 기계로 번역한 것이며, 공식 번역이 아닙니다.*",
    ("pt-BR", "en"): "*Esta é uma tradução automática do texto em inglês; não é oficial.*",
    ("pt-BR", "ko"): "*Esta é uma tradução automática do texto em coreano; não é oficial.*",
    ("es", "en"): "*Esta es una traducción automática del texto en inglés; no es oficial.*",
    ("es", "ko"): "*Esta es una traducción automática del texto en coreano; no es oficial.*",
}
"""What is said with a text that a machine translated from a language."""
COMPLETE = "**전체 문구(기계 번역, 비공식)**"
"""What stands over the whole of a partly translated Korean text."""
TURNED_BY = {
    "en": "turned by “ana” 🇬🇧",
    "zh-CN": "由 “ana” 🇨🇳 切换",
    "ko": "언어 변경: “ana” 🇰🇷",
    "pt-BR": "mudado por “ana” 🇧🇷",
    "es": "cambiado por “ana” 🇪🇸",
}

with (Path(__file__).parent / "data" / "shown.tsv").open(encoding="utf-8", newline="") as table:
    # A cell is a text's provenance and first words. A machine's names the language that it was made from (machine/en);
    # a plus says that all of a partly translated text stands under it.
    TOPICS = {row.pop("topic"): row for row in csv.DictReader(table, delimiter="\t")}


def wrongs(answer, topic, asked, turned_by=()):
    """What an answer gets wrong, as (topic, language asked for, what it shows, what it should show); else None."""
    origin, beginning = TOPICS[topic][asked].split(" ", 1)
    provenance, _, made_from = origin.removesuffix("+").partition("/")
    lines = answer.embeds[0].description.split("\n")
    footer = " · ".join([NAMES[asked], PROVENANCE[asked][provenance], *turned_by])
    said = [notice for notice in MACHINE.values() if notice in lines]
    seen = (footers(answer), lines[0].startswith(beginning), said, COMPLETE in lines)
    expected = ([footer], True, [MACHINE[asked, made_from]] if made_from else [], origin.endswith("+"))
    return None if seen == expected else (topic, asked, seen, expected)


def test_the_table_holds_every_topic(judge):
    assert set(TOPICS) == set(judge.corpus.topics)
    assert len(TOPICS) == 41
    cells = Counter(row[code].split(" ")[0].partition("/")[0] for row in TOPICS.values() for code in NAMES)
    assert cells == {"source": 37, "official": 28, "machine": 114, "unstated": 20, "unstated+": 6}


async def test_flags_show_every_topic_in_every_language_as_what_it_is(simcord_env, channel, ana):
    answers = {topic: (await ana.slash(channel, "ruling", question=topic)).response for topic in TOPICS}
    flags = {topic: own_flags(simcord_env, answer) for topic, answer in answers.items()}
    wrong = [wrongs(answer, topic, "en") for topic, answer in answers.items()]
    for code, flag in FLAGS.items():
        for answer in answers.values():
            set_flag(simcord_env, ana, answer, flag)
        await simcord_env.advance_time(5)
        wrong += [wrongs(answer, topic, code, [TURNED_BY[code]]) for topic, answer in answers.items()]
    assert [each for each in wrong if each] == []
    assert flags == {topic: list(FLAGS.values()) for topic in TOPICS}


async def test_the_menu_shows_every_topic_in_every_language_as_what_it_is(simcord_env, channel, ana):
    wrong = []
    for topic in TOPICS:
        answer = (await ana.slash(channel, "ruling", question=topic, private=True)).response
        for code, name in NAMES.items():
            await pick(ana, answer, "language", name)
            wrong.append(wrongs(answer, topic, code))
        await simcord_env.advance_time(PRIVATE_ANSWERS_AGE)
    assert [each for each in wrong if each] == []


async def test_private_copies_show_every_topic_in_every_language_as_what_it_is(simcord_env, channel, ana, beto, locale):
    wrong = []
    for topic in TOPICS:
        answer = (await ana.slash(channel, "ruling", question=topic)).response
        for code, client in LOCALES.items():
            locale(client=client)
            copy = (await beto.context_menu(channel, "Translate ruling", answer)).response
            wrong.append(wrongs(copy, topic, code))
        await simcord_env.advance_time(PRIVATE_ANSWERS_AGE)
    assert [each for each in wrong if each] == []

"""`/about` as players meet it, in the languages of their clients."""

from __future__ import annotations

import datetime
import logging
import re
import sqlite3
from contextlib import closing

import pytest
from conversation import restarted
from hand_of_cards import take

from bot import __version__

FAN_CONTENT = (
    "Face-Down Judge is unofficial Fan Content permitted under the Fan Content Policy. Not approved/endorsed by "
    "Wizards. Portions of the materials used are property of Wizards of the Coast. ©Wizards of the Coast LLC."
)
SHOWN = {
    "en-US": ("Rulings", "41 topics, 218 texts", "Mechanics", "manifest dread"),
    "en-GB": ("Rulings", "41 topics, 218 texts", "Mechanics", "manifest dread"),
    "zh-CN": ("释疑", "41 个主题，218 段文本", "机制", "显化惧象"),
    "zh-TW": ("释疑", "41 个主题，218 段文本", "机制", "显化惧象"),
    "ko": ("룰링", "주제 41개, 문구 218개", "메커니즘", "공포를 발현"),
    "pt-BR": ("Rulings", "41 temas, 218 textos", "Mecânicas", "manifestar pavor"),
    "es-ES": ("Aclaraciones", "41 temas, 218 textos", "Mecánicas", "manifestar miedo"),
    "es-419": ("Aclaraciones", "41 temas, 218 textos", "Mecánicas", "manifestar miedo"),
    "de": ("Rulings", "41 topics, 218 texts", "Mechanics", "manifest dread"),
}


async def test_about_shows_version_counts_mechanics_and_the_fan_content_notice_to_the_asker_alone(channel, ana):
    response = (await ana.slash(channel, "about")).response
    embed = response.embeds[0]
    fields = {field.name: field.value for field in embed.fields}
    assert response.ephemeral
    assert embed.title == f"Face-Down Judge {__version__}"
    assert fields["Rulings"] == (
        "41 topics, 218 texts\nEnglish: 48 · 简体中文: 41 · 한국어: 47 · Português (Brasil): 41 · Español: 41\n"
        "Answers by topic and language: 205 of 205\n"
        "English ruling: 37 · official translation by Wizards of the Coast: 28 · "
        "machine translation, not official: 114 · published translation, translator not stated: 26"
    )
    assert fields["Mechanics"].startswith("activated ability, Adventure, card name, cloak, copy, counters, ")
    assert "at a tournament, the judge on site decides" in embed.fields[-1].value
    assert embed.footer.text == FAN_CONTENT


async def test_about_speaks_the_language_of_the_client_whatever_the_server_speaks(channel, ana, locale):
    for client, (rulings, counts, mechanics, dread) in SHOWN.items():
        locale(client=client, server="ko")
        embed = (await ana.slash(channel, "about")).response.embeds[0]
        fields = {field.name: field.value for field in embed.fields}
        assert fields[rulings].startswith(counts), client
        assert dread in fields[mechanics].replace("、", ", ").split(", "), client
        assert embed.footer.text == FAN_CONTENT, client


async def test_about_works_in_direct_messages(simcord_env, locale):
    locale(client="es-ES")
    embed = (await simcord_env.create_user("carla").slash("about")).response.embeds[0]
    assert embed.title == f"Face-Down Judge {__version__}"
    assert embed.fields[0].name == "Aclaraciones"


OLD = {
    "en-US": "They are 91 days old: newer cards and rulings are missing.",
    "zh-CN": "这些资料已有 91 天：",
    "ko": "91일 지난 자료라",
    "pt-BR": "Têm 91 dias:",
    "es-ES": "Tienen 91 días:",
}


def cards(response):
    """What is said about the card library: the field after the mechanics."""
    return response.embeds[0].fields[2].value.replace("\\", "")


def imported(host_config, judge, days):
    """A library that was imported some days ago."""
    take(host_config.library, judge)
    seconds = int(datetime.datetime.now(datetime.UTC).timestamp()) - days * 24 * 3600
    with closing(sqlite3.connect(host_config.library)) as connection, connection:
        connection.execute("UPDATE sources SET imported_at = ?, date = NULL", (seconds,))


async def test_about_tells_what_the_library_holds_and_where_it_comes_from(channel, ana, host_config, judge):
    assert cards((await ana.slash(channel, "about")).response) == "None: whoever hosts the bot can import them."
    imported(host_config, judge, 90)
    told = cards((await ana.slash(channel, "about")).response)
    assert re.fullmatch(r"7 cards, 8 rulings · Scryfall cards, \d+ \w+ \d{4}, Scryfall rulings, \d+ \w+ \d{4}", told)


async def test_about_warns_of_a_library_older_than_90_days(channel, ana, host_config, judge, locale):
    imported(host_config, judge, 91)
    for client, sentence in OLD.items():
        locale(client=client)
        assert cards((await ana.slash(channel, "about")).response).splitlines()[1].startswith(sentence), client


@pytest.mark.parametrize(
    ("days", "said"),
    [
        (None, ["no cards are imported; “import” does that, also while the bot runs"]),
        (90, ["the library has 7 cards with 8 rulings: "]),
        (91, ["the library has 7 cards with 8 rulings: ", "the library is 91 days old; import newer files"]),
    ],
)
async def test_the_log_tells_it_at_a_start(*, simcord_env, host_config, judge, caplog, days, said):
    if days is not None:
        imported(host_config, judge, days)
    caplog.clear()
    with caplog.at_level(logging.INFO):
        async with restarted(simcord_env, host_config):
            pass
    lines = [record.getMessage() for record in caplog.records if record.name == "bot.library.open"]
    assert len(lines) == len(said)
    assert all(line.startswith(start) for line, start in zip(lines, said, strict=True))
    assert [record.levelname for record in caplog.records if "days old" in record.getMessage()] == ["WARNING"] * (
        days == 91
    )

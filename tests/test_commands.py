"""What the bot tells Discord: its commands, its intents, and the bodies of its messages."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from conversation import in_database, pick, restarted
from discord_limits import LOCALES, commands_violations, message_violations
from simulated import break_database, sent_messages

import bot

CATALOGUE_OF = {
    "en-US": "en",
    "en-GB": "en",
    "zh-CN": "zh-CN",
    "zh-TW": "zh-CN",
    "ko": "ko",
    "pt-BR": "pt-BR",
    "es-ES": "es",
    "es-419": "es",
}


def registrations(env):
    """The lists of commands that Discord was told, in order."""
    return [each.json for each in env.http_requests if each.method == "PUT" and each.path.endswith("/commands")]


def texts_by_locale():
    """Names and descriptions of the catalogues' commands and options: English ones with those of every locale."""
    catalogues = {
        locale: yaml.safe_load((Path(bot.__file__).parent / "messages" / f"{code}.yaml").read_text(encoding="utf-8"))
        for locale, code in CATALOGUE_OF.items()
    }

    def walk(entries):
        english = entries["en-US"]
        if "name" in english:
            yield tuple(
                {locale: entry.get(key) for locale, entry in entries.items()} for key in ("name", "description")
            )
        for key, value in english.items():
            if isinstance(value, dict):
                yield from walk({locale: entry[key] for locale, entry in entries.items()})

    return list(walk({locale: catalogue["command"] for locale, catalogue in catalogues.items()}))


def everything_named(commands):
    """Commands, groups, subcommands and options alike."""
    for each in commands:
        yield each
        yield from everything_named(each.get("options", []))


# Commands


async def test_the_commands_keep_discords_rules_in_every_locale(simcord_env):
    [commands] = registrations(simcord_env)
    assert commands_violations(commands) == []
    assert {"ruling", "about"} <= {command["name"] for command in commands}


async def test_every_name_and_description_is_the_catalogues_in_all_eight_locales(simcord_env):
    [commands] = registrations(simcord_env)
    known = texts_by_locale()
    assert set(CATALOGUE_OF) == set(LOCALES)
    for entry in everything_named(commands):
        named = (
            entry["name_localizations"],
            entry.get("description_localizations", dict.fromkeys(LOCALES)),
        )
        assert named in known, entry["name"]
        assert entry["name"] == named[0]["en-US"]
        assert entry.get("description") == named[1]["en-US"]


async def test_languages_are_offered_by_the_names_that_their_speakers_give_them(simcord_env):
    [commands] = registrations(simcord_env)
    [ruling] = [command for command in commands if command["name"] == "ruling"]
    [language] = [option for option in ruling["options"] if option["name"] == "language"]
    assert {choice["value"]: choice["name"] for choice in language["choices"]} == {
        "en": "English",
        "zh-CN": "简体中文",
        "ko": "한국어",
        "pt-BR": "Português (Brasil)",
        "es": "Español",
    }


async def test_a_question_may_be_as_long_as_discord_allows_and_must_be_something(simcord_env):
    [commands] = registrations(simcord_env)
    [ruling] = [command for command in commands if command["name"] == "ruling"]
    question = ruling["options"][0]
    assert (question["name"], question["required"], question["autocomplete"]) == ("question", True, True)
    assert (question["min_length"], question["max_length"]) == (1, 6000)


# Registration


async def test_commands_are_registered_once_and_not_again_when_nothing_changed(simcord_env, host_config):
    assert len(registrations(simcord_env)) == 1
    for _ in range(2):
        async with restarted(simcord_env, host_config):
            assert len(registrations(simcord_env)) == 1


async def lose_all(env, _config):
    env.backend.commands.clear()


async def lose_one(env, _config):
    env.backend.commands[None].pop(("about", 1))


async def keep_an_old_one(env, _config):
    commands = env.backend.commands[None]
    commands["old", 1] = commands["about", 1] | {"name": "old"}


async def remember_other_commands(_env, config):
    in_database(config, "UPDATE synced_commands SET fingerprint = 'of an older version'")


@pytest.mark.parametrize("happens", [lose_all, lose_one, keep_an_old_one, remember_other_commands])
async def test_commands_are_registered_again_when_discord_or_the_bot_knows_others(simcord_env, host_config, happens):
    await happens(simcord_env, host_config)
    async with restarted(simcord_env, host_config):
        first, second = registrations(simcord_env)
        assert second == first
        assert {name for name, _ in simcord_env.backend.commands[None]} == {command["name"] for command in first}
    async with restarted(simcord_env, host_config):
        assert len(registrations(simcord_env)) == 2


async def test_commands_belong_to_no_single_server(simcord_env):
    paths = [request.path for request in simcord_env.http_requests if request.method == "PUT"]
    assert paths == [f"/applications/{simcord_env.backend.application_id}/commands"]


# Intents


async def test_the_bot_asks_for_servers_and_reactions_and_nothing_privileged(simcord_bot):
    guilds, guild_reactions, direct_reactions = 1 << 0, 1 << 10, 1 << 13
    assert simcord_bot.intents.value == guilds | guild_reactions | direct_reactions


# Bodies


async def test_no_message_holds_anything_that_discord_does_not_know_or_pings_anybody(
    simcord_env, channel, ana, beto, host_config
):
    opened = "How to manifest dread, step by step"
    for question in ("does flip up count as ETB", "what does trample do", "megamorph", " ", "dfc-manifested"):
        for private in (False, True):
            await ana.slash(channel, "ruling", question=question, private=private)
    overview = (await ana.slash(channel, "ruling", question="manifest dread")).response
    await pick(beto, overview, "open", opened)
    ruling = (await ana.slash(channel, "ruling", question="dfc-manifested")).response
    await beto.click(ruling, label="Earlier wordings")
    await ana.slash(channel, "about")
    simcord_env.inject_error("POST", "/interactions/*/callback")
    await ana.slash(channel, "ruling", question="manifest")
    break_database(host_config)
    await pick(beto, overview, "open", opened)
    bodies = list(sent_messages(simcord_env))
    assert len(bodies) >= 18
    for body in bodies:
        assert message_violations(body) == []
        assert body["allowed_mentions"] == {"parse": []}
    assert len(simcord_env.errors) == 1

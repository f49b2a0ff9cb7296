"""The suggestions of `/ruling question:` as players meet them while they type."""

from __future__ import annotations

import pytest
from discord_limits import choices_violations
from simulated import break_database, errors_in

MANIFEST = {
    "en-US": "manifest",
    "en-GB": "manifest",
    "zh-CN": "显化",
    "zh-TW": "显化",
    "ko": "발현",
    "pt-BR": "manifestar",
    "es-ES": "manifestar",
    "es-419": "manifestar",
    "de": "manifest",
}
HOSTILE = (
    "@everyone",
    "**man** ||_i_||",
    "[x](https://evil.example)",
    "man" * 2000,
    "显" * 6000,
    "🂠" * 3000,
    "\x00",
    "\u202e\u200b",
    "'; DROP TABLE answers; --",
    "(((((((((((((((((((((((((",
    "\\",
    "%s {0}",
)


async def suggestions(actor, channel, typed):
    """What is offered for what somebody typed: names by value."""
    choices = await actor.autocomplete(channel, "ruling", "question", typed)
    assert choices_violations(choices) == []
    return {choice["value"]: choice["name"] for choice in choices}


async def test_suggestions_stand_in_the_language_of_the_client_whatever_the_server_speaks(channel, ana, locale):
    offered = {}
    for client in MANIFEST:
        locale(client=client, server="ko")
        offered[client] = (await suggestions(ana, channel, "manifest"))["manifest"]
    assert offered == MANIFEST


async def test_a_beginning_of_a_word_in_any_language_finds_the_mechanic(channel, ana, locale):
    locale(client="pt-BR")
    for typed in ("manif", "MANIF", "显", "顯化", "발", "구현화", "manifesta", "mánifest"):
        assert (await suggestions(ana, channel, typed)).get("manifest") == "manifestar", typed


async def test_topics_are_suggested_by_words_of_their_titles_in_any_language(channel, ana, locale):
    locale(client="es-ES")
    title = "Poner boca arriba o boca abajo no gira ni endereza el permanente"
    for typed in ("tap or untap", "tapped state", "未横置", "언탭", "virada ou desvirada", "gira ni ender"):
        assert (await suggestions(ana, channel, typed)).get("tapped-state-unchanged") == title, typed


async def test_before_anything_is_typed_all_mechanics_with_rulings_are_offered_first(channel, ana):
    offered = list(await suggestions(ana, channel, ""))
    assert offered[:16] == [
        "activated-ability",
        "adventure",
        "card-name",
        "cloak",
        "copy",
        "counters",
        "delayed-trigger",
        "disguise",
        "double-faced",
        "face-down",
        "mana-ability",
        "manifest",
        "manifest-dread",
        "morph",
        "replacement-effect",
        "triggered-ability",
    ]
    assert len(offered) == 25


async def test_nothing_is_suggested_for_what_no_ruling_is_about(channel, ana):
    assert await suggestions(ana, channel, "qqqqqqqq") == {}


async def test_a_suggestion_picked_is_answered_with_just_that(channel, ana):
    offered = await suggestions(ana, channel, "manifest")
    assert len(offered) > 5
    for value, name in offered.items():
        message = (await ana.slash(channel, "ruling", question=value)).response
        assert message.embeds[0].title == name


async def test_hostile_typing_is_survived(channel, ana):
    for typed in HOSTILE:
        await suggestions(ana, channel, typed)


async def test_suggestions_work_in_direct_messages(simcord_env, locale):
    locale(client="ko")
    choices = await simcord_env.create_user("carla").autocomplete("ruling", "question", "manifest dread")
    assert choices[0] == {"name": "공포를 발현", "value": "manifest-dread"}


async def test_without_a_database_suggestions_come_in_the_language_of_the_client(
    channel, ana, host_config, caplog, locale
):
    break_database(host_config)
    locale(client="ko")
    assert (await suggestions(ana, channel, "manifest"))["manifest"] == "발현"
    assert len(errors_in(caplog)) == 1


@pytest.mark.parametrize("name", ["morph", "manifest", "manifest dread", "disguise", "adventure", "copy"])
async def test_the_mechanic_that_is_called_exactly_so_comes_first(channel, ana, name):
    first, *_ = await ana.autocomplete(channel, "ruling", "question", name)
    assert first["value"] == name.replace(" ", "-")

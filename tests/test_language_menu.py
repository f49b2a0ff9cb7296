"""Where flags cannot stand, a menu of languages stands instead: one language, or two side by side."""

from __future__ import annotations

import discord
import pytest
from conversation import footers, menu, own_flags, pick, requests, restarted, turn
from simcord import interactions

QUESTION = "look-at-own-face-down"
ENGLISH = "English · English ruling"
KOREAN = "한국어 · 공개된 번역, 번역자 미표기"
PORTUGUESE = "Português (Brasil) · tradução publicada, tradutor não informado"
NATIVE_NAMES = ["English", "简体中文", "한국어", "Português (Brasil)", "Español"]


@pytest.fixture
def interaction_says(monkeypatch):
    """Sets fields of the interactions that Discord sends, such as the bot's permissions."""
    real = interactions.base_payload
    fields = {}

    def base_payload(*args, **kwargs):
        record, payload = real(*args, **kwargs)
        return record, payload | fields

    monkeypatch.setattr(interactions, "base_payload", base_payload)
    return fields.update


@pytest.fixture
def quiet(simcord_env, guild):
    """A channel in which the bot may not react."""
    mute = discord.PermissionOverwrite(add_reactions=False)
    return guild.create_text_channel("quiet", overwrites={simcord_env.bot.user: mute})


@pytest.fixture
async def answer(quiet, ana):
    """A public answer with a menu."""
    return (await ana.slash(quiet, "ruling", question=QUESTION)).response


def offered(answer):
    return [option["label"] for option in menu(answer, "language")["options"]]


@pytest.mark.parametrize("missing", ["add_reactions", "read_message_history"])
async def test_a_menu_stands_where_the_bot_lacks_a_permission_for_flags(simcord_env, guild, ana, missing):
    mute = discord.PermissionOverwrite(**{missing: False})
    channel = guild.create_text_channel("quiet", overwrites={simcord_env.bot.user: mute})
    answer = (await ana.slash(channel, "ruling", question=QUESTION)).response
    assert not answer.ephemeral
    assert offered(answer) == NATIVE_NAMES
    assert requests(simcord_env, "PUT", "/reactions/") == []


async def test_a_menu_stands_under_an_ephemeral_reply(channel, ana):
    answer = (await ana.slash(channel, "ruling", question=QUESTION, private=True)).response
    assert answer.ephemeral
    assert offered(answer) == NATIVE_NAMES
    await pick(ana, answer, "language", "한국어")
    assert footers(answer) == [KOREAN]
    assert offered(answer) == NATIVE_NAMES


async def test_a_menu_stands_where_the_bot_is_no_member_of_the_server(
    simcord_env, guild, channel, ana, interaction_says
):
    simcord_env.backend.guilds[guild.id].members.pop(simcord_env.backend.bot_user.id)
    simcord_env.backend.emit("GUILD_DELETE", {"id": str(guild.id)})
    everything = str(discord.Permissions.all().value)
    interaction_says(app_permissions=everything, authorizing_integration_owners={"1": str(ana.id)})
    answer = (await ana.slash(channel, "ruling", question=QUESTION)).response
    assert offered(answer) == NATIVE_NAMES
    assert requests(simcord_env, "PUT", "/reactions/") == []
    await pick(ana, answer, "language", "한국어")
    assert footers(answer) == [KOREAN]


async def test_a_menu_stands_in_conversations_of_others(simcord_env, interaction_says):
    ana = simcord_env.create_user("ana")
    interaction_says(context=2, authorizing_integration_owners={"1": str(ana.id)})
    answer = (await ana.slash("ruling", question=QUESTION)).response
    assert offered(answer) == NATIVE_NAMES
    assert requests(simcord_env, "PUT", "/reactions/") == []


async def test_no_menu_stands_where_flags_do(channel, ana):
    answer = (await ana.slash(channel, "ruling", question=QUESTION)).response
    assert menu(answer, "language") is None


@pytest.mark.parametrize("question", ["manifest", "What is the best pizza in town?"])
async def test_overviews_and_refusals_have_the_menu_too(quiet, ana, question):
    answer = (await ana.slash(quiet, "ruling", question=question)).response
    await pick(ana, answer, "language", "Español")
    assert offered(answer) == NATIVE_NAMES
    assert answer.embeds[0].description.startswith(("Hay 12 aclaraciones", "No tengo ninguna aclaración"))


async def test_anybody_may_pick_and_the_last_pick_counts(answer, ana, beto):
    assert footers(answer) == [ENGLISH]
    await pick(beto, answer, "language", "한국어")
    assert footers(answer) == [KOREAN]
    await pick(ana, answer, "language", "Português (Brasil)")
    assert footers(answer) == [PORTUGUESE]


async def test_two_picked_languages_stand_side_by_side(answer, ana):
    await pick(ana, answer, "language", "한국어", "Português (Brasil)")
    assert footers(answer) == [KOREAN, PORTUGUESE]
    assert [embed.title for embed in answer.embeds] == [
        "자기 뒷면 카드는 언제든 볼 수 있고 남의 것은 볼 수 없다",
        "Quem pode olhar uma carta virada para baixo",
    ]
    await pick(ana, answer, "language", "English")
    assert footers(answer) == [ENGLISH]


async def test_no_more_than_two_languages_can_be_picked(answer):
    assert (menu(answer, "language").get("min_values", 1), menu(answer, "language")["max_values"]) == (1, 2)


@pytest.mark.published_only
async def test_side_by_side_each_language_is_honest_in_its_own_words(quiet, ana):
    answer = (await ana.slash(quiet, "ruling", question="form-with-empty-library")).response
    await pick(ana, answer, "language", "한국어", "Español")
    assert footers(answer) == ["English · 영문 룰링 원문", "English · aclaración original en inglés"]
    korean, spanish = (embed.description for embed in answer.embeds)
    assert "아직 한국어 문구가 없어 영어 문구를 보여 드립니다." in korean
    assert "Todavía no hay texto en español; este está en inglés." in spanish


async def test_the_menu_works_after_a_restart(simcord_env, host_config, answer, ana):
    await pick(ana, answer, "language", "한국어", "Português (Brasil)")
    await simcord_env.advance_time(30 * 24 * 3600)
    async with restarted(simcord_env, host_config):
        assert footers(answer) == [KOREAN, PORTUGUESE]
        await pick(ana, answer, "language", "English")
        assert footers(answer) == [ENGLISH]


async def test_the_menus_of_old_private_answers_go_on_working_and_so_do_all_others(simcord_env, channel, answer, ana):
    private = (await ana.slash(channel, "ruling", question=QUESTION, private=True)).response
    await simcord_env.advance_time(16 * 60)
    await pick(ana, private, "language", "한국어")
    await pick(ana, answer, "language", "Português (Brasil)")
    assert (footers(private), footers(answer)) == ([KOREAN], [PORTUGUESE])


async def test_somebodys_flag_turns_an_answer_with_a_menu_and_keeps_the_menu(simcord_env, answer, ana):
    await pick(ana, answer, "language", "English", "Português (Brasil)")
    await turn(simcord_env, ana, answer, "🇰🇷")
    assert footers(answer) == [f"{KOREAN} · 언어 변경: “ana” 🇰🇷"]
    assert offered(answer) == NATIVE_NAMES
    await pick(ana, answer, "language", "Português (Brasil)")
    assert footers(answer) == [PORTUGUESE]


async def test_opening_another_topic_keeps_the_menu_the_languages_and_sets_no_flags(simcord_env, quiet, ana):
    answer = (await ana.slash(quiet, "ruling", question="manifest")).response
    await pick(ana, answer, "language", "한국어", "Português (Brasil)")
    await pick(ana, answer, "open", "자기 뒷면 카드는 언제든 볼 수 있고 남의 것은 볼 수 없다")
    assert footers(answer) == [KOREAN, PORTUGUESE]
    assert offered(answer) == NATIVE_NAMES
    assert requests(simcord_env, "PUT", "/reactions/") == []


async def test_the_menu_appears_when_discord_refuses_the_flags_although_the_permissions_looked_fine(
    simcord_env, host_config, channel, ana
):
    simcord_env.inject_error("PUT", "/channels/*/reactions/*", status=403, code=50013, times=None)
    result = await ana.slash(channel, "ruling", question=QUESTION)
    answer = result.response
    assert own_flags(simcord_env, answer) == []
    assert offered(answer) == NATIVE_NAMES
    assert result.followups == []
    async with restarted(simcord_env, host_config):
        await turn(simcord_env, ana, answer, "🇰🇷")
        assert footers(answer) == [f"{KOREAN} · 언어 변경: “ana” 🇰🇷"]
        await pick(ana, answer, "language", "Português (Brasil)")
        assert footers(answer) == [PORTUGUESE]
        assert offered(answer) == NATIVE_NAMES

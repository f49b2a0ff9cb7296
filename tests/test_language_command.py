"""`/language`: what people, channels and servers choose, and which choice an answer follows."""

from __future__ import annotations

import discord
import pytest
from conversation import footers, own_flags, pick, restarted

QUESTION = "look-at-own-face-down"
IN_ENGLISH_ONLY = "form-with-empty-library"
ENGLISH = "English · English ruling"
CHINESE = "简体中文 · 威世智官方译文"
KOREAN = "한국어 · 공개된 번역, 번역자 미표기"
PORTUGUESE = "Português (Brasil) · tradução publicada, tradutor não informado"
SPANISH = "Español · traducción publicada, traductor no indicado"
SIMPLIFIED = "没有繁体中文文本，此处为简体中文。"


@pytest.fixture
def owner(guild):
    return guild.add_member(guild.owner)


@pytest.fixture
def thread(simcord_env, channel, owner):
    simcord_env.backend.create_thread(channel.id, "round 1", owner.id)
    return channel.threads[0]


async def ask(who, channel, question=QUESTION, **options):
    """What `/ruling` answers with."""
    return (await who.slash(channel, "ruling", question=question, **options)).response


async def shown(who, channel, **options):
    """The one footer of an answer, which tells its language."""
    (footer,) = footers(await ask(who, channel, **options))
    return footer


async def language(who, channel, command, **options):
    """What `/language …` answers, which nobody else may see."""
    reply = (await who.slash(channel, f"language {command}", **options)).response
    assert reply.ephemeral
    assert reply.embeds == []
    return reply.content


async def test_in_public_the_option_goes_before_channel_server_servers_locale_and_english(channel, ana, owner, locale):
    locale(client="ko", server="ja")
    await language(ana, channel, "me set", language="ko")
    assert await shown(ana, channel) == ENGLISH
    locale(client="ko", server="es-ES")
    assert await shown(ana, channel) == SPANISH
    await language(owner, channel, "server set", language="pt-BR")
    assert await shown(ana, channel) == PORTUGUESE
    await language(owner, channel, "channel set", language="zh-CN")
    assert await shown(ana, channel) == CHINESE
    assert await shown(ana, channel, language="en") == ENGLISH
    await language(owner, channel, "channel clear")
    assert await shown(ana, channel) == PORTUGUESE
    await language(owner, channel, "server clear")
    assert await shown(ana, channel) == SPANISH


async def test_in_private_the_option_goes_before_the_readers_choice_clients_locale_and_english(
    channel, ana, owner, locale
):
    await language(owner, channel, "server set", language="pt-BR")
    await language(owner, channel, "channel set", language="zh-CN")
    locale(client="ja", server="pt-BR")
    assert await shown(ana, channel, private=True) == ENGLISH
    locale(client="es-419", server="pt-BR")
    assert await shown(ana, channel, private=True) == SPANISH
    await language(ana, channel, "me set", language="ko")
    assert await shown(ana, channel, private=True) == KOREAN
    assert await shown(ana, channel, private=True, language="pt-BR") == PORTUGUESE
    await language(ana, channel, "me clear")
    assert await shown(ana, channel, private=True) == SPANISH


async def test_one_persons_channels_and_servers_choice_is_not_anothers(
    simcord_env, guild, channel, *, ana, beto, owner
):
    elsewhere = guild.create_text_channel("elsewhere")
    await language(ana, channel, "me set", language="ko")
    await language(owner, channel, "channel set", language="es")
    assert await shown(beto, channel, private=True) == ENGLISH
    assert await shown(ana, elsewhere) == ENGLISH
    await language(owner, channel, "server set", language="pt-BR")
    other_guild = simcord_env.create_guild(name="Other store")
    visitor = other_guild.add_member(ana.user)
    assert await shown(visitor, other_guild.create_text_channel("table")) == ENGLISH
    assert await shown(ana, elsewhere) == PORTUGUESE


async def test_a_thread_and_the_channel_that_it_hangs_in_have_one_choice(channel, thread, ana, owner):
    await language(owner, thread, "server set", language="es")
    assert await shown(ana, thread) == SPANISH
    await language(owner, channel, "channel set", language="ko")
    assert await shown(ana, thread) == KOREAN
    await language(owner, thread, "channel set", language="pt-BR")
    assert (await shown(ana, thread), await shown(ana, channel)) == (PORTUGUESE, PORTUGUESE)
    await language(owner, thread, "channel clear")
    assert (await shown(ana, thread), await shown(ana, channel)) == (SPANISH, SPANISH)


async def test_direct_messages_follow_the_private_order(simcord_env, locale):
    ana = simcord_env.create_user("ana")
    locale(client="es-ES")
    assert footers((await ana.slash("ruling", question=QUESTION)).response) == [SPANISH]
    await ana.slash("language me set", language="ko")
    answer = (await ana.slash("ruling", question=QUESTION)).response
    assert footers(answer) == [KOREAN]
    assert not answer.ephemeral
    assert own_flags(simcord_env, answer) == ["🇬🇧", "🇨🇳", "🇰🇷", "🇧🇷", "🇪🇸"]


async def test_choices_are_set_shown_and_cleared(channel, owner):
    for scope, whose in (("me", "you"), ("channel", "this channel"), ("server", "this server")):
        assert await language(owner, channel, f"{scope} show") == f"No language is chosen for {whose}."
        assert await language(owner, channel, f"{scope} set", language="ko")
        chosen = f"From now on the language for {whose} is English."
        assert await language(owner, channel, f"{scope} set", language="en") == chosen
        assert await language(owner, channel, f"{scope} show") == f"The language for {whose} is English."
        assert await language(owner, channel, f"{scope} clear") == f"There is no chosen language for {whose} any more."
        assert await language(owner, channel, f"{scope} show") == f"No language is chosen for {whose}."


async def test_the_command_answers_in_the_language_that_was_just_chosen(channel, ana, locale):
    locale(client="es-ES")
    assert await language(ana, channel, "me show") == "No hay ningún idioma elegido para ti."
    assert await language(ana, channel, "me set", language="ko") == "개인 설정: 지금부터 언어는 한국어입니다."
    assert await language(ana, channel, "me show") == "개인 설정: 언어는 한국어입니다."
    assert await language(ana, channel, "channel show") == "이 채널: 정해 둔 언어가 없습니다."
    assert await language(ana, channel, "me clear") == "Ya no hay idioma elegido para ti."


async def test_everybody_sees_what_is_chosen_for_all(channel, ana, owner):
    await language(owner, channel, "channel set", language="ko")
    await language(owner, channel, "server set", language="es")
    assert await language(ana, channel, "channel show") == "The language for this channel is 한국어."
    assert await language(ana, channel, "server show") == "The language for this server is Español."


async def test_choosing_for_all_needs_the_permission(channel, ana, owner, locale):
    sentences = {
        ("channel", "en-US"): "You need the permission “Manage Channels” for that.",
        ("server", "en-US"): "You need the permission “Manage Server” for that.",
        ("channel", "ko"): "‘채널 관리하기’ 권한이 있어야 합니다.",
        ("server", "es-ES"): "Para eso necesitas el permiso «Gestionar servidor».",
    }
    await language(owner, channel, "server set", language="es")
    await language(owner, channel, "channel set", language="pt-BR")
    for (scope, client), sentence in sentences.items():
        locale(client=client)
        assert await language(ana, channel, f"{scope} set", language="ko") == sentence
        assert await language(ana, channel, f"{scope} clear") == sentence
    assert await shown(ana, channel) == PORTUGUESE
    await language(owner, channel, "channel clear")
    assert await shown(ana, channel) == SPANISH


@pytest.mark.parametrize(("scope", "permission"), [("channel", "manage_channels"), ("server", "manage_guild")])
async def test_the_permission_is_enough_and_the_other_one_is_not(simcord_env, guild, channel, scope, permission):
    role = guild.create_role("mods", permissions=discord.Permissions(**{permission: True}))
    moderator = guild.add_member(simcord_env.create_user("moderator"), roles=[role])
    other = {"channel": "server", "server": "channel"}[scope]
    assert (await language(moderator, channel, f"{scope} set", language="ko")).startswith("From now on")
    assert (await language(moderator, channel, f"{other} set", language="es")).startswith("You need the permission")
    assert await shown(moderator, channel) == KOREAN


async def test_managing_one_channel_is_enough_there(guild, channel, ana):
    hers = discord.PermissionOverwrite(manage_channels=True)
    own_channel = guild.create_text_channel("anas-table", overwrites={ana: hers})
    assert (await language(ana, own_channel, "channel set", language="ko")).startswith("From now on")
    assert (await language(ana, channel, "channel set", language="ko")).startswith("You need the permission")


async def test_there_is_no_channel_and_no_server_to_choose_for_in_direct_messages(simcord_env):
    ana = simcord_env.create_user("ana")
    for command in ("channel show", "channel clear", "server show", "server clear"):
        reply = (await ana.slash(f"language {command}")).response
        assert reply.content == "There is no server here; this works in a server’s channel."


async def test_choices_survive_a_restart(simcord_env, host_config, channel, *, thread, ana, owner):
    await language(ana, channel, "me set", language="ko")
    await language(owner, channel, "server set", language="pt-BR")
    await language(owner, channel, "channel set", language="es")
    async with restarted(simcord_env, host_config):
        assert await shown(ana, channel, private=True) == KOREAN
        assert await shown(ana, thread) == SPANISH
        await language(owner, channel, "channel clear")
        assert await shown(ana, channel) == PORTUGUESE


async def test_a_refusal_comes_in_the_language_that_the_reader_chose(channel, ana):
    await language(ana, channel, "me set", language="ko")
    assert await language(ana, channel, "channel clear") == "‘채널 관리하기’ 권한이 있어야 합니다."
    message = await ana.send(channel, "who wins?")
    reply = (await ana.context_menu(channel, "Translate ruling", message)).response
    assert reply.content == "그것은 제 답변이 아닙니다. 제가 룰링을 보여 준 메시지에 사용해 주세요."


async def test_about_comes_in_the_language_that_the_reader_chose(channel, ana):
    await language(ana, channel, "me set", language="ko")
    about = (await ana.slash(channel, "about")).response
    assert "뒷면 상태의 카드, 모험, 능력에 관해 공개된 룰링을 다섯 언어로 보여 줍니다." in about.embeds[0].description


@pytest.mark.parametrize("private", [False, True])
async def test_a_second_language_stands_beside_the_first(channel, ana, private):
    answer = await ask(ana, channel, language="ko", beside="pt-BR", private=private)
    assert footers(answer) == [KOREAN, PORTUGUESE]


async def test_the_second_language_stands_beside_the_one_that_would_be_shown_anyway(channel, ana, owner):
    await language(owner, channel, "channel set", language="es")
    assert footers(await ask(ana, channel, beside="zh-CN")) == [SPANISH, CHINESE]
    assert footers(await ask(ana, channel, beside="es")) == [SPANISH]


async def test_side_by_side_stays_when_another_topic_is_opened(channel, ana):
    answer = await ask(ana, channel, question="manifest", language="ko", beside="pt-BR")
    await pick(ana, answer, "open", "자기 뒷면 카드는 언제든 볼 수 있고 남의 것은 볼 수 없다")
    assert footers(answer) == [KOREAN, PORTUGUESE]


async def test_readers_of_traditional_chinese_get_simplified_chinese_and_are_told(channel, ana, locale):
    told = {
        ("zh-TW", "zh-TW", "public"): SIMPLIFIED,
        ("en-US", "zh-TW", "public"): SIMPLIFIED,
        ("zh-TW", "zh-CN", "public"): "",
        ("zh-TW", "zh-TW", "private"): SIMPLIFIED,
        ("zh-TW", "en-US", "private"): SIMPLIFIED,
        ("zh-CN", "zh-TW", "private"): "",
    }
    for (client, server, audience), content in told.items():
        locale(client=client, server=server)
        answer = await ask(ana, channel, private=audience == "private")
        assert footers(answer) == [CHINESE]
        assert (client, server, audience, answer.content) == (client, server, audience, content)


@pytest.mark.published_only
async def test_an_english_fallback_is_not_said_to_be_simplified_chinese(channel, ana, locale):
    locale(client="zh-TW", server="zh-TW")
    for private in (False, True):
        answer = await ask(ana, channel, question=IN_ENGLISH_ONLY, private=private)
        assert footers(answer) == ["English · 英文释疑原文"]
        assert "此处为简体中文" not in answer.content


async def test_a_language_that_is_spoken_no_more_counts_as_none(simcord_bot, channel, ana):
    await simcord_bot.store.preferences.choose("user", ana.id, "tlh")
    about = (await ana.slash(channel, "about")).response.embeds[0]
    assert about.fields[0].name == "Rulings"

"""“Translate ruling”: a private copy in the reader's own language, beside the public answer."""

from __future__ import annotations

import pytest
from conversation import footers, in_database, menu, own_flags, pick, requests, restarted, turn

QUESTION = "look-at-own-face-down"
ENGLISH = "English · English ruling"
KOREAN = "한국어 · 공개된 번역, 번역자 미표기"
PORTUGUESE = "Português (Brasil) · tradução publicada, tradutor não informado"
COMMAND = "Translate ruling"


@pytest.fixture
async def answer(channel, ana):
    return (await ana.slash(channel, "ruling", question=QUESTION)).response


async def test_the_reader_gets_a_private_copy_and_the_public_answer_stays(
    simcord_env, channel, answer, *, ana, beto, locale
):
    await turn(simcord_env, ana, answer, "🇧🇷")
    public = f"{PORTUGUESE} · mudado por “ana” 🇧🇷"
    edits = len(requests(simcord_env, "PATCH"))
    locale(client="ko")
    copy = (await beto.context_menu(channel, COMMAND, answer)).response
    assert copy.ephemeral
    assert copy.id != answer.id
    assert footers(copy) == [KOREAN]
    assert copy.embeds[0].description.startswith("당신은 언제든지 당신이 조종하는 뒷면 상태의 주문이나 지속물을")
    assert footers(answer) == [public]
    assert len(requests(simcord_env, "PATCH")) == edits
    assert own_flags(simcord_env, copy) == []


async def test_the_readers_preference_goes_before_the_clients_language_and_that_before_english(
    channel, answer, beto, locale
):
    locale(client="ja", server="es-ES")
    assert footers((await beto.context_menu(channel, COMMAND, answer)).response) == [ENGLISH]
    locale(client="ko", server="es-ES")
    assert footers((await beto.context_menu(channel, COMMAND, answer)).response) == [KOREAN]
    await beto.slash(channel, "language me set", language="pt-BR")
    assert footers((await beto.context_menu(channel, COMMAND, answer)).response) == [PORTUGUESE]


async def test_the_copy_does_not_heed_what_the_channel_and_the_server_chose(guild, channel, answer, beto):
    owner = guild.add_member(guild.owner)
    await owner.slash(channel, "language server set", language="es")
    await owner.slash(channel, "language channel set", language="ko")
    assert footers((await beto.context_menu(channel, COMMAND, answer)).response) == [ENGLISH]


async def test_the_copy_can_be_turned_by_its_menu(channel, answer, beto):
    copy = (await beto.context_menu(channel, COMMAND, answer)).response
    await pick(beto, copy, "language", "한국어", "Português (Brasil)")
    assert footers(copy) == [KOREAN, PORTUGUESE]
    assert footers(answer) == [ENGLISH]


async def test_the_copy_shows_what_the_answer_shows_now(channel, ana, beto, locale):
    answer = (await ana.slash(channel, "ruling", question="manifest")).response
    locale(client="ko")
    assert (await beto.context_menu(channel, COMMAND, answer)).response.embeds[0].title == "발현"
    await pick(ana, answer, "open", "A Form with no card to manifest goes to the graveyard")
    copy = (await beto.context_menu(channel, COMMAND, answer)).response
    assert copy.embeds[0].title == '서고가 비었을 때 해결된 "형상" 부여마법은 무덤으로 간다'
    assert footers(copy) == ["한국어 · 기계 번역(비공식)"]
    assert "*영어 문구를 기계로 번역한 것이며, 공식 번역이 아닙니다.*" in copy.embeds[0].description.split("\n")


async def test_of_two_languages_side_by_side_the_copy_has_the_readers_alone(channel, ana, beto):
    answer = (await ana.slash(channel, "ruling", question=QUESTION, language="ko", beside="pt-BR")).response
    copy = (await beto.context_menu(channel, COMMAND, answer)).response
    assert footers(copy) == [ENGLISH]


async def test_an_old_answer_is_copied_after_a_restart(simcord_env, host_config, channel, answer, *, beto, locale):
    locale(client="ko")
    await simcord_env.advance_time(30 * 24 * 3600)
    async with restarted(simcord_env, host_config):
        copy = (await beto.context_menu(channel, COMMAND, answer)).response
        assert footers(copy) == [KOREAN]
        assert menu(copy, "language") is not None


async def test_readers_of_traditional_chinese_are_told_that_the_copy_is_simplified(channel, answer, beto, locale):
    locale(client="zh-TW")
    copy = (await beto.context_menu(channel, COMMAND, answer)).response
    assert copy.content == "没有繁体中文文本，此处为简体中文。"
    assert footers(copy) == ["简体中文 · 威世智官方译文"]


async def decline(who, channel, message, locale, clients):
    """What people with several clients are told privately about one message."""
    told = {}
    for client in clients:
        locale(client=client)
        reply = (await who.context_menu(channel, COMMAND, message)).response
        assert reply.ephemeral
        assert reply.embeds == []
        told[client] = reply.content
    return told


async def test_somebody_elses_message_is_declined_politely(channel, ana, beto, locale):
    expected = {
        "en-GB": "That is no answer of mine. Use this on a message in which I show a ruling.",
        "zh-TW": "那不是我的答案。请对我展示释疑的消息使用。",
        "ko": "그것은 제 답변이 아닙니다. 제가 룰링을 보여 준 메시지에 사용해 주세요.",
        "pt-BR": "Essa mensagem não é uma resposta minha. Use isto em uma mensagem em que eu mostro um ruling.",
        "es-419": "Ese mensaje no es una respuesta mía. Usa esto en un mensaje en el que muestro una aclaración.",
        "ja": "That is no answer of mine. Use this on a message in which I show a ruling.",
    }
    message = await ana.send(channel, "who wins?")
    assert await decline(beto, channel, message, locale, expected) == expected


async def test_a_forgotten_answer_is_declined_politely(host_config, channel, answer, beto, locale):
    expected = {
        "en-US": "I no longer know what this message showed. Please ask again.",
        "zh-CN": "我已不知道这条消息原本显示的内容。请重新提问。",
        "ko": "이 메시지가 무엇을 보여 주었는지 더는 알 수 없습니다. 다시 물어봐 주세요.",
        "pt-BR": "Não sei mais o que esta mensagem mostrava. Pergunte de novo.",
        "es-ES": "Ya no sé qué mostraba este mensaje. Vuelve a preguntar.",
    }
    in_database(host_config, "DELETE FROM answers")
    assert await decline(beto, channel, answer, locale, expected) == expected

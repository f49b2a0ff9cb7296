"""Forms and components that nobody expects any more: what was typed is given back, and nothing is done."""

from __future__ import annotations

import pytest
from conversation import restarted
from facedown_table import boards, fill_in, play

LOST_FORM = (
    "I no longer know this form: I was restarted, or it was open for over an hour. Nothing was done; please open it "
    "again."
)
LOST_FORM_KO = (
    "더는 이 양식을 처리할 수 없습니다. 봇이 다시 시작되었거나 양식을 연 지 한 시간이 넘었습니다. "
    "아무것도 처리하지 않았으니 양식을 다시 열어 주세요."
)
LOST = {
    "en-US": f"{LOST_FORM}\nYou had typed:",
    "ko": f"{LOST_FORM_KO}\n입력하신 내용:",
}


@pytest.mark.parametrize("client", LOST)
async def test_a_form_that_is_sent_after_a_restart_gives_back_what_was_typed(
    *, simcord_env, channel, ana, host_config, locale, client
):
    await play(ana, channel, "start")
    form = await ana.click(boards(channel)[0], label="Add")
    locale(client=client)
    async with restarted(simcord_env, host_config) as bot:
        reply = (await fill_in(ana, form, how="manifest", card="Ancient ```Silver``` Dragon", marker="<@12>")).response
        assert reply.ephemeral
        assert reply.content == f"{LOST[client]}\n```\nAncient '''Silver''' Dragon\n<@12>\n```"
        assert (await bot.store.games.find(channel.id)).game.permanents == {}


async def test_a_form_that_is_expected_is_answered_once(channel, ana):
    await play(ana, channel, "start")
    form = await ana.click(boards(channel)[0], label="Add")
    result = await fill_in(ana, form, how="manifest", card="Ancient Silver Dragon")
    assert "Ancient Silver Dragon" in result.response.content
    assert result.followups == []


async def test_a_component_that_no_version_knows_is_told_to_be_forgotten(simcord_env, channel, ana):
    await play(ana, channel, "start")
    board = boards(channel)[0]
    stored = simcord_env.backend.get_message(channel.id, board.id)
    stored.components[0]["components"][0]["custom_id"] = "of-another-time"
    reply = (await ana.click(board, custom_id="of-another-time")).response
    assert reply.content == "I no longer know what this message showed. Please ask again."
    assert reply.ephemeral

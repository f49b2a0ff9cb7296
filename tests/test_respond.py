"""What takes long: Discord is asked to wait, once, and nobody misses what is shown to everybody.

Over real sockets, `tests/wire` has a database that is slow indeed; here everything takes too long.
"""

from __future__ import annotations

import pytest
from conversation import pick
from facedown_table import play

from bot import respond

TOPIC = "no-enters-triggers-on-turning-up"
MESSAGE, THINKING, SILENTLY = 4, 5, 6
"""How an interaction is acknowledged (Discord's interaction callback types)."""


@pytest.fixture
def slow(monkeypatch):
    """Discord is asked to wait before anything can be done."""
    monkeypatch.setattr(respond, "PATIENCE", -1.0)


def callbacks(env):
    """How the interactions were acknowledged, in order."""
    return [each.json["type"] for each in env.http_requests if each.path.endswith("/callback")]


def told(result):
    """What the author was told, in the place of “thinking …” and after it."""
    return [each.content for each in (result.response, *result.followups) if each is not None and each.content]


async def test_what_is_recorded_late_is_told_in_private_and_to_everybody_with_its_ruling(
    simcord_env, channel, ana, monkeypatch
):
    await play(ana, channel, "add", how="manifest", card="Shock")
    monkeypatch.setattr(respond, "PATIENCE", -1.0)
    result = await play(ana, channel, "turnup", number=1, instant=True)
    assert callbacks(simcord_env)[-1] == THINKING
    assert any("Recorded" in each for each in told(result))
    [shown] = [each for each in channel.history() if "Shock" in each.content]
    assert shown.embeds[0].title == "A face-down instant or sorcery card can't be turned face up"


@pytest.mark.usefixtures("slow")
async def test_a_game_that_ends_late_is_shown_to_everybody_all_the_same(simcord_env, simcord_bot, channel, ana):
    await play(ana, channel, "add", how="manifest", card="Vastwood Gorger")
    await play(ana, channel, "end")
    assert callbacks(simcord_env)[-1] == THINKING
    assert any("Vastwood Gorger" in each.content for each in channel.history())
    assert await simcord_bot.store.games.find(channel.id) is None


@pytest.mark.usefixtures("slow")
async def test_what_is_chosen_late_is_told_in_the_place_of_thinking(simcord_env, channel, ana):
    result = await ana.slash(channel, "language me set", language="ko")
    assert callbacks(simcord_env) == [THINKING]
    assert any("한국어" in each for each in told(result))


async def test_a_message_that_is_changed_late_is_changed_without_a_word(simcord_env, channel, ana, monkeypatch):
    answer = (await ana.slash(channel, "ruling", question="manifest dread")).response
    monkeypatch.setattr(respond, "PATIENCE", -1.0)
    await pick(ana, answer, "open", "How to manifest dread, step by step")
    assert callbacks(simcord_env)[-1] == SILENTLY
    [changed] = [each for each in channel.history() if each.id == answer.id]
    assert changed.embeds[0].title == "How to manifest dread, step by step"


async def test_a_form_that_cannot_open_in_time_is_said_to_be_too_late(simcord_env, channel, ana, monkeypatch):
    await play(ana, channel, "start")
    [board] = [each for each in channel.history() if each.embeds]
    monkeypatch.setattr(respond, "PATIENCE", -1.0)
    result = await ana.click(board, label="Add")
    assert callbacks(simcord_env)[-1] == SILENTLY
    assert told(result) == ["That took too long on my side. Please try again."]


async def test_whoever_is_answered_at_once_is_not_asked_to_wait(simcord_env, channel, ana):
    await ana.slash(channel, "ruling", question=TOPIC)
    await play(ana, channel, "start")
    assert callbacks(simcord_env) == [MESSAGE, MESSAGE]

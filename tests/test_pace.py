"""The host's limits: how often somebody, and a channel, is answered in a minute."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from conversation import own_flags, turn
from facedown_table import boards, fill_in, play
from simulated import sent_messages

from bot.config import Limits
from bot.pace import Pace
from bot.refusals import TooOftenError

TOPIC = "no-enters-triggers-on-turning-up"


@pytest.fixture
def host_config(host_config, request):
    return replace(host_config, limits=Limits(**request.param))


@pytest.mark.parametrize("host_config", [{"user": 2}], indirect=True)
async def test_whoever_asks_too_often_is_told_privately_how_long_to_wait_and_others_are_answered(
    channel, ana, beto, locale
):
    for _ in range(2):
        assert (await ana.slash(channel, "ruling", question=TOPIC)).response.embeds
    locale(client="es-ES")
    refused = (await ana.slash(channel, "ruling", question=TOPIC)).response
    assert refused.ephemeral
    assert refused.content.startswith("Demasiadas peticiones a la vez. Espera ")
    seconds = int(refused.content.removesuffix(" segundos.").rpartition(" ")[2])
    assert 1 <= seconds <= 60
    assert (await beto.slash(channel, "ruling", question=TOPIC)).response.embeds


@pytest.mark.parametrize("host_config", [{"channel": 2}], indirect=True)
async def test_a_channel_in_which_much_is_asked_rests_and_another_does_not(guild, channel, ana, beto):
    other = guild.create_text_channel("other")
    for who in (ana, beto):
        assert (await who.slash(channel, "ruling", question=TOPIC)).response.embeds
    assert (await ana.slash(channel, "ruling", question=TOPIC)).response.ephemeral
    assert (await ana.slash(other, "ruling", question=TOPIC)).response.embeds


@pytest.mark.parametrize("host_config", [{"user": 1}], indirect=True)
async def test_clicks_count_and_flags_above_the_limit_do_nothing(simcord_env, simcord_bot, channel, ana, beto):
    answer = (await ana.slash(channel, "ruling", question=TOPIC)).response
    before = len(list(sent_messages(simcord_env)))
    await turn(simcord_env, ana, answer, "🇰🇷")
    assert len(list(sent_messages(simcord_env))) == before
    await turn(simcord_env, beto, answer, "🇰🇷")
    assert (await simcord_bot.store.answers.find(answer.id)).language == "ko"
    assert own_flags(simcord_env, answer)
    assert simcord_bot.metrics.registry.get_sample_value("facedown_judge_limited_total") == 1


@pytest.mark.parametrize("host_config", [{"user": 2}], indirect=True)
async def test_what_somebody_completes_while_typing_and_the_forms_they_send_are_not_counted(channel, ana):
    await play(ana, channel, "start")
    for _ in range(3):
        await ana.autocomplete(channel, "ruling", "question", "manifest")
    form = await ana.click(boards(channel)[0], label="Add")
    assert "Recorded" in (await fill_in(ana, form, how="manifest")).response.content


def refusal(pace, user=12, channel=22):
    """How a use is refused: why, and for how many seconds; None where it is not."""
    try:
        pace.admit(user, channel)
    except TooOftenError as error:
        return type(error).__name__, error.seconds
    return None


def test_without_limits_nobody_waits():
    pace = Pace(Limits())
    assert {refusal(pace) for _ in range(10_000)} == {None}


@pytest.fixture
def clock(monkeypatch):
    clock = SimpleNamespace(time=1_000_000.0)
    monkeypatch.setattr("discord.app_commands.checks.time.time", lambda: clock.time)
    return clock


@pytest.mark.parametrize("moved", [61, -7200], ids=["a minute later", "the clock set back"])
def test_nobody_waits_for_longer_than_a_minute(clock, moved):
    pace = Pace(Limits(user=1))
    assert refusal(pace) is None
    assert refusal(pace) == ("TooOftenError", 60)
    clock.time += moved
    assert refusal(pace) in (None, ("TooOftenError", 60))
    clock.time += 121
    assert refusal(pace) is None


@pytest.mark.usefixtures("clock")
def test_what_is_refused_to_one_person_is_not_counted_against_the_channel():
    pace = Pace(Limits(user=2, channel=6))
    assert [refusal(pace, user=12) for _ in range(10)] == [None] * 2 + [("TooOftenError", 60)] * 8
    assert [refusal(pace, user=user) for user in (13, 13, 14, 14, 15)] == [None] * 4 + [("TooOftenHereError", 60)]

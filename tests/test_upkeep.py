"""What is done once a day: what is old is forgotten, and each process looks after its own servers."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from conversation import in_database, requests, turn
from facedown_table import play
from simulated import break_database, errors_in

from bot.config import Shards
from bot.store.unanswered import read_questions

TOPIC = "no-enters-triggers-on-turning-up"
DAY = 24 * 60 * 60


@pytest.fixture
def host_config(host_config, request):
    return replace(host_config, **getattr(request, "param", {}))


def age(host_config, table, column, days):
    """Let everything in a table be some days old."""
    in_database(host_config, f"UPDATE {table} SET {column} = {int(time.time()) - days * DAY}")  # noqa: S608 - literals


@pytest.mark.parametrize("host_config", [{"answer_days": 90}], indirect=True)
@pytest.mark.parametrize(("days", "is_kept"), [(89, True), (91, False)])
async def test_an_answer_is_forgotten_after_its_days_and_flags_then_do_nothing(
    *, simcord_env, simcord_bot, channel, ana, host_config, days, is_kept
):
    answer = (await ana.slash(channel, "ruling", question=TOPIC)).response
    age(host_config, "answers", "created_at", days)
    await simcord_bot.get_cog("UpkeepCog").forget_answers()
    await turn(simcord_env, ana, answer, "🇰🇷")
    assert len(requests(simcord_env, "PATCH")) == is_kept


def stands_in(file, words):
    return words in file.read_bytes()


@pytest.mark.usefixtures("simcord_env")
@pytest.mark.parametrize(
    ("host_config", "days", "is_kept"),
    [
        ({"collect_unanswered": True}, 729, True),
        ({"collect_unanswered": True}, 731, False),
        ({"collect_unanswered": False}, 0, False),
    ],
    indirect=["host_config"],
)
async def test_questions_without_an_answer_are_forgotten_with_age_and_when_the_host_wants_them_no_more(
    simcord_bot, host_config, days, is_kept
):
    await simcord_bot.store.unanswered.note("who goes first", "who goes first")
    age(host_config, "unanswered", "asked_at", days)
    await simcord_bot.get_cog("UpkeepCog").forget_answers()
    assert len(read_questions(Path(host_config.database))) == is_kept


async def test_a_flag_does_not_make_an_answer_younger(simcord_env, channel, ana, host_config):
    answer = (await ana.slash(channel, "ruling", question=TOPIC)).response
    age(host_config, "answers", "created_at", 100)
    before = in_database(host_config, "SELECT created_at FROM answers")
    await turn(simcord_env, ana, answer, "🇰🇷")
    assert in_database(host_config, "SELECT created_at FROM answers") == before


async def test_a_game_in_a_language_that_is_spoken_no_more_is_closed_like_any_other(
    simcord_bot, ana, channel, host_config
):
    await play(ana, channel, "start")
    in_database(host_config, "UPDATE games SET language = 'tlh'")
    simcord_bot.store.games._tables.clear()
    age(host_config, "games", "changed_at", 31)
    await simcord_bot.get_cog("UpkeepCog").close_forgotten()
    assert in_database(host_config, "SELECT * FROM games") == []


@pytest.mark.usefixtures("simcord_env")
async def test_a_failure_is_logged_and_does_not_end_the_upkeep(simcord_bot, host_config, caplog):
    break_database(host_config)
    await simcord_bot.get_cog("UpkeepCog").forget_answers()
    await simcord_bot.get_cog("UpkeepCog").close_forgotten()
    assert [record.message for record in errors_in(caplog)] == [
        "the forgetting of old answers failed, since the database did: no such table: answers",
        "the closing of forgotten games failed, since the database did: no such table: games",
    ]
    assert simcord_bot.get_cog("UpkeepCog").forget_answers.is_running()


@pytest.mark.usefixtures("simcord_env")
async def test_a_card_leaves_the_log_once_nobody_reads_the_database(simcord_bot, host_config, channel, ana):
    log = Path(f"{host_config.database}-wal")
    await play(ana, channel, "add", how="manifest", card="Vastwood Gorger")
    with closing(sqlite3.connect(host_config.database)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM games").fetchall()
        await simcord_bot.store.games.close(channel.id)
        assert stands_in(log, b"Vastwood")
    await simcord_bot.get_cog("UpkeepCog").empty_log()
    assert not stands_in(log, b"Vastwood")


@pytest.mark.parametrize("served", [True, False])
async def test_a_process_closes_the_forgotten_games_of_its_own_servers_alone(
    *, simcord_bot, guild, channel, ana, host_config, served
):
    await play(ana, channel, "start")
    age(host_config, "games", "changed_at", 31)
    shard = (guild.id >> 22) % 2
    shards = Shards(2, (shard if served else 1 - shard,))
    simcord_bot.config = replace(simcord_bot.config, shards=shards)
    await simcord_bot.get_cog("UpkeepCog").close_forgotten()
    assert bool(in_database(host_config, "SELECT * FROM games")) is not served

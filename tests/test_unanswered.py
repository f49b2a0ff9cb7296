"""Questions without an answer: collected where the host wants it, without who asked, and listed for judges."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import start
from conversation import in_database

from bot.config import load
from bot.store import open_store
from bot.store.unanswered import Unanswered, read_questions
from bot.unanswered import merged, without_names

OFF_TOPIC = "how many lands should I play in commander"


@pytest.fixture
def host_config(host_config, request):
    return replace(host_config, collect_unanswered=getattr(request, "param", True))


def collected(host_config):
    return [(each.question, each.times) for each in read_questions(Path(host_config.database))]


async def test_a_question_without_an_answer_is_kept_and_what_is_alike_counts_as_one(channel, ana, beto, host_config):
    for who, question in ((ana, OFF_TOPIC), (beto, "How many LANDS should I play in Commander?!")):
        await who.slash(channel, "ruling", question=question)
    await ana.slash(channel, "ruling", question="does turning it face up trigger enters abilities?")
    assert collected(host_config) == [(OFF_TOPIC, 2)]


@pytest.mark.parametrize("host_config", [False], indirect=True)
async def test_without_the_hosts_consent_nothing_is_kept(channel, ana, host_config):
    await ana.slash(channel, "ruling", question=OFF_TOPIC)
    assert collected(host_config) == []


async def test_whom_and_where_a_question_names_is_left_out(channel, ana, host_config):
    question = f"did {ana.mention} in {channel.mention} or @beto 123456789012345678 win"
    await ana.slash(channel, "ruling", question=question)
    assert collected(host_config) == [("did … in … or … … win", 1)]
    stored = str(in_database(host_config, "SELECT * FROM unanswered"))
    assert str(ana.id) not in stored
    assert str(channel.id) not in stored


async def test_the_file_does_not_grow_without_end(tmp_path):
    async with open_store(str(tmp_path / "judge.sqlite3")) as store:
        for number in range(2010):
            await store.unanswered.note(f"question {number}", f"question {number}")
    questions = {each.question for each in read_questions(tmp_path / "judge.sqlite3")}
    assert len(questions) == 2000
    assert "question 2009" in questions


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("@ana.silva won", "… won"),
        ("＠ana won against ana@example.com", "… won against …"),
        ("see https://x.y/z or discord.gg/abc", "see … or …"),
        ("is <:morph:123456789012345678> 4/5 or 2/2", "is … 4/5 or 2/2"),
        ("ping <@12> <@&13> <#14> </ruling:15>", "ping … … … …"),
    ],
)
def test_what_leads_to_somebody_is_left_out_of_what_is_kept(typed, kept):
    assert without_names(typed) == kept


@pytest.mark.parametrize(
    ("one", "other", "times"),
    [
        ("how many lands commander deck", "how many lands comander deck", [2]),
        ("deck commander how many lands", "how many lands commander deck", [2]),
        ("is it phased out of time", "is it phased in of time", [1, 1]),
        ("may it not attack", "may it now attack", [1, 1]),
        ("我可以洗牌吗", "我可以 洗牌吗", [2]),
        ("我可以洗牌吗", "我不可以洗牌吗", [1, 1]),
        ("덱을 볼 수 있나요", "덱을 볼 수 없나요", [1, 1]),
    ],
)
def test_only_the_same_question_counts_as_one(judge, one, other, times):
    asked = [Unanswered(question, 1, 1) for question in (one, other)]
    assert [each.times for each in merged(judge, asked)] == times


async def fill(tmp_path, *questions):
    (tmp_path / "config.yaml").write_text("collect_unanswered: true", encoding="utf-8")
    async with open_store(load(tmp_path / "config.yaml").database) as store:
        for question in questions:
            await store.unanswered.note(question, question)


async def test_the_verb_lists_what_is_open_those_asked_most_often_first(tmp_path):
    await fill(
        tmp_path,
        "what time does the store open",
        *[f"{OFF_TOPIC} dekcs"] * 2,
        f"{OFF_TOPIC} decks",
        "does turning it face up trigger enters abilities?",
    )
    code, out, err = start("unanswered", cwd=tmp_path)
    assert (code, err) == (0, "")
    lines = [line.split(maxsplit=2) for line in out.splitlines()]
    assert [(times, question) for times, _, question in lines] == [
        ("3", f"{OFF_TOPIC} dekcs"),
        ("1", "what time does the store open"),
    ]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("collect_unanswered: true", "No questions without an answer."),
        ("", "No questions are collected; “collect_unanswered: true” in the configuration would."),
    ],
)
def test_the_verb_says_why_it_lists_nothing(tmp_path, written, said):
    (tmp_path / "config.yaml").write_text(written, encoding="utf-8")
    assert start("unanswered", cwd=tmp_path) == (0, f"{said}\n", "")
    assert [path.name for path in tmp_path.iterdir()] == ["config.yaml"]


def test_a_database_of_an_earlier_version_is_left_as_it_is(tmp_path):
    database = tmp_path / "facedown-judge.sqlite3"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE answers (message_id)")
    before = database.read_bytes()
    assert start("unanswered", cwd=tmp_path).code == 0
    assert database.read_bytes() == before

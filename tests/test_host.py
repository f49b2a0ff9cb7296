"""What a host relies on: one process a shard, turns at the gateway, lines of the log, figures."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import socket
import time
from contextlib import asynccontextmanager, closing
from dataclasses import replace

import aiohttp
import pytest
from conversation import turn

from bot.config import IN_MEMORY, Shards, defaults
from bot.errors import CannotStartError
from bot.host import logs, status
from bot.host import turns as turns_module
from bot.host.alone import alone
from bot.host.turns import Turns

TOPIC = "no-enters-triggers-on-turning-up"


@pytest.fixture
def database(tmp_path):
    return str(tmp_path / "judge.sqlite3")


# ---------------------------------------------------------------------------------------- one process for each shard


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Shards(), Shards()),
        (Shards(2, (0,)), Shards(2, (0,))),
        (Shards(2, (0,)), Shards(2)),
        (Shards(), Shards(2, (1,))),
        (Shards(4, (3,)), Shards(2, (0,))),
    ],
    ids=str,
)
def test_a_second_process_that_would_answer_the_same_servers_is_refused_until_the_first_ends(database, one, other):
    with (
        alone(database, one),
        pytest.raises(CannotStartError, match="Another process serves this shard"),
        alone(database, other),
    ):
        pass
    with alone(database, other):
        pass


def test_processes_with_other_shards_or_other_databases_get_along(database, tmp_path):
    with alone(database, Shards(2, (0,))), alone(database, Shards(2, (1,))), alone(str(tmp_path / "b"), Shards()):
        pass


def test_a_database_in_memory_is_nobody_elses():
    with alone(IN_MEMORY, Shards()), alone(IN_MEMORY, Shards()):
        pass


def test_a_folder_that_is_not_there_is_not_made(tmp_path):
    with alone(str(tmp_path / "nowhere" / "judge.sqlite3"), Shards()):
        assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------------------------------------- turns at the gateway


@pytest.fixture
def spacing(monkeypatch):
    monkeypatch.setattr(turns_module, "SPACING", 0.3)


async def moments(*takers):
    """When each got its turn, in seconds since the first."""

    async def take(turns, initial):
        await turns.take(initial=initial)
        return time.monotonic()

    taken = sorted(await asyncio.gather(*(take(*taker) for taker in takers)))
    return [moment - taken[0] for moment in taken]


@pytest.mark.usefixtures("spacing")
async def test_processes_that_share_the_gateway_identify_one_after_another(database):
    shared = [Turns(replace(defaults(), database=database, shards=Shards(2, (shard,)))) for shard in (0, 1, 0)]
    _, second, third = await moments(*((turns, True) for turns in shared))
    assert second >= 0.29
    assert third >= 0.58


@pytest.mark.usefixtures("spacing")
@pytest.mark.parametrize("shards", [Shards(), Shards(2)], ids=str)
async def test_a_process_with_all_shards_starts_at_once_and_then_keeps_the_spacing(database, shards):
    turns = Turns(replace(defaults(), database=database, shards=shards))
    first, second = await moments((turns, True), (turns, False))
    assert first == 0
    assert 0.29 <= second < 5


# ------------------------------------------------------------------------------------------------------------ the log


@pytest.fixture
def host_log():
    """What the log holds, as `run` sets it up."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    root.handlers = []
    logs.set_up(logging.INFO)
    stream = io.StringIO()
    root.handlers[0].setStream(stream)
    yield stream
    root.handlers, root.level = handlers, level


def test_whatever_a_line_holds_it_stays_one_line_and_its_values_stay_in_quotes(host_log):
    question = 'a "b"\nlevel=error event=forged\r\n\u2028x=1'
    logging.getLogger("bot.test").info("asked", extra={"question": question, "answered": False})
    try:
        raise ValueError("over\ntwo lines")  # noqa: TRY301 - what is raised is what is logged
    except ValueError:
        logging.getLogger("bot.test").exception("failed")
    asked, failed = host_log.getvalue().rstrip("\n").split("\n")
    assert asked.partition(" ")[2] == (
        r'level=info event=asked logger=bot.test question="a \"b\"\\nlevel=error event=forged\\r\\n\\u2028x=1" '
        "answered=false"
    )
    assert "level=error event=failed" in failed
    assert r"ValueError: over\\ntwo lines" in failed


async def test_an_answer_is_a_line_with_where_it_was_and_how_long_it_took_and_never_what_was_asked(
    channel, guild, ana, caplog
):
    caplog.set_level(logging.INFO)
    await ana.slash(channel, "ruling", question=TOPIC)
    [line] = [record for record in caplog.records if record.message == "answered"]
    assert (line.what, line.guild, line.shard) == ("/ruling", guild.id, 0)
    assert 0 < line.latency_ms < 1000
    assert TOPIC not in caplog.text


@pytest.fixture
def host_config(host_config, request):
    return replace(host_config, **getattr(request, "param", {}))


@pytest.mark.parametrize("host_config", [{"log_questions": True}], indirect=True)
async def test_where_the_host_wants_it_the_questions_are_logged_without_who_asked(channel, ana, caplog):
    caplog.set_level(logging.INFO)
    await ana.slash(channel, "ruling", question="who goes first")
    [line] = [record for record in caplog.records if record.message == "asked"]
    assert (line.question, line.answered) == ("who goes first", False)
    assert str(ana.id) not in caplog.text
    about = (await ana.slash(channel, "about")).response.embeds[0]
    assert "Whoever hosts me logs what is asked, but not who asked it." in str(about.to_dict())


# -------------------------------------------------------------------------------------------------------- the figures


async def test_about_tells_what_was_done_since_the_start(simcord_env, channel, ana):
    answer = (await ana.slash(channel, "ruling", question=TOPIC)).response
    await ana.slash(channel, "ruling", question="who goes first")
    await turn(simcord_env, ana, answer, "🇰🇷")
    simcord_env.inject_error("POST", "/interactions/*/callback", status=500)
    await ana.slash(channel, "ruling", question=TOPIC)
    assert len(simcord_env.errors) == 1
    about = (await ana.slash(channel, "about")).response.embeds[0]
    [did] = [field.value for field in about.fields if field.name == "Since I was last started"]
    assert did.startswith("2 answered, 1 without an answer, 1 turned into another language by a flag, 1 failed · ")
    assert did.endswith(" ms per answer on average")
    assert float(did.removesuffix(" ms per answer on average").rpartition(" ")[2]) > 0


@asynccontextmanager
async def served(bot):
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    async with status.serve(bot, port), aiohttp.ClientSession(f"http://127.0.0.1:{port}") as client:
        yield client


async def test_the_endpoint_tells_whether_the_bot_is_connected_and_what_it_did(simcord_bot, channel, ana):
    await ana.slash(channel, "ruling", question=TOPIC)
    async with served(simcord_bot) as client:
        async with client.get("/health") as health:
            assert (health.status, json.loads(await health.text())) == (200, {"connected": True})
        async with client.get("/metrics") as metrics:
            lines = (await metrics.text()).splitlines()
        assert {"facedown_judge_answers_total 1.0", "facedown_judge_answer_seconds_count 1.0"} <= set(lines)
        assert {"facedown_judge_connected 1.0", "facedown_judge_guilds 1.0"} <= set(lines)
        assert any(line.startswith("process_resident_memory_bytes ") for line in lines)
        async with client.get("/config.yaml") as other:
            assert other.status == 404


async def test_a_port_that_is_taken_is_told(simcord_bot):
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotStartError, match=f"The port {port} on 127.0.0.1 cannot be used: .*“status_port”"):
            async with status.serve(simcord_bot, port):
                pass

"""`/facedown` in a process of its own: killed in the middle of a series, and logging all that it can."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

from tests.bench.kills import Outcome, games
from tests.wire.players import BETO, POST, callback, numbers

CARD = "Abzan Guide"


async def test_a_kill_in_the_middle_of_a_series_loses_nothing_that_was_acknowledged(discord, start, table):
    async with start() as bot:
        await discord.received("OP 2")
        await table.plays("start")
        await discord.received(POST)
        await table.plays("add", how="manifest", marker="m0")
        await table.board("marker: m0 ")
        series = [await table.plays("add", how="manifest", card=CARD, marker=f"m{n}") for n in range(1, 41)]
        acknowledged = [await table.answer(series[8])]
        await bot.kill()
    acknowledged += [
        await table.answer(each) for each in series if discord.counts[callback(each)] and each != series[8]
    ]
    assert len(acknowledged) < len(series)
    async with start():
        await discord.received("OP 2")
        await table.plays("add", how="manifest", marker="m99")
        on_board = numbers(await table.board("marker: m99 "))
    assert {(1, "m0"), *numbers("\n".join(answer["content"] for answer in acknowledged))} <= set(on_board)
    assert [number for number, _ in on_board] == list(range(1, len(on_board) + 1))
    assert len({marker for _, marker in on_board}) == len(on_board)


async def test_kills_at_random_moments_lose_and_double_nothing_and_show_no_card(tmp_path, rulings):
    (tmp_path / "config.yaml").write_text(f"rulings: {rulings}\n", encoding="utf-8")
    [outcome] = [outcome async for outcome in games(4, tmp_path, random.Random(7))]  # noqa: S311 - moments
    assert outcome.acknowledged >= 4
    assert outcome == Outcome(4, outcome.acknowledged, outcome.cut_off, 0, 0, 0, 0, 0)


async def test_nothing_that_the_host_can_read_in_the_log_holds_a_card(discord, start, table, tmp_path):
    async with start(settings={"log_level": "debug"}) as bot:
        await discord.received("OP 2")
        await table.plays("start")
        board = await discord.received(POST)
        form = await table.answer(await table.presses_the_first_button(board["components"]))
        for told in (
            await table.sends(form["custom_id"], CARD),
            await table.plays("add", how="megamorph", card=CARD),
            await table.plays("identify", number=1, card=f"{CARD} of Abzan"),
        ):
            assert CARD in (await table.answer(told))["content"]
        assert CARD in (await table.answer(await table.plays("look")))["embeds"][0]["description"]
        await table.answer(await table.plays("identify", who=BETO, number=1, card=CARD))
        discord.fails("POST /interactions/*", 403)
        await table.answer(await table.plays("add", how="cloak", card=CARD))
        await table.answer(await table.types(CARD))
        await table.sends("form:of-another-time", CARD)
        with closing(sqlite3.connect(tmp_path / "facedown-judge.sqlite3")) as connection:
            connection.execute("ALTER TABLE game_events RENAME TO lost")
        await table.answer(await table.plays("add", how="cloak", card=CARD))
        assert await bot.stop() == 0
        log = "\n".join(bot.lines)
    assert "could not be sent: Forbidden" in log
    assert "no such table" in log
    assert "Abzan" not in log

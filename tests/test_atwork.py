"""A stop waits for what is half done."""

from __future__ import annotations

import asyncio

import pytest

from bot.atwork import AtWork
from bot.latest import Latest


async def test_nothing_begun_is_idle_at_once():
    assert await AtWork().idle(0)


async def test_it_is_idle_once_the_last_of_several_is_done():
    at_work = AtWork()
    first, second = asyncio.Event(), asyncio.Event()

    async def work(until):
        async with at_work:
            await until.wait()

    async with asyncio.TaskGroup() as group:
        group.create_task(work(first))
        group.create_task(work(second))
        await asyncio.sleep(0)
        first.set()
        assert not await at_work.idle(0.01)
        second.set()
        assert await at_work.idle(5)


async def test_what_fails_is_done_too():
    at_work = AtWork()
    with pytest.raises(ZeroDivisionError):
        async with at_work:
            raise ZeroDivisionError
    assert await at_work.idle(0)


async def test_a_hurry_carries_out_what_waits_soon():
    done = []

    async def note(wish):
        done.append(wish)

    latest = Latest(1, note)
    async with asyncio.TaskGroup() as group:
        group.create_task(latest.carry_out("message", "ko"))
        await asyncio.sleep(0)
        group.create_task(latest.carry_out("message", "es"))
        latest.hurry()
    assert done == ["ko", "es"]

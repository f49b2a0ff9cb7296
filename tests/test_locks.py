"""A flag and a click on one message take turns, and a stop waits for both."""

from __future__ import annotations

import asyncio
import gc
import time

from conversation import requests

from bot.app import open_bot
from bot.locks import Locks


async def test_one_message_has_one_lock_and_another_message_another():
    locks = Locks()
    first = locks.of(1)
    assert locks.of(1) is first
    assert locks.of(2) is not first


async def test_a_lock_that_nobody_holds_is_forgotten():
    locks = Locks()
    async with locks.of(1):
        assert len(locks._locks) == 1
    gc.collect()
    assert len(locks._locks) == 0


async def test_a_flag_waits_while_somebody_else_changes_the_message(simcord_env, simcord_bot, channel, ana, beto):
    answer = (await ana.slash(channel, "ruling", question="look-at-own-face-down")).response
    async with simcord_bot.locks.of(answer.id):
        simcord_env.backend.set_reaction(channel.id, answer.id, "🇰🇷", beto.id, True)  # noqa: FBT003 - its signature
        # Real time, long enough for the database's thread: without the lock the edit would be out by then.
        await asyncio.to_thread(time.sleep, 0.3)
        assert requests(simcord_env, "PATCH") == []
    await simcord_env.settle()
    assert len(requests(simcord_env, "PATCH")) == 1
    assert answer.embeds[0].footer.text.startswith("한국어")


async def test_a_stop_waits_for_what_is_being_done(host_config):
    async with open_bot(host_config) as bot:
        async with bot.at_work:
            closing = asyncio.create_task(bot.close())
            await asyncio.sleep(0.05)
            assert not bot.is_closed()
        await closing
        assert bot.is_closed()

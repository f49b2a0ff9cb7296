"""`Latest`: of many wishes for one thing only the latest is carried out, soon and one at a time."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.latest import Latest

PAUSE = 0.02


class Recorder:
    """An action that takes a while, notes what it did, and fails for the wish `bad`."""

    def __init__(self, takes=0.0):
        self.done = []
        self.at_once = 0
        self.most_at_once = 0
        self._takes = takes

    async def __call__(self, wish):
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(self._takes)
        self.at_once -= 1
        if wish == "bad":
            raise ValueError(wish)
        self.done.append(wish)


def start(latest, key, wishes, action):
    """Begin to carry out wishes at the same moment, in order."""
    return [asyncio.create_task(latest.carry_out(key, wish, action)) for wish in wishes]


async def test_the_first_wish_is_carried_out_at_once():
    action = Recorder()
    (task,) = start(Latest(3600), "message", ["ko"], action)
    await asyncio.sleep(0.01)
    assert action.done == ["ko"]
    task.cancel()


async def test_of_twenty_wishes_the_first_and_the_last_are_carried_out():
    action = Recorder()
    await asyncio.gather(*start(Latest(PAUSE), "message", range(20), action))
    assert action.done == [0, 19]


async def test_wishes_that_come_during_the_pause_wait_for_its_end():
    latest, action = Latest(0.5), Recorder()
    first = start(latest, "message", ["ko"], action)
    await asyncio.sleep(0.05)
    then = start(latest, "message", ["es", "en"], action)
    await asyncio.sleep(0.05)
    assert action.done == ["ko"]
    await asyncio.gather(*first, *then)
    assert action.done == ["ko", "en"]


async def test_a_wish_after_the_pause_is_carried_out_at_once_again():
    latest, action = Latest(PAUSE), Recorder()
    for wish in ("ko", "es", "ko"):
        await latest.carry_out("message", wish, action)
    assert action.done == ["ko", "es", "ko"]


async def test_keys_do_not_wait_for_each_other():
    latest, slow, quick = Latest(PAUSE), Recorder(takes=0.5), Recorder()
    tasks = start(latest, "one", ["ko"], slow)
    await latest.carry_out("other", "es", quick)
    assert (slow.done, quick.done) == ([], ["es"])
    await asyncio.gather(*tasks)
    assert slow.done == ["ko"]


async def test_a_failing_action_is_reported_and_frees_the_key():
    latest, action = Latest(PAUSE), Recorder()
    with pytest.raises(ValueError, match="bad"):
        await latest.carry_out("message", "bad", action)
    await latest.carry_out("message", "ko", action)
    assert action.done == ["ko"]


async def test_the_last_wish_is_carried_out_even_when_an_earlier_one_fails():
    action = Recorder(takes=0.01)
    await asyncio.gather(*start(Latest(PAUSE), "message", ["bad", "es", "ko"], action), return_exceptions=True)
    assert action.done == ["ko"]


async def test_a_cancelled_action_frees_the_key():
    latest, action = Latest(PAUSE), Recorder(takes=3600)
    (task,) = start(latest, "message", ["ko"], action)
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    quick = Recorder()
    await latest.carry_out("message", "es", quick)
    assert quick.done == ["es"]


@settings(deadline=None, derandomize=True, max_examples=30)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(), st.booleans()), min_size=1, max_size=20))
def test_whatever_comes_the_last_wish_of_each_key_wins_one_action_at_a_time(wishes):
    async def scenario():
        latest, actions, tasks = Latest(0.001), {"a": Recorder(0.001), "b": Recorder(0.001)}, []
        for key, wish, waits in wishes:
            tasks += start(latest, key, [wish], actions[key])
            await asyncio.sleep(0.002 if waits else 0)
        await asyncio.gather(*tasks)
        for key, action in actions.items():
            wished = [wish for wished_key, wish, _ in wishes if wished_key == key]
            assert action.done[-1:] == wished[-1:]
            assert len(action.done) <= len(wished)
            assert action.most_at_once <= 1

    asyncio.run(scenario())

"""`Latest`: of many wishes for one thing only the latest is carried out, soon and one at a time."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.latest import Latest

PAUSE = 0.02


class Recorder:
    """An action that takes a while but for `quick` wishes, notes what it did, and fails for the wish `bad`."""

    def __init__(self, takes=0.0, quick=()):
        self.done = []
        self.at_once = 0
        self.most_at_once = 0
        self._takes = takes
        self._quick = quick

    async def __call__(self, wish):
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(0 if wish in self._quick else self._takes)
        self.at_once -= 1
        if wish == "bad":
            raise ValueError(wish)
        self.done.append(wish)


def start(latest, key, wishes):
    """Begin to carry out wishes at the same moment, in order."""
    return [asyncio.create_task(latest.carry_out(key, wish)) for wish in wishes]


async def test_the_first_wish_is_carried_out_at_once():
    action = Recorder()
    (task,) = start(Latest(3600, action), "message", ["ko"])
    await asyncio.sleep(0.01)
    assert action.done == ["ko"]
    task.cancel()


async def test_of_twenty_wishes_the_first_and_the_last_are_carried_out():
    action = Recorder()
    await asyncio.gather(*start(Latest(PAUSE, action), "message", range(20)))
    assert action.done == [0, 19]


async def test_wishes_that_come_during_the_pause_wait_for_its_end():
    action = Recorder()
    latest = Latest(0.5, action)
    first = start(latest, "message", ["ko"])
    await asyncio.sleep(0.05)
    then = start(latest, "message", ["es", "en"])
    await asyncio.sleep(0.05)
    assert action.done == ["ko"]
    await asyncio.gather(*first, *then)
    assert action.done == ["ko", "en"]


async def test_a_wish_after_the_pause_is_carried_out_at_once_again():
    action = Recorder()
    latest = Latest(PAUSE, action)
    for wish in ("ko", "es", "ko"):
        await latest.carry_out("message", wish)
    assert action.done == ["ko", "es", "ko"]


async def test_keys_do_not_wait_for_each_other():
    action = Recorder(takes=0.5, quick=("es",))
    latest = Latest(PAUSE, action)
    tasks = start(latest, "one", ["ko"])
    await latest.carry_out("other", "es")
    assert action.done == ["es"]
    await asyncio.gather(*tasks)
    assert action.done == ["es", "ko"]


async def test_a_failing_action_is_reported_and_frees_the_key():
    action = Recorder()
    latest = Latest(PAUSE, action)
    with pytest.raises(ValueError, match="bad"):
        await latest.carry_out("message", "bad")
    await latest.carry_out("message", "ko")
    assert action.done == ["ko"]


async def test_the_last_wish_is_carried_out_even_when_an_earlier_one_fails():
    action = Recorder(takes=0.01)
    await asyncio.gather(*start(Latest(PAUSE, action), "message", ["bad", "es", "ko"]), return_exceptions=True)
    assert action.done == ["ko"]


async def test_a_cancelled_action_frees_the_key():
    action = Recorder(takes=3600, quick=("es",))
    latest = Latest(PAUSE, action)
    (task,) = start(latest, "message", ["ko"])
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await latest.carry_out("message", "es")
    assert action.done == ["es"]


@settings(deadline=None, derandomize=True, max_examples=30)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(), st.booleans()), min_size=1, max_size=20))
def test_whatever_comes_the_last_wish_of_each_key_wins_one_action_at_a_time(wishes):
    async def scenario():
        actions = {"a": Recorder(0.001), "b": Recorder(0.001)}
        latest, tasks = Latest(0.001, lambda each: actions[each[0]](each[1])), []
        for key, wish, waits in wishes:
            tasks += start(latest, key, [(key, wish)])
            await asyncio.sleep(0.002 if waits else 0)
        await asyncio.gather(*tasks)
        for key, action in actions.items():
            wished = [wish for wished_key, wish, _ in wishes if wished_key == key]
            assert action.done[-1:] == wished[-1:]
            assert len(action.done) <= len(wished)
            assert action.most_at_once <= 1

    asyncio.run(scenario())

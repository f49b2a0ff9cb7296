"""The simulated Discord, and what somebody who plays in it would miss.

simcord is made for tests: time stands still, whoever does something waits until nothing moves any more, and a page
shows what there was when it last asked. Each function here takes one such difference from Discord away, so that the
bot need not know where it runs. They reach into simcord's own parts, so its version is bounded in `pyproject.toml`.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import simcord
import simcord.preview
from simcord._clock import Clock
from simcord.backend.access import can_access_message
from simcord.preview import _markdown

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from simcord import Env, Preview
    from simcord.preview._pages import _Page

    from bot.client import JudgeBot

_log = logging.getLogger(__name__)

BEAT = 0.2
"""Seconds between two looks at what happened meanwhile."""


class SettableClock(Clock):
    """A clock that can be set. simcord's own shows the beginning of 2026 at every start.

    Discord's ids are made of the moment, so this decides them, too.
    """

    def set(self, moment: datetime) -> None:
        """Let it be another moment; what waits for a time to pass waits for as long as before."""
        self._epoch = moment - timedelta(seconds=self.elapsed)


@asynccontextmanager
async def simulated(bot: JudgeBot) -> AsyncIterator[tuple[Env, SettableClock]]:
    """A Discord in which a bot is logged in, with the clock that it goes by."""
    env = simcord.Env(bot)
    env.backend.clock = clock = SettableClock()
    # A timer of the bot waits until time is moved on, and for nothing else. By itself simcord lets it fire by the real
    # clock as well: whoever does something waits for the bot's pauses of a second, and moving time on at the same
    # moment waits for ever.
    env._schedule_timer = lambda *_: None  # type: ignore[method-assign]
    _show_mentions_in_embeds()
    await env.start()
    try:
        with env.time_context():
            yield env, clock
    finally:
        await env.shutdown()


def _show_mentions_in_embeds() -> None:
    """Show mentions in embeds as names, as Discord does; simcord prints their markup."""
    for field in ("embed_description", "embed_field_value"):
        _markdown._FIELD_POLICIES[field]["mentions"] = True


class Live:
    """Lets time pass, and the pages of a preview show what happens meanwhile."""

    def __init__(self, env: Env, preview: Preview) -> None:
        self._env = env
        self._preview = preview
        self._turn = asyncio.Lock()
        self._changed = False
        self._seen: dict[str, tuple[int, int]] = {}
        self._action, self._publish = preview._action, preview._publish
        preview._action, preview._publish = self._act, self._show  # type: ignore[method-assign]
        env.backend.subscribers.append(self._notice)

    @asynccontextmanager
    async def going_on(self) -> AsyncIterator[None]:
        """Do so until the end of the block; nothing is half done after it."""
        going = asyncio.create_task(self._go_on(), name="live")
        try:
            yield
        finally:
            async with self._turn:
                going.cancel()
            await asyncio.wait((going,))

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            async with self._turn:
                try:
                    await self._beat()
                except Exception:  # noqa: BLE001 - whatever it was, the pages must not stand still for ever
                    _log.exception("the page could not be brought up to date")

    async def _beat(self) -> None:
        passed = datetime.now(UTC) - self._env.now()
        await self._env.advance_time(max(passed.total_seconds(), 0))
        if self._changed:
            self._changed = False
            await self._preview.refresh()

    def _notice(self, event: str, _payload: Mapping[str, Any]) -> None:
        """Something that a page shows has changed: simcord tells the pages only what their own people do."""
        if event.startswith("MESSAGE_"):
            self._changed = True

    async def _act(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out what somebody does in a page, in turn with everything else.

        simcord refuses what is done while something else is, and what is done in a page that does not show the latest
        yet. Discord does neither; whether a button or a command is still there is looked at in any case.
        """
        async with self._turn:
            page = self._preview._pages.get(context_id or "")
            if (
                page is not None
                and isinstance(body, dict)
                and "published_revision" in body
                and body.get("sequence") == page.last_sequence + 1  # no repetition of what was done already
            ):
                body = body | {"published_revision": page.revision}
            return await self._action(context_id, body)

    def _show(self, page: _Page, **how: Any) -> None:
        """Publish what a page shows, and let it go to the newest message, for whoever just came or when it is new."""
        env, viewer = self._env, page.viewer
        messages = env.backend.messages[page.channel_id].values()
        visible = [each.id for each in messages if can_access_message(env, each.channel_id, each, viewer, history=True)]
        newest = max(visible, default=0)
        if self._seen.get(page.id) != (viewer.id, newest):
            self._seen[page.id] = (viewer.id, newest)
            page.target_id, page.window_end_id = newest, None
        # The one that is no browser's only says where a new page begins; what it would show is never asked for.
        if page is not self._preview._python:
            self._publish(page, **how)


def local_offset() -> timedelta:
    """How far the clock of this computer is ahead of UTC."""
    return datetime.now(UTC).astimezone().utcoffset() or timedelta()


def time_zone() -> str:
    """The time zone of this computer, as far as a preview can show it: it takes names, and those are of whole hours."""
    hours, rest = divmod(local_offset(), timedelta(hours=1))
    # In these names, the sign counts westwards.
    return f"Etc/GMT{-hours:+d}" if hours and not rest else "UTC"

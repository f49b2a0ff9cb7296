"""Pages that are alive: time passes in them, they show what happens meanwhile, and they let one do what Discord does.

simcord is made for tests: whoever does something waits until nothing moves any more, and a page shows what there was
when it last asked. This reaches into simcord's own parts, so its version is bounded in `pyproject.toml`.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from simcord import BackendError, SetupError
from simcord.backend.access import can_access_message
from simcord.results import ResponseMessage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from simcord import Env, Preview
    from simcord.preview._pages import _Page

_log = logging.getLogger(__name__)

BEAT = 0.2
"""Seconds between two looks at what happened meanwhile."""
DEEDS = {"run_command", "send_message", "click", "select", "modal_submit", "beyond"}
"""What somebody does that may bring a new message."""


class Live:
    """Lets time pass, and the pages of a preview show what happens meanwhile."""

    def __init__(self, env: Env, preview: Preview) -> None:
        self._env = env
        self._preview = preview
        self._turn = asyncio.Lock()
        self._changed = False
        self._acted: set[str] = set()
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
        await self._catch_up()
        if self._changed:
            self._changed = False
            await self._preview.refresh()
        self._acted.clear()

    async def _catch_up(self) -> None:
        """Let as much time pass in the simulated Discord as has passed outside."""
        passed = datetime.now(UTC) - self._env.now()
        await self._env.advance_time(max(passed.total_seconds(), 0))

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
            if page is None or not isinstance(body, dict):
                return await self._action(context_id, body)
            if body.get("kind") in DEEDS:
                self._acted.add(page.id)
            if body.get("kind") == "beyond":
                return await self._go_beyond(page, body)
            if "published_revision" in body and body.get("sequence") == page.last_sequence + 1:  # no repetition
                body = body | {"published_revision": page.revision}
            return await self._action(context_id, body)

    async def _go_beyond(self, page: _Page, body: Mapping[str, Any]) -> dict[str, Any]:
        """Do what Discord's own client offers at a message, and simcord's page does not.

        That is to use one of the commands under *Apps* (the body names it as `app`), or to add a reaction that is not
        there yet (`emoji`).
        """
        try:
            stored = self._env.backend.get_message(page.channel_id, int(body.get("message_id") or 0))
            message = ResponseMessage(self._env, stored)
            if "app" in body:
                await page.viewer.context_menu(self._preview.channel, str(body["app"]), message)
            else:
                await page.viewer.react(message, str(body.get("emoji")))
        except (BackendError, SetupError, ValueError) as error:
            return {"done": False, "why": str(error)}
        self._changed = True
        return {"done": True}

    def _show(self, page: _Page, **how: Any) -> None:
        """Publish what a page shows, with the time that it is.

        As on Discord, it goes to the newest message for whoever just came, or has just done something; whoever reads
        further up is left there while others write.
        """
        self._preview._advance_presentation_time()
        env, viewer = self._env, page.viewer
        messages = env.backend.messages[page.channel_id].values()
        visible = [each.id for each in messages if can_access_message(env, each.channel_id, each, viewer, history=True)]
        newest = max(visible, default=0)
        before = self._seen.get(page.id, (0, 0))
        self._seen[page.id] = (viewer.id, newest)
        # The one that is no browser's only says where a new page begins; what it would show is never asked for.
        is_browsers = page is not self._preview._python
        if not is_browsers or before[0] != viewer.id or (before[1] != newest and page.id in self._acted):
            page.target_id, page.window_end_id = newest, None
        if is_browsers:
            self._publish(page, **how)

"""The simulated Discord, and what somebody who plays in it would miss.

simcord is made for tests: time stands still, everybody's client is in English, and some of Discord is left out. Each
function here takes one such difference away, so that the bot need not know where it runs. They reach into simcord's
own parts, so its version is bounded in `pyproject.toml`.
"""

from __future__ import annotations

from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import simcord
import simcord.preview
from simcord import interactions
from simcord._clock import Clock
from simcord.preview import _commands, _markdown

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping
    from datetime import datetime

    from simcord import Env

    from bot.client import JudgeBot

ENGLISH = "en-US"


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
    _show_embeds_as_discord_does()
    await env.start()
    try:
        with env.time_context():
            yield env, clock
    finally:
        await env.shutdown()


def _show_embeds_as_discord_does() -> None:
    """Show mentions in embeds as names and their small lines (`-#`) small; simcord prints the markup of both."""
    for field in ("embed_description", "embed_field_value"):
        _markdown._FIELD_POLICIES[field] |= {"mentions": True, "subtext": True}


@contextmanager
def spoken(locales: Mapping[int, str]) -> Iterator[None]:
    """Let people's clients be in languages of their own: Discord tells the bot, and shows commands in them.

    In simcord every client is in English. Names of commands and options stay English in its page, which finds commands
    by them; the translated name stands before the description, and descriptions and choices are translated.

    Args:
        locales: Discord's locale by the id of the person; English for everybody else.
    """
    base_payload, build_catalog = interactions.base_payload, _commands.build_catalog

    def told(*arguments: Any, **named: Any) -> Any:
        record, payload = base_payload(*arguments, **named)
        payload["locale"] = locales.get(record.user_id, ENGLISH)
        return record, payload

    def shown(preview: Any, page: Any) -> dict[str, Any]:
        catalog = build_catalog(preview, page)
        if page.viewer.id in locales:
            for entry in catalog["entries"]:
                found = _commands.visible_leaf(preview, page, entry["commandId"], entry["path"])
                if found is not None:
                    _translate(entry, found[0], locales[page.viewer.id])
        return catalog

    interactions.base_payload, _commands.build_catalog = told, shown
    try:
        yield
    finally:
        interactions.base_payload, _commands.build_catalog = base_payload, build_catalog


def _translate(entry: dict[str, Any], command: Mapping[str, Any], locale: str) -> None:
    """Put a command as the page lists it into the language of a client.

    Args:
        entry: the command, or one of its subcommands, as the page lists it.
        command: the whole command as the bot registered it.
        locale: the client's.
    """
    nodes = [command]
    for name in entry["path"][1:]:
        nodes += [option for option in nodes[-1]["options"] if option["name"] == name]
    names = " ".join(_say(node, "name", locale) for node in nodes)
    entry["description"] = f"/{names}: {_say(nodes[-1], 'description', locale)}"
    for shown, option in zip(entry["options"], nodes[-1].get("options") or (), strict=True):
        shown["description"] = _say(option, "description", locale)
        for choice, registered in zip(shown["choices"], option.get("choices") or (), strict=True):
            choice["name"] = _say(registered, "name", locale)


def _say(node: Mapping[str, Any], field: str, locale: str) -> str:
    """The name or the description of a part of a command, in English where it is not translated."""
    return str((node.get(f"{field}_localizations") or {}).get(locale, node[field]))

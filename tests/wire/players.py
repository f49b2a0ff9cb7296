"""What people do: questions in direct messages and on servers, flags, and a table in a channel."""

from __future__ import annotations

import re
from typing import Any

from tests.wire.loopback import ANA, MESSAGE, TABLE, Discord

BETO = {"id": "13", "username": "beto", "discriminator": "0", "global_name": "Beto", "avatar": None}
MEMBER = {"roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0}
# View Channel (1 << 10), Send Messages (1 << 11), Embed Links (1 << 14), Attach Files (1 << 15).
MAY = str((1 << 10) + (1 << 11) + (1 << 14) + (1 << 15))
# The same with Add Reactions (1 << 6) and Read Message History (1 << 16).
MAY_REACT = str(int(MAY) + (1 << 6) + (1 << 16))
COMMAND, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5
TEXT, NUMBER, FLAG = 3, 4, 5
TOPIC = "no-enters-triggers-on-turning-up"
POST = "POST /channels/66/messages"


def command(name: str, *options: dict[str, Any]) -> dict[str, Any]:
    """The data of a command."""
    return {"id": "0", "name": name, "type": 1, "options": list(options)}


def option(name: str, value: Any) -> dict[str, Any]:
    kinds = {bool: FLAG, int: NUMBER, str: TEXT}
    return {"name": name, "type": kinds[type(value)], "value": value}


def facedown(name: str, **options: Any) -> dict[str, Any]:
    """The data of a command of `/facedown`."""
    given = [option(key, value) for key, value in options.items()]
    return command("facedown", {"name": name, "type": 1, "options": given})


def callback(number: str) -> str:
    """The call with which an interaction is answered first."""
    return f"POST /interactions/{number}/token-{number}/callback"


def followup(number: str) -> str:
    """The call with which it is answered afterwards."""
    return f"POST /webhooks/11/token-{number}"


def flag(emoji: str, message_id: str, channel_id: str = "22") -> dict[str, Any]:
    """The event of a flag that Ana sets."""
    reaction = {"user_id": "12", "channel_id": channel_id, "message_id": message_id, "type": 0, "burst": False}
    return reaction | {"emoji": {"id": None, "name": emoji}}


def numbers(text: str) -> list[tuple[int, str]]:
    """The numbers on a board or in an answer, each with the marker that lies on it."""
    return [(int(number), marker) for number, marker in re.findall(r"\*\*#(\d+)\*\* .*marker: (m[\w-]+)", text)]


class Place:
    """A channel of a server, or direct messages, and what people do there.

    Each of them returns the id of what was done; `answer` tells what the bot said to it.
    """

    def __init__(self, discord: Discord, channel_id: str = "66", guild_id: str | None = "55", may: str = MAY) -> None:
        self.discord = discord
        self.channel_id = channel_id
        where = {
            "channel_id": channel_id,
            "channel": TABLE | {"id": channel_id},
            "app_permissions": may,
            "locale": "en-US",
        }
        if guild_id is None:
            self._where = where | {"channel": {"id": channel_id, "type": 1}, "context": 1}
        else:
            self._where = where | {"guild_id": guild_id, "guild_locale": "en-US", "context": 0}
        self._is_server = guild_id is not None

    async def interact(self, kind: int, data: dict[str, Any], who: dict[str, Any] = ANA, **more: Any) -> str:
        """Somebody does something."""
        member = {"member": MEMBER | {"user": who, "permissions": self._where["app_permissions"]}}
        whose = member if self._is_server else {"user": who}
        return await self.discord.interact({"type": kind, "data": data} | self._where | whose | more)

    async def asks(self, question: str = TOPIC, **more: Any) -> str:
        """Somebody uses `/ruling`."""
        return await self.interact(COMMAND, command("ruling", option("question", question)), **more)

    async def plays(self, name: str, *, who: dict[str, Any] = ANA, **options: Any) -> str:
        """Somebody uses a command of `/facedown`."""
        return await self.interact(COMMAND, facedown(name, **options), who)

    async def types(self, text: str) -> str:
        """Somebody types for a number, and is made suggestions."""
        focused = option("number", text) | {"focused": True}
        return await self.interact(AUTOCOMPLETE, command("facedown", {"name": "give", "type": 1, "options": [focused]}))

    async def presses_the_first_button(self, components: list[dict[str, Any]]) -> str:
        """Somebody presses a button of a message with components."""
        button = {"custom_id": components[0]["components"][0]["custom_id"], "component_type": 2}
        return await self.interact(COMPONENT, button, message=MESSAGE | {"components": components})

    async def sends(self, form: str, card: str) -> str:
        """Somebody sends a form with a card."""
        fields = [
            {"type": 3, "custom_id": "how", "values": ["manifest"]},
            {"type": 4, "custom_id": "card", "value": card},
        ]
        components = [{"type": 18, "component": each} for each in fields]
        return await self.interact(FORM, {"custom_id": form, "components": components})

    async def answer(self, number: str) -> dict[str, Any]:
        """What the bot said to something: its first answer, or what followed where it asked to wait."""
        first = await self.discord.received(callback(number))
        return await self.discord.received(followup(number)) if first["type"] == 5 else first["data"]

    def message_of(self, number: str) -> str:
        """The id of the message that answers to something."""
        return self.discord.interactions[number].message_id or ""

    async def board(self, part: str) -> str:
        """The board, once a part stands on it."""
        edit = f"PATCH /channels/{self.channel_id}/messages/{self.discord.boards[self.channel_id]}"
        while part not in (board := (await self.discord.received(edit))["embeds"][0]["description"]):
            pass
        return board

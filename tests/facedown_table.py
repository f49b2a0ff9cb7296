"""Players at a table in the simulated Discord: what they do with `/facedown`, and what they read there."""

from __future__ import annotations

import re

from conversation import in_database
from simulated import buttons, sent_messages

OF_THE_TABLE = 0x6B4F8A
"""The colour of what is about the table; rulings have others."""
NOT_OF_THE_MESSAGE = {"nonce", "enforce_nonce", "attachments"}
"""What goes along with a message, and is no part of it."""


async def play(who, channel, command, **options):
    """Somebody uses a command of `/facedown`."""
    return await who.slash(channel, f"facedown {command}", **options)


async def told(who, channel, command, **options):
    """What the bot answers to a command so that nobody else sees it."""
    reply = (await play(who, channel, command, **options)).response
    assert reply.ephemeral
    return reply.content


async def shown(who, channel, command, **options):
    """What the bot answers to a command for everybody to see."""
    reply = (await play(who, channel, command, **options)).response
    assert not reply.ephemeral
    return reply.content


async def fill_in(who, form, **fields):
    """Somebody sends a form that the bot has opened; a select is given by the value that is picked."""
    selects = {field["custom_id"] for field in fields_of(form) if field["type"] == 3}
    values = {name: [value] if name in selects else value for name, value in fields.items()}
    return await who.submit_modal(form, values)


def fields_of(form):
    """The fields of a form, without what is only read there."""
    return [each["component"] for each in form.modal["components"] if "component" in each]


def notes_of(form):
    """What is only read in a form."""
    return [each["content"] for each in form.modal["components"] if "content" in each]


def prefilled(form):
    """What stands in the fields of a form when it opens."""
    components = fields_of(form)
    picked = {
        each["custom_id"]: [option["value"] for option in each["options"] if option.get("default")]
        for each in components
        if each["type"] == 3
    }
    typed = {each["custom_id"]: each.get("value") for each in components if each["type"] == 4}
    return {name: value for name, value in (typed | picked).items() if value}


def boards(channel):
    """All messages that are or were boards, oldest first."""
    return [message for message in channel.history() if message.embeds and is_board(message)]


def is_board(message):
    """Whether a message is a board: nothing answers to it, and it is an embed."""
    return message.interaction_metadata is None and not message.content


def board(channel):
    """The lines of the board, each as everybody reads it."""
    return plain(boards(channel)[-1].embeds[0].description).split("\n")


def public(channel):
    """The contents of what everybody sees, oldest first, without boards."""
    return [plain(message.content) for message in channel.history() if not is_board(message)]


def plain(text):
    """A text without the moments in it, which no test can know."""
    return re.sub(r"<t:\d+:([Rf])>", r"<\1>", text)


def sent_bodies(env):
    """The bodies of all messages that the bot sent or edited, in order."""
    for body in sent_messages(env):
        yield {key: value for key, value in body.items() if key not in NOT_OF_THE_MESSAGE}


def events(config):
    """How many changes are written down."""
    return in_database(config, "SELECT count(*) FROM game_events")[0][0]


def own_words(embed):
    """The lines of an embed that are the bot's own; a ruling is somebody else's text, known by its title."""
    if embed["color"] != OF_THE_TABLE:
        return
    yield from embed.get("description", "").split("\n")
    for field in embed.get("fields", []):
        yield field["name"]
        yield from (line for line in field["value"].split("\n") if not line.startswith(("> ", "-# ", "\u200b")))


class Onlooker:
    """Somebody who looks over the shoulders of all players: what is new in a channel, and for whom."""

    def __init__(self, env, channel, players):
        self._env = env
        self._channel = channel
        self._names = {str(player.id): player.name for player in players}
        self._seen = set()

    def sees(self):
        """What has appeared since the last look, as lines; in front of what one player alone sees stands the name."""
        messages = self._env.backend.messages[self._channel.id].values()
        # A board that loses its buttons is one no more, and says so.
        new = [message for message in messages if (message.id, bool(message.components)) not in self._seen]
        self._seen |= {(message.id, bool(message.components)) for message in new}
        return [f"{self._whose(message)}{line}" for message in new for line in self.reads(message)]

    def reads(self, message):
        """A message as lines, with the names that Discord shows in it."""
        lines = message.content.split("\n") if message.content else []
        for embed in message.embeds:
            footer = embed.get("footer", {}).get("text", "")
            lines += [f"[{embed.get('title', '')}]", *own_words(embed), footer and f"({footer})"]
        menus = [item for row in message.components for item in row["components"] if item["type"] == 3]
        lines += [f"<{label}>" for label in buttons(message)] + [f"<{menu['placeholder']}>" for menu in menus]
        lines += [f"({attachment['filename']})" for attachment in message.attachments]
        return [self.named(line) for line in lines if line]

    def named(self, text):
        """A text as Discord shows it: mentions as names, without the moments and places that differ every time."""
        text = re.sub(r"<@(\d+)>", lambda match: f"@{self._names[match[1]]}", plain(text))
        return re.sub(r"https://discord\.com/channels/\S+", "<link>", text)

    def _whose(self, message):
        return f"({self._names[message.interaction_metadata['user']['id']]}) " if message.is_ephemeral else ""

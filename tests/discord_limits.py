"""What Discord accepts of a bot: of each request and of what it sends to the gateway, by hand from its documentation.

Keys, lengths, counts and names; a key or a route that is not written down here is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import unquote

import regex

Check = Callable[[Any, str], Iterator[str]]
"""Yields what is wrong with a value that stands at a place."""


def text(least: int, most: int, pattern: str = r".*\S.*", *, lower: bool = False) -> Check:
    def check(value, place):
        if not isinstance(value, str) or not least <= len(value) <= most:
            yield f"{place}: {value!r} is no text of {least} to {most} characters"
        elif not regex.fullmatch(pattern, value, regex.DOTALL) or (lower and value != value.lower()):
            yield f"{place}: {value!r} does not match {pattern}"

    return check


def whole(least: int, most: int) -> Check:
    def check(value, place):
        if type(value) is not int or not least <= value <= most:
            yield f"{place}: {value!r} is no whole number from {least} to {most}"

    return check


def among(*allowed: Any) -> Check:
    def check(value, place):
        if not any(type(value) is type(each) and value == each for each in allowed):
            yield f"{place}: {value!r} is none of {allowed}"

    return check


def each(check: Check, least: int, most: int) -> Check:
    def check_all(value, place):
        if not isinstance(value, list) or not least <= len(value) <= most:
            yield f"{place}: no list of {least} to {most}"
        else:
            for number, item in enumerate(value):
                yield from check(item, f"{place}[{number}]")

    return check_all


def keys(required: dict[str, Check], optional: dict[str, Check] | None = None) -> Check:
    known = required | (optional or {})

    def check(value, place):
        yield from (f"{place}: unknown key {key!r}" for key in value if key not in known)
        yield from (f"{place}: lacks {key!r}" for key in required if key not in value)
        for key in value.keys() & known.keys():
            yield from known[key](value[key], f"{place}.{key}")

    return check


def by_type(checks: dict[int, Check]) -> Check:
    def check(value, place):
        kind = value.get("type")
        rest = {key: item for key, item in value.items() if key != "type"}
        yield from checks[kind](rest, place) if kind in checks else [f"{place}: unknown type {kind!r}"]

    return check


def twice(values: Iterable[str], what: str) -> Iterator[str]:
    yield from (f"{what} {value!r} stands twice" for value, count in Counter(values).items() if count > 1)


YES, NO = True, False
BOOLEAN = among(YES, NO)
LABEL = text(1, 100)

EMBED = keys(
    {},
    {
        "title": text(1, 256),
        "description": text(1, 4096),
        "color": whole(0, 0xFFFFFF),
        "type": among("rich"),
        "flags": among(0),  # discord.py sends it; Discord takes no notice
        "fields": each(keys({"name": text(1, 256), "value": text(1, 1024)}, {"inline": BOOLEAN}), 0, 25),
        "footer": keys({"text": text(1, 2048)}),
    },
)
BUTTON = keys({"style": whole(1, 4), "custom_id": LABEL, "label": text(1, 80)}, {"disabled": BOOLEAN})
EMOJI = keys({"name": text(1, 32)}, {"id": among(None)})
OPTION = keys({"label": LABEL, "value": LABEL}, {"default": BOOLEAN, "description": LABEL, "emoji": EMOJI})
SELECT = keys(
    {"custom_id": LABEL, "options": each(OPTION, 1, 25)},
    {
        "placeholder": text(1, 150),
        "min_values": whole(0, 25),
        "max_values": whole(1, 25),
        "disabled": BOOLEAN,
        "required": BOOLEAN,
    },
)
BUTTONS = each(by_type({2: BUTTON}), 1, 5)
ONE_SELECT = each(by_type({3: SELECT}), 1, 1)


def components_of_row(value: list[dict], place: str) -> Iterator[str]:
    yield from (ONE_SELECT if value[0]["type"] == 3 else BUTTONS)(value, place)


MESSAGE = keys(
    {},
    {
        "content": lambda value, place: iter(()) if value is None else text(1, 2000)(value, place),
        "embeds": each(EMBED, 0, 10),
        "components": each(by_type({1: keys({"components": components_of_row})}), 0, 5),
        "allowed_mentions": among({"parse": []}),
        "flags": among(0, 64),
        "tts": among(NO),
    },
)


def message_violations(message: dict) -> list[str]:
    """Everything that Discord would refuse about the body of a message."""
    components = [component for row in message.get("components", ()) for component in row["components"]]
    found = [
        *MESSAGE(message, "message"),
        *twice((component["custom_id"] for component in components), "custom_id"),
        *(
            violation
            for component in components
            for violation in twice((option["value"] for option in component.get("options", ())), "option")
        ),
    ]
    characters = sum(map(embed_characters, message.get("embeds", ())))
    return found if characters <= 6000 else [*found, f"{characters} characters over all embeds"]


def embed_characters(embed: dict) -> int:
    fields = [part for field in embed.get("fields", ()) for part in (field["name"], field["value"])]
    footer = embed.get("footer", {}).get("text", "")
    return sum(map(len, (embed.get("title", ""), embed.get("description", ""), footer, *fields)))


LOCALES = ("en-US", "en-GB", "zh-CN", "zh-TW", "ko", "pt-BR", "es-ES", "es-419")
"""Discord's locales whose languages the bot speaks; it supplies texts for all of them and for no other."""

NAME = text(1, 32, r"[-_\p{L}\p{N}]+", lower=True)
TITLE = text(1, 32)
CHOICE = keys({"name": LABEL, "value": LABEL})
NUMBER_CHOICE = keys({"name": LABEL, "value": whole(-(2**53), 2**53)})
LOCALISED_CHOICE = keys({"name": LABEL, "value": LABEL}, {"name_localizations": keys(dict.fromkeys(LOCALES, LABEL))})
NAMED = {
    "name": NAME,
    "name_localizations": keys(dict.fromkeys(LOCALES, NAME)),
    "description": LABEL,
    "description_localizations": keys(dict.fromkeys(LOCALES, LABEL)),
}
TEXT_OPTION = keys(
    NAMED,
    {
        "required": BOOLEAN,
        "autocomplete": BOOLEAN,
        "choices": each(LOCALISED_CHOICE, 1, 25),
        "min_length": whole(0, 6000),
        "max_length": whole(1, 6000),
    },
)
NUMBER_OPTION = keys(
    NAMED,
    {"required": BOOLEAN, "autocomplete": BOOLEAN, "min_value": whole(0, 2**53), "max_value": whole(0, 2**53)},
)
PLAIN_OPTION = keys(NAMED, {"required": BOOLEAN})
OPTIONS = {3: TEXT_OPTION, 4: NUMBER_OPTION, 5: PLAIN_OPTION, 6: PLAIN_OPTION}
SUBCOMMAND = keys(NAMED, {"options": each(by_type(OPTIONS), 0, 25)})
GROUP = keys(NAMED, {"options": each(by_type({1: SUBCOMMAND}), 1, 25)})
USED = {
    "contexts": among([0, 1, 2], [0]),  # in servers, in the bot's direct messages, in those of others
    "integration_types": among([0, 1], [0]),  # installed for a server, installed for a person
}
DEFAULTS = {"nsfw": among(NO), "default_member_permissions": among(None), "dm_permission": BOOLEAN}
SLASH_COMMAND = keys(NAMED | USED, DEFAULTS | {"options": each(by_type(OPTIONS | {1: SUBCOMMAND, 2: GROUP}), 0, 25)})
MESSAGE_COMMAND = keys({"name": TITLE, "name_localizations": keys(dict.fromkeys(LOCALES, TITLE))} | USED, DEFAULTS)
COMMANDS = each(by_type({1: SLASH_COMMAND, 3: MESSAGE_COMMAND}), 0, 100)


def commands_violations(commands: list[dict]) -> list[str]:
    """Everything that Discord would refuse about an application's commands."""
    return [*COMMANDS(commands, "commands"), *names_twice(commands)]


def names_twice(entries: list[dict]) -> Iterator[str]:
    """Names that two commands of a kind, or two options of a command, share in some locale."""
    for locale in LOCALES:
        names = ((each["type"] == 3, each["name_localizations"].get(locale, each["name"])) for each in entries)
        yield from twice(names, f"in {locale}, the name")
    for each in entries:
        yield from names_twice(each.get("options", []))


def choices_violations(choices: list[dict]) -> list[str]:
    """Everything that Discord would refuse about the choices of an autocomplete."""
    numbers = any(type(choice["value"]) is int for choice in choices)
    return list(each(NUMBER_CHOICE if numbers else CHOICE, 0, 25)(choices, "choices"))


TEXT_INPUT = keys(
    {"custom_id": LABEL, "style": among(1, 2)},
    {
        "id": whole(0, 2**31),
        "label": among(None),
        "required": BOOLEAN,
        "value": text(1, 4000),
        "max_length": whole(1, 4000),
        "min_length": whole(0, 4000),
        "placeholder": text(1, 100),
    },
)
MODAL_SELECT = keys(
    {"custom_id": LABEL, "options": each(OPTION, 1, 25)},
    {
        "id": whole(0, 2**31),
        "min_values": whole(0, 25),
        "max_values": whole(1, 25),
        "disabled": among(NO),
        "required": BOOLEAN,
    },
)
FIELD = keys(
    {"label": text(1, 45), "component": by_type({3: MODAL_SELECT, 4: TEXT_INPUT})},
    {"id": whole(0, 2**31), "description": LABEL},
)
NOTE = keys({"content": text(1, 4000)}, {"id": whole(0, 2**31)})
MODAL = keys({"custom_id": LABEL, "title": text(1, 45), "components": each(by_type({10: NOTE, 18: FIELD}), 1, 5)})


def modal_violations(modal: dict) -> list[str]:
    """Everything that Discord would refuse about a modal."""
    ids = (field["component"]["custom_id"] for field in modal["components"] if "component" in field)
    return [*MODAL(modal, "modal"), *twice(ids, "custom_id")]


# Requests

NONE = among(None)
ATTACHMENT = keys({"id": whole(0, 9), "filename": text(1, 255)}, {"description": text(1, 1024)})
SENT_ALONG = {"attachments", "nonce", "enforce_nonce"}
"""What stands in the body of a message beside what it says."""
BESIDE = keys(
    {},
    {"attachments": each(ATTACHMENT, 0, 10), "nonce": text(1, 25), "enforce_nonce": BOOLEAN},
)


def message(body: dict, place: str) -> Iterator[str]:
    """A message that is sent or changed; without `allowed_mentions`, what people typed in it might ping."""
    said = {key: value for key, value in body.items() if key not in SENT_ALONG}
    yield from BESIDE({key: value for key, value in body.items() if key in SENT_ALONG}, place)
    yield from message_violations(said)
    if "allowed_mentions" not in body:
        yield f"{place}: lacks 'allowed_mentions'"
    if not any(body.get(key) for key in ("content", "embeds", "components")):
        yield f"{place}: an empty message"


def modal(body: dict, _place: str) -> Iterator[str]:
    yield from modal_violations(body)


def choices(body: list, _place: str) -> Iterator[str]:
    yield from choices_violations(body)


def commands(body: list, _place: str) -> Iterator[str]:
    yield from commands_violations(body)


def reaction(body: object, place: str) -> Iterator[str]:
    """A reaction has no body; its emoji, a flag, stands in the path."""
    yield from NONE(body, place)
    yield from text(2, 2, r"[\U0001F1E6-\U0001F1FF]{2}")(unquote(place.split("/")[-2]), place)


CALLBACK = by_type(
    {
        4: keys({"data": message}),
        5: keys({}, {"data": keys({}, {"flags": among(0, 64)})}),
        6: keys({}),
        7: keys({"data": message}),
        8: keys({"data": keys({"choices": choices})}),
        9: keys({"data": modal}),
    }
)
REQUESTS: tuple[tuple[str, Check], ...] = (
    (r"GET /users/@me", NONE),
    (r"GET /users/@me/guilds", NONE),
    (r"GET /oauth2/applications/@me", NONE),
    (r"GET /applications/\d+(/guilds/\d+)?/commands", NONE),
    (r"PUT /applications/\d+(/guilds/\d+)?/commands", commands),
    (r"POST /interactions/\d+/[^/]+/callback", CALLBACK),
    (r"POST /webhooks/\d+/[^/]+", message),
    (r"PATCH /webhooks/\d+/[^/]+/messages/@original", message),
    (r"POST /channels/\d+/messages", message),
    (r"PATCH /channels/\d+/messages/\d+", message),
    (r"(PUT|DELETE) /channels/\d+/messages/\d+/reactions/[^/]+/@me", reaction),
)


def request_violations(call: str, body: object) -> list[str]:
    """Everything that Discord would refuse about a request.

    Args:
        call: the method and the path, without the prefix that all paths share.
        body: the JSON of its body, None where there is none.
    """
    check = next((check for pattern, check in REQUESTS if regex.fullmatch(pattern, call)), None)
    return [f"unknown request {call}"] if check is None else list(check(body, call))


# The gateway

WHO = {"token": text(1, 200)}
SHARD = each(whole(0, 16_000), 2, 2)
IDENTIFY = keys(
    WHO
    | {
        "properties": keys(dict.fromkeys(("os", "browser", "device"), text(1, 100))),
        "intents": whole(0, 2**25),
        "shard": SHARD,
    },
    {"compress": BOOLEAN, "large_threshold": whole(50, 250)},
)
RESUME = keys(WHO | {"session_id": text(1, 200), "seq": whole(0, 2**31)})


def beat(value: Any, place: str) -> Iterator[str]:
    return iter(()) if value is None else whole(0, 2**31)(value, place)


GATEWAY = {1: beat, 2: IDENTIFY, 6: RESUME}


def gateway_violations(payload: dict) -> list[str]:
    """Everything that Discord would refuse about what a bot sends to the gateway."""
    known = {str(op): keys({"op": among(op), "d": check}) for op, check in GATEWAY.items()}
    check = known.get(str(payload.get("op")))
    return [f"unknown opcode in {payload}"] if check is None else list(check(payload, "gateway"))

"""The simulated Discord from outside: what the bot sent, what can be pressed, what a host sees in the log."""

from __future__ import annotations

import logging

from conversation import in_database, menu


def sent_messages(env):
    """The bodies of all messages that the bot sent or edited, in order."""
    for request in env.http_requests:
        match request.json:
            case {"type": 4 | 7, "data": body}:
                yield body
            case {"embeds": _} | {"content": _}:
                yield request.json


def to_open(message):
    """The labels of what can be opened from the menu of a message."""
    return [option["label"] for option in menu(message, "open")["options"]]


def buttons(message):
    """The labels of the buttons under a message, with whether they can be pressed."""
    items = [item for row in message.components for item in row["components"] if item["type"] == 2]
    return {item["label"]: not item.get("disabled") for item in items}


def break_database(config):
    """Take every table away under the running bot."""
    for (table,) in in_database(config, "SELECT name FROM sqlite_master WHERE type = 'table'"):
        in_database(config, f"DROP TABLE {table}")


def errors_in(caplog):
    """The log lines that a host would be alarmed by."""
    return [record for record in caplog.records if record.levelno >= logging.ERROR]

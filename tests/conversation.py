"""What people do under the bot's answers in the simulated Discord, and what they see there."""

from __future__ import annotations

import sqlite3
from contextlib import asynccontextmanager, closing

from bot.app import open_bot

LONGER_THAN_THE_PAUSE = 5.0


def set_flag(env, who, answer, emoji):
    """Somebody reacts; the bot does not get to work before the next `await`."""
    env.backend.set_reaction(answer.channel_id, answer.id, emoji, who.id, reacted=True)


async def turn(env, who, answer, flag):
    """Somebody sets a flag, and the pause after the bot's edit passes."""
    set_flag(env, who, answer, flag)
    await env.advance_time(LONGER_THAN_THE_PAUSE)


def own_flags(env, answer):
    """The reactions that the bot itself has under a message."""
    me = env.backend.bot_user.id
    reactions = env.backend.get_message(answer.channel_id, answer.id).reactions
    return [reaction.emoji for reaction in reactions if me in reaction.user_ids]


OWN_WORDS = {
    "title in our words",
    "标题为自行撰写，机器翻译",
    "제목: 자체 작성, 기계 번역",
    "título: palavras nossas, tradução automática",
    "título: palabras nuestras, traducción automática",
    "Titles in our words",
    "标题均为本项目自行撰写（机器翻译）",
    "제목은 자체 작성(기계 번역)",
    "Títulos: palavras nossas, tradução automática",
    "Títulos: palabras nuestras, traducción automática",
}
"""What a footer says about the title or the titles above it."""


def footers(answer):
    """The footers of an answer but for what they say about titles, which is the same under every one."""
    parts = [(embed.footer.text or "").split(" · ") for embed in answer.embeds]
    return [" · ".join(part for part in footer if part not in OWN_WORDS) for footer in parts]


def menu(answer, kind):
    """The select of a kind (`open`, `language`) under a message, None where there is none."""
    items = (item for row in answer.components for item in row["components"])
    return next((item for item in items if item["custom_id"].startswith(f"{kind}:")), None)


async def pick(who, answer, kind, *labels):
    """Somebody picks options of a select by what they read there."""
    values = {option["label"]: option["value"] for option in menu(answer, kind)["options"]}
    return await who.select(answer, [values[label] for label in labels], custom_id=menu(answer, kind)["custom_id"])


def requests(env, method, part=""):
    """The paths that the bot has called with a method."""
    return [entry.path for entry in env.http_requests if entry.method == method and part in entry.path]


@asynccontextmanager
async def restarted(env, host_config):
    """A new bot on the same database takes over."""
    async with open_bot(host_config) as successor:
        await env.restart_bot(successor)
        yield successor


@asynccontextmanager
async def statements(bot):
    """The SQL that the bot's database runs meanwhile."""
    connection = bot.store.answers._connection
    seen = []
    await connection.set_trace_callback(seen.append)
    yield seen
    await connection.set_trace_callback(None)


def in_database(host_config, sql):
    """What another program does with the bot's database, or reads in it."""
    with closing(sqlite3.connect(host_config.database)) as connection, connection:
        return connection.execute(sql).fetchall()

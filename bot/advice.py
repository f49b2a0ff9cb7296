"""How a face-down permanent may be turned face up, as an embed: each point with the ruling that settles it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot import messages
from bot.corpus.reading import read
from bot.facedown.answer import Outcome, Procedure
from bot.facedown.conditions import TOPICS, conditions_of
from bot.limits import FIELD, HEADING
from bot.render import escape
from bot.text import shorten
from bot.wording import honesty, language_line

if TYPE_CHECKING:
    from bot.corpus.model import Corpus
    from bot.facedown.answer import Answer, Way
    from bot.facedown.causes import Cause
    from bot.messages import Messages

QUOTE = 420
"""Characters of a ruling in a field: six points, with what must be said about each text, stay within the 6000
characters that Discord allows over an embed."""

AFTERWARDS = ("no-enters-triggers-on-turning-up", "same-permanent-targets-attachments")
"""The topics about what happens when something is turned face up."""

_COLOUR = discord.Colour.from_str("#6b4f8a")
_OF_WAY = {
    Procedure.MANA_COST: "turn-up-manifested-special-action",
    Procedure.MORPH: "morph-turn-up-special-action",
    Procedure.MEGAMORPH: "morph-turn-up-special-action",
}
_OF_CLOSED = "instant-sorcery-stays-face-down"


def embed(answer: Answer, title: str, corpus: Corpus, language: str) -> discord.Embed:
    """The advisor's answer for somebody who may know the card.

    Args:
        answer: what the advisor says; that an effect was asked about that fits any permanent.
        title: what it is about.
        corpus: where the rulings stand.
        language: the reader's.
    """
    say = messages.of(language)
    found = discord.Embed(title=shorten(title, HEADING), colour=_COLOUR)
    for way in answer.ways:
        _add(found, _way(way, say), _topic_of(way, answer), corpus, language)
    if not answer.ways:
        _add(found, say("ways.none"), next(iter(answer.topics), None), corpus, language)
    if any(way.cost is not None for way in answer.ways):
        found.add_field(name=say("ways.when"), value=say("ways.when_text"), inline=False)
    if answer.effect is not None:
        topic = _OF_CLOSED if answer.effect is Outcome.REVEAL_ONLY and answer.ways else None
        _add(found, say(f"ways.effect.{answer.effect}"), topic, corpus, language)
    if answer.effect is Outcome.TURNS_UP:
        _add_afterwards(found, corpus, language)
    return found.set_footer(text=say("ways.rules", numbers=", ".join(answer.rules))) if answer.rules else found


def by_cause(cause: Cause, title: str, corpus: Corpus, language: str, *, is_secret: bool = True) -> discord.Embed:
    """What anybody may be told: conditions that follow from the public cause alone.

    Args:
        cause: the public cause.
        title: what it is about.
        corpus: where the rulings stand.
        language: the reader's.
        is_secret: whether only its controller may know the card, which is then said.
    """
    say = messages.of(language)
    why = say("ways.by_cause") if is_secret else None
    found = discord.Embed(title=shorten(title, HEADING), description=why, colour=_COLOUR)
    for condition in conditions_of(cause):
        _add(found, say(f"ways.condition.{condition}"), TOPICS.get(condition), corpus, language)
    found.add_field(name=say("ways.when"), value=say("ways.when_text"), inline=False)
    return found


def _add_afterwards(found: discord.Embed, corpus: Corpus, language: str) -> None:
    say = messages.of(language)
    for topic, point in zip(AFTERWARDS, ("ways.after.enters", "ways.after.same"), strict=True):
        _add(found, say(point), topic, corpus, language)


def _way(way: Way, say: Messages) -> str:
    point = say(f"ways.procedure.{way.way}", cost=escape(way.cost or ""))
    if way.way is Procedure.MANA_COST and "{X}" in (way.cost or ""):
        return f"{point} {say('ways.x')}"
    return point


def _topic_of(way: Way, answer: Answer) -> str | None:
    """The topic that settles a way; a manifested permanent's abilities have one of their own."""
    manifested = "manifested-with-morph-or-disguise"
    if way.way is not Procedure.MANA_COST and manifested in answer.topics:
        return manifested
    return _OF_WAY.get(way.way)


def _add(found: discord.Embed, point: str, topic_id: str | None, corpus: Corpus, language: str) -> None:
    """Add a point, with the words of its ruling and who wrote them."""
    topic = corpus.topics.get(topic_id or "")
    if topic is None:
        found.add_field(name=shorten(point, HEADING), value="\u200b", inline=False)
        return
    say = messages.of(language)
    reading = read(topic, language)
    about = " · ".join([language_line(reading.text, say), say.date(topic.worded(reading.text)), *honesty(reading, say)])
    source = f"\n-# {escape(about)}"
    # What is cut is the quotation, never who wrote it.
    quoted = shorten(escape(shorten(reading.text.words.replace("\n", " "), QUOTE)), FIELD - len("> ") - len(source))
    found.add_field(name=shorten(point, HEADING), value=f"> {quoted}{source}", inline=False)

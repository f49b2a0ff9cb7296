"""How a face-down permanent may be turned face up, as an embed: each point with the ruling or rule that settles it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot import messages
from bot.corpus.reading import read
from bot.facedown.answer import Ground, Outcome, Procedure
from bot.facedown.conditions import conditions_of
from bot.facedown.rulings import DOES_NOT_ENTER, DOUBLE_FACED, SAME_PERMANENT
from bot.facedown.scenario import NeverTurnedDownError
from bot.facedown.situation import scenario
from bot.facedown.ways import advise
from bot.facedown.wording import cost_in_words
from bot.limits import FIELD, HEADING
from bot.render import escape
from bot.text import beginning, shorten
from bot.wording import honesty, language_line, note_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from bot.corpus.model import Corpus, Topic
    from bot.facedown.answer import Answer, Way
    from bot.facedown.causes import Cause
    from bot.facedown.scenario import Face
    from bot.facedown.situation import Situation
    from bot.messages import Messages

QUOTE = 600
"""Characters of a ruling or note in a field: every one that is quoted here fits, and all points together stay within
the 6000 characters that Discord allows over an embed."""

_AFTERWARDS = {
    "ways.after.enters": Ground((), (DOES_NOT_ENTER,)),
    "ways.after.same": Ground((), (SAME_PERMANENT,)),
}
"""What happens when something is turned face up, each with what it rests on."""
_NOT_TURNED_DOWN = Ground(("712.16",), (DOUBLE_FACED,), by_note=True)
_COLOUR = discord.Colour.from_str("#6b4f8a")


def about(
    cause: Cause, face: Face, title: str, corpus: Corpus, language: str, *, situation: Collection[Situation] = ()
) -> discord.Embed:
    """What whoever may know the card is told.

    Args:
        cause: how it became face down.
        face: its card, with a card type at least.
        title: what it is about.
        corpus: where the rulings stand.
        language: the reader's.
        situation: what else is so.
    """
    try:
        answer = advise(scenario(cause, face, situation))
    except NeverTurnedDownError:
        return _not_turned_down(title, corpus, language)
    return _answered(answer, title, corpus, language)


def by_cause(cause: Cause, title: str, corpus: Corpus, language: str, *, is_secret: bool = True) -> discord.Embed:
    """What anybody may be told: conditions that follow from the public cause alone.

    Args:
        cause: the public cause.
        title: what it is about.
        corpus: where the rulings stand.
        language: the reader's.
        is_secret: whether only its controller may know the card, which is then said.
    """
    points = _Points(title, corpus, language)
    if is_secret:
        points.embed.description = points.say("ways.by_cause")
    conditions = list(conditions_of(cause))
    for condition, ground in conditions:
        points.add(points.say(f"ways.condition.{condition}"), ground)
    points.add_when()
    return points.with_rules(dict.fromkeys(rule for _, ground in conditions for rule in ground.rules))


def _answered(answer: Answer, title: str, corpus: Corpus, language: str) -> discord.Embed:
    """The advisor's answer, with what happens afterwards; an effect was asked about that fits any permanent."""
    points = _Points(title, corpus, language)
    say = points.say
    for way in answer.ways:
        points.add(_way(way, say), way.ground)
    if answer.closed:
        # Of several reasons, the first one that a ruling explains.
        points.add(say("ways.none"), next((each for each in answer.closed if each.topics), answer.closed[0]))
    if any(way.cost is not None for way in answer.ways):
        points.add_when()
    if answer.effect is not None:
        outcome, ground = answer.effect
        points.add(say(f"ways.effect.{outcome}"), ground)
    if answer.outcome is Outcome.TURNS_UP:
        if DOUBLE_FACED in answer.topics:
            points.add(say("ways.after.front"), Ground((), (DOUBLE_FACED,)))
        for key, ground in _AFTERWARDS.items():
            points.add(say(key), ground)
    return points.with_rules(answer.rules)


def _not_turned_down(title: str, corpus: Corpus, language: str) -> discord.Embed:
    """712.16: a double-faced permanent cannot be turned face down."""
    points = _Points(title, corpus, language)
    points.add(points.say("ways.not_turned_down"), _NOT_TURNED_DOWN)
    return points.with_rules(_NOT_TURNED_DOWN.rules)


def _way(way: Way, say: Messages) -> str:
    parts = [say(f"ways.procedure.{way.way}", cost=escape(cost_in_words(way.cost or "", say)))]
    if way.way is Procedure.MANA_COST and "{X}" in (way.cost or ""):
        parts.append(say("ways.x"))
    if way.reduction is not None:
        parts.append(say("ways.reduced", words=escape(say("ways.words", words=way.reduction))))
    return " ".join(parts)


class _Points:
    """An embed that is made point by point; a ruling that settles several of them is quoted once."""

    def __init__(self, title: str, corpus: Corpus, language: str) -> None:
        self.embed = discord.Embed(title=shorten(title, HEADING), colour=_COLOUR)
        self.say = messages.of(language)
        self._corpus = corpus
        self._quoted: set[str] = set()

    def add(self, point: str, ground: Ground) -> None:
        """Add a point with what it rests on: the words of a ruling, else the numbers of the rules."""
        topic = self._corpus.topics.get(ground.topics[-1]) if ground.topics else None
        if topic is None or topic.id in self._quoted:
            self._field(point, f"-# {self._rules(ground.rules)}" if ground.rules else "\u200b")
            return
        self._quoted.add(topic.id)
        self._field(point, _quotation(topic, self.say))
        note = read(topic, self.say.language).note
        if ground.by_note and note is not None:
            self._field(self.say("answer.note"), beginning(escape(note_in(note, self.say)), QUOTE))

    def add_when(self) -> None:
        """Add when a cost may be paid (116.2b, 702.61b)."""
        self._field(self.say("ways.when"), self.say("ways.when_text"))

    def with_rules(self, rules: Iterable[str]) -> discord.Embed:
        """The embed, with the numbers of all the rules beneath it."""
        numbers = tuple(rules)
        return self.embed.set_footer(text=self._rules(numbers)) if numbers else self.embed

    def _field(self, name: str, value: str) -> None:
        self.embed.add_field(name=shorten(name, HEADING), value=shorten(value, FIELD), inline=False)

    def _rules(self, numbers: Iterable[str]) -> str:
        return self.say("ways.rules", numbers=", ".join(numbers))


def _quotation(topic: Topic, say: Messages) -> str:
    """The words of a ruling and who wrote them; of a long one the sentences that fit, and where the others stand."""
    reading = read(topic, say.language)
    words = escape(reading.text.words.replace("\n", " "))
    quoted = beginning(words, QUOTE)
    about = [language_line(reading.text, say), say.date(topic.worded(reading.text)), *honesty(reading, say)]
    goes_on = [say("ways.goes_on")] if quoted != words else []
    return f"> {quoted}\n-# {' · '.join([*map(escape, about), *goes_on])}"

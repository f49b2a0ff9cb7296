"""The table's record in words: what the board, the log, a reveal and a player's own look say."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.facedown.answer import Outcome
from bot.facedown.costs import is_mana
from bot.facedown.events import (
    Added,
    Ended,
    Given,
    Left,
    Marked,
    Named,
    Quit,
    Revealed,
    Started,
    TurnedDown,
    TurnedUp,
    Undone,
)
from bot.text import same_letters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.facedown.answer import Answer, Way
    from bot.facedown.causes import Cause
    from bot.facedown.events import Recorded, Showing
    from bot.facedown.game import Marks, Permanent
    from bot.facedown.hidden import Secret
    from bot.facedown.zones import Zone
    from bot.messages import Messages


class Style:
    """How numbers, players, moments and people's own words are written; this one is for plain text."""

    def __init__(self, names: Mapping[int, str], stranger: str) -> None:
        self._names = names
        self._stranger = stranger

    def number(self, number: int) -> str:
        """A permanent's number."""
        return f"#{number}"

    def player(self, player: int) -> str:
        """A player; somebody who had their name deleted is a stranger."""
        return self._names.get(player, self._stranger)

    def words(self, text: str) -> str:
        """What somebody typed."""
        return text

    def moment(self, at: int) -> str:
        """A moment, of seconds since 1970."""
        return f"{datetime.datetime.fromtimestamp(at, datetime.UTC):%Y-%m-%d %H:%M} UTC"

    def since(self, at: int) -> str:
        """How long ago a moment is, or the moment itself where that would not keep."""
        return self.moment(at)

    def struck(self, text: str) -> str:
        """A line that is not true any more."""
        return f"[{text}]"


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells what happened in one language and style.

    Attributes:
        say: the sentences of the language.
        style: how names and numbers are written.
    """

    say: Messages
    style: Style

    def board_line(self, permanent: Permanent) -> str:
        """A face-down permanent as everybody sees it."""
        return self._line(permanent, self.say(f"facedown.cause.{permanent.cause}"))

    def own_line(self, permanent: Permanent, secret: Secret) -> str:
        """A face-down permanent as its controller sees it."""
        cause = self.say(f"facedown.cause.{permanent.cause}")
        if is_hidden_cause(permanent, secret):
            cause = self.say("facedown.really", public=cause, cause=self.say(f"facedown.cause.{secret.cause}"))
        line = self._line(permanent, cause)
        if permanent.card is not None or permanent.should_be_named:
            return line
        if secret.card is None:
            return self.say("facedown.untold", line=line)
        return self.say("facedown.own", line=line, card=self.style.words(secret.card))

    def ways(self, answer: Answer) -> str:
        """What turns a permanent face up, in one line, for whoever may know what it is."""
        ways = [self._way(way) for way in answer.ways]
        if answer.outcome is Outcome.REVEAL_ONLY and not ways:
            ways = [self.say("facedown.ways.never")]
        return " · ".join(ways or [self.say("facedown.ways.none")])

    def _way(self, way: Way) -> str:
        cost = self.style.words(cost_in_words(way.cost or "", self.say))
        line = self.say(f"facedown.ways.{way.way}", cost=cost)
        return line if way.reduction is None else self.say("facedown.ways.reduced", way=line)

    def _line(self, permanent: Permanent, cause: str) -> str:
        known = [self.say("facedown.known", card=self.style.words(permanent.card))] if permanent.card else []
        unnamed = [self.say("facedown.to_be_named")] if permanent.should_be_named else []
        ward = [self.say("facedown.ward")] if permanent.cause.has_ward else []
        parts = [
            cause,
            *known,
            *self._seen(permanent),
            *unnamed,
            *ward,
            *self._origin(permanent.zone, permanent.source, permanent.marker),
            *self._owner(permanent.owner, permanent.controller),
            *self._marks(permanent.marks),
            self.style.since(permanent.since),
        ]
        return f"{self.style.number(permanent.number)} {' · '.join(parts)}"

    def _seen(self, permanent: Permanent) -> list[str]:
        """What it was shown as and taken back, where that is not what it is known as."""
        card = (permanent.seen and permanent.seen.card) or ""
        if not card or same_letters(card, permanent.card or ""):
            return []
        return [self.say("facedown.shown_as", card=self.style.words(card))]

    def choice(self, permanent: Permanent) -> str:
        """A permanent for a list of choices: nothing secret, since whoever chooses may be seen doing it."""
        marker = [permanent.marker] if permanent.marker else []
        parts = [
            f"#{permanent.number}",
            self.say(f"facedown.cause.{permanent.cause}"),
            self.style.player(permanent.controller),
            *([permanent.card] if permanent.card else []),
            *marker,
        ]
        return " · ".join(parts)

    def happened(  # noqa: C901, PLR0911, PLR0912 - one case for each event
        self, recorded: Recorded, history: Sequence[Recorded] = ()
    ) -> list[str]:
        """What an event says to everybody, in one or more lines; none for what was told in secret.

        Args:
            recorded: the event.
            history: what happened before; an `Undone` names the change in it.
        """
        match recorded.event:
            case Started():
                return [self.say("facedown.log.started", player=self._by(recorded))]
            case Added() as added:
                return [self._added(added, recorded.by)]
            case TurnedDown(number, source, marker):
                down = self.say("facedown.log.turned_down", number=self.style.number(number))
                return [" · ".join([down, *self._origin(None, source, marker)])]
            case Named(number, card):
                return [self.say("facedown.log.named", number=self.style.number(number), card=self.style.words(card))]
            case TurnedUp(showing):
                return [self._shown("facedown.log.turned_up", showing, recorded.by)]
            case Revealed(showing):
                return [self._shown("facedown.log.revealed", showing, recorded.by)]
            case Left(showing, zone):
                key = f"facedown.log.left.{zone}" if zone else "facedown.log.countered"
                return [self._shown(key, showing, showing.owner)]
            case Given(number, to):
                return [
                    self.say(
                        "facedown.log.given",
                        number=self.style.number(number),
                        player=self._by(recorded),
                        to=self.style.player(to),
                    )
                ]
            case Marked() as marked:
                return [
                    self.say(
                        "facedown.log.marked",
                        number=self.style.number(marked.number),
                        player=self._by(recorded),
                        marks=" · ".join(self._marked(marked)),
                    )
                ]
            case Quit() as quitting:
                return self._quit(quitting)
            case Ended(shown):
                head = self.say(f"facedown.log.{'ended' if shown else 'ended_empty'}", player=self._by(recorded))
                return [head, *self.reveal(shown)]
            case Undone(seq):
                taken_back = (self.happened(each) for each in history if each.seq == seq)
                return [
                    self.say("facedown.log.undone", player=self._by(recorded), what=lines[0])
                    for lines in taken_back
                    if lines
                ]
            case _:
                return []

    def reveal(self, shown: Iterable[Showing]) -> list[str]:
        """What is shown when a player leaves or the game ends: what each was, whose, and how it became face down."""
        return [
            self._shown("facedown.log.shown", showing, showing.owner, cause=self.say(f"facedown.cause.{showing.cause}"))
            for showing in shown
        ]

    def log(self, history: Sequence[Recorded]) -> list[str]:
        """All that happened, in order, as lines; what was taken back is struck out."""
        lines = []
        for place, recorded in enumerate(history):
            for line in self.happened(recorded, history[:place]):
                whole = f"{self.style.moment(recorded.at)} · {line}"
                lines.append(self.style.struck(whole) if recorded.undone else whole)
        return lines

    def _by(self, recorded: Recorded) -> str:
        return self.style.player(recorded.by)

    def _added(self, added: Added, by: int) -> str:
        last = added.first + added.count - 1
        numbers = self.style.number(added.first)
        if added.count > 1:
            numbers = self.say("facedown.numbers", first=numbers, last=self.style.number(last))
        known = [self.say("facedown.known", card=self.style.words(added.card))] if added.card else []
        ward = [self.say("facedown.ward")] if added.cause.has_ward else []
        recorder = [self.say("facedown.recorded_by", player=self.style.player(by))] if by != added.controller else []
        parts = [
            self.say(f"facedown.cause.{added.cause}"),
            *known,
            *ward,
            *self._origin(added.zone, added.source, added.marker),
            *self._owner(added.owner, added.controller),
            *recorder,
        ]
        return self.say(
            "facedown.log.added", numbers=numbers, player=self.style.player(added.controller), what=" · ".join(parts)
        )

    def _origin(self, zone: Zone | None, source: str | None, marker: str | None) -> list[str]:
        return [
            *([self.say("facedown.from", zone=self.say(f"facedown.zone.{zone}"))] if zone else []),
            *([self.say("facedown.source", source=self.style.words(source))] if source else []),
            *([self.say("facedown.marker", marker=self.style.words(marker))] if marker else []),
        ]

    def _owner(self, owner: int, controller: int) -> list[str]:
        return [self.say("facedown.owner", player=self.style.player(owner))] if owner != controller else []

    def _marks(self, marks: Marks) -> list[str]:
        return [
            *([self.say("facedown.attacked")] if marks.attacked else []),
            *([self.say("facedown.tapped")] if marks.tapped else []),
            *([self.say("facedown.counters", counters=self.style.words(marks.counters))] if marks.counters else []),
            *([self.say("facedown.text", text=self.style.words(marks.text))] if marks.text else []),
        ]

    def _marked(self, marked: Marked) -> list[str]:
        parts = []
        if marked.attacked is not None:
            parts.append(self.say("facedown.attacked" if marked.attacked else "facedown.not_attacked"))
        if marked.tapped is not None:
            parts.append(self.say("facedown.tapped" if marked.tapped else "facedown.untapped"))
        if marked.counters is not None:
            counters = self.say("facedown.counters", counters=self.style.words(marked.counters))
            parts.append(counters if marked.counters else self.say("facedown.no_counters"))
        if marked.text is not None:
            text = self.say("facedown.text", text=self.style.words(marked.text))
            parts.append(text if marked.text else self.say("facedown.no_text"))
        return parts

    def _quit(self, quitting: Quit) -> list[str]:
        return [
            self.say("facedown.log.quit", player=self.style.player(quitting.player)),
            *self.reveal(quitting.owned),
            *(self.say("facedown.log.exiled", line=line) for line in self.reveal(quitting.exiled)),
            *(
                self.say("facedown.log.returned", number=self.style.number(number), player=self.style.player(player))
                for number, player in quitting.returned
            ),
        ]

    def _shown(self, key: str, showing: Showing, player: int, **more: str) -> str:
        card = self.style.words(showing.card) if showing.card else self.say("facedown.shown_at_table")
        line = self.say(
            key, number=self.style.number(showing.number), player=self.style.player(player), card=card, **more
        )
        if not showing.changes:
            return line
        changed = self.say("facedown.log.changed", count=showing.changes)
        return self.say("facedown.log.with_changes", line=line, changed=changed)


def cost_in_words(cost: str, say: Messages) -> str:
    """A cost as it stands in a sentence: mana symbols as they are, printed words in quotation marks."""
    return cost if not cost or is_mana(cost) else say("ways.words", words=cost)


def is_hidden_cause(permanent: Permanent, secret: Secret) -> bool:
    """Whether the controller knows more of how it became face down than everybody may (megamorph)."""
    return secret.cause is not None and permanent.cause is secret.cause.public


def exact_cause(permanent: Permanent, secret: Secret) -> Cause:
    """How it became face down, as its controller knows it."""
    return secret.cause if secret.cause is not None and is_hidden_cause(permanent, secret) else permanent.cause

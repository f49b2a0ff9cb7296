"""What happened at a table, as frozen values that are stored and never changed.

An event holds what everybody may know. What a player told the bot in secret is a `Told` beside it, kept in a column of
its own, so that nothing that reads events alone can show it.
"""

from __future__ import annotations

import msgspec

from bot.facedown.causes import Cause  # noqa: TC001 - msgspec reads the annotations
from bot.facedown.zones import Zone  # noqa: TC001 - the same


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player told in secret together with an event.

    Attributes:
        card: what the card is.
        cause: how it really became face down, where the public cause says less (megamorph).
        is_forgotten: a card was told, and deleted since; only that there was one is kept.
    """

    card: str | None = None
    cause: Cause | None = None
    is_forgotten: bool = False


class Showing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What all players get to see of a permanent when a rule calls for it.

    Attributes:
        number: the permanent's number.
        owner: who shows it (708.9).
        cause: how it had become face down, as far as everybody may know.
        card: what it is; None where nobody has told the bot, so that its owner shows it at the table.
        changes: how many times the entry was changed after the first one.
    """

    number: int
    owner: int
    cause: Cause
    card: str | None = None
    changes: int = 0


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag=str.lower):
    """Something that happened at the table."""


class Started(Event, frozen=True):
    """A game was opened."""


class Added(Event, frozen=True):
    """One or more permanents became face down, one after another.

    Attributes:
        first: the number of the first; the others follow it.
        count: how many.
        cause: the public cause.
        controller: who controls them, a Discord id.
        owner: whose cards they are.
        zone: where they came from, where that was told.
        source: what made them face down.
        marker: what lies on them at the table.
        card: what it is, where all players are entitled to know.
    """

    first: int
    count: int
    cause: Cause
    controller: int
    owner: int
    zone: Zone | None = None
    source: str | None = None
    marker: str | None = None
    card: str | None = None


class TurnedDown(Event, frozen=True):
    """A permanent that had been turned face up was turned face down: the same permanent (708.8)."""

    number: int
    source: str | None = None
    marker: str | None = None


class Identified(Event, frozen=True):
    """A player told in secret what a permanent is."""

    number: int


class Named(Event, frozen=True):
    """What a permanent is was told, and all players are entitled to know it."""

    number: int
    card: str


class TurnedUp(Event, frozen=True):
    """A permanent was turned face up."""

    showing: Showing


class Revealed(Event, frozen=True):
    """An instant or sorcery card that would have been turned face up was shown and stays face down (701.40g)."""

    showing: Showing


class Left(Event, frozen=True):
    """A permanent left the battlefield for a zone, or, without one, a face-down spell was countered (708.9)."""

    showing: Showing
    zone: Zone | None = None


class Given(Event, frozen=True):
    """Control of a permanent moved to another player."""

    number: int
    to: int


class Marked(Event, frozen=True):
    """Public marks of a permanent were set; None leaves a mark as it was, an empty text takes it away."""

    number: int
    text: str | None = None
    attacked: bool | None = None
    tapped: bool | None = None
    counters: str | None = None


class Quit(Event, frozen=True):
    """A player left the game (800.4a).

    Attributes:
        player: who.
        owned: what is shown because that player owns it.
        exiled: what is exiled, and shown by its owner.
        returned: numbers and players of what goes back to somebody who had it before.
    """

    player: int
    owned: tuple[Showing, ...] = ()
    exiled: tuple[Showing, ...] = ()
    returned: tuple[tuple[int, int], ...] = ()


class Ended(Event, frozen=True):
    """The game is over; what was still face down is shown (708.9)."""

    shown: tuple[Showing, ...] = ()


class Undone(Event, frozen=True):
    """A change was taken back.

    Attributes:
        seq: of the change.
        seen: what it had shown, which all have seen.
    """

    seq: int
    seen: tuple[Showing, ...] = ()


AnyEvent = (
    Started
    | Added
    | TurnedDown
    | Identified
    | Named
    | TurnedUp
    | Revealed
    | Left
    | Given
    | Marked
    | Quit
    | Ended
    | Undone
)

UnreadableEventError = msgspec.DecodeError
"""What `read_event` and `read_told` raise for what they did not write."""

_DECODER: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_TOLD: msgspec.json.Decoder[Told] = msgspec.json.Decoder(Told)


def written(value: Event | Told) -> str:
    """The written form of an event, or of what was told."""
    return msgspec.json.encode(value).decode()


def read_event(text: str) -> AnyEvent:
    """The event of a written form."""
    return _DECODER.decode(text)


def read_told(text: str) -> Told:
    """What was told, of its written form."""
    return _TOLD.decode(text)


class Recorded(msgspec.Struct, frozen=True):
    """An event in its place.

    Attributes:
        seq: its place in the game, from 1.
        at: when, in seconds since 1970, UTC.
        by: who did it, a Discord id.
        event: what happened.
        undone: whether it was taken back later.
    """

    seq: int
    at: int
    by: int
    event: AnyEvent
    undone: bool = False

    @property
    def undoes(self) -> int | None:
        """The place of the event that this one takes back, None where it takes none back."""
        return self.event.seq if isinstance(self.event, Undone) else None

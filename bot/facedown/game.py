"""The table as everybody may see it: frozen values that each event turns into new ones.

Nothing in here can hold a secret, so whatever is made from a `Game` may be shown to anybody.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from bot.facedown.causes import Cause
from bot.facedown.events import (
    Added,
    Ended,
    Given,
    Identified,
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

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.facedown.events import Recorded, Showing
    from bot.facedown.zones import Zone


class State(Enum):
    """Where a permanent of the record is now."""

    FACE_DOWN = auto()
    FACE_UP = auto()
    GONE = auto()


@dataclass(frozen=True, slots=True)
class Marks:
    """What tells a permanent apart beside its cause; turning up or down leaves it (708.8)."""

    text: str = ""
    attacked: bool = False
    tapped: bool = False
    counters: str = ""


@dataclass(frozen=True, slots=True)
class Permanent:
    """A permanent (or face-down spell) of the record.

    Attributes:
        number: its number, which no other object of the game ever gets: a card that leaves and comes back is a new
            object (400.7) with a new number.
        cause: how it became face down, as far as everybody may know (`Cause.public`).
        owner: whose card it is, a Discord id.
        control: who controlled it, in order: the player under whose control it came, then each player to whom an
            effect that still lasts has given it.
        since: when it became face down, in seconds since 1970, UTC.
        zone: where it came from, where that was told.
        source: what made it face down, where that was told.
        marker: what lies on it at the table.
        card: what it is, where all players are entitled to know; None while it is secret.
        seen: how all have seen it shown, where that was taken back.
        state: whether it is still face down.
        marks: public marks.
        is_stuck: whether it is known to be an instant or sorcery card, which never turns face up (701.40g).
    """

    number: int
    cause: Cause
    owner: int
    control: tuple[int, ...]
    since: int
    zone: Zone | None = None
    source: str | None = None
    marker: str | None = None
    card: str | None = None
    seen: Showing | None = None
    state: State = State.FACE_DOWN
    marks: Marks = Marks()
    is_stuck: bool = False

    @property
    def controller(self) -> int:
        """Who controls it, and therefore may look at it (708.5)."""
        return self.control[-1]

    @property
    def should_be_named(self) -> bool:
        """Whether all players are entitled to know what it is, and nobody has told yet."""
        return is_known_to_all(self.cause, self.zone) and self.card is None


@dataclass(frozen=True, slots=True)
class Game:
    """The table.

    Attributes:
        permanents: all that were ever recorded, by number.
        next_number: the number of the next one.
        players: everybody who took part, in the order in which they came.
        gone: those who left the game.
        ended: whether the game is over.
        seq: the place of the last event.
    """

    permanents: Mapping[int, Permanent]
    next_number: int = 1
    players: tuple[int, ...] = ()
    gone: frozenset[int] = frozenset()
    ended: bool = False
    seq: int = 0

    @property
    def face_down(self) -> list[Permanent]:
        """What is face down now, in the order of numbers, which is the order of arrival."""
        return [permanent for permanent in self.permanents.values() if permanent.state is State.FACE_DOWN]

    def controlled_by(self, player: int) -> list[Permanent]:
        """What a player controls face down."""
        return [permanent for permanent in self.face_down if permanent.controller == player]


NEW = Game({})


def is_known_to_all(cause: Cause, zone: Zone | None) -> bool:
    """Whether all players are entitled to know a card, by how it became face down and the zone that was told."""
    return cause.is_known_to_all(was_public=zone is not None and zone.is_public)


def fold(history: Iterable[Recorded]) -> Game:
    """The table after all that happened and was not taken back."""
    game = NEW
    for recorded in history:
        game = _taken_back(game, recorded) if recorded.undone else apply(game, recorded)
    return game


def apply(game: Game, recorded: Recorded) -> Game:  # noqa: C901, PLR0911, PLR0912 - one case for each event
    """The table after one more event.

    An `Undone` needs `fold` instead: it changes what went before.
    """
    game = replace(game, seq=recorded.seq)
    match recorded.event:
        case Started():
            return _with_players(game, recorded.by)
        case Added() as added:
            return _added(game, added, recorded.at)
        case TurnedDown(number, source, marker):
            return _changed(
                game,
                number,
                cause=Cause.TURNED_FACE_DOWN,
                state=State.FACE_DOWN,
                since=recorded.at,
                zone=None,
                source=source,
                marker=marker or game.permanents[number].marker,
            )
        case Identified():
            return game
        case Named(number, card):
            # It may put right what was shown by mistake.
            return _changed(game, number, card=card, is_stuck=False)
        case TurnedUp(showing):
            return _shown(game, showing, state=State.FACE_UP)
        case Revealed(showing):
            return _changed(_shown(game, showing, state=State.FACE_DOWN), showing.number, is_stuck=True)
        case Left(showing):
            return _shown(game, showing, state=State.GONE)
        case Given(number, to):
            control = _given(game.permanents[number].control, to)
            return _with_players(_changed(game, number, control=control), to)
        case Marked() as marked:
            return _changed(game, marked.number, marks=_marked(game.permanents[marked.number].marks, marked))
        case Quit() as quitting:
            return _quit(game, quitting)
        case Ended(shown):
            for showing in shown:
                game = _shown(game, showing, state=State.GONE)
            return replace(game, ended=True)
        case Undone(_, seen):
            for showing in seen:
                # What became face down may have been taken back, too.
                if showing.number in game.permanents:
                    game = _changed(game, showing.number, seen=showing)
            return game


def without(control: tuple[int, ...], player: int) -> tuple[int, ...]:
    """Who controls something once a player has left: effects that gave it to that player end (800.4a).

    Whoever it came under first stays at the beginning, also when it is that player: then it is exiled (800.4c).
    """
    return (control[0], *(each for each in control[1:] if each != player))


def _taken_back(game: Game, recorded: Recorded) -> Game:
    """The table after something that was taken back.

    Its numbers stay used: otherwise what somebody told of one could be looked at by whoever has the number next.
    """
    next_number = game.next_number
    if isinstance(recorded.event, Added):
        next_number = recorded.event.first + recorded.event.count
    return replace(game, seq=recorded.seq, next_number=next_number)


def _added(game: Game, added: Added, at: int) -> Game:
    new = {
        number: Permanent(
            number=number,
            cause=added.cause,
            owner=added.owner,
            control=(added.controller,),
            since=at,
            zone=added.zone,
            source=added.source,
            marker=added.marker,
            card=added.card,
        )
        for number in range(added.first, added.first + added.count)
    }
    game = replace(game, permanents={**game.permanents, **new}, next_number=added.first + added.count)
    return _with_players(game, added.controller, added.owner)


def _given(control: tuple[int, ...], to: int) -> tuple[int, ...]:
    """Control moves; to somebody who had it before it goes back, which ends what took it away."""
    return control[: control.index(to) + 1] if to in control else (*control, to)


def _marked(marks: Marks, marked: Marked) -> Marks:
    return Marks(
        text=marks.text if marked.text is None else marked.text,
        attacked=marks.attacked if marked.attacked is None else marked.attacked,
        tapped=marks.tapped if marked.tapped is None else marked.tapped,
        counters=marks.counters if marked.counters is None else marked.counters,
    )


def _quit(game: Game, quitting: Quit) -> Game:
    gone = game.gone | {quitting.player}
    for permanent in game.permanents.values():
        control = without(permanent.control, quitting.player)
        game = _changed(game, permanent.number, control=control)
        # What is face up leaves as well, though nothing has to be shown of it.
        if permanent.state is State.FACE_UP and not gone.isdisjoint({permanent.owner, control[-1]}):
            game = _changed(game, permanent.number, state=State.GONE)
    for showing in (*quitting.owned, *quitting.exiled):
        game = _shown(game, showing, state=State.GONE)
    return replace(game, gone=gone)


def _shown(game: Game, showing: Showing, *, state: State) -> Game:
    card = showing.card or game.permanents[showing.number].card
    return _changed(game, showing.number, card=card, state=state)


def _changed(game: Game, number: int, **changes: object) -> Game:
    # `changes` are fields of Permanent, which `replace` checks.
    changed = replace(game.permanents[number], **changes)  # type: ignore[arg-type]
    return replace(game, permanents={**game.permanents, number: changed})


def _with_players(game: Game, *players: int) -> Game:
    new = dict.fromkeys(player for player in players if player not in game.players)
    return replace(game, players=(*game.players, *new))

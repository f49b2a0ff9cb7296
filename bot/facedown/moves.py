"""What players do at the table: each move is checked against the table and becomes an event, or is refused.

All are pure functions. The moves that show something get the secrets that the game has, and nothing else gets them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.facedown import refusals
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
    Showing,
    Started,
    Told,
    TurnedDown,
    TurnedUp,
    Undone,
)
from bot.facedown.game import Permanent, State, is_known_to_all, without
from bot.facedown.hidden import NOTHING_TOLD, Secret
from bot.text import same_letters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.facedown.events import AnyEvent, Recorded
    from bot.facedown.game import Game
    from bot.facedown.zones import Zone

CAST = (Cause.MORPH, Cause.DISGUISE, Cause.ILLUSIONARY_MASK, Cause.OTHER)
"""The public causes by which something may have been a face-down spell (708.4)."""
MOST = 1000
"""Permanents in one game; more than any table has, and few enough for every view of them."""


def add(
    game: Game,
    by: int,
    *,
    how: Cause,
    card: str | None = None,
    count: int = 1,
    controller: int | None = None,
    owner: int | None = None,
    zone: Zone | None = None,
    source: str | None = None,
    marker: str | None = None,
) -> tuple[Added, Told | None]:
    """One or more permanents become face down under somebody's control.

    Where all players are entitled to know the card (it was turned face down, or put face down out of a public zone),
    it stands in the event and anybody may tell it. Elsewhere it is told in secret, and by its controller alone.
    """
    controller = by if controller is None else controller
    owner = controller if owner is None else owner
    for player in (controller, owner):
        _must_be_here(game, player)
    if how is Cause.TURNED_FACE_DOWN and zone is not None:
        raise refusals.FromBattlefieldError
    if card is not None and count > 1:
        raise refusals.OneCardError
    if game.next_number + count - 1 > MOST:
        raise refusals.TooManyError
    is_known = is_known_to_all(how, zone)
    if card is not None and not is_known and controller != by:
        raise refusals.OthersSecretError
    added = Added(
        first=game.next_number,
        count=count,
        cause=how.public,
        controller=controller,
        owner=owner,
        zone=zone,
        source=source,
        marker=marker,
        card=card if is_known else None,
    )
    # Whoever records something for another player cannot know more of it than everybody.
    is_hidden = how is not how.public and controller == by
    told = Told(card=None if is_known else card, cause=how if is_hidden else None)
    return added, told if told != Told() else None


def turn_down(game: Game, number: int, *, source: str | None = None, marker: str | None = None) -> TurnedDown:
    """A permanent of the record that was turned face up is turned face down again: the same one, known to all."""
    permanent = _known(game, number)
    if permanent.state is State.GONE:
        raise refusals.LeftError(number)
    if permanent.state is State.FACE_DOWN:
        # Nothing about what is face down already changes (708.2b).
        raise refusals.NotFaceUpError(number)
    _must_be_here(game, permanent.controller)
    return TurnedDown(number, source, marker)


def identify(game: Game, by: int, number: int, card: str) -> tuple[Identified | Named, Told | None]:
    """The controller tells what a permanent is: in secret, unless all players are entitled to know."""
    permanent = face_down(game, number)
    _must_control(permanent, by)
    if permanent.should_be_named or permanent.card is not None:
        return Named(number, card), None
    return Identified(number), Told(card=card)


def turn_up(
    game: Game, secret: Secret, by: int, number: int, *, card: str | None = None, stays: bool = False
) -> TurnedUp | Revealed:
    """The controller turns a permanent face up, or shows an instant or sorcery card that stays face down (701.40g).

    Args:
        game: the table.
        secret: what was told about the permanent.
        by: who turns it up.
        number: which.
        card: what it is, where that was never told or is to be put right.
        stays: it is an instant or sorcery card.

    Raises:
        NotYetNamedError: nobody has told what it is.
    """
    permanent = face_down(game, number)
    _must_control(permanent, by)
    showing = _showing(permanent, secret, card)
    if showing.card is None:
        raise refusals.NotYetNamedError(number)
    return Revealed(showing) if stays or permanent.is_stuck else TurnedUp(showing)


def leave(game: Game, secret: Secret, by: int, number: int, zone: Zone | None, *, card: str | None = None) -> Left:
    """A permanent leaves the battlefield, or a face-down spell is countered (no zone): its owner shows it (708.9).

    Its controller alone can say so: an owner who does not control it may not know what it is.

    Raises:
        NotYetNamedError: nobody has told what it is.
    """
    permanent = face_down(game, number)
    _must_control(permanent, by)
    if zone is None and permanent.cause not in CAST:
        raise refusals.NeverASpellError(number)
    showing = _showing(permanent, secret, card)
    if showing.card is None:
        raise refusals.NotYetNamedError(number)
    return Left(showing, zone)


def give(game: Game, by: int, number: int, to: int) -> Given:
    """Control moves to another player, and with it the right to look: so the controller alone can say it."""
    permanent = face_down(game, number)
    _must_control(permanent, by)
    _must_be_here(game, to)
    if permanent.controller == to:
        raise refusals.SameControllerError(to)
    return Given(number, to)


def mark(
    game: Game,
    number: int,
    *,
    text: str | None = None,
    attacked: bool | None = None,
    tapped: bool | None = None,
    counters: str | None = None,
) -> Marked:
    """Anybody sets public marks; what is None stays as it was, an empty text takes a mark away."""
    face_down(game, number)
    if text is None and attacked is None and tapped is None and counters is None:
        raise refusals.NothingMarkedError
    return Marked(number, text, attacked, tapped, counters)


def quit_game(game: Game, secrets: Mapping[int, Secret], by: int, player: int, *, is_moderator: bool) -> Quit:
    """A player leaves the game (800.4a): what that player owns is shown; of what they controlled but do not own,
    what an effect gave them goes back, and the rest (800.4c) is exiled and shown by its owner.
    """  # noqa: D205 - the rule is one sentence
    if player not in game.players:
        raise refusals.NotAPlayerError(player)
    _must_be_here(game, player)
    if by != player and not is_moderator:
        raise refusals.NotYourLeaveError(player)
    owned, exiled, returned = [], [], []
    for permanent in game.face_down:
        back_to = without(permanent.control, player)[-1]
        if permanent.owner == player:
            owned.append(_told_of(permanent, secrets))
        elif permanent.controller != player:
            continue
        elif back_to == player or back_to in game.gone:
            exiled.append(_told_of(permanent, secrets))
        else:
            returned.append((permanent.number, back_to))
    return Quit(player, tuple(owned), tuple(exiled), tuple(returned))


def end(game: Game, secrets: Mapping[int, Secret], by: int, *, is_moderator: bool) -> Ended:
    """The game is over: everything that is still face down is shown, in order (708.9)."""
    must_be_player(game, by, is_moderator=is_moderator)
    return Ended(tuple(_told_of(permanent, secrets) for permanent in game.face_down))


def must_be_player(game: Game, by: int, *, is_moderator: bool) -> None:
    """See that somebody may end the game; who has left it may not, as long as that shows anything.

    Raises:
        RefusedError: they take no part in it, and have no say over others.
    """
    if is_moderator:
        return
    if by not in game.players:
        raise refusals.OnlyPlayersError
    if game.face_down:
        _must_be_here(game, by)


def undo(history: Sequence[Recorded], by: int, *, is_moderator: bool) -> Undone:
    """The last change is taken back.

    Nobody but its author ever hears of an entry that was told in secret. What was shown has been seen by all, and that
    stays in the record; but it may have been shown by mistake, so what the permanent is stays as it was. The numbers of
    permanents that are taken back are not used again.
    """
    for recorded in reversed(history):
        is_hidden = isinstance(recorded.event, Identified) and recorded.by != by
        if recorded.undone or is_hidden or isinstance(recorded.event, Undone | Started):
            continue
        if recorded.by != by and not is_moderator:
            raise refusals.NotYourChangeError(recorded.by)
        return Undone(recorded.seq, tuple(each for each in shown_by(recorded.event) if each.card is not None))
    raise refusals.NothingToUndoError


def must_be_own(game: Game, number: int, by: int) -> None:
    """See that a player may look at a permanent (708.5).

    Raises:
        RefusedError: it is not face down, or somebody else controls it.
    """
    _must_control(face_down(game, number), by)


def shown_by(event: AnyEvent) -> tuple[Showing, ...]:
    """What an event showed to all."""
    match event:
        case TurnedUp(showing) | Revealed(showing) | Left(showing):
            return (showing,)
        case Quit(_, owned, exiled):
            return owned + exiled
        case Ended(shown):
            return shown
        case _:
            return ()


def _known(game: Game, number: int) -> Permanent:
    if number not in game.permanents:
        raise refusals.NoSuchNumberError(number)
    return game.permanents[number]


def face_down(game: Game, number: int) -> Permanent:
    """The permanent of a number that is face down now.

    Raises:
        RefusedError: there is none, or it is not face down.
    """
    permanent = _known(game, number)
    if permanent.state is State.FACE_UP:
        raise refusals.NotFaceDownError(number)
    if permanent.state is State.GONE:
        raise refusals.LeftError(number)
    return permanent


def _must_control(permanent: Permanent, by: int) -> None:
    if permanent.controller != by:
        raise refusals.NotYoursError(permanent.number, permanent.controller)


def _must_be_here(game: Game, player: int) -> None:
    if player in game.gone:
        raise refusals.PlayerGoneError(player)


def _told_of(permanent: Permanent, secrets: Mapping[int, Secret]) -> Showing:
    return _showing(permanent, secrets.get(permanent.number, NOTHING_TOLD), None)


def _showing(permanent: Permanent, secret: Secret, card: str | None) -> Showing:
    """What is shown: the card named now, else what all know, else what was told in secret."""
    shown = card or permanent.card or secret.card
    changes = secret.changes
    if card is not None and permanent.card is not None:
        changes += not same_letters(card, permanent.card)
    elif card is not None:
        changes = secret.identified(card).changes
    if shown is not None and permanent.seen is not None:
        # It was shown before, and taken back; to show another card now is to change what was told then.
        is_other = not same_letters(shown, permanent.seen.card or "")
        changes = max(changes, permanent.seen.changes + is_other)
    return Showing(permanent.number, permanent.owner, permanent.cause, shown, changes)

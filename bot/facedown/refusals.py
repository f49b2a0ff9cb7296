"""What the table's record refuses, each with the sentence that says what is wrong and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.refusals import RefusedError

if TYPE_CHECKING:
    from bot.messages import Messages


class _AboutNumberError(RefusedError):
    """Something is wrong with the permanent of a number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    def sentence(self, say: Messages) -> str:
        """Name the number."""
        return say(self.key, number=self.number)


class _AboutPlayerError(RefusedError):
    """Something is wrong with a player, whom Discord shows by name."""

    def __init__(self, player: int) -> None:
        super().__init__(player)
        self.player = player

    def sentence(self, say: Messages) -> str:
        """Name the player."""
        return say(self.key, player=f"<@{self.player}>")


class NoGameError(RefusedError):
    """No game runs in the channel."""

    key = "facedown.error.no_game"


class GameRunsError(RefusedError):
    """A game runs in the channel already."""

    key = "facedown.error.game_runs"


class GameOverError(RefusedError):
    """The game is over, but what was face down could not be shown yet."""

    key = "facedown.error.game_over"


class OldBoardError(RefusedError):
    """The board belongs to a game that is closed."""

    key = "facedown.error.old_board"


class NotANumberError(RefusedError):
    """What was typed in a form is no number of a permanent."""

    key = "facedown.error.not_a_number"


class NotACountError(RefusedError):
    """What was typed in a form is no number from 1 to `most`."""

    key = "facedown.error.not_a_count"

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most

    def sentence(self, say: Messages) -> str:
        """Say what numbers there are."""
        return say(self.key, most=self.most)


class NoSuchNumberError(_AboutNumberError):
    """No permanent of the game has the number."""

    key = "facedown.error.no_such_number"


class NotFaceDownError(_AboutNumberError):
    """The permanent was turned face up."""

    key = "facedown.error.face_up"


class LeftError(_AboutNumberError):
    """The permanent left the battlefield."""

    key = "facedown.error.left"


class NotFaceUpError(_AboutNumberError):
    """Only what was turned face up can be turned face down again (708.2b)."""

    key = "facedown.error.not_face_up"


class NotYoursError(RefusedError):
    """Somebody else controls the permanent."""

    key = "facedown.error.not_yours"

    def __init__(self, number: int, controller: int) -> None:
        super().__init__(number, controller)
        self.number = number
        self.controller = controller

    def sentence(self, say: Messages) -> str:
        """Name the number and its controller."""
        return say(self.key, number=self.number, player=f"<@{self.controller}>")


class OthersSecretError(RefusedError):
    """Somebody tells the card of another player's permanent."""

    key = "facedown.error.others_secret"


class OneCardError(RefusedError):
    """One card is told for several permanents."""

    key = "facedown.error.one_card"


class NoNameError(RefusedError):
    """The card's name is blank."""

    key = "facedown.error.no_name"


class FromBattlefieldError(RefusedError):
    """A zone is told for what was turned face down on the battlefield."""

    key = "facedown.error.from_battlefield"


class OnlyTurnedDownError(RefusedError):
    """A number is told for what did not turn face down on the battlefield."""

    key = "facedown.error.only_turned_down"


class TooManyError(RefusedError):
    """The game has as many permanents as the record takes."""

    key = "facedown.error.too_many"


class NeverASpellError(_AboutNumberError):
    """What was never a spell cannot have been countered."""

    key = "facedown.error.never_a_spell"


class AgainAloneError(RefusedError):
    """More is told of something that the record knows already."""

    key = "facedown.error.again_alone"


class NotAPlayerError(_AboutPlayerError):
    """Somebody takes no part in the game."""

    key = "facedown.error.not_a_player"


class PlayerGoneError(_AboutPlayerError):
    """A player has left the game."""

    key = "facedown.error.player_gone"


class BotPlayerError(_AboutPlayerError):
    """A bot was named as a player."""

    key = "facedown.error.bot_player"


class SameControllerError(_AboutPlayerError):
    """The player controls the permanent already."""

    key = "facedown.error.same_controller"


class NothingMarkedError(RefusedError):
    """No mark was told."""

    key = "facedown.error.nothing_marked"


class NothingToUndoError(RefusedError):
    """There is no change to take back."""

    key = "facedown.error.nothing_to_undo"


class NotYourChangeError(_AboutPlayerError):
    """The last change is somebody else's."""

    key = "facedown.error.not_your_change"


class OnlyPlayersError(RefusedError):
    """Only a player of the game, or somebody with Manage Messages, may do it."""

    key = "facedown.error.only_players"


class NotYourLeaveError(_AboutPlayerError):
    """Only the player, or somebody with Manage Messages, may say that the player leaves: it shows cards."""

    key = "facedown.error.not_your_leave"


class RecordedError(RefusedError):
    """A change was written down, but the answer to it could not be sent."""

    key = "facedown.error.recorded"


class NotYetNamedError(_AboutNumberError):
    """What is to be shown was never told; whoever asks must be asked for it."""

    key = "facedown.error.not_yet_named"


class BotMayNotError(RefusedError):
    """The bot lacks a permission in the channel; `permission` is Discord's name of it."""

    key = "facedown.error.bot_may_not"

    def __init__(self, permission: str) -> None:
        super().__init__(permission)
        self.permission = permission

    def sentence(self, say: Messages) -> str:
        """Name the permission as the person's Discord does."""
        return say(self.key, permission=say(f"permission.{self.permission}"))

"""What the bot cannot do for a person, each with the sentence that tells them so in their language."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.text import shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.messages import Messages


TYPED = 1500
"""Characters that are given back of what somebody typed; a message holds 2000."""


class RefusedError(Exception):
    """Something that a person asked for cannot be done; nothing was changed and nothing needs to be logged."""

    key: ClassVar[str]

    def sentence(self, say: Messages) -> str:
        """What the person is told."""
        return say(self.key)


class ForgottenError(RefusedError):
    """A message shows a topic that is not in the corpus any more, or it was pruned."""

    key = "error.gone"


class NotAnAnswerError(RefusedError):
    """A message that is no answer of the bot was to be translated."""

    key = "error.not_an_answer"


class StaleCommandError(RefusedError):
    """A command was used as it is not any more; Discord's clients show an earlier one for a while."""

    key = "error.stale_command"


class LostFormError(RefusedError):
    """A form was sent that the bot does not know any more; `typed` is what stood in its fields."""

    key = "error.lost_form"

    def __init__(self, typed: Sequence[str]) -> None:
        super().__init__()
        self.typed = typed

    def sentence(self, say: Messages) -> str:
        """Give back what was typed, for its author alone to see; in a block of code nothing of it means anything."""
        lost = say(self.key)
        typed = shorten("\n".join(self.typed), TYPED).replace("```", "'''")
        return f"{lost}\n{say('error.typed')}\n```\n{typed}\n```" if typed else lost


class TooSlowError(RefusedError):
    """It took so long that Discord does not take this kind of answer any more."""

    key = "error.slow"


class TooOftenError(RefusedError):
    """Somebody asks more often than the host allows.

    Attributes:
        seconds: until it may go on.
    """

    key = "error.too_often"

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def sentence(self, say: Messages) -> str:
        """Tell how long to wait."""
        return say(self.key, count=self.seconds)


class TooOftenHereError(TooOftenError):
    """More is asked in a channel than the host allows."""

    key = "error.too_often_here"


class NoServerError(RefusedError):
    """Something that belongs to a server was asked for in direct messages."""

    key = "error.no_server"


class NotAllowedError(RefusedError):
    """Somebody lacks a permission; `permission` is Discord's name of it."""

    key = "error.not_allowed"

    def __init__(self, permission: str) -> None:
        super().__init__(permission)
        self.permission = permission

    def sentence(self, say: Messages) -> str:
        """Name the permission as the person's Discord does."""
        return say(self.key, permission=say(f"permission.{self.permission}"))

"""What players told the bot in secret, and who may look at it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.facedown.events import Added, Identified, Told
from bot.text import same_letters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.facedown.causes import Cause
    from bot.facedown.events import Recorded
    from bot.facedown.game import Game


@dataclass(frozen=True, slots=True)
class Secret:
    """What is known in secret of one permanent.

    Attributes:
        card: what it is, None while nobody has told.
        cause: how it really became face down, where the public cause says less.
        entered: whether somebody ever told what it is.
        changes: how many times that was changed afterwards, which is told when the card is shown.
    """

    card: str | None = None
    cause: Cause | None = None
    entered: bool = False
    changes: int = 0

    def identified(self, card: str) -> Secret:
        """The same after somebody told what the card is."""
        return replace(self, card=card, entered=True, changes=self.changes + self.is_changed_by(card))

    def is_changed_by(self, card: str) -> bool:
        """Whether telling this card would change what was told before."""
        return self.entered and not same_letters(card, self.card or "")


NOTHING_TOLD = Secret()


def fold_secrets(told: Iterable[tuple[Recorded, Told | None]]) -> dict[int, Secret]:
    """What is known in secret, by number, after all that was told.

    Args:
        told: the events that something may have been told with, each with that; what was taken back has lost it.
    """
    secrets: dict[int, Secret] = {}
    for recorded, secret in told:
        match recorded.event:
            case Added(first, count) if secret is not None:
                is_entered = secret.card is not None or secret.is_forgotten
                entry = Secret(secret.card, secret.cause, entered=is_entered)
                secrets |= dict.fromkeys(range(first, first + count), entry)
            case Identified(number):
                before = secrets.get(number, NOTHING_TOLD)
                if secret is not None and secret.card is not None:
                    secrets[number] = before.identified(secret.card)
                else:
                    # It was taken back or deleted, but had been told: otherwise a change could hide behind that.
                    secrets[number] = replace(before, entered=True, changes=before.changes + before.entered)
            case _:
                pass
    return secrets


def may_look(game: Game, secrets: Mapping[int, Secret], viewer: int) -> dict[int, Secret]:
    """The secrets of what a player controls face down now (708.5), by number; nobody else may see them."""
    return {each.number: secrets.get(each.number, NOTHING_TOLD) for each in game.controlled_by(viewer)}

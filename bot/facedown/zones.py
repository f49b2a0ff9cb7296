"""Zones that a card comes from before it is face down, or goes to afterwards (Comprehensive Rules 400)."""

from __future__ import annotations

from enum import StrEnum


class Zone(StrEnum):
    """A zone other than the battlefield and the stack."""

    LIBRARY = "library"
    HAND = "hand"
    GRAVEYARD = "graveyard"
    EXILE = "exile"
    COMMAND = "command"

    @property
    def is_public(self) -> bool:
        """Whether all players may see the faces of the cards in it (400.2)."""
        return self not in (Zone.LIBRARY, Zone.HAND)

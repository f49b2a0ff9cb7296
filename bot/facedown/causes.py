"""How a permanent or spell became face down; the Comprehensive Rules call for telling these apart (708.6)."""

from __future__ import annotations

from enum import StrEnum


class Cause(StrEnum):
    """What put an object face down, or turned it face down."""

    MANIFEST = "manifest"
    MANIFEST_DREAD = "manifest-dread"
    CLOAK = "cloak"
    MORPH = "morph"
    MEGAMORPH = "megamorph"
    DISGUISE = "disguise"
    TURNED_FACE_DOWN = "turned-face-down"
    PUT_FACE_DOWN = "put-face-down"
    ILLUSIONARY_MASK = "illusionary-mask"
    OTHER = "other"

    @property
    def public(self) -> Cause:
        """What everybody may know: a megamorph is cast with a morph ability (702.37b), and which one would tell."""
        return Cause.MORPH if self is Cause.MEGAMORPH else self

    def is_known_to_all(self, *, was_public: bool) -> bool:
        """Whether every player is entitled to know the card: all saw it (rulings 2006-09-25, 2014-09-20).

        Args:
            was_public: whether it was face up, or in a public zone, before it was put face down.
        """
        return self is Cause.TURNED_FACE_DOWN or (self is Cause.PUT_FACE_DOWN and was_public)

    @property
    def has_ward(self) -> bool:
        """Whether it has ward {2} while face down (701.58a, 702.168a)."""
        return self in (Cause.CLOAK, Cause.DISGUISE)

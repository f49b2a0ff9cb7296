"""Ids, the short keys of them that travel in buttons, and fingerprints of texts."""

from __future__ import annotations

import hashlib
import re

MAX_ID = 60
"""Characters of an id."""
KEY_LENGTH = 6
"""Characters of a short key."""

_SHA256 = re.compile(r"[0-9a-f]{64}\Z")
_SLUG = re.compile(rf"(?=.{{1,{MAX_ID}}}\Z)[a-z0-9]+(?:-[a-z0-9]+)*\Z")


def is_slug(text: str) -> bool:
    """Whether a text can be an id: lower-case words joined by hyphens."""
    return _SLUG.match(text) is not None


def is_sha256(text: str) -> bool:
    """Whether a text looks like the fingerprint of a text."""
    return _SHA256.match(text) is not None


def short_key(entry_id: str) -> str:
    """The short key of a topic's or mechanic's id; `check` makes sure that no two ids share one."""
    return hashlib.blake2b(entry_id.encode(), digest_size=KEY_LENGTH // 2).hexdigest()

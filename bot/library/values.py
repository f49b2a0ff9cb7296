"""Taking values out of a record of a file; what is not what it should be is a `WrongValueError` with its key."""

from __future__ import annotations

import datetime
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from bot.library.errors import WrongValueError

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_NAME: Final = 300
"""Characters of a card's name or type line; the longest that was ever printed has 141."""

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_SURROGATES = re.compile("[\ud800-\udfff]")


def text(record: dict[str, Any], key: str) -> str | None:
    """The text of a key without spaces at its ends, None where it is missing, null or blank."""
    value = record.get(key)
    if value is None:
        return None
    if not isinstance(value, str):
        raise WrongValueError("this must be a text", key)
    # No database takes half a character.
    return (value if value.isascii() else _SURROGATES.sub("\ufffd", value)).strip() or None


def needed(record: dict[str, Any], key: str) -> str:
    """The text of a key that must be there."""
    value = text(record, key)
    if value is None:
        raise WrongValueError("this is missing or blank", key)
    return value


def is_blank(record: dict[str, Any], key: str) -> bool:
    """Whether a text is there that says nothing, as a few published rulings do."""
    return isinstance(record.get(key), str) and text(record, key) is None


def name(record: dict[str, Any], key: str) -> str | None:
    """A name or type line: one line of bounded length."""
    value = text(record, key)
    if value is None:
        return None
    if len(value) > MAX_NAME:
        raise WrongValueError(f"a name has {len(value):,} characters; {MAX_NAME} are the most", key)
    return " ".join(value.split())


def needed_name(record: dict[str, Any], key: str) -> str:
    """The same for one that must be there."""
    needed(record, key)
    return name(record, key) or ""


def date(record: dict[str, Any], key: str) -> str:
    """A date that must be there, as it stands."""
    value = needed(record, key)
    try:
        if not _DATE.fullmatch(value):
            raise ValueError  # noqa: TRY301 - `fromisoformat` takes more forms than are meant
        datetime.date.fromisoformat(value)
    except ValueError as error:
        raise WrongValueError("this must be a date (YYYY-MM-DD)", key) from error
    return value


def objects(record: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The objects of a list, none where it is missing or null."""
    value = record.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise WrongValueError("this must be a list", key)
    for number, item in enumerate(value):
        if not isinstance(item, dict):
            raise WrongValueError("this must be an object", key, number)
    return value


def inner(record: dict[str, Any], key: str) -> dict[str, Any]:
    """The object of a key, empty where it is missing or null."""
    value = record.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise WrongValueError("this must be an object", key)
    return value


@contextmanager
def within(*place: str | int) -> Iterator[None]:
    """Add the keys that lead to an inner record to what is found wrong in it."""
    try:
        yield
    except WrongValueError as error:
        raise WrongValueError(str(error), *place, *error.place) from error

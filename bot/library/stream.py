"""JSON read record by record: whatever a file holds, one record of it is in memory, and no more."""

from __future__ import annotations

from contextlib import contextmanager
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

import ijson

from bot.library.errors import BadFileError, WrongValueError
from bot.text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.library.wrapping import Unpacked

MAX_DEPTH: Final = 40
"""How deep a file may be nested; published ones are nested about ten deep."""
MAX_VALUES: Final = 100_000
"""Values in one record; published ones have some thousands."""
MAX_TEXT: Final = 50_000
"""Characters of one text; the longest that is published has some thousands."""
MAX_KEY: Final = 500
"""Characters of a key, which may be the name of a card."""
MAX_KEYS: Final = 200_000
"""Keys of one object; published ones have one for each card."""
MAX_CHARACTERS: Final = 4_000_000
"""Characters of all texts and keys of one record, and of all keys of one object: it is in memory as a whole. Published
records have some ten thousands, the names of all cards under a million."""
_QUOTED: Final = 60
"""How many characters of a key an error quotes."""


class Shape(Enum):
    """Where in a document a record stands."""

    META = auto()
    """What the document says of itself."""
    NAMED = auto()
    """One of a list under a name of its own in `data`."""
    OF_SET = auto()
    """One of the `cards` in `data`."""
    OF_SETS = auto()
    """One of the `cards` of one of the sets in `data`."""
    ITEM = auto()
    """One of the values of a document that is a list."""


class Record(NamedTuple):
    """A part of a document that belongs together.

    Attributes:
        name: where it is one of a list in `data`, the key of that list.
    """

    shape: Shape
    value: Any
    name: str = ""


class JsonReader:
    """Reads one document. Its place, as keys and numbers, is kept for messages."""

    def __init__(self, stream: Unpacked) -> None:
        self._stream = stream
        self._events: Iterator[tuple[str, Any]] = ijson.basic_parse(stream, use_float=True)
        self._path: list[str | int] = []
        self._values = 0
        self._characters = 0

    def records(self) -> Iterator[Record]:
        """The records of the document, in its order.

        Raises:
            BadFileError: it is no JSON, or breaks a bound.
        """
        try:
            event, _ = next(self._events)
            if event == "start_array":
                yield from self._list(Shape.ITEM)
            elif event == "start_map":
                for key, event, value in self._entries():
                    if key == "data" and event == "start_map":
                        yield from self._data()
                    elif key == "meta":
                        yield Record(Shape.META, self._record(event, value))
                    else:
                        self._skip(event, value)
            else:
                self._refuse("this is a single value, not a file of cards")
            next(self._events, None)  # whatever follows the document is an error
        except ijson.JSONError as error:
            # A text that breaks off has other errors, too: half a character, a word that there is not.
            self._refuse("it ends too early" if self._stream.ended else _reason(str(error)))
        except UnicodeDecodeError:
            self._refuse("a text holds half a character, which is not Unicode")

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn a `WrongValueError` over the current record into a `BadFileError` with its place."""
        try:
            yield
        except WrongValueError as error:
            self._path += error.place
            self._refuse(str(error))

    def located(self, message: str) -> str:
        """What is said about the current record, with its place."""
        place = " → ".join(filter(None, (one_line(str(part), _QUOTED) for part in self._path)))
        where = f" (at {place})" if place else ""
        return f"{message}{where}, near byte {self._stream.position:,}"

    def _data(self) -> Iterator[Record]:
        for key, event, value in self._entries():
            if event == "start_array":
                yield from self._list(Shape.OF_SET if key == "cards" else Shape.NAMED, key)
            elif event == "start_map":
                for inner, inner_event, inner_value in self._entries():
                    if inner == "cards" and inner_event == "start_array":
                        yield from self._list(Shape.OF_SETS)
                    else:
                        self._skip(inner_event, inner_value)
            else:
                self._skip(event, value)

    def _list(self, shape: Shape, name: str = "") -> Iterator[Record]:
        for event, value in self._items():
            yield Record(shape, self._record(event, value), name)

    def _record(self, event: str, value: Any) -> Any:
        self._values = 0
        self._characters = 0
        return self._value(event, value)

    def _skip(self, event: str, value: Any) -> None:
        """Read past something, piece by piece, with the same bounds."""
        if event == "start_map":
            for _, inner, plain in self._entries():
                self._skip(inner, plain)
        elif event == "start_array":
            for inner, plain in self._items():
                self._skip(inner, plain)
        else:
            self._record(event, value)

    def _value(self, event: str, value: Any) -> Any:
        self._values += 1
        if self._values > MAX_VALUES:
            self._refuse(f"one record has more than {MAX_VALUES:,} values")
        if event == "start_map":
            entries = {}
            for key, inner, plain in self._entries():
                self._count(key)
                entries[key] = self._value(inner, plain)
            return entries
        if event == "start_array":
            return [self._value(inner, plain) for inner, plain in self._items()]
        if event == "string":
            if len(value) > MAX_TEXT:
                self._refuse(f"a text has {len(value):,} characters; {MAX_TEXT:,} are the most")
            self._count(value)
        return value

    def _count(self, text: str) -> None:
        self._characters += len(text)
        if self._characters > MAX_CHARACTERS:
            self._refuse(f"one record has more than {MAX_CHARACTERS:,} characters")

    def _entries(self) -> Iterator[tuple[str, str, Any]]:
        """The entries of an object: the key, and the event that its value begins with, to be read before the next."""
        path = self._path
        path.append("")
        if len(path) > MAX_DEPTH:
            self._refuse(f"it is nested more than {MAX_DEPTH} deep")
        seen: set[str] = set()
        characters = 0
        for event, key in self._events:
            if event == "end_map":
                break
            path[-1] = key
            if key in seen:
                self._refuse("this key stands twice in one object")
            if len(key) > MAX_KEY:
                self._refuse(f"a key has {len(key):,} characters; {MAX_KEY} are the most")
            seen.add(key)
            characters += len(key)
            if len(seen) > MAX_KEYS or characters > MAX_CHARACTERS:
                self._refuse(f"one object has more than {MAX_KEYS:,} keys, or keys of {MAX_CHARACTERS:,} characters")
            event, value = next(self._events)  # noqa: PLW2901 - the value follows its key
            yield key, event, value
        path.pop()

    def _items(self) -> Iterator[tuple[str, Any]]:
        """The items of a list: the event that each begins with."""
        path = self._path
        path.append(0)
        if len(path) > MAX_DEPTH:
            self._refuse(f"it is nested more than {MAX_DEPTH} deep")
        for number, (event, value) in enumerate(self._events):
            if event == "end_array":
                break
            path[-1] = number
            yield event, value
        path.pop()

    def _refuse(self, message: str) -> NoReturn:
        raise BadFileError(self.located(message))


def _reason(error: str) -> str:
    """What the parser says, as far as people understand it."""
    if "trailing garbage" in error:
        return "something follows the end of the document"
    if "UTF8" in error:
        return "this is not UTF-8"
    return "this is no JSON"

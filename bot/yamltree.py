"""YAML as judges and hosts write it: text in, a tree of located strings out.

Every scalar stays the string that was written, so rule 701.40 does not become the number 701.4 and a
language called `no` does not become false. What a document of ours never needs (anchors, tags, several
documents, keys that are no words) is refused by name: an alias is how a few lines of YAML become gigabytes.
"""

from __future__ import annotations

import re
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_BYTES = 2_000_000
"""Larger files are refused unread; the largest of ours is under a fifth of this."""

MAX_DEPTH = 20
"""Deeper nesting is refused; ours is seven deep."""

_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What the YAML specification calls not printable."""

_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that is wrong, where it is, and what to do about it."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class BrokenYamlError(Exception):
    """The file is no YAML that can be read at all; `problem` says where and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Scalar:
    """A string as written."""

    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes."""

    items: tuple[Node, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys in the order in which they stand; `key_lines` tells where each one stands."""

    entries: dict[str, Node]
    key_lines: dict[str, int]
    line: int


Node = Scalar | Sequence | Mapping


def read(path: Path, shown: str | None = None) -> Node:
    """Read the one YAML document of a file.

    Args:
        path: the file, UTF-8, at most `MAX_BYTES`.
        shown: how problems name the file; the path itself when not given.

    Raises:
        BrokenYamlError: the file cannot be read, or is no YAML of the plain kind described above.
    """
    name = shown or str(path)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            raise BrokenYamlError(Problem(name, 1, "this is no ordinary file; put one in its place"))
        size = status.st_size
        if size > MAX_BYTES:
            raise BrokenYamlError(
                Problem(name, 1, f"the file has {size:,} bytes; split it, {MAX_BYTES:,} are the most that is read")
            )
        raw = path.read_bytes()
    except OSError as error:
        raise BrokenYamlError(Problem(name, 1, f"the file cannot be read: {error.strerror or error}")) from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BrokenYamlError(Problem(name, line, "this is not UTF-8; save the file as UTF-8")) from error
    return parse(text, name)


def parse(text: str, name: str) -> Node:
    """The same for text that is already in memory; `name` stands in problems."""
    forbidden = _FORBIDDEN.search(text)
    if forbidden:
        line = text.count("\n", 0, forbidden.start()) + 1
        raise BrokenYamlError(Problem(name, line, "there is a character here that YAML does not allow; remove it"))
    try:
        return _Builder(name, yaml.parse(text, Loader=_Loader)).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        # The parser puts the end of a file one line after its last.
        line = min(mark.line, max(0, len(text.splitlines()) - 1)) + 1 if mark else 1
        reason = error.problem or error.context or "it cannot be parsed"
        hint = "; indent with spaces, not tabs" if _has_tab(text, line) else ""
        raise BrokenYamlError(Problem(name, line, f"this is not valid YAML: {reason}{hint}")) from error


def _has_tab(text: str, line: int) -> bool:
    lines = text.splitlines()
    return any("\t" in shown[: len(shown) - len(shown.lstrip())] for shown in lines[max(0, line - 2) : line + 1])


class _Builder:
    """Builds the tree from the parser's events, with a stack of its own instead of recursion in C."""

    def __init__(self, name: str, events: Iterator[yaml.Event]) -> None:
        self.name = name
        self.events = events

    def document(self) -> Node:
        root: Node | None = None
        for event in self.events:
            match event:
                case yaml.StreamStartEvent() | yaml.DocumentEndEvent() | yaml.StreamEndEvent():
                    continue
                case yaml.DocumentStartEvent():
                    if root is not None:
                        self.refuse(event, "a second document starts here; keep one document a file")
                case _:
                    root = self.node(event, depth=0)
        return root if root is not None else Mapping({}, {}, 1)

    def node(self, event: yaml.Event, depth: int) -> Node:
        line = _line(event)
        if depth > MAX_DEPTH:
            self.refuse(event, f"this is nested more than {MAX_DEPTH} deep; the project's files never are")
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            self.refuse(event, "anchors and aliases (& and *) are not used here; write the value out or quote it")
        if getattr(event, "tag", None) is not None:
            self.refuse(event, "tags (!) are not used here; write the value without one, or quote it")
        match event:
            case yaml.ScalarEvent():
                return Scalar(event.value, line)
            case yaml.SequenceStartEvent():
                items: list[Node] = []
                while not isinstance(following := next(self.events), yaml.SequenceEndEvent):
                    items.append(self.node(following, depth + 1))
                return Sequence(tuple(items), line)
            case _:
                return self.mapping(line, depth)

    def mapping(self, line: int, depth: int) -> Mapping:
        entries: dict[str, Node] = {}
        key_lines: dict[str, int] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.node(event, depth + 1)
            if not isinstance(key, Scalar):
                self.refuse(event, "a key must be a word, not a list or a mapping")
            if key.value in entries:
                first = key_lines[key.value]
                self.refuse(event, f"the key “{key.value}” stands twice (first in line {first}); keep one of them")
            key_lines[key.value] = key.line
            entries[key.value] = self.node(next(self.events), depth + 1)
        return Mapping(entries, key_lines, line)

    def refuse(self, event: yaml.Event, message: str) -> NoReturn:
        raise BrokenYamlError(Problem(self.name, _line(event), message))


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1

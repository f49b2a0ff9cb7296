"""Reading a YAML tree field by field against what a file of ours may hold, collecting every problem."""

from __future__ import annotations

import datetime
import difflib
import itertools
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.yamltree import Mapping, Node, Problem, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator


@dataclass(slots=True)
class Problems:
    """The problems found so far, over all files."""

    found: list[Problem] = field(default_factory=list)

    def add(self, path: str, line: int, message: str) -> None:
        """Note one problem, on one line: what it quotes may hold line breaks and worse."""
        shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in message)
        self.found.append(Problem(path, line, shown))


class Fields:
    """The fields of one mapping.

    A reading method notes a problem and returns an empty value when the field is wrong; whoever asks for it reads
    on, so that one pass over the files finds everything. `spoilt` then tells that the values are not to be trusted.
    """

    def __init__(
        self,
        node: Node,
        *,
        path: str,
        what: str,
        problems: Problems,
        required: Collection[str] = (),
        optional: Collection[str] = (),
        above: Fields | None = None,
    ) -> None:
        self.spoilt = False
        self._above = above
        self.path = path
        self.what = what
        self.problems = problems
        self.line = node.line
        self.node = node if isinstance(node, Mapping) else Mapping({}, {}, node.line)
        if not isinstance(node, Mapping):
            self.problem(f"{what} must be a mapping (`key: value` lines)", node.line)
            return
        known = [*required, *optional]
        for key, line in self.node.key_lines.items():
            if key not in known:
                close = difflib.get_close_matches(key, known, n=1)
                hint = f"did you mean “{close[0]}”?" if close else f"known keys are: {', '.join(sorted(known))}"
                self.problem(f"{what} has an unknown key “{key}”; {hint}", line)
        for key in required:
            if key not in self.node.entries:
                self.problem(f"{what} lacks “{key}”; add it")

    def problem(self, message: str, line: int | None = None) -> None:
        """Note a problem at a line, by default the mapping's first; this mapping and those around it are spoilt."""
        self.problems.add(self.path, line or self.line, message)
        spoilt: Fields | None = self
        while spoilt is not None:
            spoilt.spoilt = True
            spoilt = spoilt._above  # noqa: SLF001 - the same class

    def __contains__(self, key: str) -> bool:
        return key in self.node.entries

    def line_of(self, key: str) -> int:
        """The line of a key, or the mapping's own when it is not there."""
        return self.node.key_lines.get(key, self.line)

    def sub(self, key: str, *, required: Collection[str] = (), optional: Collection[str] = ()) -> Fields:
        """The fields of a mapping inside this one; empty when it is not there."""
        node = self.node.entries.get(key, Mapping({}, {}, self.line))
        if key not in self.node.entries:
            required, optional = (), (*required, *optional)
        return Fields(
            node,
            path=self.path,
            what=f"“{key}” of {self.what}",
            problems=self.problems,
            required=required,
            optional=optional,
            above=self,
        )

    def scalar(self, key: str) -> Scalar | None:
        """The scalar of a key, None when absent; a problem when it is a list, a mapping or empty."""
        node = self.node.entries.get(key)
        if node is None:
            return None
        if not isinstance(node, Scalar):
            self.problem(f"“{key}” of {self.what} must be one value, not a list or a mapping", node.line)
            return None
        if not node.value.strip():
            self.problem(f"“{key}” of {self.what} is empty; fill it in or remove the line", self.line_of(key))
            return None
        return node

    def text(self, key: str) -> str:
        """The text of a key with white space at its ends removed; "" when absent."""
        node = self.scalar(key)
        return node.value.strip() if node else ""

    def optional_text(self, key: str) -> str | None:
        """The text of a key, or None when it is not there."""
        return self.text(key) or None

    def file_path(self, key: str) -> str:
        """The text of a key as a path; "" when absent."""
        value = self.text(key)
        if "\0" in value:
            self.problem(
                f"“{key}” of {self.what} holds a character that no path can hold; remove it", self.line_of(key)
            )
            return ""
        return value

    def one_of(self, key: str, allowed: Collection[str]) -> str:
        """The text of a key that must be one of a few words."""
        value = self.text(key)
        if value and value not in allowed:
            self.problem(f"“{key}: {value}” is not known; use one of: {', '.join(allowed)}", self.line_of(key))
        return value

    def date(self, key: str) -> datetime.date | None:
        """The ISO date (YYYY-MM-DD) of a key."""
        value = self.text(key)
        if not value:
            return None
        try:
            if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
                raise ValueError  # noqa: TRY301 - fromisoformat takes more forms than people should write
            return datetime.date.fromisoformat(value)
        except ValueError:
            self.problem(f"“{key}: {value}” is not a date; write it as YYYY-MM-DD", self.line_of(key))
            return None

    def integer(self, key: str, *, least: int, most: int) -> int | None:
        """The whole number of a key."""
        value = self.text(key)
        if not value:
            return None
        if not re.fullmatch(r"-?\d{1,15}", value) or not least <= int(value) <= most:
            self.problem(f"“{key}: {value}” must be a whole number from {least} to {most}", self.line_of(key))
            return None
        return int(value)

    def boolean(self, key: str) -> bool | None:
        """The `true` or `false` of a key."""
        value = self.text(key)
        if value and value not in ("true", "false"):
            self.problem(f"“{key}: {value}” must be true or false", self.line_of(key))
        return {"true": True, "false": False}.get(value)

    def located_strings(self, key: str, *, quiet: bool = False) -> list[tuple[str, int]]:
        """The strings of a list, each with its line; `quiet` when its problems were noted before."""
        node = self.node.entries.get(key)
        if node is None:
            return []
        if quiet:
            items = node.items if isinstance(node, Sequence) else ()
            return [(item.value.strip(), item.line) for item in items if isinstance(item, Scalar)]
        if not isinstance(node, Sequence):
            self.problem(f"“{key}” of {self.what} must be a list ([a, b] or one “- a” a line)", node.line)
            return []
        strings = []
        for item in node.items:
            if isinstance(item, Scalar) and item.value.strip():
                strings.append((item.value.strip(), item.line))
            else:
                self.problem(f"“{key}” of {self.what} must list single, filled-in values", item.line)
        return strings

    def strings(
        self, key: str, *, ordered_by: Callable[[str], object] | None = str, unique: bool = True
    ) -> tuple[str, ...]:
        """The strings of a list.

        Args:
            key: the field.
            ordered_by: the sort key that the file must follow; None where the order has a meaning.
            unique: whether a value may stand only once.
        """
        located = self.located_strings(key)
        values = [value for value, _ in located]
        if unique:
            seen: set[str] = set()
            for value, line in located:
                if value in seen:
                    self.problem(f"“{value}” stands twice in “{key}” of {self.what}; remove one", line)
                seen.add(value)
        if ordered_by is not None:
            for (before, _), (value, line) in itertools.pairwise(located):
                if ordered_by(value) < ordered_by(before):  # type: ignore[operator]
                    self.problem(f"“{key}” of {self.what} is not sorted: “{value}” belongs before “{before}”", line)
                    break
        return tuple(values)

    def parts(self, key: str, separator: str, *, sort: bool = True) -> tuple[str, ...]:
        """The parts of one text, such as words between semicolons or questions on lines; empty parts are left out.

        Args:
            key: the field.
            separator: what stands between the parts.
            sort: whether the file must keep them sorted.
        """
        values = tuple(part for raw in self.text(key).split(separator) if (part := raw.strip()))
        seen: set[str] = set()
        for before, value in zip(("", *values), values, strict=False):
            if value in seen:
                self.problem(f"“{value}” stands twice in “{key}” of {self.what}; remove one", self.line_of(key))
            elif sort and value < before:
                self.problem(
                    f"“{key}” of {self.what} is not sorted: “{value}” belongs before “{before}”",
                    self.line_of(key),
                )
                break
            seen.add(value)
        return values

    def by_key(self, key: str, allowed: Collection[str]) -> Fields:
        """A mapping whose keys are any of `allowed` (such as the languages)."""
        return self.sub(key, optional=allowed)

    def texts_by_key(self, key: str, allowed: Collection[str]) -> dict[str, str]:
        """A mapping of `allowed` keys to texts."""
        inner = self.by_key(key, allowed)
        return {name: inner.text(name) for name in inner.node.entries if name in allowed}

    def entries(self, key: str) -> Iterator[Node]:
        """The items of a list of mappings."""
        node = self.node.entries.get(key)
        if node is None:
            return
        if not isinstance(node, Sequence):
            self.problem(f"“{key}” of {self.what} must be a list of entries (“- id: …”)", node.line)
            return
        yield from node.items

"""The host's own corrections: rulings that are hidden or shown in other words, whatever is imported later."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.errors import CannotStartError, sentence
from bot.languages import ENGLISH
from bot.text import letters
from bot.yamlfields import Fields, Problems
from bot.yamltree import BrokenYamlError, Problem, read

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

    from bot.library.library import Library
    from bot.yamltree import Node

KEY_LENGTH: Final = 10
"""Characters of the key of a ruling."""

_KEY = re.compile(rf"[0-9a-f]{{{KEY_LENGTH}}}")


class BrokenCorrectionsError(CannotStartError):
    """The corrections have problems; `problems` lists them all, sorted by place."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        more = f" (and {len(problems) - 1} more; see `check`)" if len(problems) > 1 else ""
        super().__init__(sentence(f"The corrections cannot be used: {problems[0]}{more}"))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Correction:
    """What the host decided about a ruling.

    Attributes:
        ruling: its key.
        card: the one card that is meant, by a name or its key; None for every card that has the ruling.
        text: the words to show instead; None when the ruling is hidden.
        reason: why, for whoever reads the file or the answer.
        place: the file and line.
    """

    ruling: str
    card: str | None
    text: str | None
    reason: str
    place: tuple[str, int]


class Corrections:
    """All corrections, by ruling."""

    def __init__(self, corrections: Iterable[Correction] = ()) -> None:
        self._by_ruling: dict[str, list[Correction]] = {}
        for correction in corrections:
            self._by_ruling.setdefault(correction.ruling, []).append(correction)

    def __len__(self) -> int:
        return sum(map(len, self._by_ruling.values()))

    def __iter__(self) -> Iterator[Correction]:
        for corrections in self._by_ruling.values():
            yield from corrections

    def of(self, ruling: str, names: Collection[str]) -> Correction | None:
        """The correction of a ruling on a card; one for that card alone goes before one for every card.

        Args:
            ruling: the key of the ruling.
            names: the names and the key of the card.
        """
        candidates = self._by_ruling.get(ruling, ())
        if not candidates:
            return None
        called = {letters(name) for name in names}
        own = (each for each in candidates if each.card is not None and letters(each.card) in called)
        return next(own, next((each for each in candidates if each.card is None), None))


def ruling_key(text: str) -> str:
    """What a ruling is called in corrections; quotes, dashes, spaces and case do not change it."""
    return hashlib.blake2b(letters(text).encode(), digest_size=KEY_LENGTH // 2).hexdigest()


def load(folder: Path) -> Corrections:
    """Read the corrections in the *.yaml files of a folder.

    Raises:
        BrokenCorrectionsError: with every problem of every file.
    """
    problems = Problems()
    corrections: list[Correction] = []
    if not folder.is_dir():
        problems.add(str(folder), 1, "there is no such folder; make it, or remove “corrections” from the configuration")
    for file in sorted(folder.glob("*.yaml")):
        try:
            root = Fields(read(file), path=str(file), what="the file", problems=problems, required=("corrections",))
        except BrokenYamlError as error:
            problems.found.append(error.problem)
            continue
        corrections += [_correction(node, str(file), problems) for node in root.entries("corrections")]
    seen: dict[tuple[str, str], Correction] = {}
    for correction in corrections:
        first = seen.setdefault((correction.ruling, letters(correction.card or "")), correction)
        if first is not correction and correction.ruling:
            line = f"{first.place[0]}:{first.place[1]}"
            problems.add(*correction.place, f"this ruling is corrected in {line}, too; keep one of them")
    if problems.found:
        raise BrokenCorrectionsError(tuple(sorted(set(problems.found))))
    return Corrections(corrections)


def misplaced(corrections: Corrections, library: Library) -> tuple[Problem, ...]:
    """The corrections that correct nothing in a library: there is no such card, or it has no such ruling."""
    problems = Problems()
    everywhere = library.ruling_keys() if any(each.card is None for each in corrections) else frozenset()
    for correction in corrections:
        if correction.card is None:
            if correction.ruling not in everywhere:
                problems.add(*correction.place, "no card has this ruling; quote it exactly, or remove the correction")
            continue
        found = library.find(correction.card, ENGLISH)
        if found.card is None:
            hint = f"did you mean “{found.others[0].name}”?" if found.others else "correct the name"
            problems.add(*correction.place, f"there is no card “{correction.card}” in the library; {hint}")
        elif correction.ruling not in library.ruling_keys(found.card):
            problems.add(
                *correction.place,
                f"“{found.card.name}” has no such ruling; quote it exactly, or remove the correction",
            )
    return tuple(sorted(problems.found))


def _correction(node: Node, path: str, problems: Problems) -> Correction:
    fields = Fields(
        node,
        path=path,
        what="this correction",
        problems=problems,
        required=("ruling", "reason"),
        optional=("card", "hide", "text"),
    )
    ruling, text, hide = fields.text("ruling"), fields.optional_text("text"), fields.boolean("hide")
    if (text is None) is not bool(hide) and not fields.spoilt:
        fields.problem("give either “hide: true” or, with “text:”, the words to show instead")
    return Correction(
        ruling=ruling if _KEY.fullmatch(ruling) else ruling_key(ruling) if ruling else "",
        card=fields.optional_text("card"),
        text=text,
        reason=fields.text("reason"),
        place=(path, node.line),
    )

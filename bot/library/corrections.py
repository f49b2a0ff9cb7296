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
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from bot.library.library import Library
    from bot.yamltree import Node

RULING_KEY: Final = 10
"""Characters of the key of a ruling."""
ENDINGS: Final = (".yaml", ".yml")
"""What the names of files of corrections end with."""

_KEY = re.compile(rf"[0-9a-f]{{{RULING_KEY}}}")


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
        card: the card that is meant, by its key or by exactly one of its names in any language (case, accents and
            punctuation do not matter); None for every card that has the ruling.
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

    def of(self, ruling: str, is_card: Callable[[str], bool]) -> Correction | None:
        """The correction of a ruling on a card; one for that card alone goes before one for every card.

        Args:
            ruling: the key of the ruling.
            is_card: whether a name or key is that of the card.
        """
        candidates = self._by_ruling.get(ruling, ())
        own = (each for each in candidates if each.card is not None and is_card(each.card))
        return next(own, next((each for each in candidates if each.card is None), None))


def ruling_key(text: str) -> str:
    """What a ruling is called in corrections; quotes, dashes, spaces and case do not change it."""
    return hashlib.blake2b(letters(text).encode(), digest_size=RULING_KEY // 2).hexdigest()


def load(folder: Path) -> Corrections:
    """Read the corrections in the YAML files of a folder.

    Raises:
        BrokenCorrectionsError: with every problem of every file.
    """
    problems = Problems()
    corrections: list[Correction] = []
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix.lower() in ENDINGS)
    except (FileNotFoundError, NotADirectoryError):
        files = []
        problems.add(str(folder), 1, "there is no such folder; make it, or remove “corrections” from the configuration")
    except OSError as error:
        files = []
        problems.add(str(folder), 1, f"the folder cannot be read: {error.strerror or error}")
    for file in files:
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
            problems.add(*correction.place, _twice(first))
    if problems.found:
        raise BrokenCorrectionsError(tuple(sorted(set(problems.found))))
    return Corrections(corrections)


def misplaced(corrections: Corrections, library: Library) -> tuple[Problem, ...]:
    """The corrections that do nothing in a library, and those that say the same of a card that has two names."""
    problems = Problems()
    everywhere = library.ruling_keys()
    corrected: dict[tuple[str, str], Correction] = {}
    for correction in corrections:
        if correction.card is None:
            if correction.ruling not in everywhere:
                problems.add(*correction.place, "no card has this ruling; quote it exactly, or remove the correction")
            continue
        cards = library.cards(correction.card)
        ruled = [card for card in cards if correction.ruling in library.ruling_keys(card)]
        if not cards:
            near = library.suggest(correction.card, ENGLISH)
            hint = f"did you mean “{near[0].name}”?" if near else "correct the name"
            problems.add(*correction.place, f"there is no card “{correction.card}” in the library; {hint}")
        elif not ruled:
            problems.add(
                *correction.place,
                f"“{cards[0].name}” has no such ruling; quote it exactly, or remove the correction",
            )
        for card in ruled:
            first = corrected.setdefault((correction.ruling, card.key), correction)
            if first is not correction:
                problems.add(*correction.place, _twice(first))
    return tuple(sorted(set(problems.found)))


def _twice(first: Correction) -> str:
    return f"this ruling is corrected in {first.place[0]}:{first.place[1]}, too; keep one of them"


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

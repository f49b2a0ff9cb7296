"""The game's terms found in texts, and what a translation must keep of its original: terms, numbers, script."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

from bot.languages import CODES, ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.corpus.model import Name, Term

_NUMBER = re.compile(r"\{[^{}]+\}|[+-]?\d+/[+-]?\d+|\d+(?:[.-]\d+[a-z]?)*")
"""A mana symbol, power and toughness or a counter of that kind, any other number, a rule or a date."""
_SYMBOL = re.compile(r"\{[^{}]+\}")
_LATIN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ɏ]{2,}")
_HAN = re.compile(r"[\u3400-\u9fff]+")
_HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]+")
_FOREIGN = {
    "en": (_HAN, _HANGUL),
    "zh-CN": (_LATIN, _HANGUL),
    "ko": (_LATIN, _HAN),
    "pt-BR": (_HAN, _HANGUL),
    "es": (_HAN, _HANGUL),
}
"""The letters that a language does not write its words in."""
_JOINED = frozenset({"zh-CN", "ko"})
"""Languages whose words are found inside others, since endings and particles are joined to them."""
_WORD = re.compile(r"\w+\*?")
_ANY = re.compile(r"\S")


class Terms:
    """The terms and the names of `terms.yaml`, made ready to be found."""

    def __init__(self, terms: Mapping[str, Term], names: Iterable[Name]) -> None:
        self._terms = terms
        self._names = [(name, re.compile(rf"(?<![A-Za-z]){re.escape(name.name)}(?![A-Za-z])")) for name in names]
        self._finders = {code: _Finder(code, terms.values()) for code in CODES}

    def faults(
        self, words: str, language: str, *, original: str, of: str, in_english: Iterable[str] = ()
    ) -> Iterator[str]:
        """What is wrong with a translation, each with what to do.

        Args:
            words: the translation.
            language: its language.
            original: what was translated.
            of: the language of that.
            in_english: the English passages inside the original.
        """
        used = {term for _, _, term in self._finders[language].all(words)}
        said_there = self._finders[of].longest(original)
        for passage in in_english:
            said_there = self._finders[ENGLISH].longest(passage) | said_there
        for term, said in said_there.items():
            wanted = self._terms[term].words.get(language)
            if wanted and term not in used:
                shown = " or ".join(f"“{word}”" for word in wanted)
                yield f"its original says “{said}” (term “{term}”), which is {shown} here; use it"
        for name, pattern in self._names:
            if language in name.languages and pattern.search(original) and not pattern.search(words):
                yield f"its original names “{name.name}”; name it, too"
        yield from self.untranslated(words, language)
        if difference := _difference(original, words):
            yield f"its numbers are not those of its original: {difference}"

    def untranslated(self, words: str, language: str) -> Iterator[str]:
        """What some words in a language say in another one though it has its own, each with what to do."""
        for name, pattern in self._names:
            if language in name.languages:
                words = pattern.sub(" ", words)
        # Mana symbols are written in Latin letters everywhere.
        words = _SYMBOL.sub(" ", words)
        for script in _FOREIGN[language]:
            for match in script.finditer(words):
                yield f"“{match.group()}” is not translated; translate it, or list it under “names” in terms.yaml"
        if language == ENGLISH or language in _JOINED:
            return
        for term, said in self._finders[ENGLISH].longest(words).items():
            ours = self._terms[term].words.get(language)
            if ours and not self._finders[language].is_term(said):
                yield f"“{said}” is left in English; say “{ours[0]}” (term “{term}”)"

    def stands_in(self, term: str, words: str, language: str) -> bool:
        """Whether some words use a term, be it as a part of a longer one."""
        return any(found == term for _, _, found in self._finders[language].all(words))


_Found = tuple[int, int, str]
"""A term found at a place: the first unit, the one after the last, and its id."""


class _Finder:
    """Finds the terms of one language: units are words, or characters where words are joined."""

    def __init__(self, language: str, terms: Iterable[Term]) -> None:
        self._unit, self._joint = (_ANY, "") if language in _JOINED else (_WORD, " ")
        self._by_start: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for term in terms:
            for word in term.words.get(language, ()):
                wanted = self.units(word)
                if wanted:
                    self._by_start.setdefault(wanted[0], []).append((wanted, term.id))
        # A start with a star is looked up by all beginnings of a unit that are as long as one.
        self._lengths = sorted({len(start) - 1 for start in self._by_start if start.endswith("*")})
        self._beginning: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._found: dict[str, list[_Found]] = {}

    def units(self, words: str) -> tuple[str, ...]:
        """Some words as units."""
        return tuple(self._unit.findall(words.casefold()))

    def all(self, words: str) -> list[_Found]:
        """Every term in some words, shorter ones inside longer ones, too."""
        if words not in self._found:
            units = self.units(words)
            self._found[words] = [
                (start, start + len(wanted), term)
                for start, unit in enumerate(units)
                for wanted, term in self._beginning_with(unit)
                if all(map(_fits, wanted, units[start : start + len(wanted)])) and start + len(wanted) <= len(units)
            ]
        return self._found[words]

    def _beginning_with(self, unit: str) -> list[tuple[tuple[str, ...], str]]:
        """The terms whose first unit may be this one; the same words come up in every text."""
        if unit not in self._beginning:
            starts = (unit, *(f"{unit[:length]}*" for length in self._lengths if length <= len(unit)))
            self._beginning[unit] = [term for start in starts for term in self._by_start.get(start, ())]
        return self._beginning[unit]

    def longest(self, words: str) -> dict[str, str]:
        """The terms in some words, each with how it is said there; those inside longer ones are left out."""
        units = self.units(words)
        said: dict[str, str] = {}
        reach = 0
        for start, end, term in sorted(self.all(words), key=lambda each: (each[0], -each[1])):
            if end > reach:
                reach = end
                said.setdefault(term, self._joint.join(units[start:end]))
        return said

    def is_term(self, words: str) -> bool:
        """Whether some words are nothing but a term."""
        return any((start, end) == (0, len(self.units(words))) for start, end, _ in self.all(words))


def _fits(wanted: str, unit: str) -> bool:
    """Whether a unit is the one wanted; a star stands for any ending."""
    return unit == wanted or (wanted[-1] == "*" and unit.startswith(wanted[:-1]))


def _difference(original: str, translation: str) -> str:
    """The numbers that one of two texts has and the other has not, as many times."""
    theirs, ours = map(_numbers, (original, translation))
    parts = [
        f"{what} {', '.join(sorted(numbers.elements()))}"
        for what, numbers in (("put in", theirs - ours), ("take out", ours - theirs))
        if numbers
    ]
    return " and ".join(parts)


def _numbers(words: str) -> Counter[str]:
    folded = unicodedata.normalize("NFKC", words).replace("\N{MINUS SIGN}", "-")
    return Counter(_NUMBER.findall(folded))

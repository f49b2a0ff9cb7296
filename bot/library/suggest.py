"""From what somebody types to the cards that may be meant, over the names in all languages."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from rapidfuzz import fuzz

from bot.library.model import Nearness, Suggestion
from bot.library.records import WHOLE
from bot.library.spelling import spell
from bot.library.tongues import nearness
from bot.limits import CHOICES

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from bot.corpus.fold import Folding
    from bot.library.vocabulary import Vocabulary

MAX_TYPED: Final = 200
"""Characters that are looked at; the longest name that was ever printed has 141."""
LOOKED_AT: Final = 120
"""Spellings that are fetched for one way of finding them."""
SIMILAR_ENOUGH: Final = 60.0
"""How similar a name must be, from 0 to 100, to be offered for one with slips."""
LESS_SIMILAR: Final = 15.0
"""How much less similar than the best a name may be to be offered beside it."""
UNFINISHED: Final = 0.97
"""What counts a name that only begins like what was typed."""
TELLING: Final = 3
"""Letters of a word from which on it must be there, be it with slips; shorter ones may be another or missing."""
MAX_WORDS: Final = 8
"""Words that are looked for where there are slips; hardly a name has more."""
MAX_CHARACTERS: Final = 8
"""Chinese or Korean characters in a row that are looked for."""
EAST_ASIAN: Final = "\u2e80"
"""The first of the characters that are words or syllables by themselves; letters of other alphabets say too little."""
APART: Final = 1000.0
"""How far a name is whose words stand in another order: behind all in which they stand as they were typed."""
_LAST: Final = "\U0010ffff"


class _Spelling(NamedTuple):
    id: int
    units: str
    nearness: Nearness
    distance: float


class _Name(NamedTuple):
    spelling: int
    card: int
    name: str
    face: int
    language: str


def suggest(
    connection: sqlite3.Connection, vocabulary: Vocabulary, folding: Folding, typed: str, language: str
) -> list[Suggestion]:
    """The cards that may be meant by what somebody typed, the nearest first; each once.

    Args:
        connection: the library.
        vocabulary: its words.
        folding: how it is spelt.
        typed: a name in any language, or a part of one.
        language: that of the reader: names in it come first among those as near.
    """
    typed = typed[:MAX_TYPED]
    units = spell(folding, typed)
    if not units:
        return []
    found = {each.id: each for each in _beginning(connection, units)}
    if len(found) < CHOICES:
        for each in _with_words(connection, units):
            found.setdefault(each.id, each)
    if not found:
        found = {each.id: each for each in _similar(connection, vocabulary, units)}
    return _cards(connection, found, typed, language)


def called(connection: sqlite3.Connection, units: str, language: str) -> list[Suggestion]:
    """The cards that have exactly a spelling, the nearest to the reader first."""
    row = connection.execute("SELECT id FROM spellings WHERE units = ?", (units,)).fetchone()
    return _cards(connection, {row[0]: _Spelling(row[0], units, Nearness.EXACT, 0)}, "", language) if row else []


def _beginning(connection: sqlite3.Connection, units: str) -> Iterator[_Spelling]:
    rows = connection.execute(
        "SELECT id, units FROM spellings WHERE units >= ? AND units < ? ORDER BY units LIMIT ?",
        (units, units + _LAST, LOOKED_AT),
    )
    for spelling_id, found in rows:
        exact = found == units
        yield _Spelling(spelling_id, found, Nearness.EXACT if exact else Nearness.BEGINNING, len(found) - len(units))


def _with_words(connection: sqlite3.Connection, units: str) -> Iterator[_Spelling]:
    """Names with all these words in any order, of which the last may be unfinished."""
    *words, last = _runs(units)
    # A single letter begins too many words to go through them; where it stands alone, the beginnings are enough.
    short = len(last) == 1 and last.isascii()
    if short and not words:
        return
    match = " AND ".join(map(_quoted, words if short else (*words, last)))
    if not short and last.isascii():
        match += " *"
    for spelling_id, found in _matching(connection, match):
        if not short or f" {last}" in found:
            apart = 0.0 if f" {units}" in found else APART
            yield _Spelling(spelling_id, found, Nearness.WORDS, apart + len(found) - len(units))


def _similar(connection: sqlite3.Connection, vocabulary: Vocabulary, units: str) -> list[_Spelling]:
    """Names that it may be with slips in it, with a space too many, or with one too few."""
    seen: set[int] = set()
    similar: list[_Spelling] = []
    for match in _guesses(vocabulary, units):
        for spelling_id, found in _matching(connection, match):
            if spelling_id in seen:
                continue
            seen.add(spelling_id)
            similarity = _similarity(units, found)
            if similarity >= SIMILAR_ENOUGH:
                similar.append(_Spelling(spelling_id, found, Nearness.SIMILAR, -similarity))
        if similar:
            break
    best = min((each.distance for each in similar), default=0.0)
    return [each for each in similar if each.distance <= best + LESS_SIMILAR]


def _guesses(vocabulary: Vocabulary, units: str) -> Iterator[str]:
    """What to look for, one after the other until something similar is found."""
    runs = _runs(units)
    telling = [
        run for run in runs if not (run.isascii() and (len(run) < TELLING or vocabulary.is_frequent(run)))
    ] or runs
    groups = [group for run in telling[:MAX_WORDS] if (group := _meant(vocabulary, run, last=run is runs[-1]))]
    if groups:
        yield _all_of(groups)
    joined = [one + other for one, other in pairwise(runs) if one.isascii() and other.isascii()]
    split = [(word[:cut], word[cut:]) for word in runs if word.isascii() for cut in range(2, len(word) - 1)]
    spaced = [_quoted(word) for word in joined if word in vocabulary]
    spaced += [_all_of(map(_quoted, parts)) for parts in split if all(part in vocabulary for part in parts)]
    if spaced:
        yield _any_of(spaced)
    if len(groups) > 2:  # noqa: PLR2004 - of two, one alone is the next guess
        yield _any_of(_all_of(rest) for rest in combinations(groups, len(groups) - 1))
    pairs = [_quoted(" ".join(pair)) for run in runs if run[0] >= EAST_ASIAN for pair in pairwise(run.split(" "))]
    if groups or pairs:
        yield _any_of((*groups, *pairs))


def _meant(vocabulary: Vocabulary, run: str, *, last: bool) -> str:
    """What to look for in place of a word with slips, or of characters in a wrong order or with one wrong.

    Names in other alphabets, which the bot does not speak, are found without slips only.
    """
    if run.isascii():
        meant = [_quoted(word) for word in vocabulary.meant_by(run)]
        return _any_of((*meant, *(f"{_quoted(word)} *" for word in (run, *vocabulary.begun_by(run)) if last)))
    if run[0] < EAST_ASIAN:
        return ""
    characters = [_quoted(character) for character in run.split(" ")][:MAX_CHARACTERS]
    if len(characters) < 3:  # noqa: PLR2004 - of two, one alone tells nothing
        return _all_of(characters)
    return _any_of(_all_of(rest) for rest in combinations(characters, len(characters) - 1))


def _any_of(alternatives: Iterable[str]) -> str:
    alternatives = tuple(alternatives)
    return f"({' OR '.join(alternatives)})" if alternatives else ""


def _all_of(parts: Iterable[str]) -> str:
    return f"({' AND '.join(parts)})"


def _matching(connection: sqlite3.Connection, match: str) -> Iterable[tuple[int, str]]:
    return connection.execute(
        "SELECT id, spellings.units FROM words JOIN spellings ON id = words.rowid WHERE words MATCH ? LIMIT ?",
        (match, LOOKED_AT),
    )


def _similarity(units: str, found: str) -> float:
    one, other = units.replace(" ", ""), found.replace(" ", "")
    return max(fuzz.ratio(one, other), UNFINISHED * fuzz.ratio(one, other[: len(one)]))


def _runs(units: str) -> list[str]:
    """Latin words one by one; characters that stand together, together."""
    runs: list[str] = []
    for unit in units.split(" "):
        if runs and not unit.isascii() and not runs[-1].isascii():
            runs[-1] += f" {unit}"
        else:
            runs.append(unit)
    return runs


def _quoted(text: str) -> str:
    quoted = text.replace('"', '""')
    return f'"{quoted}"'


def _cards(connection: sqlite3.Connection, found: dict[int, _Spelling], typed: str, language: str) -> list[Suggestion]:
    """The cards that are spelt so: each by the name that comes nearest, the nearest cards first."""
    rows = connection.execute(
        "SELECT spelling_id, card_id, n.name, face, language FROM spelt JOIN names n ON n.id = name_id"
        " WHERE spelling_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(found)),),
    )
    names = [_Name(*row) for row in rows]

    def order(name: _Name) -> tuple[object, ...]:
        spelling = found[name.spelling]
        foreign = nearness(name.language, language)
        return (
            spelling.nearness,
            _unlike(name.name, typed) if spelling.nearness is Nearness.EXACT else 0,
            foreign if spelling.nearness is not Nearness.SIMILAR else 0,
            name.face != WHOLE,
            spelling.distance,
            foreign,
            name.name,
            name.card,
        )

    best: dict[int, _Name] = {}
    for name in sorted(names, key=order):
        best.setdefault(name.card, name)
    return _told_apart(
        connection,
        [
            _suggestion(connection, name, names, found[name.spelling].nearness, language)
            for name in list(best.values())[:CHOICES]
        ],
    )


def _suggestion(
    connection: sqlite3.Connection, name: _Name, names: list[_Name], near: Nearness, language: str
) -> Suggestion:
    languages = {other.language for other in names if other[1:4] == name[1:4]}
    key, english = connection.execute("SELECT key, name FROM cards WHERE id = ?", (name.card,)).fetchone()
    local = connection.execute(
        "SELECT name FROM names WHERE card_id = ? AND language = ? AND face = ? ORDER BY id LIMIT 1",
        (name.card, language, WHOLE),
    ).fetchone()
    return Suggestion(
        key=key,
        name=name.name,
        face=name.face,
        languages=tuple(sorted(languages, key=lambda code: (nearness(code, language), code))),
        english=english,
        local=local[0] if local else english,
        nearness=near,
    )


def _told_apart(connection: sqlite3.Connection, suggestions: list[Suggestion]) -> list[Suggestion]:
    """The same, with what tells those apart that read alike: their English names, else what stands on them."""
    alike = _keys_by_label(suggestions)
    named = [replace(each, local=each.english) if len(alike[each.label]) > 1 else each for each in suggestions]
    details: dict[str, str] = {}
    for keys in _keys_by_label(named).values():
        details |= _details(connection, keys) if len(keys) > 1 else {}
    return [replace(each, detail=details.get(each.key, "")) for each in named]


def _keys_by_label(suggestions: list[Suggestion]) -> dict[str, list[str]]:
    keys: dict[str, list[str]] = {}
    for each in suggestions:
        keys.setdefault(each.label, []).append(each.key)
    return keys


def _details(connection: sqlite3.Connection, keys: list[str]) -> dict[str, str]:
    """What tells cards apart: the type and mana cost of their fronts, and the text where these do not."""
    fronts = {
        key: connection.execute(
            "SELECT type_line, mana_cost, text FROM faces JOIN cards ON id = card_id WHERE key = ?"
            " ORDER BY number LIMIT 1",
            (key,),
        ).fetchone()
        for key in keys
    }
    short = {key: front[:2] for key, front in fronts.items()}
    told = short if len(set(short.values())) == len(keys) else fronts
    return {key: " · ".join(" ".join(fact.split()) for fact in facts if fact) for key, facts in told.items()}


def _unlike(name: str, typed: str) -> int:
    """How a name differs from what was typed, where they are spelt alike: not at all, in case, in more."""
    one, other = unicodedata.normalize("NFC", name), unicodedata.normalize("NFC", typed.strip())
    return 0 if one == other else 1 if one.casefold() == other.casefold() else 2

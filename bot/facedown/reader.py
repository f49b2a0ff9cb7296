"""Reads a scenario from JSON. Whatever is wrong with it is one `ScenarioError` that names the key.

A key that is null is a key that was left out.
"""

from __future__ import annotations

import difflib
import json
import re
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

from bot.facedown.causes import Cause
from bot.facedown.costs import generic_mana
from bot.facedown.scenario import CardType, Effect, Face, FaceDown, Scenario, ScenarioError, Targets, Zone
from bot.text import shorten

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_Choice = TypeVar("_Choice")
_Entry = TypeVar("_Entry")

_CAUSES: Final = {cause.value: cause for cause in Cause if cause is not Cause.OTHER}
_ZONES: Final = {zone.value: zone for zone in Zone}
_TARGETS: Final = {targets.value: targets for targets in Targets}
_CARD_TYPES: Final = {type_.value: type_ for type_ in CardType} | {"Tribal": CardType.KINDRED}
"""Card data of earlier years calls Kindred by its former name."""

_SCENARIO: Final = (
    "cause",
    "zone",
    "card",
    "listed",
    "from_hidden_zone",
    "loses_abilities",
    "face_up_now",
    "components",
    "cannot_be_turned_face_up",
    "phased_out",
    "morph_cost_increase",
    "effect",
)
_FACE: Final = ("name", "types", "mana_cost", "morph", "megamorph", "disguise", "double_faced")
_LISTED: Final = ("types", "power", "toughness", "ward")
_EFFECT: Final = ("targets", "creature_card_only")
"""The keys that each object may have."""

_HALF: Final = re.compile("[\ud800-\udfff]")
"""Half of a character in UTF-16, which JSON can escape alone, and which nothing can print."""
_QUOTED: Final = 40
"""How many characters of what was written an error quotes."""

_KINDS: Final = {
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "true or false",
    int: "a number",
    float: "a decimal number",
}


def read(raw: bytes) -> Scenario:
    """The scenario that a JSON object in UTF-8 describes.

    Raises:
        ScenarioError: it is no such object, or the scenario contradicts itself.
    """
    fields = _Fields(_parsed(raw), "", _SCENARIO)
    card = fields.object("card", _FACE)
    return Scenario(
        cause=fields.choice("cause", _CAUSES),
        zone=fields.choice("zone", _ZONES) if fields.has("zone") else Zone.BATTLEFIELD,
        card=_face(card, card.card_types("types")),
        listed=_listed(fields.object("listed", _LISTED)) if fields.has("listed") else None,
        from_hidden_zone=fields.flag("from_hidden_zone"),
        loses_abilities=fields.flag("loses_abilities"),
        face_up_now=_face_up_now(fields.object("face_up_now", _FACE)) if fields.has("face_up_now") else None,
        components=fields.components("components") if fields.has("components") else None,
        cannot_be_turned_face_up=fields.flag("cannot_be_turned_face_up"),
        phased_out=fields.flag("phased_out"),
        morph_cost_increase=fields.generic_mana("morph_cost_increase"),
        effect=_effect(fields.object("effect", _EFFECT)) if fields.has("effect") else None,
    )


def _face(fields: _Fields, types: tuple[CardType, ...]) -> Face:
    return Face(
        name=fields.text("name"),
        types=types,
        mana_cost=fields.text("mana_cost"),
        morph=fields.text("morph"),
        megamorph=fields.text("megamorph"),
        disguise=fields.text("disguise"),
        double_faced=fields.flag("double_faced"),
    )


def _face_up_now(fields: _Fields) -> Face:
    return _face(fields, fields.card_types("types") if fields.has("types") else ())


def _listed(fields: _Fields) -> FaceDown:
    return FaceDown(
        types=fields.card_types("types") if fields.has("types") else None,
        power=fields.number("power"),
        toughness=fields.number("toughness"),
        ward=fields.text("ward"),
    )


def _effect(fields: _Fields) -> Effect:
    return Effect(
        targets=fields.choice("targets", _TARGETS) if fields.has("targets") else None,
        creature_card_only=fields.flag("creature_card_only"),
    )


def _parsed(raw: bytes) -> object:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScenarioError("The scenario is not UTF-8 text; save it as UTF-8.") from error
    if not text.strip():
        raise ScenarioError("There is no scenario; give one as a JSON object with the keys “cause” and “card”.")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ScenarioError(f"The scenario is no JSON: {error.msg} ({where}).") from error
    except ValueError as error:  # Python reads no number of more than 4300 digits
        raise ScenarioError("The scenario holds a number that is too long.") from error
    except RecursionError as error:
        raise ScenarioError("The scenario is nested too deeply.") from error


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values: dict[str, object] = {}
    for key, value in pairs:
        if key in values:
            raise ScenarioError(f"{_quoted(key)} stands twice in one object; keep one of them.")
        values[key] = value
    return values


def _constant(name: str) -> NoReturn:
    raise ScenarioError(f"The scenario holds {name}, which is no JSON; write a number or null.")


class _Fields:
    """The keys of one object; a value that is not what it must be is a `ScenarioError`."""

    def __init__(self, value: object, path: str, known: Collection[str]) -> None:
        name = f"“{path}”" if path else "The scenario"
        if not isinstance(value, dict):
            raise _wrong(name, "a JSON object", value)
        for key in value:
            if key not in known:
                raise ScenarioError(f"{name} has an unknown key {_quoted(key)}; {_hint(key, known)}")
        self._values: dict[str, object] = value
        self._path = path

    def has(self, key: str) -> bool:
        """Whether the key is there and says something."""
        return self._values.get(key) is not None

    def _full(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key

    def _optional(self, key: str) -> tuple[object, str]:
        return self._values.get(key), f"“{self._full(key)}”"

    def _needed(self, key: str) -> tuple[object, str]:
        if not self.has(key):
            raise ScenarioError(f"“{self._full(key)}” is missing; add it.")
        return self._optional(key)

    def object(self, key: str, known: Collection[str]) -> _Fields:
        """An object inside this one."""
        value, _ = self._needed(key)
        return _Fields(value, self._full(key), known)

    def choice(self, key: str, choices: Mapping[str, _Choice]) -> _Choice:
        """One of the words that there are for something."""
        return _choice(*self._needed(key), choices)

    def card_types(self, key: str) -> tuple[CardType, ...]:
        """Some card types."""
        return _card_types(*self._needed(key))

    def components(self, key: str) -> tuple[tuple[CardType, ...], ...]:
        """The card types of each component."""
        value, name = self._needed(key)
        return tuple(_card_types(component, name) for component in _entries(value, name, list, "a list of card types"))

    def flag(self, key: str) -> bool:
        """Yes or no; no when it is left out."""
        value, name = self._optional(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        raise _wrong(name, "true or false", value)

    def text(self, key: str) -> str | None:
        """A text. A blank one says nothing: that is how card data writes a mana cost that is not there."""
        value, name = self._optional(key)
        if value is not None and not isinstance(value, str):
            raise _wrong(name, "a text", value)
        if value and _HALF.search(value):
            raise ScenarioError(f"{name} holds half a character ({_quoted(value)}); write whole ones.")
        return value if value and value.strip() else None

    def number(self, key: str) -> int | None:
        """A whole number."""
        value, name = self._optional(key)
        # To Python, true is a number, too.
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        raise _wrong(name, "a whole number", value)

    def generic_mana(self, key: str) -> int:
        """How much generic mana a cost is; 0 when it is left out."""
        cost = self.text(key)
        if cost is None:
            return 0
        mana = generic_mana(cost)
        if mana is None:
            raise ScenarioError(f"“{self._full(key)}” is {_quoted(cost)}; write generic mana, such as {{2}}.")
        return mana


def _choice(value: object, name: str, choices: Mapping[str, _Choice]) -> _Choice:
    if not isinstance(value, str):
        raise _wrong(name, "a text", value)
    if value not in choices:
        raise ScenarioError(f"{name} has the unknown value {_quoted(value)}; {_hint(value, choices)}")
    return choices[value]


def _card_types(value: object, name: str) -> tuple[CardType, ...]:
    return tuple(_choice(word, name, _CARD_TYPES) for word in _entries(value, name, str, "a card type"))


def _entries(value: object, name: str, kind: type[_Entry], wanted: str) -> list[_Entry]:
    if not isinstance(value, list):
        raise _wrong(name, "a list", value)
    for entry in value:
        if not isinstance(entry, kind):
            raise _wrong(f"Each entry of {name}", wanted, entry)
    return value


def _wrong(name: str, wanted: str, value: object) -> ScenarioError:
    return ScenarioError(f"{name} must be {wanted}, not {_KINDS.get(type(value), 'null')}.")


def _hint(word: str, known: Collection[str]) -> str:
    close = difflib.get_close_matches(word[:_QUOTED], known, n=1)
    return f"did you mean “{close[0]}”?" if close else f"known are: {', '.join(known)}."


def _quoted(text: str) -> str:
    """What somebody wrote, short and on one line: it may hold line breaks and worse."""
    return f"“{''.join(char if char.isprintable() else ascii(char)[1:-1] for char in shorten(text, _QUOTED))}”"

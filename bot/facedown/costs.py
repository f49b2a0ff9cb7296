"""Costs as they are written: mana symbols (`{X}{G}{G}`), or words (`Sacrifice another creature`)."""

from __future__ import annotations

import re
import unicodedata

_SYMBOLS = re.compile(r"(?:\{[^{}]+\})*")
"""The mana that a cost begins with: all of it, or what stands before its words."""
_VARIABLE = re.compile(r"(?:\{X\})*")
_GENERIC = re.compile(r"\{([0-9]{1,9})\}")
"""A generic symbol; nine digits are enough for every number that was ever printed."""


def generic_mana(cost: str) -> int | None:
    """How much generic mana a cost is, when it is a single generic symbol; else None."""
    match = _GENERIC.fullmatch(cost)
    return int(match[1]) if match else None


def raised(cost: str, increase: int) -> str:
    """A cost with so much more generic mana in it, written where a printed cost would have it.

    It joins the generic symbol ({2}{W} → {4}{W}); without one it stands before the first symbol that is not {X}
    ({X}{R} → {X}{2}{R}), and before words ({2}, Sacrifice another creature).
    """
    if not increase:
        return cost
    mana = _leading(_SYMBOLS, cost)
    if not mana:
        return f"{{{increase}}}, {cost}"
    generic = _GENERIC.search(mana)
    if generic:
        return f"{cost[: generic.start()]}{{{int(generic[1]) + increase}}}{cost[generic.end() :]}"
    variable = _leading(_VARIABLE, cost)
    return f"{variable}{{{increase}}}{cost.removeprefix(variable)}"


def _leading(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.match(text)
    return match.group() if match else ""


_SYMBOL = (
    r"2/[WUBRG]|C/[WUBRG]|[WUBRG]/P|"
    r"(?:W/[UBRG]|U/[WBRG]|B/[WURG]|R/[WUBG]|G/[WUBR])(?:/P)?|"
    r"[0-9]{1,9}|[WUBRGCSXYZ]"
)
"""A mana symbol without its braces: hybrid, Phyrexian, generic, of a colour, colourless, snow or variable (107.4)."""
_BRACED = re.compile(rf"(?:\{{(?:{_SYMBOL})\}})+")
_TYPED = re.compile(rf"\{{(?:{_SYMBOL})\}}|(?:{_SYMBOL})")
_NOTHING = frozenset({"-", "–", "—", "none", "无", "沒有", "没有", "없음", "nenhum", "nenhuma", "ninguno", "ninguna"})
"""What people write where there is no cost, in any of the five languages; no cost reads so."""


def is_mana(cost: str) -> bool:
    """Whether a cost is mana symbols alone, as every mana cost is (202.1); else it is words."""
    return _BRACED.fullmatch(cost) is not None


def as_written(typed: str) -> str | None:
    """A cost as it is printed, of what somebody typed, also on a keyboard with full-width forms; None where it is none.

    `3wbg`, `3{W}bg` and `{3}{w}{b}{g}` are {3}{W}{B}{G}, `w/u` is {W/U}; words stay as they are.
    """
    words = unicodedata.normalize("NFKC", typed).split()
    typed = " ".join(words)
    if not typed or typed.casefold() in _NOTHING:
        return None
    symbols = [match.group() for word in words for match in _TYPED.finditer(word.upper())]
    if "".join(symbols) != "".join(words).upper():
        return typed
    return "".join(symbol if symbol.startswith("{") else f"{{{symbol}}}" for symbol in symbols)

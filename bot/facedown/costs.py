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


_MANA = re.compile(r"(?:\{[0-9A-Za-z/]{1,5}\})+")


def is_mana(cost: str) -> bool:
    """Whether a cost is mana symbols alone, as every mana cost is (202.1)."""
    return _MANA.fullmatch(cost) is not None


_TYPED = re.compile(r"[0-9]+|[WUBRGCXS]", re.IGNORECASE)


def as_written(typed: str) -> str:
    """A cost as it is printed, of what somebody typed, also on a keyboard with full-width forms.

    `3wbg` is {3}{W}{B}{G}; symbols and words stay as they are.
    """
    typed = " ".join(unicodedata.normalize("NFKC", typed).split())
    bare = typed.replace(" ", "")
    if is_mana(bare):
        return bare
    if bare and not _TYPED.sub("", bare):
        return "".join(f"{{{symbol.upper()}}}" for symbol in _TYPED.findall(bare))
    return typed

"""Numbers of the Comprehensive Rules: how they look and how they sort."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"(?P<section>[1-9]\d{2})\.(?P<rule>[1-9]\d{0,2})(?P<letter>[a-km-np-z]?)")
"""Section 100–999, rule, and a letter; the rules leave out l and o, which look like 1 and 0."""


def is_rule_number(text: str) -> bool:
    """Whether a text looks like a rule number: `708.2`, `701.40b`."""
    return _NUMBER.fullmatch(text) is not None


def rule_order(number: str) -> tuple[int, int, str]:
    """The sort key that puts rules in the order of the book: 702.37 before 702.168 before 702.168a."""
    match = _NUMBER.fullmatch(number)
    if match is None:
        return (0, 0, number)
    return (int(match["section"]), int(match["rule"]), match["letter"])


def find_rule_numbers(text: str) -> tuple[str, ...]:
    """The rule numbers that a text cites, in its order."""
    return tuple(match.group() for match in re.finditer(rf"(?<![\d.]){_NUMBER.pattern}(?![\w])", text))

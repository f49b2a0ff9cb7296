"""What Discord accepts at most: characters of a text, entries of a list. By hand from its documentation."""

from __future__ import annotations

MESSAGE = 2000
"""Characters of a message's content."""
HEADING = 256
"""Characters of an embed's title, and of the name of a field."""
FIELD = 1024
"""Characters of the value of an embed's field."""
LABEL = 100
"""Characters of the label of a select's option."""
OPTIONS = 25
"""Options of a select."""
CHOICE = 100
"""Characters of the name of an autocomplete's choice."""
CHOICES = 25
"""Choices of an autocomplete."""
DISPLAY_NAME = 32
"""Characters of a display name."""

"""The failures of an import and of the library's file."""

from __future__ import annotations

from bot.errors import CannotStartError, JudgeError


class ImportRefusedError(JudgeError):
    """Nothing was imported and nothing changed; the sentence says why."""


class BrokenLibraryError(CannotStartError):
    """The library's own file cannot be used; the sentence says what to do."""


class BadFileError(Exception):
    """What is wrong with a file, and where in it: half a sentence, to which its name is added."""


class WrongValueError(Exception):
    """Something in a record of a file is not what it should be.

    Attributes:
        place: the keys inside the record that lead to it.
    """

    def __init__(self, message: str, *place: str | int) -> None:
        super().__init__(message)
        self.place = place

"""Rulings to spoil: one edit of the real ones, and the problems that it makes."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from bot.corpus.load import BrokenCorpusError, load

RULINGS = Path(__file__).parents[1] / "rulings"
MARK = "¶"
"""Stands in an edit where the problem is expected."""


def brief_copy(folder):
    """The rulings with only three questions of each kind, to be read in half the time."""
    shutil.copytree(RULINGS, folder)
    for file in (folder / "asked").iterdir():
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub(r"((?:^    .*\n){3})(?:^    .*\n)+", r"\1", text, flags=re.MULTILINE), encoding="utf-8")
    return folder


def published_copy(folder):
    """The rulings without the translations that were made here."""
    shutil.copytree(RULINGS, folder)
    for file in (folder / "topics").iterdir():
        made_here = r"      - language: .*\n(?:        .*\n)*?        translated_from: .*\n(?:        .*\n)*"
        file.write_text(re.sub(made_here, "", file.read_text(encoding="utf-8")), encoding="utf-8")
    return folder


def edit(folder, place, old, new):
    """Replace the first match of a pattern after an anchor; the place of the mark, as `file:line`."""
    name, anchor = place
    file = folder / name
    text = file.read_text(encoding="utf-8")
    match = re.compile(old, re.MULTILINE).search(text, text.index(anchor))
    assert match, f"{old} does not stand in {name} after {anchor}"
    before, text = text[: match.start()], text[: match.start()] + match.expand(new) + text[match.end() :]
    line = text[: text.index(MARK)].count("\n") if MARK in text else before.count("\n")
    file.write_text(text.replace(MARK, ""), encoding="utf-8")
    return f"{name}:{line + 1}"


def problems_of(folder):
    """The problems of a folder, one string each."""
    with pytest.raises(BrokenCorpusError) as caught:
        load(folder)
    return [str(problem) for problem in caught.value.problems]

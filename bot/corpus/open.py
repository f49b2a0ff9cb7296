"""Opening a folder of rulings: read, checked, indexed, ready to be asked."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from bot.corpus.load import load
from bot.corpus.search import Judge

if TYPE_CHECKING:
    from pathlib import Path


def open_judge(folder: Path) -> Judge:
    """The judge who knows the rulings of a folder.

    The garbage collector rests meanwhile, and never looks at the corpus afterwards: it is two hundred thousand objects
    that live as long as the process, and walking over them makes a start slower by a sixth and an answer now and
    then by many times. What is made ready only when an entry first comes near, it does look at.

    Raises:
        BrokenCorpusError: with every problem of every file.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        judge = Judge(load(folder))
        gc.freeze()
    finally:
        if running:
            gc.enable()
    return judge

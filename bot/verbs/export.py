"""`export`: the whole corpus as one JSON document."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add_to(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "export",
        help="print the corpus as one JSON document",
        description="Print every topic with all its texts, the mechanic index and the cards as one JSON document.",
    )
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Print the document."""
    from bot.corpus.export import document  # noqa: PLC0415 - see the package's docstring
    from bot.corpus.load import load  # noqa: PLC0415
    from bot.paths import rulings_folder  # noqa: PLC0415

    json.dump(document(load(rulings_folder())), sys.stdout, ensure_ascii=False, indent=1)
    sys.stdout.write("\n")
    return 0

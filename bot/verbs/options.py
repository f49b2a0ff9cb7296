"""Options that several verbs have in common."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add_config(parser: argparse.ArgumentParser, tells: str = "") -> None:
    """Add `--config FILE`.

    Args:
        parser: that of the verb.
        tells: what the verb takes from the configuration, where that is not all of it.
    """
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=f"the configuration{tells} (default: config.yaml, when there is one)",
    )

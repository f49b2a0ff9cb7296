"""Where the project's own data lies, in a checkout and in an installed wheel alike."""

from __future__ import annotations

from pathlib import Path

from bot.errors import CannotStartError

_PACKAGE = Path(__file__).resolve().parent


def rulings_folder() -> Path:
    """The folder with the corpus: `bot/rulings` of a wheel, else `rulings/` of the checkout.

    Raises:
        CannotStartError: neither is there, so the installation is broken.
    """
    for folder in (_PACKAGE / "rulings", _PACKAGE.parent / "rulings"):
        if folder.is_dir():
            return folder
    raise CannotStartError(
        f"The rulings were not found beside the package in {_PACKAGE}; install facedown-judge again."
    )

"""A library in a folder of the test's own."""

from __future__ import annotations

import pytest
from card_files import CARDS, Shelf, atomic


@pytest.fixture
def shelf(tmp_path, judge):
    """An empty one."""
    shelf = Shelf(tmp_path, judge)
    yield shelf
    shelf.library.close()


@pytest.fixture
def filled(shelf):
    """One with the few cards of `card_files`."""
    shelf.take(atomic(*CARDS))
    return shelf


@pytest.fixture(scope="module")
def filled_once(tmp_path_factory, judge):
    """The same for tests that only ask it."""
    shelf = Shelf(tmp_path_factory.mktemp("library"), judge)
    shelf.take(atomic(*CARDS))
    yield shelf
    shelf.library.close()

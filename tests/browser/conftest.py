"""The page of `play` in Chromium, for each test as it is at the start."""

from __future__ import annotations

import os

import pytest

from tests.browser.page import CHROMIUM, Discord, chromium
from tests.command_line import served

NO_CHROMIUM = "no Chromium is installed: on Debian, `apt-get install chromium` installs one"
REQUIRED = "BROWSER_TESTS"
"""The environment variable that, set to `required`, makes a missing Chromium a failure."""


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        (pytest.fail if os.environ.get(REQUIRED) == "required" else pytest.skip)(NO_CHROMIUM)
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def evening():
    """A process that serves the page to all tests that do not mind what others did before."""
    with served("--no-browser") as process:
        yield process


@pytest.fixture
def fresh():
    """A process that serves the page to one test alone."""
    with served("--no-browser") as process:
        yield process


@pytest.fixture
def come(request, browser):
    """Opens the page for one more person: of the test's own process where it has one, else of the common one."""
    play = request.getfixturevalue("fresh" if "fresh" in request.fixturenames else "evening")
    pages = []

    def come(width=1280, height=800):
        pages.append(browser.new_page(viewport={"width": width, "height": height}))
        return Discord(pages[-1], play.address)

    yield come
    for page in pages:
        page.close()


@pytest.fixture
def discord(come):
    """The page, just opened."""
    return come()

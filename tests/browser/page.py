"""The page of `play` as people use it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, sync_playwright

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""Where the system has installed Chromium; a browser of Playwright's own would have to be downloaded."""
PATIENCE = 20_000
"""Milliseconds that anything in the page may take."""

MESSAGE = "article.channel-message"


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


class Discord:
    """What somebody does in the page, and what is to be seen there."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.locator("#preview-app[aria-busy=false] #channel-composer-input").wait_for()

    def be(self, name: str) -> None:
        """Be somebody else."""
        [viewer] = self.page.get_by_label("Viewing as").select_option(label=name)
        shown = "viewer => window.simcordPreview.ready && window.simcordPreview.viewerId === viewer"
        self.page.wait_for_function(shown, arg=viewer)

    def settle(self) -> None:
        """Wait until nothing is on its way any more."""
        self.page.wait_for_function("() => window.simcordPreview.ready && !window.simcordPreview.awaitingRevision")

    def begin(self, command: str) -> None:
        """Type a command and choose it from what is offered."""
        self.page.get_by_label("Message", exact=True).press_sequentially(f"/{command}")
        self.page.get_by_role("option", name=f"/{command}").first.click()

    def write(self, text: str) -> None:
        """Type into the field below, without choosing from what is offered."""
        self.page.get_by_label("Message", exact=True).press_sequentially(text)

    def choose(self, typed: str, offered: str) -> None:
        """Type the beginning of an option's value and choose from what is offered for it."""
        self.page.keyboard.type(typed)
        self.page.get_by_role("option", name=offered, exact=True).click()

    def fill_in(self, option: str, value: str) -> None:
        """Add an option that is not required, and type its value."""
        self.page.get_by_role("button", name=re.compile(r"^\+\d+ more$")).click()
        self.page.get_by_role("listbox").get_by_role("option", name=option).first.click()
        self.page.keyboard.type(value)

    def send(self) -> None:
        """Send what stands in the field."""
        self.page.get_by_role("button", name="Send", exact=True).click()

    def message(self, text: str) -> Locator:
        """The newest message with a text."""
        return self.page.locator(MESSAGE).filter(has_text=text).last

    def same(self, message: Locator) -> Locator:
        """A message by its id, whatever it says by now."""
        return self.page.locator(f"{MESSAGE}[data-message-id='{message.get_attribute('data-message-id')}']")

    def press(self, button: str) -> None:
        """Press a button of the newest message that has it."""
        self.page.get_by_role("log").get_by_role("button", name=button, exact=True).last.click()

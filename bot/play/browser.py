"""Opening a page in the browser of whoever is at the keyboard."""

from __future__ import annotations

import os
import webbrowser

TEXT_BROWSERS = {"www-browser", "links", "elinks", "lynx", "w3m"}
"""They would take the terminal over and cannot show the page."""


def open_page(url: str) -> bool:
    """Open a page; whether there was a browser for it. It may take seconds until that is known."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    if not os.environ.get("BROWSER") and getattr(browser, "name", "") in TEXT_BROWSERS:
        return False
    return browser.open(url)

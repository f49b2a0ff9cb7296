"""`python -m tests.browser`: takes the picture of `play` that stands in the README."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, expect

from tests.browser.page import Discord, chromium
from tests.command_line import served

PICTURE = Path(__file__).with_name("play.png")
WIDTH, HEIGHT = 900, 1400
"""At most; it ends where the board does."""
COLOURS = 255
"""Enough for letters on a dark ground; every one of them costs each reader of the README bytes."""


MARGIN = 8


def end(part: Locator) -> int:
    """Where a part of the page ends, in pixels from the top."""
    box = part.bounding_box()
    assert box is not None
    return round(box["y"] + box["height"])


def main() -> None:
    """Take it: what Ana sees at the start, with the answer turned back into English."""
    with served("--no-browser") as play, chromium() as browser:
        discord = Discord(browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}), play.address)
        answer = discord.same(discord.message("Ana used /ruling"))
        answer.get_by_role("button", name="🇬🇧").click()
        expect(answer).to_contain_text("“Ana” 🇬🇧")
        discord.page.get_by_role("button", name="Messages").click()
        expect(discord.page.get_by_text("Viewport updated")).to_be_visible()
        discord.settle()
        timeline = discord.page.get_by_role("log")
        timeline.evaluate("timeline => { timeline.scrollTop = 0 }")
        below = end(timeline) - end(discord.message("Face-down permanents"))
        discord.page.set_viewport_size({"width": WIDTH, "height": HEIGHT - below + MARGIN})
        discord.page.wait_for_timeout(1000)
        discord.settle()
        timeline.evaluate("timeline => { timeline.scrollTop = 0 }")
        picture = Image.open(io.BytesIO(discord.page.screenshot()))
    picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(PICTURE, optimize=True)
    print(f"{PICTURE}: {PICTURE.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()

"""The page in the browser: simcord's own, with what it lacks to be used as Discord is."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt

from bot.languages import BY_FLAG

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simcord import Preview

STATIC = Path(__file__).parent / "static"
HEADING_ENDS = '<p id="channel-topic" class="channel-topic"></p>\n                </div>'
"""What stands in simcord's page where the head of the channel has room."""
SCRIPT, STYLE = STATIC / "play.js", STATIC / "play.css"


def furnish_page(preview: Preview, *, title: str, hint: str, apps: Sequence[str]) -> None:
    """Let a preview that is not entered yet serve its page with ours around it.

    Discord shows what is pinned at the head of a channel; simcord's page does not, so that the hint stands there.

    Args:
        preview: the preview.
        title: of the page.
        hint: what is pinned, in Markdown.
        apps: the commands that stand under *Apps* at a message.
    """
    server = preview._server
    server._STATIC_FILES = server._STATIC_FILES | {"/play.js": str(SCRIPT), "/play.css": str(STYLE)}  # type: ignore[misc]
    server._STATIC_CONTENT_TYPES = server._STATIC_CONTENT_TYPES | {str(STYLE): "text/css"}  # type: ignore[misc]
    index = server._index

    async def ours(request: Any) -> Any:
        answer = await index(request)
        answer.text = _put_in(answer.text, title, hint, apps)
        return answer

    server._index = ours  # type: ignore[method-assign]


def _put_in(page: str, title: str, hint: str, apps: Sequence[str]) -> str:
    """Put the name, what is pinned, our style and our script into the page."""
    name = html.escape(title)
    pins = f'<details id="pins"><summary>📌 What to try</summary><div>{MarkdownIt().render(hint)}</div></details>'
    beyond = html.escape(json.dumps({"apps": list(apps), "flags": list(BY_FLAG)}))
    for old, new in (
        ("<title>SimCord Preview</title>", f"<title>{name}</title>"),
        ("<strong>SimCord</strong><small>Preview</small>", f"<strong>{name}</strong><small>simulated Discord</small>"),
        ("</head>", '<link rel="stylesheet" href="/play.css"></head>'),
        (HEADING_ENDS, f"{HEADING_ENDS}{pins}"),
        ("</body>", f'<script type="module" src="/play.js" id="play" data-beyond="{beyond}"></script></body>'),
    ):
        page = page.replace(old, new)
    return page

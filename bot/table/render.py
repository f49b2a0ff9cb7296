"""What the table looks like on Discord, made from values that hold nothing but what the reader may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot import messages, render
from bot.facedown.rulings import topics_for
from bot.facedown.wording import Style, Teller, exact_cause
from bot.text import group_pages, line_pages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.corpus.model import Corpus
    from bot.facedown.answer import Answer
    from bot.facedown.events import Recorded
    from bot.facedown.game import Game, Permanent
    from bot.facedown.hidden import Secret
    from bot.messages import Messages

PAGE = 3500
"""Characters of a page, below the 4096 of an embed's description."""

_COLOUR = discord.Colour.from_str("#6b4f8a")


class DiscordStyle(Style):
    """Writes players as mentions, moments in the reader's own time zone, and people's words without markup."""

    def __init__(self) -> None:
        super().__init__({}, "")

    def number(self, number: int) -> str:
        """A number that is seen at once."""
        return f"**#{number}**"

    def player(self, player: int) -> str:
        """A mention, which Discord shows as the player's name; nothing of ours pings."""
        return f"<@{player}>"

    def words(self, text: str) -> str:
        """Words that cannot become markup, a link or a mention."""
        return render.escape(text)

    def moment(self, at: int) -> str:
        """A timestamp, which Discord shows as the reader's date and time."""
        return f"<t:{at}:f>"

    def since(self, at: int) -> str:
        """A timestamp that Discord shows as the time since then."""
        return f"<t:{at}:R>"

    def struck(self, text: str) -> str:
        """Struck through."""
        return f"~~{text}~~"


def teller(language: str) -> Teller:
    """Who tells on Discord what happened, in a language."""
    return Teller(messages.of(language), DiscordStyle())


def board(game: Game, language: str, page: int) -> tuple[discord.Embed, int, int]:
    """The board: what is face down, by controller, in the order of arrival.

    Args:
        game: the table.
        language: the board's language.
        page: the page wanted, from 0; one past the end shows the last.

    Returns:
        The embed, the page that it shows, and how many there are.
    """
    tell = teller(language)
    groups = []
    for player in game.players:
        if controlled := game.controlled_by(player):
            head = tell.say("facedown.board.count", player=tell.style.player(player), count=len(controlled))
            groups.append((head, [tell.board_line(permanent) for permanent in controlled]))
    return _paged(group_pages(groups, PAGE), tell.say, page, title="facedown.board.title", empty="facedown.board.empty")


def closed_board(language: str) -> discord.Embed:
    """A board whose game is closed."""
    return _embed(messages.of(language), "facedown.board.title", messages.of(language)("facedown.board.closed"))


def moved_board(language: str, link: str) -> discord.Embed:
    """A board that stands elsewhere now."""
    return _embed(
        messages.of(language), "facedown.board.title", messages.of(language)("facedown.board.moved", link=link)
    )


def look(
    permanents: Sequence[Permanent],
    secrets: Mapping[int, Secret],
    language: str,
    page: int,
    ways: Mapping[int, Answer] | None = None,
) -> tuple[discord.Embed, int, int]:
    """What a player's own face-down permanents are, and what turns them up where that is known; pages as of `board`."""
    tell = teller(language)
    ways = ways or {}
    lines = []
    for permanent in permanents:
        line = tell.own_line(permanent, secrets[permanent.number])
        answer = ways.get(permanent.number)
        lines.append(f"{line}\n-# {tell.ways(answer)}" if answer else line)
    filled = line_pages(lines, PAGE)
    if any(way.cost is not None for answer in ways.values() for way in answer.ways):
        when = f"-# {tell.say('ways.when')}: {tell.say('ways.when_text')}"
        filled = tuple(f"{text}\n\n{when}" for text in filled)
    return _paged(filled, tell.say, page, title="facedown.look.title", empty="facedown.look.empty")


def log(history: Sequence[Recorded], language: str, page: int | None) -> tuple[discord.Embed, int, int]:
    """What happened, in order; see `board` for pages. None is the last page."""
    tell = teller(language)
    filled = line_pages(tell.log(history), PAGE)
    wanted = len(filled) if page is None else page
    return _paged(filled, tell.say, wanted, title="facedown.log.title", empty="facedown.log.empty")


def rulings_for(permanents: Sequence[Permanent], secrets: Mapping[int, Secret], corpus: Corpus) -> list[str]:
    """The topics whose rulings apply to a player's own permanents, as far as the corpus has them."""
    causes = dict.fromkeys(exact_cause(permanent, secrets[permanent.number]) for permanent in permanents)
    topics = dict.fromkeys(topic for cause in causes for topic in topics_for(cause))
    return [topic for topic in topics if topic in corpus.topics]


def in_embeds(lines: Sequence[str], title: str | None = None) -> list[discord.Embed]:
    """Any number of lines as embeds, each for a message of its own."""
    return [
        discord.Embed(title=None if number else title, description=text, colour=_COLOUR)
        for number, text in enumerate(line_pages(lines, PAGE))
    ]


def _paged(
    filled: tuple[str, ...], say: Messages, page: int, *, title: str, empty: str
) -> tuple[discord.Embed, int, int]:
    filled = filled or (say(empty),)
    page = min(page, len(filled) - 1)
    embed = _embed(say, title, filled[page])
    if len(filled) > 1:
        embed.set_footer(text=say("answer.page", page=page + 1, pages=len(filled)))
    return embed, page, len(filled)


def _embed(say: Messages, title: str, description: str) -> discord.Embed:
    return discord.Embed(title=say(title), description=description, colour=_COLOUR)

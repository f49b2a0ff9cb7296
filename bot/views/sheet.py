"""A card with its rulings, as embeds: in one language, or in two side by side with the same rulings on each page."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple

import discord

from bot import messages
from bot.limits import HEADING
from bot.render import PAGE, escape
from bot.text import pages, shorten
from bot.wording import how_translated, ruling_in, what_it_is

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.cards import Sheet
    from bot.library.model import Ruling
    from bot.messages import Messages

ALONE: Final = 3000
BESIDE: Final = 1700
"""Characters of rulings on a page, escapes included, in one language and in each of two: with all that stands around
them, two embeds stay within the 6000 characters that Discord allows."""
HEAD: Final = 500
"""Characters of what is said about a card before its rulings."""
ABOUT: Final = 400
"""Characters of what is said about a ruling under it."""
MOST_PAGES: Final = 100
"""The pages that the state of a message can count."""

_COLOUR = discord.Colour.from_str("#3b6ea5")


def embeds(sheet: Sheet, languages: Sequence[str], page: int) -> tuple[list[discord.Embed], int, int]:
    """A page of a card.

    Args:
        sheet: the card and its rulings.
        languages: the one or two languages to show it in.
        page: the page wanted, from 0; one past the end shows the last.

    Returns:
        The embeds, the page that they show, and how many there are.
    """
    filled = _filled(sheet, languages)
    page = min(page, len(filled) - 1)
    shown = [_embed(sheet, language, words) for language, words in zip(languages, filled[page].columns, strict=True)]
    if len(filled) > 1:
        say = messages.of(languages[0])
        shown[0].set_footer(text=say("answer.page", page=page + 1, pages=len(filled)))
    return shown, page, len(filled)


def same_page(sheet: Sheet, before: tuple[Sequence[str], int], languages: Sequence[str]) -> int:
    """The page on which a card goes on when it is turned into other languages, in which its rulings are as long or not.

    Args:
        sheet: the card and its rulings.
        before: the languages that it is shown in, and the page.
        languages: those that it is turned into.
    """
    shown, page = [each.first for each in _filled(sheet, before[0])], before[1]
    wanted = shown[min(page, len(shown) - 1)]
    firsts = [each.first for each in _filled(sheet, languages)]
    if page < len(firsts) and firsts[page] == wanted:
        return page
    return firsts.index(max(first for first in firsts if first <= wanted))


def own_ruling(sheet: Sheet, ruling: Ruling, language: str) -> discord.Embed:
    """A ruling of a card that a question names, to stand under the ruling of the corpus."""
    say = messages.of(language)
    words, _, about = ruling_in(ruling, say)
    return discord.Embed(
        title=shorten(escape(say("card.own_ruling", card=sheet.card.name_in(language))), HEADING),
        description=f"{shorten(escape(words), PAGE)}\n{_small(about)}",
        colour=_COLOUR,
    )


def _embed(sheet: Sheet, language: str, words: str) -> discord.Embed:
    say = messages.of(language)
    head = [f"**{escape(line)}**" for line in what_it_is(sheet.card, language)]
    notices = [f"*{escape(notice)}*" for notice in how_translated(sheet, say)]
    return discord.Embed(
        title=shorten(escape(sheet.card.name_in(language)), HEADING),
        description="\n\n".join(filter(None, (shorten("\n".join([*head, *notices]), HEAD), words))),
        colour=_COLOUR,
    )


class _Page(NamedTuple):
    """A page.

    Attributes:
        first: the number of the ruling that it begins with, from 0.
        columns: its text in each language.
    """

    first: int
    columns: tuple[str, ...]


def _filled(sheet: Sheet, languages: Sequence[str]) -> list[_Page]:
    """The pages."""
    if not sheet.rulings:
        return [_Page(0, tuple(messages.of(language)("card.no_rulings") for language in languages))]
    limit = ALONE if len(languages) == 1 else BESIDE
    filled: list[_Page] = []
    for number, blocks in _blocks(sheet, languages, limit):
        joined = tuple(_joined(*both) for both in zip(filled[-1].columns, blocks, strict=True)) if filled else ()
        if joined and all(len(text) <= limit for text in joined):
            filled[-1] = filled[-1]._replace(columns=joined)
        else:
            filled.append(_Page(number, blocks))
    return filled[:MOST_PAGES]


def _joined(one: str, other: str) -> str:
    return "\n\n".join(filter(None, (one, other)))


def _blocks(sheet: Sheet, languages: Sequence[str], limit: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """What must not be cut, with its number: a ruling in each language, or a part of a very long one."""
    for number, ruling in enumerate(sheet.rulings):
        columns = [
            _parts(
                sheet, number, messages.of(language), limit, is_beside=place > 0 and language not in ruling.languages
            )
            for place, language in enumerate(languages)
        ]
        yield from ((number, parts) for parts in zip_longest(*columns, fillvalue=""))


def _parts(sheet: Sheet, number: int, say: Messages, limit: int, *, is_beside: bool) -> list[str]:
    """A ruling in a language, in one part where it fits; `is_beside`: its English text stands beside it already."""
    heading = ""
    if sheet.answering and number in (0, sheet.answering):
        heading = f"__{say('card.rest' if number else 'card.answering')}__\n"
    count = f"**{number + 1}.** "
    if is_beside:
        return [f"{heading}{count}*{say('card.not_in', language=say(f'tongue.{say.language}'))}*"]
    words, complete, about = ruling_in(sheet.rulings[number], say)
    below = f"\n{_small(about)}"
    text = escape(words)
    if complete is not None:
        text += f"\n**{escape(say('answer.complete'))}**\n{escape(complete)}"
    first, *rest = pages(text, limit - len(heading) - len(count) - len(below))
    return [f"{heading}{count}{first}{'' if rest else below}", *rest[:-1], *(f"{last}{below}" for last in rest[-1:])]


def _small(about: str) -> str:
    return f"-# {shorten(escape(about.replace(chr(10), ' ')), ABOUT)}"

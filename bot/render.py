"""Discord embeds made from plain values: what a ruling, an overview, a refusal and `/about` look like."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import discord
from discord.utils import escape_mentions

from bot import messages
from bot.corpus.model import Provenance
from bot.languages import BY_CODE, LANGUAGES
from bot.limits import FIELD
from bot.text import pages, shorten
from bot.wording import footer, honesty, note_in, published, rules_line, told_apart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.corpus.facts import Facts
    from bot.corpus.model import Corpus, Mechanic, Topic
    from bot.corpus.reading import Reading

PAGE = 1000
"""Characters of a ruling on one page, escapes included: two languages side by side, each with a note of the greatest
length, stay within the 6000 characters that Discord allows over all embeds of a message."""

_COLOURS = {
    Provenance.SOURCE: discord.Colour.from_str("#3b6ea5"),
    Provenance.OFFICIAL: discord.Colour.from_str("#3b6ea5"),
    Provenance.UNSTATED: discord.Colour.from_str("#7a7f87"),
    Provenance.MACHINE: discord.Colour.from_str("#b8862f"),
}
_NEUTRAL = discord.Colour.from_str("#7a7f87")


def ruling(reading: Reading, corpus: Corpus, page: int = 0) -> discord.Embed:
    """One ruling in one language.

    Args:
        reading: the topic as read in the language wanted.
        corpus: for the names of cards.
        page: the page of a long text, from 0; one past the end shows the last.
    """
    say = messages.of(reading.language)
    text_pages = _pages(reading)
    page = min(page, len(text_pages) - 1)
    embed = discord.Embed(
        title=escape(reading.title),
        description="\n\n".join([text_pages[page], *_notices(reading)]),
        colour=_COLOURS[reading.text.provenance],
    )
    if reading.note:
        embed.add_field(name=say("answer.note"), value=escape(note_in(reading.note, say)), inline=False)
    embed.add_field(
        name=say("answer.published"), value=escape(published(reading.topic, reading.text, corpus, say)), inline=False
    )
    embed.add_field(name=say("answer.rules"), value=rules_line(reading.topic.rules, say), inline=False)
    if reading.others:
        embed.add_field(name=say("answer.languages"), value=flags(reading.others), inline=False)
    foot = footer(reading.text, say)
    if len(text_pages) > 1:
        foot = f"{foot} · {say('answer.page', page=page + 1, pages=len(text_pages))}"
    return embed.set_footer(text=foot)


def _notices(reading: Reading) -> list[str]:
    """What must be said about a text, set apart from its words."""
    return [f"*{escape(notice)}*" for notice in honesty(reading, messages.of(reading.language))]


def same_text(reading: Reading) -> discord.Embed:
    """A second language that has no text but the one shown above already: what is said about it, and the note."""
    say = messages.of(reading.language)
    embed = discord.Embed(
        title=escape(reading.title),
        description="\n".join(_notices(reading)),
        colour=_NEUTRAL,
    )
    if reading.note:
        embed.add_field(name=say("answer.note"), value=escape(note_in(reading.note, say)), inline=False)
    return embed.set_footer(text=footer(reading.text, say))


def as_near(first: Topic, reading: Reading, corpus: Corpus) -> discord.Embed:
    """A second ruling that comes as near a question as the first: its text and note, and how the two differ."""
    say = messages.of(reading.language)
    embed = discord.Embed(
        title=escape(reading.title),
        description="\n\n".join(
            [
                f"**{escape(told_apart(first, reading.topic, corpus, say))}**",
                _pages(reading)[0],
                *_notices(reading),
            ]
        ),
        colour=_COLOURS[reading.text.provenance],
    )
    if reading.note:
        embed.add_field(name=say("answer.note"), value=escape(note_in(reading.note, say)), inline=False)
    embed.add_field(
        name=say("answer.published"), value=escape(published(reading.topic, reading.text, corpus, say)), inline=False
    )
    return embed.set_footer(text=footer(reading.text, say))


def page_count(reading: Reading) -> int:
    """How many pages a reading has."""
    return len(_pages(reading))


def _pages(reading: Reading) -> tuple[str, ...]:
    """The text, and after it the translation of all of it where the text itself has English left inside."""
    text_pages = pages(escape(reading.text.words), PAGE)
    if reading.complete is None:
        return text_pages
    heading = messages.of(reading.language)("answer.complete")
    more = pages(f"**{escape(heading)}**\n{escape(reading.complete.words)}", PAGE)
    both = f"{text_pages[-1]}\n\n{more[0]}"
    if len(both) <= PAGE:
        return (*text_pages[:-1], both, *more[1:])
    return (*text_pages, *more)


def older(reading: Reading, corpus: Corpus) -> list[discord.Embed]:
    """The three latest of the earlier wordings of a ruling in the language shown, the newest first."""
    say = messages.of(reading.language)
    return [
        discord.Embed(
            title=escape(reading.title),
            description=shorten(escape(text.words), PAGE),
            colour=_NEUTRAL,
        )
        .add_field(
            name=say("answer.published"), value=escape(published(reading.topic, text, corpus, say)), inline=False
        )
        .set_footer(text=footer(text, say))
        for text in reading.older[:3]
    ]


def overview(mechanic: Mechanic, topics: Sequence[Topic], language: str) -> discord.Embed:
    """A mechanic: the titles of its topics in reading order."""
    say = messages.of(language)
    lines = [f"{number}. {escape(topic.title[language])}" for number, topic in enumerate(topics, start=1)]
    embed = discord.Embed(
        title=escape(mechanic.name_in(language)),
        description="\n".join([say("overview.intro", count=len(lines)), *lines]),
        colour=_NEUTRAL,
    )
    embed.add_field(name=say("answer.rules"), value=rules_line(mechanic.rules, say), inline=False)
    return embed.set_footer(text=say("overview.titles"))


def refusal(nearest: Sequence[Mechanic], language: str) -> discord.Embed:
    """No ruling, and the mechanics that come nearest; without any, nothing was asked."""
    say = messages.of(language)
    if not nearest:
        return discord.Embed(description=say("refusal.empty"), colour=_NEUTRAL)
    names = say.listing(escape(mechanic.name_in(language)) for mechanic in nearest)
    lines = [say("refusal.none"), say("refusal.nearest", mechanics=names), say("refusal.hint")]
    return discord.Embed(description="\n".join(lines), colour=_NEUTRAL)


def about(facts: Facts, library: Sequence[str], work: str, kept: Sequence[str], language: str) -> discord.Embed:
    """What the bot is, what it knows, and the notice that Wizards' Fan Content Policy asks for.

    Args:
        facts: what the corpus holds.
        library: what is said about the imported cards.
        work: what the bot did since it started.
        kept: what it keeps of people.
        language: the reader's.
    """
    say = messages.of(language)
    by_language = [
        say("about.by_language", language=BY_CODE[code].native_name, count=count)
        for code, count in facts.texts_by_language.items()
    ]
    answered = say("about.coverage", filled=facts.coverage.filled, cells=facts.coverage.cells)
    by_provenance = [
        f"{say(f'provenance.{provenance.value}')}: {facts.coverage.total[provenance]}" for provenance in Provenance
    ]
    embed = discord.Embed(
        title=say("about.title", version=facts.version), description=say("about.what"), colour=_NEUTRAL
    )
    embed.add_field(
        name=say("about.corpus"),
        value="\n".join(
            [
                say("about.counts", topics=facts.topics, texts=facts.texts),
                " · ".join(by_language),
                answered,
                " · ".join(by_provenance),
            ]
        ),
        inline=False,
    )
    names = say.listing(mechanic.name_in(language) for mechanic in facts.mechanics)
    embed.add_field(name=say("about.mechanics"), value=shorten(names, FIELD), inline=False)
    embed.add_field(name=say("about.cards"), value=shorten(escape("\n".join(library)), FIELD), inline=False)
    embed.add_field(name=say("about.work"), value=work, inline=False)
    embed.add_field(name=say("about.data"), value="\n".join(kept), inline=False)
    embed.add_field(name="\u200b", value=say("about.unofficial"), inline=False)
    return embed.set_footer(text=say("about.fan_content"))


def add_turned_by(embed: discord.Embed, turned_by: str, language: str) -> None:
    """Say in the footer whose flag turned a message into its language."""
    turned = messages.of(language)("answer.turned_by", turned_by=turned_by)
    embed.set_footer(text=" · ".join(part for part in (embed.footer.text, turned) if part))


_MARKUP = re.compile(r"[\\*_~|`\[<]")
"""What means something to Discord anywhere; without its first bracket, no link can stand behind a text."""
_LINE_START = re.compile(r"^([ \t]*)([#>-])", re.MULTILINE)
"""What means something where a line begins."""


def escape(text: str) -> str:
    """Text as Discord shows it literally: no markdown, no mention, no timestamp or command (`<…>`), no link.

    discord.py's `escape_markdown` leaves alone what looks like an address, in which more can be hidden.
    """
    escaped = _LINE_START.sub(r"\1\\\2", _MARKUP.sub(r"\\\g<0>", text))
    return escape_mentions(escaped).replace("://", ":\u200b//")


def flags(codes: Sequence[str]) -> str:
    """Languages as flag and native name, since a flag is no language."""
    return " · ".join(f"{language.flag} {language.native_name}" for language in LANGUAGES if language.code in codes)

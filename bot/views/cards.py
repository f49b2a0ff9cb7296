"""`/card` from a name to an answer: the card, or which cards may be meant, or that none are known."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Self

import discord

from bot import cards, messages, respond
from bot.asker import language_for
from bot.corpus.keys import KEY_LENGTH
from bot.languages import CODES, ENGLISH
from bot.library import Library
from bot.limits import LABEL, OPTIONS
from bot.render import escape
from bot.shown import MAX_CHOICES, Shown
from bot.store import StoreError
from bot.text import one_line, shorten
from bot.unanswered import without_names
from bot.views.answer import look_up, send
from bot.views.item import JudgeItem
from bot.wording import about_answer, about_called

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Sequence

    from bot.client import JudgeBot
    from bot.corpus.search import Judge
    from bot.library.model import Suggestion
    from bot.respond import Interaction

_log = logging.getLogger(__name__)

NAME = 100
"""Characters of a name that are repeated to whoever typed it."""


async def send_card(interaction: Interaction, name: str, question: str | None, language: str, *, private: bool) -> None:
    """Answer with the rulings of a card; where it is not clear which is meant, ask privately.

    Args:
        interaction: what is answered.
        name: what somebody typed, or the key of a card that they chose.
        question: what they want to know of it.
        language: the language of the answer.
        private: whether the asker alone sees it.
    """
    bot = interaction.client
    found, called = await bot.library.ask(lambda library: cards.look_for(library, bot.judge, name, question, language))
    if called is None:
        bot.metrics.refusals.inc()
        await _ask_back(interaction, (name, question), found.others, language, private=private)
        return
    bot.metrics.answers.inc()
    notices = about_called(called, messages.of(language))
    await _send(interaction, Shown.of_card(called.card.key, language, called.answering), notices, private=private)


async def send_ruling(
    interaction: Interaction, question: str, languages: tuple[str, str | None], *, private: bool
) -> None:
    """Answer a question with the ruling of the corpus, and with the card that it names.

    Args:
        interaction: what is answered.
        question: in any language.
        languages: that of the answer, and one beside it.
        private: whether the asker alone sees it.
    """
    bot = interaction.client
    wanted, beside = languages
    answer = await bot.library.ask(lambda library: cards.answer(library, bot.judge, question, wanted))
    shown = answer.shown(wanted)
    is_answered = answer.is_firm
    (bot.metrics.answers if is_answered else bot.metrics.refusals).inc()
    if bot.config.log_questions:
        _log.info("asked", extra={"question": question, "answered": is_answered})
    if bot.config.collect_unanswered and not is_answered:
        await _collect(bot, question)
    notices = about_answer(answer, messages.of(wanted))
    await _send(interaction, shown.turned(wanted, beside), notices, private=private)


async def _send(interaction: Interaction, shown: Shown, notices: Sequence[str], *, private: bool) -> None:
    await send(interaction, shown, private=private, notice=above(notices))


def above(notices: Iterable[str]) -> str:
    """What is said above a card, as the content of its message."""
    return "\n".join(map(escape, notices))


async def _collect(bot: JudgeBot, question: str) -> None:
    """Keep a question for those who write rulings; that it cannot be kept is no reason not to answer."""
    kept = without_names(question)
    try:
        await bot.store.unanswered.note(kept, bot.judge.fold(kept))
    except StoreError as error:
        _log.error("a question without an answer could not be kept: %s", error)


async def _ask_back(
    interaction: Interaction, asked: tuple[str, str | None], near: Sequence[Suggestion], language: str, *, private: bool
) -> None:
    """Say privately that there is no such card, with the cards that may be meant.

    Args:
        interaction: what is answered.
        asked: the name, and what was to be known of the card.
        near: the cards.
        language: that of the answer.
        private: whether the asker alone is to see the answer.
    """
    bot = interaction.client
    name, question = asked
    say = messages.of(await language_for(interaction, private=True))
    if await bot.library.ask(Library.summary) is None:
        await respond.say(interaction, say("card.no_library"), ephemeral=True)
        return
    unknown = say("card.unknown", name=escape(one_line(name, NAME)))
    if not near:
        await respond.say(interaction, unknown, ephemeral=True)
        return
    near = near[:OPTIONS]
    keys = [each.key for each in near]
    picks = await bot.library.ask(lambda library: [_pick(library, bot.judge, key, question) for key in keys])
    options = [
        discord.SelectOption(label=shorten(each.label, LABEL), value=pick)
        for each, pick in zip(near, picks, strict=True)
    ]
    view = discord.ui.View(timeout=None).add_item(CardMenu(options, language, say("card.choose"), private=private))
    await respond.say(interaction, f"{unknown} {say('card.did_you_mean')}", view=view, ephemeral=True)


def _pick(library: Library, judge: Judge, key: str, question: str | None) -> str:
    """A card as the value of an option, at most 100 characters, with its rulings that answer what was asked."""
    if question is None:
        return key
    card = library.find(key, ENGLISH).card
    scored = () if card is None else cards.answering(library, judge, card, question)
    return f"{key}~{''.join(cards.keys_of(scored)[:MAX_CHOICES])}"


class CardMenu(JudgeItem["discord.ui.Select[Any]"], template=rf"card:(?P<who>all|me):(?P<language>{'|'.join(CODES)})"):
    """Answers with a card of several that may be meant, for those and in the language that the command was for."""

    def __init__(self, options: list[discord.SelectOption], language: str, placeholder: str, *, private: bool) -> None:
        self.language = language
        self.private = private
        super().__init__(
            discord.ui.Select(
                custom_id=f"card:{'me' if private else 'all'}:{language}", placeholder=placeholder, options=options
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read the state back; the placeholder stands in the message already."""
        options = item.options if isinstance(item, discord.ui.Select) else []
        return cls(options, match["language"], "", private=match["who"] == "me")

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Answer with the card that was picked, and with what was asked about it."""
        bot = interaction.client
        key, is_question, written = self.item.values[0].partition("~")
        answering = tuple(written[start : start + KEY_LENGTH] for start in range(0, len(written), KEY_LENGTH))
        shown = Shown.of_card(key, self.language, answering)
        sheet = await look_up(bot, shown)
        bot.metrics.answers.inc()
        say = messages.of(self.language)
        is_missed = is_question and sheet is not None and sheet.rulings and not sheet.answering
        await _send(interaction, shown, [say("card.nothing_fits")] if is_missed else [], private=self.private)


ITEMS = (CardMenu,)
"""The components to register at a start, so that those of old messages answer."""

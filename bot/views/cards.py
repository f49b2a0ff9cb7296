"""`/card` from a name to an answer: the card, or which cards may be meant, or that none are known."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Self

import discord

from bot import cards, messages, respond
from bot.asker import language_for
from bot.languages import CODES
from bot.library import Library
from bot.limits import LABEL, OPTIONS
from bot.render import escape
from bot.shown import Shown
from bot.store import StoreError
from bot.text import one_line, shorten
from bot.unanswered import without_names
from bot.views.answer import send
from bot.views.item import JudgeItem

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from bot.client import JudgeBot
    from bot.library.model import Found, Suggestion

_log = logging.getLogger(__name__)

NAME = 100
"""Characters of a name that are repeated to whoever typed it."""
MENTIONED = 5
"""Other cards of the same name that are told."""

Interaction = discord.Interaction["JudgeBot"]


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
    found, answering, has_rulings = await bot.library.ask(lambda library: _look_for(library, name, question, language))
    if found.card is None:
        bot.metrics.refusals.inc()
        await _ask_back(interaction, name, found.others, language, private=private)
        return
    say = messages.of(language)
    notices = []
    if found.others:
        names = say.listing(escape(other.label) for other in found.others[:MENTIONED])
        notices.append(say("card.others", cards=names))
    if question is not None and not answering and has_rulings:
        notices.append(say("card.nothing_fits"))
    shown = Shown.of_card(found.card.key, language, answering)
    bot.metrics.answers.inc()
    await send(interaction, shown, private=private, notice="\n".join(notices))


async def send_ruling(
    interaction: Interaction, question: str, languages: tuple[str, str | None], *, private: bool
) -> None:
    """Answer a question with the ruling of the corpus, and with the card that it names.

    The corpus goes first where it has an answer; where it has none, the rulings of the card are all that there is.

    Args:
        interaction: what is answered.
        question: in any language.
        languages: that of the answer, and one beside it.
        private: whether the asker alone sees it.
    """
    bot = interaction.client
    wanted, beside = languages
    found = bot.judge.search(question)
    named = await bot.library.ask(lambda library: cards.named(library, bot.judge, question, wanted, found))
    shown = Shown.of(found, wanted)
    notice = None
    if named is not None and (named.is_all or not found.hits):
        shown = Shown.of_card(named.card.key, wanted, named.answering)
        notice = None if named.is_all else messages.of(wanted)("card.named")
    elif named is not None:
        shown = shown.beside_card(named.card.key, named.own)
    is_answered = bool(shown.card or shown.open or shown.mechanic)
    (bot.metrics.answers if is_answered else bot.metrics.refusals).inc()
    if bot.config.log_questions:
        _log.info("asked", extra={"question": question, "answered": is_answered})
    if bot.config.collect_unanswered and not is_answered:
        await _collect(bot, question)
    await send(interaction, shown.turned(wanted, beside), private=private, notice=notice)


async def _collect(bot: JudgeBot, question: str) -> None:
    """Keep a question for those who write rulings; that it cannot be kept is no reason not to answer."""
    kept = without_names(question)
    try:
        await bot.store.unanswered.note(kept, bot.judge.fold(kept))
    except StoreError as error:
        _log.error("a question without an answer could not be kept: %s", error)


def _look_for(library: Library, name: str, question: str | None, language: str) -> tuple[Found, tuple[str, ...], bool]:
    """The card, what of it answers the question, and whether it has rulings at all."""
    found = library.find(name, language)
    if found.card is None:
        return found, (), False
    answering = () if question is None else cards.answering(library, found.card, question)
    return found, answering, bool(answering or library.rulings(found.card))


async def _ask_back(
    interaction: Interaction, name: str, near: Sequence[Suggestion], language: str, *, private: bool
) -> None:
    """Say privately that there is no such card, with the cards that may be meant."""
    say = messages.of(await language_for(interaction, private=True))
    if await interaction.client.library.ask(Library.summary) is None:
        await respond.say(interaction, say("card.no_library"), ephemeral=True)
        return
    unknown = say("card.unknown", name=escape(one_line(name, NAME)))
    if not near:
        await respond.say(interaction, unknown, ephemeral=True)
        return
    options = [discord.SelectOption(label=shorten(each.label, LABEL), value=each.key) for each in near[:OPTIONS]]
    view = discord.ui.View(timeout=None).add_item(CardMenu(options, language, say("card.choose"), private=private))
    await respond.say(interaction, f"{unknown} {say('card.did_you_mean')}", view=view, ephemeral=True)


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
        """Answer with the card that was picked."""
        await send_card(interaction, self.item.values[0], None, self.language, private=self.private)


ITEMS = (CardMenu,)
"""The components to register at a start, so that those of old messages answer."""

"""A message that shows rulings: its embeds and its components, made from what it shows."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self, TypeVar

import discord

from bot import cards, messages, render, respond
from bot.asker import reads_traditional
from bot.corpus.keys import short_key
from bot.corpus.reading import read
from bot.languages import CODES, LANGUAGES
from bot.limits import LABEL, OPTIONS
from bot.refusals import ForgottenError
from bot.shown import PATTERN, Shown
from bot.store import StoreError
from bot.text import shorten
from bot.views import sheet as card_sheet
from bot.views.flags import can_set_flags, change_flags, flags_for
from bot.views.item import JudgeItem
from bot.views.ways import WaysButton

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping

    from bot.cards import Sheet
    from bot.client import JudgeBot
    from bot.corpus.search import Judge

_log = logging.getLogger(__name__)

TURNING_UP = "turn-up"
"""The concept of the topics under which the advisor is offered."""
CARD = "card"
"""As a choice: the card itself, with all its rulings."""


@dataclass(frozen=True, slots=True)
class Presented:
    """What is sent or edited in: embeds and components."""

    embeds: list[discord.Embed]
    view: discord.ui.View

    def as_edit(self) -> dict[str, Any]:
        """The arguments for an edit; it names no mentions, so that none of an edited text ever pings."""
        return {
            "content": None,
            "embeds": self.embeds,
            "view": self.view,
            "allowed_mentions": discord.AllowedMentions.none(),
        }


async def look_up(bot: JudgeBot, shown: Shown) -> Sheet | None:
    """The card that a message shows, as the library has it now; None where it shows none, or one that is gone."""
    key, answering = shown.card, shown.choices
    return None if key is None else await bot.library.ask(lambda library: cards.sheet(library, key, answering))


def on_the_same_page(before: Shown, shown: Shown, sheet: Sheet | None) -> Shown:
    """What shows a card in other languages, at the page that begins with the ruling at which it was before."""
    if sheet is None or shown.open is not None or (before.card, before.open) != (shown.card, None):
        return shown
    return shown.at_page(card_sheet.same_page(sheet, (before.languages, before.page), shown.languages))


def present(judge: Judge, shown: Shown, sheet: Sheet | None = None, turned_by: str | None = None) -> Presented:
    """The message for what it shows.

    Args:
        judge: who knows the corpus.
        shown: what it shows.
        sheet: the card that it shows, see `look_up`.
        turned_by: whose flag turned it into its language, name and flag.

    Raises:
        ForgottenError: the topic, mechanic or card that it shows is gone.
    """
    view = discord.ui.View(timeout=None)
    if shown.open is not None:
        embeds = _ruling(judge, shown, sheet, view)
    elif shown.card is not None:
        embeds = _card(shown, sheet, view)
    elif shown.mechanic is not None:
        mechanic = _known(judge.mechanics_by_key, shown.mechanic)
        topics = [judge.corpus.topics[topic] for topic in mechanic.topics]
        embeds = [render.overview(mechanic, topics, language) for language in shown.languages]
    else:
        nearest = [judge.mechanics_by_key[key] for key in shown.choices if key in judge.mechanics_by_key]
        embeds = [render.refusal(nearest, language) for language in shown.languages]
    if turned_by is not None:
        render.add_turned_by(embeds[0], turned_by, shown.language)
    choices = _choices(judge, shown, sheet)
    if any(not option.default for option in choices):
        view.add_item(OpenMenu(shown, choices))
    if shown.menu:
        view.add_item(LanguageMenu(shown))
    return Presented(embeds, view)


def languages_of(judge: Judge, shown: Shown, sheet: Sheet | None = None) -> tuple[str, ...]:
    """The languages that what is shown has texts in: those of a ruling or a card, or all for an overview."""
    topic = judge.topics_by_key.get(shown.open or "")
    if topic is not None:
        return topic.languages
    return CODES if sheet is None else sheet.languages


def _card(shown: Shown, sheet: Sheet | None, view: discord.ui.View) -> list[discord.Embed]:
    if sheet is None:
        raise ForgottenError
    embeds, page, page_count = card_sheet.embeds(sheet, shown.languages, shown.page)
    _add_paging(view, shown, page, page_count)
    return embeds


def _add_paging(view: discord.ui.View, shown: Shown, page: int, page_count: int) -> None:
    if page_count > 1:
        view.add_item(PageButton(shown.at_page(max(page - 1, 0)), "back", disabled=page == 0))
        last = page == page_count - 1
        view.add_item(PageButton(shown.at_page(page if last else page + 1), "next", disabled=last))


def _ruling(judge: Judge, shown: Shown, sheet: Sheet | None, view: discord.ui.View) -> list[discord.Embed]:
    topic = _known(judge.topics_by_key, shown.open)
    readings = [read(topic, language) for language in shown.languages]
    page_count = max(map(render.page_count, readings))
    page = min(shown.page, page_count - 1)
    _add_paging(view, shown, page, page_count)
    if readings[0].older:
        view.add_item(OlderButton(shown))
    if TURNING_UP in topic.concepts:
        view.add_item(WaysButton(shown.language))
    embeds = [render.ruling(readings[0], judge.corpus, page)]
    for beside in readings[1:]:
        repeated = beside.text is readings[0].text
        embeds.append(render.same_text(beside) if repeated else render.ruling(beside, judge.corpus, page))
    # Two languages and two rulings at once would be more than Discord takes and more than anybody reads.
    if shown.pair and shown.second is None:
        own = sheet.own(shown.choices) if sheet is not None else None
        other = judge.topics_by_key.get(shown.choices[1])
        if sheet is not None and own is not None:
            embeds.append(card_sheet.own_ruling(sheet, own, shown.language))
        elif other is not None:
            embeds.append(render.as_near(topic, read(other, shown.language), judge.corpus))
    return embeds


def _choices(judge: Judge, shown: Shown, sheet: Sheet | None) -> list[discord.SelectOption]:
    """What can be opened: the mechanic's topics, or those found, or the mechanics offered; what is gone is left out.

    Of a card, itself with all its rulings, and the topics that those belong to.
    """
    labels = {}
    keys = shown.choices
    if shown.mechanic is not None:
        keys = tuple(short_key(topic) for topic in _known(judge.mechanics_by_key, shown.mechanic).topics)
    if sheet is not None:
        keys += tuple(short_key(topic.id) for topic in sheet.topics)
        name = sheet.card.name_in(shown.language)
        labels[CARD] = messages.of(shown.language)("card.of_card", card=name)
    labels |= {key: judge.topics_by_key[key].title[shown.language] for key in keys if key in judge.topics_by_key}
    labels |= {
        key: judge.mechanics_by_key[key].name_in(shown.language) for key in keys if key in judge.mechanics_by_key
    }
    is_open = CARD if sheet is not None and shown.open is None else shown.open
    return [
        discord.SelectOption(label=shorten(label, LABEL), value=key, default=key == is_open)
        for key, label in list(labels.items())[:OPTIONS]
    ]


_Entry = TypeVar("_Entry")


def _known(entries: Mapping[str, _Entry], key: str | None) -> _Entry:
    if key is None or key not in entries:
        raise ForgottenError
    return entries[key]


async def send(
    interaction: discord.Interaction[JudgeBot], shown: Shown, *, private: bool, notice: str | None = None
) -> None:
    """Answer an interaction with a message that shows something, remember it, and set its flags.

    Where the bot cannot set flags, a menu of languages stands under the message instead. Whoever reads traditional
    Chinese is told that there are simplified texts only; the first edit takes that line away, and the notice.

    Args:
        interaction: what is answered.
        shown: what the message shows.
        private: whether the asker alone sees it.
        notice: what is said above it.
    """
    bot = interaction.client
    shown = replace(shown, menu=private or not can_set_flags(interaction))
    sheet = await look_up(bot, shown)
    presented = present(bot.judge, shown, sheet)
    notices = [notice] if notice else []
    is_chinese = shown.language in languages_of(bot.judge, shown, sheet)
    if is_chinese and reads_traditional(interaction, shown.language, private=private):
        notices.append(messages.of(shown.language)("answer.simplified"))
    content = "\n".join(notices) or None
    async with bot.at_work:
        message_id = await respond.say(
            interaction, content, embeds=presented.embeds, view=presented.view, ephemeral=private
        )
        # Nobody else can point at a private answer, and its components carry what it shows: it is not remembered.
        if private or message_id is None or interaction.channel_id is None:
            return
        try:
            await bot.store.answers.remember(message_id, interaction.channel_id, shown)
        except StoreError as error:
            # The answer is there, and a menu carries in itself what a flag would have to be told by the database.
            _log.error("an answer could not be remembered, so flags will not turn it: %s", error)
            shown = replace(shown, menu=True)
            await interaction.edit_original_response(**present(bot.judge, shown, sheet).as_edit())
            return
        await _flags_or_menu(interaction, message_id, shown, sheet, set_before=())


async def update(interaction: discord.Interaction[JudgeBot], before: Shown, shown: Shown) -> None:
    """Make the message of a component show something else, remember that it does, and set its flags anew."""
    bot = interaction.client
    sheet = await look_up(bot, shown)
    presented = present(bot.judge, shown, sheet)
    message = interaction.message
    if message is None or interaction.channel_id is None:
        raise ForgottenError
    if message.flags.ephemeral:
        await respond.change(interaction, **presented.as_edit())
        return
    async with bot.at_work, bot.locks.of(message.id):
        # Remembered first: should that fail, the message still shows what it did. Should the edit fail, that holds too.
        await bot.store.answers.remember(message.id, interaction.channel_id, shown)
        try:
            await respond.change(interaction, **presented.as_edit())
        except BaseException:
            await bot.store.answers.remember(message.id, interaction.channel_id, before)
            raise
        sheet_before = sheet if before.card == shown.card else await look_up(bot, before)
        set_before = flags_for(languages_of(bot.judge, before, sheet_before))
        await _flags_or_menu(interaction, message.id, shown, sheet, set_before=set_before)


async def _flags_or_menu(
    interaction: discord.Interaction[JudgeBot],
    message_id: int,
    shown: Shown,
    sheet: Sheet | None,
    *,
    set_before: tuple[str, ...],
) -> None:
    """Set the flags of an answer; where Discord does not allow it after all, put the menu of languages under it."""
    bot = interaction.client
    if shown.menu or interaction.channel_id is None:
        return
    message = bot.get_partial_messageable(interaction.channel_id).get_partial_message(message_id)
    if not await change_flags(bot, message, flags_for(languages_of(bot.judge, shown, sheet)), set_before):
        shown = replace(shown, menu=True)
        await bot.store.answers.remember(message_id, interaction.channel_id, shown)
        await interaction.edit_original_response(**present(bot.judge, shown, sheet).as_edit())


class OpenMenu(JudgeItem["discord.ui.Select[Any]"], template=rf"open:(?P<shown>{PATTERN})"):
    """Opens another topic found, a mechanic offered with a refusal, or the card that was named."""

    def __init__(self, shown: Shown, options: list[discord.SelectOption]) -> None:
        self.shown = shown
        super().__init__(
            discord.ui.Select(
                custom_id=f"open:{shown.encode()}",
                placeholder=messages.of(shown.language)("menu.choose"),
                options=options,
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read the state back."""
        options = item.options if isinstance(item, discord.ui.Select) else []
        return cls(Shown.from_match(match), options)

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Open what was picked."""
        picked = self.item.values[0]
        if picked == CARD:
            await update(interaction, self.shown, self.shown.opened(None))
        elif picked in interaction.client.judge.mechanics_by_key:
            await update(interaction, self.shown, self.shown.overview(picked))
        else:
            await update(interaction, self.shown, self.shown.opened(picked))


class LanguageMenu(JudgeItem["discord.ui.Select[Any]"], template=rf"language:(?P<shown>{PATTERN})"):
    """Turns the message into another language, or into two side by side, where flags cannot stand."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        super().__init__(
            discord.ui.Select(
                custom_id=f"language:{shown.encode()}",
                placeholder=messages.of(shown.language)("menu.language"),
                max_values=2,
                options=[
                    discord.SelectOption(label=language.native_name, value=language.code, emoji=language.flag)
                    for language in LANGUAGES
                ],
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read the state back."""
        return cls(Shown.from_match(match))

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Show the one or two languages picked."""
        sheet = await look_up(interaction.client, self.shown)
        turned = self.shown.turned(*self.item.values[:2])
        await update(interaction, self.shown, on_the_same_page(self.shown, turned, sheet))


class PageButton(JudgeItem["discord.ui.Button[Any]"], template=rf"page:(?P<way>back|next):(?P<shown>{PATTERN})"):
    """Turns a page of a long ruling."""

    def __init__(self, shown: Shown, way: str, *, disabled: bool = False) -> None:
        self.shown = shown
        super().__init__(
            discord.ui.Button(
                custom_id=f"page:{way}:{shown.encode()}",
                label=messages.of(shown.language)(f"menu.{way}"),
                disabled=disabled,
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read the state back."""
        return cls(Shown.from_match(match), match["way"])

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Show the page."""
        await update(interaction, self.shown, self.shown)


class OlderButton(JudgeItem["discord.ui.Button[Any]"], template=rf"older:(?P<shown>{PATTERN})"):
    """Shows the earlier wordings to whoever asks, and to nobody else."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        super().__init__(
            discord.ui.Button(custom_id=f"older:{shown.encode()}", label=messages.of(shown.language)("menu.earlier"))
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read the state back."""
        return cls(Shown.from_match(match))

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Reply privately with the earlier wordings in the language shown."""
        judge = interaction.client.judge
        topic = _known(judge.topics_by_key, self.shown.open)
        embeds = render.older(read(topic, self.shown.language), judge.corpus)
        if not embeds:
            raise ForgottenError
        await respond.say(interaction, embeds=embeds, ephemeral=True)


ITEMS = (OpenMenu, LanguageMenu, PageButton, OlderButton, WaysButton)
"""The components to register at a start, so that those of old messages answer."""

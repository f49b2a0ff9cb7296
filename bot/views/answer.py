"""A message that shows rulings: its embeds and its components, made from what it shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self, TypeVar

import discord

from bot import messages, render
from bot.asker import reads_traditional
from bot.corpus.keys import short_key
from bot.corpus.reading import read
from bot.languages import LANGUAGES
from bot.refusals import ForgottenError
from bot.shown import PATTERN, Shown
from bot.text import shorten
from bot.views.flags import can_set_flags, change_flags, flags_for
from bot.views.item import JudgeItem
from bot.views.ways import WaysButton

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping

    from bot.client import JudgeBot
    from bot.corpus.search import Judge

TURNING_UP = "turn-up"
"""The concept of the topics under which the advisor is offered."""
LABEL = 100
"""Discord's limit for the label of a select option."""


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


def present(judge: Judge, shown: Shown, turned_by: str | None = None) -> Presented:
    """The message for what it shows.

    Args:
        judge: who knows the corpus.
        shown: what it shows.
        turned_by: whose flag turned it into its language, name and flag.

    Raises:
        ForgottenError: the topic or mechanic that it shows is gone.
    """
    view = discord.ui.View(timeout=None)
    if shown.open is not None:
        embeds = _ruling(judge, shown, view)
    elif shown.mechanic is not None:
        mechanic = _known(judge.mechanics_by_key, shown.mechanic)
        topics = [judge.corpus.topics[topic] for topic in mechanic.topics]
        embeds = [render.overview(mechanic, topics, language) for language in shown.languages]
    else:
        nearest = [judge.mechanics_by_key[key] for key in shown.choices if key in judge.mechanics_by_key]
        embeds = [render.refusal(nearest, language) for language in shown.languages]
    if turned_by is not None:
        render.add_turned_by(embeds[0], turned_by, shown.language)
    choices = _choices(judge, shown)
    if any(not option.default for option in choices):
        view.add_item(OpenMenu(shown, choices))
    if shown.menu:
        view.add_item(LanguageMenu(shown))
    return Presented(embeds, view)


def _ruling(judge: Judge, shown: Shown, view: discord.ui.View) -> list[discord.Embed]:
    topic = _known(judge.topics_by_key, shown.open)
    readings = [read(topic, language) for language in shown.languages]
    page_count = max(map(render.page_count, readings))
    page = min(shown.page, page_count - 1)
    if page_count > 1:
        view.add_item(PageButton(shown.at_page(max(page - 1, 0)), "back", disabled=page == 0))
        view.add_item(PageButton(shown.at_page(page + 1), "next", disabled=page == page_count - 1))
    if readings[0].older:
        view.add_item(OlderButton(shown))
    if TURNING_UP in topic.concepts:
        view.add_item(WaysButton(shown.language))
    embeds = [render.ruling(readings[0], judge.corpus, page)]
    for beside in readings[1:]:
        repeated = beside.text is readings[0].text
        embeds.append(render.same_text(beside) if repeated else render.ruling(beside, judge.corpus, page))
    # Two languages and two rulings at once would be more than Discord takes and more than anybody reads.
    if shown.pair and shown.second is None and shown.choices[1] in judge.topics_by_key:
        other = judge.topics_by_key[shown.choices[1]]
        embeds.append(render.as_near(topic, read(other, shown.language), judge.corpus))
    return embeds


def _choices(judge: Judge, shown: Shown) -> list[discord.SelectOption]:
    """What can be opened: the mechanic's topics, or those found, or the mechanics offered; what is gone is left out."""
    keys = shown.choices
    if shown.mechanic is not None:
        keys = tuple(short_key(topic) for topic in _known(judge.mechanics_by_key, shown.mechanic).topics)
    labels = {key: judge.topics_by_key[key].title[shown.language] for key in keys if key in judge.topics_by_key}
    labels |= {
        key: judge.mechanics_by_key[key].name_in(shown.language) for key in keys if key in judge.mechanics_by_key
    }
    return [
        discord.SelectOption(label=shorten(label, LABEL), value=key, default=key == shown.open)
        for key, label in labels.items()
    ]


_Entry = TypeVar("_Entry")


def _known(entries: Mapping[str, _Entry], key: str | None) -> _Entry:
    if key is None or key not in entries:
        raise ForgottenError
    return entries[key]


async def send(interaction: discord.Interaction[JudgeBot], shown: Shown, *, private: bool) -> None:
    """Answer an interaction with a message that shows something, remember it, and set its flags.

    Where the bot cannot set flags, a menu of languages stands under the message instead. Whoever reads traditional
    Chinese is told that there are simplified texts only; the first edit takes that line away.
    """
    bot = interaction.client
    shown = replace(shown, menu=private or not can_set_flags(interaction))
    presented = present(bot.judge, shown)
    content = None
    topic = bot.judge.topics_by_key.get(shown.open or "")
    is_chinese = topic is None or topic.newest(shown.language) is not None
    if is_chinese and reads_traditional(interaction, shown.language, private=private):
        content = messages.of(shown.language)("answer.simplified")
    async with bot.at_work:
        sent = await interaction.response.send_message(
            content, embeds=presented.embeds, view=presented.view, ephemeral=private
        )
        # Nobody else can point at a private answer, and its components carry what it shows: it is not remembered.
        if private or sent.message_id is None or interaction.channel_id is None:
            return
        await bot.store.answers.remember(sent.message_id, interaction.channel_id, shown)
        await _flags_or_menu(interaction, sent.message_id, shown, set_before=())


async def update(interaction: discord.Interaction[JudgeBot], before: Shown, shown: Shown) -> None:
    """Make the message of a component show something else, remember that it does, and set its flags anew."""
    bot = interaction.client
    presented = present(bot.judge, shown)
    message = interaction.message
    if message is None or interaction.channel_id is None:
        raise ForgottenError
    if message.flags.ephemeral:
        await interaction.response.edit_message(**presented.as_edit())
        return
    async with bot.at_work, bot.locks.of(message.id):
        # Remembered first: should that fail, the message still shows what it did. Should the edit fail, that holds too.
        await bot.store.answers.remember(message.id, interaction.channel_id, shown)
        try:
            await interaction.response.edit_message(**presented.as_edit())
        except BaseException:
            await bot.store.answers.remember(message.id, interaction.channel_id, before)
            raise
        await _flags_or_menu(interaction, message.id, shown, set_before=flags_for(bot.judge, before))


async def _flags_or_menu(
    interaction: discord.Interaction[JudgeBot], message_id: int, shown: Shown, *, set_before: tuple[str, ...]
) -> None:
    """Set the flags of an answer; where Discord does not allow it after all, put the menu of languages under it."""
    bot = interaction.client
    if shown.menu or interaction.channel_id is None:
        return
    message = bot.get_partial_messageable(interaction.channel_id).get_partial_message(message_id)
    if not await change_flags(bot, message, flags_for(bot.judge, shown), set_before):
        shown = replace(shown, menu=True)
        await bot.store.answers.remember(message_id, interaction.channel_id, shown)
        await interaction.edit_original_response(**present(bot.judge, shown).as_edit())


class OpenMenu(JudgeItem["discord.ui.Select[Any]"], template=rf"open:(?P<shown>{PATTERN})"):
    """Opens another topic found, or a mechanic offered with a refusal."""

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
        if picked in interaction.client.judge.mechanics_by_key:
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
        await update(interaction, self.shown, self.shown.turned(*self.item.values[:2]))


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
        await interaction.response.send_message(embeds=embeds, ephemeral=True)


ITEMS = (OpenMenu, LanguageMenu, PageButton, OlderButton, WaysButton)
"""The components to register at a start, so that those of old messages answer."""

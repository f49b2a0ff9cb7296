"""The messages of a table with their buttons and menus, all of which outlive a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import discord

from bot import messages, respond
from bot.asker import language_for
from bot.corpus.keys import short_key
from bot.facedown import moves
from bot.languages import ENGLISH
from bot.limits import LABEL
from bot.shown import Shown
from bot.table import render
from bot.table.advisor import SituationButton, ways_of_one, ways_of_own
from bot.table.forms import AddForm, LeaveForm, TurnUpForm
from bot.table.record import own_secrets, running
from bot.text import shorten
from bot.views.answer import Presented, send
from bot.views.item import JudgeItem

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from bot.client import JudgeBot
    from bot.respond import Interaction
    from bot.store.games import Table

_GAME = r"(?P<game>[0-9a-f]{12})"


def present(table: Table, language: str) -> Presented:
    """The board as everybody sees it, with its buttons."""
    embed, page, pages = render.board(table.game, language, table.board_page)
    view = _paging("board", table.id, page, pages, language)
    for action in ACTIONS:
        view.add_item(ActionButton(action, table.id, language))
    return Presented([embed], view)


async def send_look(interaction: Interaction, number: int | None = None) -> None:
    """Show a player privately what their own face-down permanents are, or one of them."""
    table = await running(interaction)
    if number is not None:
        moves.must_be_own(table.game, number, interaction.user.id)
    presented = await _look(interaction, table, number or 0, 0)
    await respond.say(interaction, embeds=presented.embeds, view=presented.view, ephemeral=True)


async def send_log(interaction: Interaction) -> None:
    """Show everybody what happened."""
    table = await running(interaction)
    presented = await _log(interaction, table, None)
    await respond.say(interaction, embeds=presented.embeds, view=presented.view)


async def _look(interaction: Interaction, table: Table, number: int, page: int) -> Presented:
    """What a player may see of their own, with the rulings that apply; a number of 0 stands for all of them.

    Of a single one, all that the advisor says follows.
    """
    bot = interaction.client
    language = await language_for(interaction, private=True)
    secrets = await own_secrets(interaction, table)
    own = [each for each in table.game.controlled_by(interaction.user.id) if number in (0, each.number)]
    ways = {} if number else await ways_of_own(interaction, own, secrets)
    embed, page, pages = render.look(own, secrets, language, page, ways)
    embeds, view = [embed], _paging(f"look{number}", table.id, page, pages, language)
    for permanent in own if number else ():
        ways_up, button = await ways_of_one(interaction, table, permanent, language)
        embeds += ways_up
        view.add_item(button)
    topics = render.rulings_for(own, secrets, bot.judge.corpus)
    if topics:
        titles = {short_key(topic): bot.judge.corpus.topics[topic].title[language] for topic in topics}
        view.add_item(
            RulingMenu([discord.SelectOption(label=shorten(titles[key], LABEL), value=key) for key in titles], language)
        )
    return Presented(embeds, view)


async def _log(interaction: Interaction, table: Table, page: int | None) -> Presented:
    language = await language_for(interaction, private=False)
    history = await interaction.client.store.games.history(table)
    embed, page, pages = render.log(history, language, page)
    return Presented([embed], _paging("log", table.id, page, pages, language))


def _paging(what: str, game: str, page: int, pages: int, language: str) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    if pages > 1:
        view.add_item(TurnButton(what, "back", game, max(page - 1, 0), language, disabled=page == 0))
        view.add_item(TurnButton(what, "next", game, page + 1, language, disabled=page == pages - 1))
    return view


class TurnButton(
    JudgeItem["discord.ui.Button[Any]"],
    template=rf"turn:(?P<what>board|log|look\d{{1,4}}):(?P<way>back|next):{_GAME}:(?P<page>\d{{1,3}})",
):
    """Turns a page of a board, a log or a player's own look."""

    def __init__(self, what: str, way: str, game: str, page: int, language: str, *, disabled: bool = False) -> None:
        self.what = what
        self.game = game
        self.page = page
        super().__init__(
            discord.ui.Button(
                custom_id=f"turn:{what}:{way}:{game}:{page}",
                label=messages.of(language)(f"menu.{way}"),
                disabled=disabled,
                row=1,
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read the state back; the label stands in the message already."""
        return cls(match["what"], match["way"], match["game"], int(match["page"]), ENGLISH)

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Show the page."""
        table = await running(interaction, self.game)

        async def show(presented: Presented) -> None:
            await respond.change(interaction, **presented.as_edit())

        if self.what == "board":
            await interaction.client.tables.turn_page(table, self.page, show)
        elif self.what == "log":
            await show(await _log(interaction, table, self.page))
        else:
            await show(await _look(interaction, table, int(self.what.removeprefix("look")), self.page))


class RulingMenu(JudgeItem["discord.ui.Select[Any]"], template=r"table:ruling"):
    """Opens a ruling that applies, privately."""

    def __init__(self, options: Sequence[discord.SelectOption], language: str) -> None:
        super().__init__(
            discord.ui.Select(
                custom_id="table:ruling",
                placeholder=messages.of(language)("facedown.look.rulings"),
                options=list(options),
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: discord.ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        """Read the state back; the placeholder stands in the message already."""
        return cls(item.options if isinstance(item, discord.ui.Select) else [], ENGLISH)

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Answer with the ruling that was picked."""
        key = self.item.values[0]
        language = await language_for(interaction, private=True)
        await send(interaction, Shown(None, (key,), key, language), private=True)


ACTIONS = ("add", "look", "turnup", "leave")


class ActionButton(JudgeItem["discord.ui.Button[Any]"], template=rf"table:(?P<action>add|look|turnup|leave):{_GAME}"):
    """What players do most, under the board."""

    def __init__(self, action: str, game: str, language: str) -> None:
        self.action = action
        self.game = game
        primary = action == "add"
        super().__init__(
            discord.ui.Button(
                custom_id=f"table:{action}:{game}",
                label=messages.of(language)(f"facedown.button.{action}"),
                style=discord.ButtonStyle.primary if primary else discord.ButtonStyle.secondary,
                row=0,
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read the state back; the label stands in the message already."""
        return cls(match["action"], match["game"], ENGLISH)

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Open the modal, or show what is asked for."""
        table = await running(interaction, self.game)
        say = messages.of(await language_for(interaction, private=True))
        if self.action == "look":
            await send_look(interaction)
        elif self.action == "add":
            await respond.ask(interaction, AddForm(interaction, say, table.id))
        elif self.action == "turnup":
            await respond.ask(interaction, TurnUpForm(interaction, say, table.id))
        else:
            await respond.ask(interaction, LeaveForm(interaction, say, table.id))


ITEMS = (TurnButton, RulingMenu, ActionButton, SituationButton)
"""The components to register at a start, so that those of old messages answer."""

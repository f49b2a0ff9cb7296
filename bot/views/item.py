"""The one base of all persistent components: state in the `custom_id`, errors where the commands' errors go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import discord

from bot import failures, respond
from bot.refusals import ForgottenError

if TYPE_CHECKING:
    from bot.client import JudgeBot

_Base = TypeVar("_Base", bound="discord.ui.Item[Any]")


def must_be_offered(item: discord.ui.Item[Any]) -> None:
    """See that what was picked is among what is offered; a client that forges it gets nowhere.

    Raises:
        ForgottenError: it is not, or too much or too little was picked.
    """
    if isinstance(item, discord.ui.Select):
        offered = {option.value for option in item.options}
        if not item.min_values <= len(item.values) <= item.max_values or not offered.issuperset(item.values):
            raise ForgottenError


class JudgeItem(discord.ui.DynamicItem[_Base], template=r"never-sent"):
    """A component whose callback is `act`.

    discord.py only logs what a `DynamicItem` callback raises, so whoever clicked would be told nothing; here it goes
    to the same map as the failures of commands.
    """

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Run `act`, and answer politely when it fails."""
        if not await failures.admit(interaction):
            return
        async with respond.in_time(interaction):
            try:
                must_be_offered(self.item)
                await self.act(interaction)
            except Exception as error:  # noqa: BLE001 - the funnel itself: the error map sorts what arrives
                await failures.answer(interaction, error)

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """What the component does."""
        raise NotImplementedError

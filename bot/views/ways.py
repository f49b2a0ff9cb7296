"""The advisor on Discord: a form for what the bot does not know of a card, and the button that opens it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import discord

from bot import advice, failures, messages
from bot.asker import language_for
from bot.facedown.causes import Cause
from bot.facedown.costs import as_written
from bot.facedown.scenario import CardType, Effect, Face, Scenario, Targets
from bot.facedown.ways import advise
from bot.languages import ENGLISH
from bot.text import one_line
from bot.views.item import JudgeItem

if TYPE_CHECKING:
    import re

    from bot.client import JudgeBot
    from bot.messages import Messages

TYPES = (
    CardType.CREATURE,
    CardType.ARTIFACT,
    CardType.ENCHANTMENT,
    CardType.LAND,
    CardType.PLANESWALKER,
    CardType.BATTLE,
    CardType.INSTANT,
    CardType.SORCERY,
)
"""The card types that decide something; Kindred never stands alone."""
COST = 80
"""Characters of a cost."""
LOST, FORBIDDEN, PHASED_OUT = "lost-abilities", "forbidden", "phased-out"
SITUATIONS = (LOST, FORBIDDEN, PHASED_OUT)
CAUSES = tuple(cause for cause in Cause if cause is not Cause.OTHER)

Interaction = discord.Interaction["JudgeBot"]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known before anybody is asked.

    Attributes:
        cause: how it became face down.
        title: what the answer is about.
    """

    cause: Cause
    title: str


class WaysForm(discord.ui.Modal):
    """Asks for what decides how a permanent may be turned face up."""

    def __init__(self, interaction: Interaction, say: Messages, known: Known | None = None) -> None:
        super().__init__(title=say("ways.form"), timeout=3600, custom_id=f"ways:{interaction.id}")
        self.known = known
        self.cause = _select("cause", [(say(f"facedown.cause.{cause}"), cause) for cause in CAUSES])
        self.types = _select("types", [(say(f"ways.type.{type_}"), type_) for type_ in TYPES], most=4)
        self.mana_cost = discord.ui.TextInput[Any](custom_id="mana_cost", max_length=COST, required=False)
        abilities = ("none", "morph", "megamorph", "disguise")
        self.ability = _select(
            "ability", [(say(f"ways.ability.{ability}"), ability) for ability in abilities], first=True
        )
        self.cost = discord.ui.TextInput[Any](custom_id="cost", max_length=COST, required=False)
        self.situation = _select(
            "situation", [(say(f"ways.situation.{each}"), each) for each in SITUATIONS], least=0, most=3
        )
        # A form has five fields at most; what is known is not asked for.
        last = self.cause if known is None else self.situation
        for field in (self.types, self.mana_cost, self.ability, self.cost, last):
            name = field.custom_id
            self.add_item(
                discord.ui.Label(
                    text=say(f"ways.field.{name}.label"), description=say(f"ways.field.{name}.help"), component=field
                )
            )

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Answer privately."""
        say = messages.of(await language_for(interaction, private=True))
        known = self.known or Known(Cause(self.cause.values[0]), say("ways.title"))
        ability, cost = self.ability.values[0], _cost(self.cost.value)
        face = Face(
            types=tuple(CardType(value) for value in self.types.values),
            mana_cost=_cost(self.mana_cost.value),
            morph=cost if ability == "morph" else None,
            megamorph=cost if ability == "megamorph" else None,
            disguise=cost if ability == "disguise" else None,
        )
        situation = self.situation.values if self.known else []
        await answer(interaction, known, face, situation)

    async def on_error(  # type: ignore[override]  # a form's failure comes without an item, unlike a view's
        self, interaction: discord.Interaction[Any], error: Exception, /
    ) -> None:
        """Answer a form that cannot be carried out."""
        await failures.answer(interaction, error)


async def answer(interaction: Interaction, known: Known, face: Face, situation: list[str]) -> None:
    """Tell somebody privately how a permanent may be turned face up, whose card they may know."""
    bot = interaction.client
    language = await language_for(interaction, private=True)
    scenario = Scenario(
        # Of another cause the rules say nothing: no cost comes from it, as from an effect that put it face down.
        cause=Cause.PUT_FACE_DOWN if known.cause is Cause.OTHER else known.cause,
        card=face,
        loses_abilities=LOST in situation,
        cannot_be_turned_face_up=FORBIDDEN in situation,
        phased_out=PHASED_OUT in situation,
        effect=Effect(targets=Targets.PERMANENT),
    )
    embed = advice.embed(advise(scenario), known.title, bot.judge.corpus, language)
    await interaction.response.send_message(embed=embed, ephemeral=True)


class WaysButton(JudgeItem["discord.ui.Button[Any]"], template=r"ways"):
    """Opens the form, under a ruling about turning something face up."""

    def __init__(self, language: str) -> None:
        super().__init__(discord.ui.Button(custom_id="ways", label=messages.of(language)("ways.button")))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        """There is no state; the label stands in the message already."""
        return cls(ENGLISH)

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Open the form."""
        say = messages.of(await language_for(interaction, private=True))
        await interaction.response.send_modal(WaysForm(interaction, say))


def _select(
    name: str, options: list[tuple[str, str]], *, least: int = 1, most: int = 1, first: bool = False
) -> discord.ui.Select[Any]:
    return discord.ui.Select(
        custom_id=name,
        min_values=least,
        max_values=min(most, len(options)),
        required=least > 0,
        options=[
            discord.SelectOption(label=label, value=str(value), default=first and number == 0)
            for number, (label, value) in enumerate(options)
        ],
    )


def _cost(typed: str) -> str | None:
    return as_written(one_line(typed, COST)) or None

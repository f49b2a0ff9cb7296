"""The advisor on Discord: a form for what the bot does not know of a card, and the button that opens it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import discord

from bot import advice, messages
from bot.asker import language_for
from bot.facedown.causes import Cause
from bot.facedown.costs import as_written, is_mana
from bot.facedown.scenario import CardType, Effect, Face, Scenario, Targets
from bot.facedown.ways import advise
from bot.languages import ENGLISH
from bot.refusals import RefusedError
from bot.text import one_line
from bot.views.form import JudgeForm, choice, line
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
ABILITIES = (Cause.MORPH, Cause.MEGAMORPH, Cause.DISGUISE)
"""The causes that are abilities of the card, which the form then has picked."""
CAUSES = tuple(cause for cause in Cause if cause is not Cause.OTHER)

Interaction = discord.Interaction["JudgeBot"]


class NotManaError(RefusedError):
    """What was typed as a mana cost is none."""

    key = "ways.error.mana_cost"


class HalfAbilityError(RefusedError):
    """An ability was picked without its cost, or a cost told without its ability."""

    key = "ways.error.ability"


@dataclass(frozen=True, slots=True)
class Known:
    """What is known before anybody is asked.

    Attributes:
        cause: how it became face down.
        title: what the answer is about.
    """

    cause: Cause
    title: str


class WaysForm(JudgeForm):
    """Asks for what decides how a permanent may be turned face up."""

    def __init__(self, interaction: Interaction, say: Messages, known: Known | None = None) -> None:
        super().__init__(interaction, say("ways.form"))
        self.known = known
        self.cause = choice("cause", [(say(f"facedown.cause.{cause}"), cause) for cause in CAUSES])
        self.types = choice("types", [(say(f"ways.type.{type_}"), type_) for type_ in TYPES], most=len(TYPES))
        self.mana_cost = line("mana_cost", COST)
        abilities = [(say(f"ways.ability.{each}"), each) for each in ("none", "morph", "megamorph", "disguise")]
        own = known.cause.value if known is not None and known.cause in ABILITIES else "none"
        self.ability = choice("ability", abilities, chosen=own)
        self.cost = line("cost", COST)
        situations = [(say(f"ways.situation.{each}"), each) for each in SITUATIONS]
        self.situation = choice("situation", situations, least=0, most=len(SITUATIONS))
        # A form has five fields at most; what is known is not asked for.
        last = self.cause if known is None else self.situation
        for field in (self.types, self.mana_cost, self.ability, self.cost, last):
            self.add_field(say, f"ways.field.{field.custom_id}", field)

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Answer privately."""
        say = messages.of(await language_for(interaction, private=True))
        known = self.known or Known(Cause(self.cause.values[0]), say("ways.title"))
        ability, cost, mana_cost = self.ability.values[0], _cost(self.cost.value), _cost(self.mana_cost.value)
        if mana_cost is not None and not is_mana(mana_cost):
            raise NotManaError
        if (ability == "none") is not (cost is None):
            raise HalfAbilityError
        face = Face(
            types=tuple(CardType(value) for value in self.types.values),
            mana_cost=mana_cost,
            morph=cost if ability == "morph" else None,
            megamorph=cost if ability == "megamorph" else None,
            disguise=cost if ability == "disguise" else None,
        )
        situation = self.situation.values if self.known else []
        await answer(interaction, known, face, situation)


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


def _cost(typed: str) -> str | None:
    return as_written(one_line(typed, COST)) or None

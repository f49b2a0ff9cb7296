"""The advisor on Discord: a form for what the bot does not know of a card, and the button that opens it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import discord

from bot import advice, messages, respond
from bot.asker import language_for
from bot.facedown.causes import Cause
from bot.facedown.costs import as_written, is_mana
from bot.facedown.scenario import CardType, Effect, Face, Scenario, Targets
from bot.facedown.ways import advise
from bot.languages import ENGLISH
from bot.refusals import RefusedError
from bot.text import one_line, shorten
from bot.views.form import JudgeForm, choice, line
from bot.views.item import JudgeItem

if TYPE_CHECKING:
    import re
    from collections.abc import Collection

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
    """Asks for what decides how a permanent may be turned face up.

    What is known of it already need not be asked, or stands in the fields to be put right.
    """

    def __init__(
        self, interaction: Interaction, say: Messages, known: Known | None = None, face: Face | None = None
    ) -> None:
        super().__init__(interaction, say("ways.form"))
        self.known = known
        self.face = face or Face()
        own = known.cause.value if known is not None and known.cause in ABILITIES else "none"
        ability, cost = _ability(self.face) or (own, None)
        self.cause = choice("cause", [(say(f"facedown.cause.{cause}"), cause) for cause in CAUSES])
        types = [(say(f"ways.type.{type_}"), type_.value) for type_ in TYPES]
        self.types = choice("types", types, chosen=self.face.types, most=len(TYPES))
        self.mana_cost = line("mana_cost", COST, default=shorten(self.face.mana_cost or "", COST) or None)
        abilities = [(say(f"ways.ability.{each}"), each) for each in ("none", "morph", "megamorph", "disguise")]
        self.ability = choice("ability", abilities, chosen=(ability,))
        self.cost = line("cost", COST, default=shorten(cost or "", COST) or None)
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
        face = replace(
            self.face,
            # What was turned face down has one face, whatever the library says of its name (712.16).
            double_faced=self.face.double_faced and known.cause is not Cause.TURNED_FACE_DOWN,
            types=tuple(CardType(value) for value in self.types.values),
            mana_cost=mana_cost,
            morph=cost if ability == "morph" else None,
            megamorph=cost if ability == "megamorph" else None,
            disguise=cost if ability == "disguise" else None,
        )
        situation = self.situation.values if self.known else []
        embed = advice.embed(
            advise(scenario(known.cause, face, situation)), known.title, interaction.client.judge.corpus, say.language
        )
        await respond.say(interaction, embed=embed, ephemeral=True)


def scenario(cause: Cause, face: Face, situation: Collection[str] = ()) -> Scenario:
    """What the advisor is asked about a face-down permanent.

    Raises:
        ScenarioError: there can be no such permanent.
    """
    return Scenario(
        # Of another cause the rules say nothing: no cost comes from it, as from an effect that put it face down.
        cause=Cause.PUT_FACE_DOWN if cause is Cause.OTHER else cause,
        card=face,
        loses_abilities=LOST in situation,
        cannot_be_turned_face_up=FORBIDDEN in situation,
        phased_out=PHASED_OUT in situation,
        effect=Effect(targets=Targets.PERMANENT),
    )


def _ability(face: Face) -> tuple[str, str] | None:
    """The ability of a card that may turn it face up, with its cost; None where it has none of these."""
    costs = {"morph": face.morph, "megamorph": face.megamorph, "disguise": face.disguise}
    return next(((ability, cost) for ability, cost in costs.items() if cost is not None), None)


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
        await respond.ask(interaction, WaysForm(interaction, say))


def _cost(typed: str) -> str | None:
    return as_written(one_line(typed, COST)) or None

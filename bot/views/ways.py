"""The advisor on Discord: a form for what the bot does not know of a card, and the button that opens it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import discord

from bot import advice, messages, respond
from bot.asker import language_for
from bot.facedown.causes import Cause
from bot.facedown.costs import as_written, is_mana
from bot.facedown.scenario import Ability, CardType, Face
from bot.facedown.situation import Situation
from bot.languages import ENGLISH
from bot.refusals import RefusedError
from bot.render import escape
from bot.text import one_line, shorten
from bot.views.form import JudgeForm, choice, line
from bot.views.item import JudgeItem

if TYPE_CHECKING:
    import re

    from bot.client import JudgeBot
    from bot.messages import Messages
    from bot.respond import Interaction
    from bot.views.form import Field

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
CAUSES = tuple(cause for cause in Cause if cause is not Cause.OTHER)


class NotManaError(RefusedError):
    """What was typed as a mana cost is none."""

    key = "ways.error.mana_cost"

    def __init__(self, typed: str) -> None:
        super().__init__(typed)
        self.typed = typed

    def sentence(self, say: Messages) -> str:
        """Repeat what was typed."""
        return say(self.key, typed=escape(self.typed))


class CostAloneError(NotManaError):
    """A cost was told without the ability that it belongs to."""

    key = "ways.error.cost_alone"


class AbilityAloneError(RefusedError):
    """An ability was picked without its cost."""

    key = "ways.error.ability_alone"

    def __init__(self, *abilities: Ability) -> None:
        super().__init__(*abilities)
        self.abilities = abilities

    def sentence(self, say: Messages) -> str:
        """Name the ability."""
        return say(self.key, ability=say(f"ways.ability.{self.abilities[0]}"))


class ManyAbilitiesError(AbilityAloneError):
    """More than one ability was picked, for the one cost that the form has room for."""

    key = "ways.error.abilities"

    def sentence(self, say: Messages) -> str:
        """Name the abilities."""
        return say(self.key, abilities=say.listing(say(f"ways.ability.{ability}") for ability in self.abilities))


NOTHING_KNOWN = Face()


@dataclass(frozen=True, slots=True)
class Known:
    """What is known before anybody is asked.

    Attributes:
        cause: how it became face down.
        title: what the answer is about.
        face: its card, as far as it is known.
        why: why more is asked for, where that is not plain.
    """

    cause: Cause
    title: str
    face: Face = NOTHING_KNOWN
    why: str | None = None


class WaysForm(JudgeForm):
    """Asks for what decides how a permanent may be turned face up.

    How it became face down is asked where it is not known; what is known of the card stands in the fields.
    """

    def __init__(self, interaction: Interaction, say: Messages, known: Known | None = None) -> None:
        super().__init__(interaction, say("ways.form"))
        self.known = known
        self.face = known.face if known is not None else NOTHING_KNOWN
        # Of a card that is not known, the ability is taken for the one that it was cast with.
        guess = known.cause if known is not None and not self.face.types else ""
        ability, cost = next(iter(self.face.costs.items()), (guess, None))
        double_faced = [Situation.DOUBLE_FACED] if self.face.double_faced else []
        types = [(say(f"ways.type.{type_}"), type_.value) for type_ in TYPES]
        so = [(say(f"ways.ability.{each}"), each.value) for each in Ability]
        so += [(say(f"ways.situation.{each}"), each.value) for each in Situation]
        self.cause = choice("cause", [(say(f"facedown.cause.{cause}"), cause) for cause in CAUSES])
        self.types = choice("types", types, chosen=self.face.types, most=len(TYPES))
        self.mana_cost = line("mana_cost", COST, default=shorten(self.face.mana_cost or "", COST) or None)
        self.so = choice("so", so, chosen=[ability, *double_faced], least=0, most=len(so))
        self.cost = line("cost", COST, default=shorten(cost or "", COST) or None)
        if known is not None and known.why is not None:
            self.add_note(known.why)
        asked: list[Field] = [self.cause] if known is None else []
        for field in (*asked, self.types, self.mana_cost, self.so, self.cost):
            self.add_field(say, f"ways.field.{field.custom_id}", field)

    async def act(self, interaction: discord.Interaction[JudgeBot]) -> None:
        """Answer privately."""
        say = messages.of(await language_for(interaction, private=True))
        known = self.known or Known(Cause(self.cause.values[0]), say("ways.title"))
        situation = [each for each in Situation if each in self.so.values]
        corpus = interaction.client.judge.corpus
        embed = advice.about(known.cause, self._filled_in(), known.title, corpus, say.language, situation=situation)
        await respond.say(interaction, embed=embed, ephemeral=True)

    def _filled_in(self) -> Face:
        """The card as the form says; whether it is double-faced is one of the situations.

        Raises:
            RefusedError: there is no such card.
        """
        mana_cost, cost = as_written(self._typed(self.mana_cost)), as_written(self._typed(self.cost))
        abilities = [each for each in Ability if each in self.so.values]
        if mana_cost is not None and not is_mana(mana_cost):
            raise NotManaError(self._typed(self.mana_cost))
        if len(abilities) > 1:
            raise ManyAbilitiesError(*abilities)
        if cost is None and abilities:
            raise AbilityAloneError(*abilities)
        if cost is not None and not abilities:
            raise CostAloneError(self._typed(self.cost))
        costs = dict.fromkeys(abilities, cost)
        return replace(
            self.face,
            types=tuple(CardType(value) for value in self.types.values),
            mana_cost=mana_cost,
            morph=costs.get(Ability.MORPH),
            megamorph=costs.get(Ability.MEGAMORPH),
            disguise=costs.get(Ability.DISGUISE),
            double_faced=False,
            # Who tells another cost than the printed one has made it less already.
            reduction=self.face.reduction if costs == self.face.costs else None,
        )

    @staticmethod
    def _typed(field: discord.ui.TextInput[Any]) -> str:
        return one_line(field.value, COST)


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

"""The slash commands and what the bot listens to, a cog for each; no cog imports another."""

from bot.cogs.about import AboutCog
from bot.cogs.cards import CardsCog
from bot.cogs.facedown import FaceDownCog
from bot.cogs.flags import FlagsCog
from bot.cogs.language import LanguageCog
from bot.cogs.rulings import RulingsCog
from bot.cogs.strays import StraysCog
from bot.cogs.tables import TablesCog
from bot.cogs.translate import TranslateCog
from bot.cogs.upkeep import UpkeepCog

COGS = (
    RulingsCog,
    CardsCog,
    TranslateCog,
    LanguageCog,
    FlagsCog,
    FaceDownCog,
    TablesCog,
    AboutCog,
    UpkeepCog,
    StraysCog,
)
"""All of them, in the order in which the client loads them."""

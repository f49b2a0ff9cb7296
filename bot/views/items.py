"""The components of all messages, to be registered at a start: those of old messages answer, too."""

from __future__ import annotations

from bot.table.board import ITEMS as TABLE_ITEMS
from bot.views.answer import ITEMS as ANSWER_ITEMS
from bot.views.cards import ITEMS as CARD_ITEMS
from bot.views.forget import ForgetButton

ITEMS = (*ANSWER_ITEMS, *CARD_ITEMS, *TABLE_ITEMS, ForgetButton)

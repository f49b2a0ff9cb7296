"""Imported rulings whose words are those of a topic, so that the topic's translations serve every card with them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.languages import ENGLISH
from bot.text import letters

if TYPE_CHECKING:
    from bot.corpus.model import Corpus, Topic

_SET = re.compile(r"\bthe (?:[A-Z][\w’'-]*|of|and|the|in|on)(?::? (?:[A-Z][\w’'-]*|of|and|the|in|on))* set\b")
"""A set by its name, where another release says “this set”."""


def wording(text: str) -> str:
    """What two rulings have in common that say the same in the same words.

    Quotes, dashes, spaces and case are left out, and the name of a set counts as “this set”.
    """
    return letters(_SET.sub("this set", text))


class Links:
    """The topics of a corpus by the wordings of their English texts.

    They are looked up when a ruling is shown, not kept in the library: whoever edits the corpus need not import anew.
    """

    def __init__(self, corpus: Corpus) -> None:
        self._topics = {
            wording(text.words): topic
            for topic in corpus.topics.values()
            for text in topic.texts
            if text.language == ENGLISH
        }

    def topic_of(self, text: str) -> Topic | None:
        """The topic that has an English ruling among its texts."""
        return self._topics.get(wording(text))

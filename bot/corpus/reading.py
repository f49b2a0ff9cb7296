"""How one topic reads in one language: which text is shown, and what must honestly be said about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.languages import BY_CODE, ENGLISH
from bot.text import same_letters

if TYPE_CHECKING:
    from bot.corpus.model import Text, Topic


@dataclass(frozen=True, slots=True)
class Reading:
    """A topic as it is shown to somebody.

    Attributes:
        topic: the topic.
        language: the language asked for.
        text: the wording shown; its own language differs from `language` where there is no text in that.
        complete: the translation of all of it, where the text shown was published with English left inside.
        changed: whether the original of a translation that is shown has changed since that was made.
        title: in the language asked for.
        note: what today's rules add, None where nothing; in the language asked for, else in English.
        newer: the texts of the newest wording, where the language shown does not have it.
        older: the earlier wordings in the language shown that say it in other words, newest first.
        others: the other languages that have a text of their own.
    """

    topic: Topic
    language: str
    text: Text
    complete: Text | None
    changed: bool
    title: str
    note: str | None
    newer: tuple[Text, ...]
    older: tuple[Text, ...]
    others: tuple[str, ...]

    @property
    def is_fallback(self) -> bool:
        """Whether the text shown is not in the language asked for."""
        return self.text.language != self.language


def read(topic: Topic, language: str) -> Reading:
    """Read a topic in a language: its newest text there, else along the language's fallback list.

    A topic without an English text says itself which language ends that list.
    """
    candidates = (language, *BY_CODE[language].fallback, ENGLISH, topic.fallback)
    text = next(text for code in candidates if code and (text := topic.newest(code)))
    complete = topic.complete(text)
    # A translation is made after its original; the day it was made makes no wording newer.
    published = [each for each in topic.texts if not each.is_machine]
    newest = max((each.date for each in published), default=text.date)
    return Reading(
        topic=topic,
        language=language,
        text=text,
        complete=complete,
        changed=topic.is_stale(complete or text),
        title=topic.title[language],
        note=topic.note.get(language) or topic.note.get(ENGLISH),
        newer=tuple(each for each in published if each.date == newest > topic.worded(text)),
        older=tuple(
            each
            for each in topic.texts
            if each.language == text.language
            and each is not text
            and not each.translated_from
            and not same_letters(each.words, text.words)
        ),
        others=tuple(code for code in topic.languages if code != text.language),
    )

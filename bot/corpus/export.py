"""The corpus as plain data, for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.corpus.model import Provenance
from bot.languages import ENGLISH

if TYPE_CHECKING:
    from bot.corpus.model import ByLanguage, Card, Corpus, Mechanic, Text, Topic


def document(corpus: Corpus) -> dict[str, Any]:
    """One JSON-ready document with all topics, mechanics and cards, in the order of the files."""
    return {
        "topics": [_topic(topic, corpus) for topic in corpus.topics.values()],
        "mechanics": [_mechanic(mechanic) for mechanic in corpus.mechanics.values()],
        "cards": [_card(card) for card in corpus.cards.values()],
    }


def _topic(topic: Topic, corpus: Corpus) -> dict[str, Any]:
    return {
        "id": topic.id,
        "title": dict(topic.title),
        "mechanics": list(topic.mechanics),
        "concepts": list(topic.concepts),
        "rules": list(topic.rules.numbers),
        "rules_edition": topic.rules.edition.isoformat(),
        "note": dict(topic.note),
        "title_provenance": _own_words(topic.title),
        "note_provenance": _own_words(topic.note),
        "fallback": topic.fallback,
        "texts": [_text(topic, text, corpus) for text in topic.texts],
    }


def _own_words(words: ByLanguage) -> dict[str, str]:
    """Titles and notes are the project's own; they are written in English, and a machine translates them."""
    return {code: "own" if code == ENGLISH else Provenance.MACHINE.value for code in words}


def _text(topic: Topic, text: Text, corpus: Corpus) -> dict[str, Any]:
    return {
        "language": text.language,
        "text": text.words,
        "date": text.date.isoformat(),
        "date_elsewhere": text.date_elsewhere.isoformat() if text.date_elsewhere else None,
        "provenance": text.provenance.value,
        "card": corpus.cards[text.card].names["en"],
        "source": {"document": text.source.document.file, "entry": text.source.entry},
        "translation": text.translation.value,
        "left_in_english": list(text.left_in_english),
        "translated_from": _translated_from(topic, text),
        "reviewed": text.reviewed.isoformat() if text.reviewed else None,
    }


def _translated_from(topic: Topic, text: Text) -> dict[str, Any] | None:
    """What a translation of the project was made from; document and entry of that are its own."""
    if text.translated_from is None:
        return None
    return {
        "language": text.translated_from.language,
        "date": topic.worded(text).isoformat(),
        "sha256": text.translated_from.sha256,
        "changed_since": topic.is_stale(text),
    }


def _mechanic(mechanic: Mechanic) -> dict[str, Any]:
    return {
        "id": mechanic.id,
        "names": dict(mechanic.names),
        "aliases": {code: list(aliases) for code, aliases in mechanic.aliases.items()},
        "rules": list(mechanic.rules.numbers),
        "topics": list(mechanic.topics),
    }


def _card(card: Card) -> dict[str, Any]:
    return {"id": card.id, "names": dict(card.names), "aliases": list(card.aliases), "doubt": card.doubt}

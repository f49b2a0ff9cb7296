"""What must hold of the texts that a machine translated, and which of them are older than their originals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.corpus.model import UNKNOWN_DATE, Translation
from bot.corpus.terms import Terms
from bot.languages import CODES, ENGLISH
from bot.yamltree import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.corpus.model import Corpus, Term, Text, Topic
    from bot.corpus.places import Place, Places
    from bot.yamlfields import Problems

_ENTRY = re.compile(r"(?P<document>\w+)/(?P<entry>\d+)")
_ELSEWHERE = re.compile(r"card \S.*|rule \d{3}(?:\.\d+[a-z]?)?")
UNCONFIRMED = "unconfirmed"
"""Said of words that stand nowhere yet."""


def check(corpus: Corpus, places: Places, problems: Problems) -> None:
    """Note every problem of the terms and of the texts that a machine translated."""
    checker = _Checker(corpus, places, problems)
    for term in corpus.terms.values():
        if not places.spoilt("term", term.id):
            checker.term(term)
    for name in corpus.names.values():
        for code in name.languages:
            if code not in CODES:
                checker.add(places.of("name", name.id, "languages"), f"“{code}” is no language; {', '.join(CODES)} are")
    for topic in corpus.topics.values():
        if not places.spoilt("topic", topic.id):
            checker.topic(topic)


def stale(corpus: Corpus, places: Places) -> Iterator[Problem]:
    """The translations whose original changed since they were made; the bot serves them and says so."""
    for topic in corpus.topics.values():
        for text in topic.texts:
            if text.translated_from is not None and topic.is_stale(text):
                newest = topic.published(text.made_from)
                if newest is not None:
                    yield Problem(*places.of_text(text, "translated_from"), _renew(text, newest))


def _renew(text: Text, newest: Text) -> str:
    return (
        f"the {newest.language} text (entry {newest.source.entry} of “{newest.source.document.id}”) changed after this "
        f"{text.language} translation; translate it anew, write “sha256: {newest.sha256}” and take “reviewed” out"
    )


class _Checker:
    def __init__(self, corpus: Corpus, places: Places, problems: Problems) -> None:
        self.corpus = corpus
        self.places = places
        self.problems = problems
        self.terms = Terms(corpus.terms, corpus.names.values())
        self.published = {
            (text.source.document.id, str(text.source.entry), text.language)
            for topic in corpus.topics.values()
            for text in topic.texts
            if not text.translated_from
        }

    def add(self, place: Place, message: str) -> None:
        self.problems.add(*place, message)

    def topic(self, topic: Topic) -> None:
        translated: set[str] = set()
        for text in topic.texts:
            if text.translated_from is not None:
                if text.language in translated:
                    message = f"a second translation into {text.language} of “{topic.id}”; keep one of them"
                    self.add(self.places.of_text(text, "language"), message)
                translated.add(text.language)
                self.translation(topic, text)
            elif text.is_machine and text.language not in text.source.document.languages:
                self.add(
                    self.places.of_text(text, "provenance"),
                    f"“{text.source.document.id}” was not published in {text.language}, so this was translated here; "
                    "say with “translated_from” what it was made from",
                )
            if text.reviewed is not None and text.translated_from is None:
                message = "“reviewed” is for the translations of this project; remove it"
                self.add(self.places.of_text(text, "reviewed"), message)
        self.own_words(topic)

    def own_words(self, topic: Topic) -> None:
        """The notes say the same in all languages, and no title is left in English."""
        for code, title in topic.title.items():
            for fault in self.terms.untranslated(title, code):
                self.add(self.places.of("topic", topic.id, "title"), f"the title ({code}): {fault}")
        english = topic.note.get(ENGLISH, "")
        for code, note in topic.note.items():
            if code != ENGLISH and english:
                for fault in self.terms.faults(note, code, original=english, of=ENGLISH):
                    self.add(self.places.of("topic", topic.id, "note"), f"the note ({code}): {fault}")

    def translation(self, topic: Topic, text: Text) -> None:
        def at(key: str) -> Place:
            return self.places.of_text(text, key)

        if not text.is_machine:
            self.add(at("provenance"), "a text with “translated_from” was translated here; its provenance is “machine”")
            return
        if text.translation is not Translation.FULL:
            self.add(at("translation"), "a translation made here is “full”; translate all of it")
        if text.reviewed is not None and text.reviewed < text.date != UNKNOWN_DATE:
            self.add(at("reviewed"), "“reviewed” lies before “date”; a translation is read after it was made")
        original = topic.original(text)
        if original is None:
            self.add(
                at("translated_from"),
                f"topic “{topic.id}” has no {text.made_from} text of entry {text.source.entry} of "
                f"“{text.source.document.id}”; name the text that was translated",
            )
            return
        if original.language == text.language and original.translation is not Translation.PARTLY:
            self.add(at("translated_from"), "this was made from a text of its own language; remove it")
        if original.card != text.card and original.card in self.corpus.cards:
            self.add(at("card"), f"what was translated stands under “{original.card}”; write that")
        # An original that changed says other things; its translation is told to be old, not to be wrong.
        for fault in () if topic.is_stale(text) else self.faults(original, text):
            self.add(at("text"), fault)

    def faults(self, original: Text, text: Text) -> Iterator[str]:
        return self.terms.faults(
            text.words,
            text.language,
            original=original.words,
            of=original.language,
            in_english=original.left_in_english,
        )

    def term(self, term: Term) -> None:
        def at(key: str) -> Place:
            return self.places.of("term", term.id, key)

        if ENGLISH not in term.words:
            self.add(at("words"), f"term “{term.id}” lacks its English words; add them")
        for code in CODES:
            if (code in term.words) is not (code in term.taken_from):
                self.add(
                    at("taken_from"), f"“words” and “taken_from” of “{term.id}” differ in {code}; give both or neither"
                )
        for code, places in term.taken_from.items():
            for place in places:
                self.taken_from(term, code, place, at("taken_from"))
        doubtful = any(UNCONFIRMED in places for places in term.taken_from.values())
        if doubtful is not (term.doubt is not None):
            message = f"“doubt” of “{term.id}” says why unconfirmed words were chosen; give both or neither"
            self.add(at("doubt"), message)
        mechanic = self.corpus.mechanics.get(term.id)
        for code, name in mechanic.names.items() if mechanic else ():
            if code in term.words and not self.terms.stands_in(term.id, name, code):
                self.add(
                    at("words"), f"the mechanic “{term.id}” is called “{name}” in {code}; list that among the words"
                )

    def taken_from(self, term: Term, code: str, place: str, at: Place) -> None:
        """A place is one that can be looked up. Whether the words stand there, only a reader can tell for sure."""
        entry = _ENTRY.fullmatch(place)
        if entry is None:
            if place != UNCONFIRMED and not _ELSEWHERE.fullmatch(place):
                message = f"“{place}” is no place; write DOCUMENT/ENTRY, “card NAME”, “rule NUMBER” or “{UNCONFIRMED}”"
                self.add(at, message)
        elif (entry["document"], entry["entry"], code) not in self.published:
            message = f"entry {place} has no {code} text, from which “{term.id}” could be taken; correct it"
            self.add(at, message)

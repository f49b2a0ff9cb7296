"""What must hold between the parts of a corpus that was read without problems: references, order, honesty."""

from __future__ import annotations

import datetime
from collections import Counter
from typing import TYPE_CHECKING

from bot.corpus import translations
from bot.corpus.keys import short_key
from bot.corpus.model import UNKNOWN_DATE, Provenance, Translation
from bot.corpus.rules import find_rule_numbers, is_rule_number
from bot.languages import CODES, ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from bot.corpus.model import Corpus, Gap, Mechanic, Rules, Text, Topic
    from bot.corpus.places import Place, Places
    from bot.yamlfields import Problems

MAX_TITLE = 100
"""Characters of a title or a name: Discord's limit for the label of a select option."""
MAX_CARD_NAME = 200
"""Characters of a card's name; the longest that was ever printed has 141."""
MAX_NOTE = 450
"""Characters of a note: escaping may double them, and Discord's limit for an embed field is 1024."""
MAX_TOPICS_OF_MECHANIC = 25
"""Topics of a mechanic: Discord's limit for the options of a select."""
LEAST_ASKED = 3
"""Questions by which a topic must be known in every language."""
FIRST_RULINGS = datetime.date(1993, 8, 5)
"""The day Magic came out: no ruling is older."""


def text_order(text: Text) -> tuple[int, bool, int, str, int]:
    """The order of the texts of a topic: by language, the published ones first, the newest first, then by source."""
    return (
        CODES.index(text.language),
        text.is_machine,
        -text.date.toordinal(),
        text.source.document.id,
        text.source.entry,
    )


def check(corpus: Corpus, places: Places, problems: Problems) -> None:
    """Note every problem between the parts of a corpus; see the module's sentence for the kinds."""
    checker = _Checker(corpus, places, problems)
    for topic in corpus.topics.values():
        if not places.spoilt("topic", topic.id):
            checker.topic(topic)
    for mechanic in corpus.mechanics.values():
        if not places.spoilt("mechanic", mechanic.id):
            checker.mechanic(mechanic)
    checker.concepts()
    checker.words()
    checker.cards_and_documents()
    checker.gaps()
    checker.asked()
    checker.repeated_texts()
    checker.short_keys()
    translations.check(corpus, places, problems)


class _Checker:
    def __init__(self, corpus: Corpus, places: Places, problems: Problems) -> None:
        self.corpus = corpus
        self.places = places
        self.problems = problems
        self.fold = corpus.folding.fold_data

    def add(self, place: Place, message: str) -> None:
        self.problems.add(*place, message)

    def references(self, place: Place, ids: Collection[str], known: Collection[str], what: str, where: str) -> None:
        for reference in ids:
            if reference not in known:
                self.add(place, f"there is no {what} “{reference}”; correct it, or add it to {where}")

    def topic(self, topic: Topic) -> None:
        def at(key: str) -> Place:
            return self.places.of("topic", topic.id, key)

        self.titles(topic.title, at("title"), f"topic “{topic.id}”")
        if not topic.mechanics:
            self.add(at("mechanics"), f"topic “{topic.id}” names no mechanic; list at least one")
        self.references(at("mechanics"), topic.mechanics, self.corpus.mechanics, "mechanic", "mechanics.yaml")
        self.references(at("concepts"), topic.concepts, self.corpus.concepts, "concept", "concepts.yaml")
        self.rules(topic.rules, at("rules"))
        for code, note in topic.note.items():
            if len(note) > MAX_NOTE:
                self.add(at("note"), f"the note ({code}) has {len(note)} characters; shorten it to {MAX_NOTE}")
        # The other languages cite what English cites: that they have its numbers is seen to where they are compared.
        for number in find_rule_numbers(topic.note.get(ENGLISH, "")):
            if number not in topic.rules.numbers:
                self.add(at("note"), f"the note ({ENGLISH}) cites {number}; add it to “rules” of “{topic.id}”")
        if topic.note and (missing := [code for code in CODES if code not in topic.note]):
            self.add(
                at("note"), f"the note of “{topic.id}” lacks {', '.join(missing)}; write it in English and translate it"
            )
        self.texts(topic, at("texts"))
        if topic.texts:
            self.languages(topic, at)

    def titles(self, titles: Mapping[str, str], place: Place, what: str) -> None:
        missing = [code for code in CODES if code not in titles]
        if missing:
            self.add(place, f"the title of {what} lacks {', '.join(missing)}; write it in all languages")
        for code, title in titles.items():
            if len(title) > MAX_TITLE:
                self.add(
                    place,
                    f"the title ({code}) of {what} has {len(title)} characters; {MAX_TITLE} are the most",
                )

    def rules(self, rules: Rules, place: Place) -> None:
        for number in rules.numbers:
            if not is_rule_number(number):
                self.add(place, f"“{number}” does not look like a rule number; write it like 708.2 or 701.40b")
        self.date(rules.edition, place, "edition")

    def date(self, date: datetime.date, place: Place, what: str) -> None:
        if date != UNKNOWN_DATE and not FIRST_RULINGS <= date <= datetime.datetime.now(tz=datetime.UTC).date():
            self.add(place, f"“{what}: {date}” lies before Magic or in the future; correct it")

    def texts(self, topic: Topic, place: Place) -> None:
        if not topic.texts:
            self.add(place, f"topic “{topic.id}” has no text; quote a ruling or remove the topic")
            return
        ordered = sorted(topic.texts, key=text_order)
        for text, expected in zip(topic.texts, ordered, strict=True):
            if text is not expected:
                self.add(
                    self.places.of_text(text, "language"),
                    f"the texts of “{topic.id}” are not sorted; order them by language ({', '.join(CODES)}), "
                    "within a language the newest first, machine translations last",
                )
                break
        for text in topic.texts:
            self.text(text)

    def text(self, text: Text) -> None:
        def at(key: str) -> Place:
            return self.places.of_text(text, key)

        self.date(text.date, at("date"), "date")
        if text.date_elsewhere is not None:
            self.date(text.date_elsewhere, at("date_elsewhere"), "date_elsewhere")
            if text.date_elsewhere == text.date:
                self.add(at("date_elsewhere"), "“date_elsewhere” repeats “date”; remove it")
        self.references(at("card"), [text.card], self.corpus.cards, "card", "cards.yaml")
        english = text.language == ENGLISH and not text.is_machine
        if english is not (text.provenance is Provenance.SOURCE):
            self.add(
                at("provenance"),
                "provenance “source” is for English texts and for them alone; "
                "a translation is official, machine or unstated",
            )
        if english is not (text.translation in (Translation.ORIGINAL, Translation.NONE)):
            self.add(
                at("translation"),
                "an English text is “original” or “none” (left on a page of another language); "
                "any other is “full” or “partly”",
            )
        if bool(text.left_in_english) is not (text.translation is Translation.PARTLY):
            self.add(
                at("left_in_english"),
                "“left_in_english” quotes what a text with “translation: partly” leaves in English; "
                "give both or neither",
            )
        for passage in text.left_in_english:
            if _spaces_folded(passage) not in _spaces_folded(text.words):
                self.add(at("left_in_english"), f"“{passage}” does not stand in the text; quote it exactly")

    def languages(self, topic: Topic, at: Callable[[str], Place]) -> None:
        english = topic.published(ENGLISH)
        if english is None:
            if topic.fallback is None:
                self.add(
                    at("texts"),
                    f"topic “{topic.id}” has no English text; say with “fallback:” which language is shown instead",
                )
            elif topic.published(topic.fallback) is None:
                self.add(at("fallback"), f"topic “{topic.id}” has no text in “{topic.fallback}” to fall back to")
        elif topic.fallback is not None:
            self.add(at("fallback"), f"topic “{topic.id}” has an English text; remove “fallback”")
        newest = max((text.date for text in topic.texts if not text.is_machine), default=UNKNOWN_DATE)
        if ENGLISH not in topic.note and (english is None or english.date < newest):
            self.add(
                at("texts"),
                f"the newest wording of “{topic.id}” is not in English; "
                "say in “note:” what it adds, or that it says the same",
            )

    def mechanic(self, mechanic: Mechanic) -> None:
        def at(key: str) -> Place:
            return self.places.of("mechanic", mechanic.id, key)

        if ENGLISH not in mechanic.names:
            self.add(at("names"), f"mechanic “{mechanic.id}” lacks its English name; add it")
        for code, name in mechanic.names.items():
            if len(name) > MAX_TITLE:
                self.add(at("names"), f"the name ({code}) has {len(name)} characters; {MAX_TITLE} are the most")
        self.rules(mechanic.rules, at("rules"))
        self.references(at("topics"), mechanic.topics, self.corpus.topics, "topic", "topics/")
        self.references(at("related"), mechanic.related, self.corpus.mechanics, "mechanic", "mechanics.yaml")
        self.parent(mechanic, at("parent"))
        if len(mechanic.topics) > MAX_TOPICS_OF_MECHANIC:
            self.add(at("topics"), f"{len(mechanic.topics)} topics; {MAX_TOPICS_OF_MECHANIC} fit in Discord's menu")
        for topic in self.corpus.topics.values():
            if self.places.spoilt("topic", topic.id):
                continue
            if (mechanic.id in topic.mechanics) is not (topic.id in mechanic.topics):
                self.add(
                    at("topics"),
                    f"topic “{topic.id}” and mechanic “{mechanic.id}” must name each other; "
                    "add the one that is missing",
                )

    def parent(self, mechanic: Mechanic, place: Place) -> None:
        """The wider mechanic is there, and no mechanic is a kind of itself: the search would never end."""
        if mechanic.parent is not None:
            self.references(place, [mechanic.parent], self.corpus.mechanics, "mechanic", "mechanics.yaml")
        above: set[str] = set()
        parent = mechanic.parent
        while parent is not None and parent in self.corpus.mechanics and parent not in above:
            above.add(parent)
            parent = self.corpus.mechanics[parent].parent
        # A ring is told once, at the first of its members.
        if mechanic.id in above and mechanic.id == min(above):
            self.add(place, f"mechanic “{mechanic.id}” is a kind of itself; remove “parent” somewhere in the ring")

    def concepts(self) -> None:
        for concept in self.corpus.concepts.values():
            if concept.mechanic is not None:
                place = self.places.of("concept", concept.id, "mechanic")
                self.references(place, [concept.mechanic], self.corpus.mechanics, "mechanic", "mechanics.yaml")

    def words(self) -> None:
        """A word that stands twice in one entry differs from itself only in what is folded away."""
        listed = [
            ("mechanic", mechanic.id, "aliases", mechanic.aliases) for mechanic in self.corpus.mechanics.values()
        ] + [("concept", concept.id, "words", concept.words) for concept in self.corpus.concepts.values()]
        for kind, entry_id, key, by_language in listed:
            for code, words in by_language.items():
                seen: dict[str, str] = {}
                for word in words:
                    folded = self.fold(word)
                    if not folded:
                        self.add(
                            self.places.of(kind, entry_id, key),
                            f"“{word}” ({code}) of “{entry_id}” has no letter or digit; remove it",
                        )
                    if folded in seen:
                        self.add(
                            self.places.of(kind, entry_id, key),
                            f"“{word}” and “{seen[folded]}” ({code}) of “{entry_id}” are the same once case, "
                            "accents and punctuation are left out; remove one",
                        )
                    seen[folded] = word

    def cards_and_documents(self) -> None:
        for card in self.corpus.cards.values():
            place = self.places.of("card", card.id, "names")
            if ENGLISH not in card.names:
                self.add(place, f"card “{card.id}” lacks its English name; add it")
            for name in card.names.values():
                if len(name) > MAX_CARD_NAME:
                    self.add(place, f"a name has {len(name)} characters; {MAX_CARD_NAME} are the most")
        for document in self.corpus.documents.values():
            place = self.places.of("document", document.id, "card")
            self.references(place, [document.card], self.corpus.cards, "card", "cards.yaml")

    def gaps(self) -> None:
        for gap in self.corpus.gaps.values():
            place = self.places.of("gap", gap.id, "mechanics")
            self.references(place, gap.mechanics, self.corpus.mechanics, "mechanic", "mechanics.yaml")
            if gap.id in self.corpus.topics:
                self.add(self.places.of("gap", gap.id), f"“{gap.id}” is a topic; give the gap another id")

    def asked(self) -> None:
        """Questions belong to entries that are there, every topic has some, and no question has two answers."""
        known = {"topics": self.corpus.topics, "gaps": self.corpus.gaps}
        for (kind, entry_id, _), place in self.places.asked.items():
            self.references(place, [entry_id], known[kind], kind.removesuffix("s"), f"the {kind}")
        seen: dict[str, str] = {}
        entries: list[tuple[str, Topic | Gap]] = [("topics", topic) for topic in self.corpus.topics.values()]
        entries += [("gaps", gap) for gap in self.corpus.gaps.values()]
        for kind, entry in entries:
            for code in CODES:
                questions = entry.asked.get(code, ())
                place = self.places.asked.get((kind, entry.id, code), (f"asked/{code}.yaml", 1))
                if kind == "topics" and len(questions) < LEAST_ASKED:
                    self.add(
                        place,
                        f"topic “{entry.id}” has {len(questions)} questions; write {LEAST_ASKED} or more",
                    )
                for question in questions:
                    folded = self.fold(question)
                    if folded in seen and seen[folded] != entry.id:
                        self.add(place, f"“{question}” is asked of “{seen[folded]}” too; keep it at one of them")
                    seen[folded] = entry.id

    def repeated_texts(self) -> None:
        """A text stands once; only a reprint (the same words from another document) may stand beside it."""
        seen: dict[str, tuple[str, Text]] = {}
        sources: Counter[tuple[str, int, str, bool]] = Counter()
        for topic, text in self.all_texts():
            key = _spaces_folded(text.words)
            if key in seen:
                other_topic, other = seen[key]
                if other.language != text.language:
                    self.add(
                        self.places.of_text(text, "language"),
                        f"the same words are said to be {text.language} here and {other.language} above; correct one",
                    )
                if other_topic != topic.id:
                    self.add(
                        self.places.of_text(text),
                        f"this text is identical to one of topic “{other_topic}”; keep it where it belongs",
                    )
                elif other.source.document == text.source.document:
                    self.add(self.places.of_text(text), "this text stands twice in the topic; remove one")
            seen[key] = (topic.id, text)
            # What was translated from an entry stands beside what was published of it.
            source = (text.source.document.id, text.source.entry, text.language, text.translated_from is not None)
            sources[source] += 1
            if sources[source] > 1:
                self.add(
                    self.places.of_text(text, "source"),
                    f"entry {text.source.entry} of “{text.source.document.id}” is already quoted ({text.language}); "
                    "correct the number or remove the text",
                )

    def short_keys(self) -> None:
        """Topics and mechanics are told apart in buttons by short keys of their ids."""
        seen: dict[str, str] = {}
        for kind, ids in (("mechanic", self.corpus.mechanics), ("topic", self.corpus.topics)):
            for entry_id in ids:
                key = short_key(entry_id)
                if key in seen:
                    self.add(
                        self.places.of(kind, entry_id),
                        f"the ids “{entry_id}” and “{seen[key]}” have the same short key or are the same; "
                        "give the new one another id",
                    )
                seen[key] = entry_id

    def all_texts(self) -> Iterator[tuple[Topic, Text]]:
        for topic in self.corpus.topics.values():
            for text in topic.texts:
                yield topic, text


def _spaces_folded(text: str) -> str:
    return " ".join(text.split())

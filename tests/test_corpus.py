"""The rulings that ship: every text word for word as its source has it, and how a topic reads in a language."""

from __future__ import annotations

import csv
import dataclasses
import datetime
import hashlib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bot import messages
from bot.corpus.coverage import coverage
from bot.corpus.load import load
from bot.corpus.model import Provenance
from bot.corpus.reading import read
from bot.wording import note_in

TEXTS = Path(__file__).parent / "data" / "texts.tsv"
"""Made from the source documents themselves: `sha256` is of the text with its white space folded."""


@pytest.fixture(scope="module")
def corpus(judge):
    return judge.corpus


@pytest.fixture(scope="module")
def texts(corpus):
    """All texts that were published, in the order of the files."""
    return [text for topic in corpus.topics.values() for text in topic.texts if not text.translated_from]


@pytest.fixture(scope="module")
def translations(corpus):
    """All texts that were translated here, by topic."""
    return [(topic, text) for topic in corpus.topics.values() for text in topic.texts if text.translated_from]


@pytest.fixture(scope="module")
def published(published_rulings):
    """The corpus without what was translated here: many cells are empty."""
    return load(published_rulings)


def row_of(text):
    """A text as a row of the table."""
    words = " ".join(text.words.split())
    return {
        "document": text.source.document.id,
        "entry": str(text.source.entry),
        "language": text.language,
        "date": text.date.isoformat(),
        "provenance": text.provenance.value,
        "sha256": hashlib.sha256(words.encode()).hexdigest(),
    }


def test_every_text_has_the_words_the_date_and_the_origin_of_its_source_document(texts):
    with TEXTS.open(encoding="utf-8", newline="") as file:
        expected = list(csv.DictReader(file, delimiter="\t"))
    found = sorted((row_of(text) for text in texts), key=lambda row: (row["document"], int(row["entry"])))
    assert sorted(found, key=str) == sorted(expected, key=str)


def test_there_are_41_topics_with_102_texts_of_70_entries(corpus, texts):
    entries = {(text.source.document.id, text.source.entry) for text in texts}
    assert (len(corpus.topics), len(texts), len(entries)) == (41, 102, 70)
    assert Counter(document for document, _ in entries) == {"000": 15, "001": 16, "002": 17, "003": 13, "004": 9}


def test_texts_by_language_provenance_and_translation(texts):
    assert Counter(text.language for text in texts) == {"en": 44, "zh-CN": 32, "ko": 16, "pt-BR": 7, "es": 3}
    assert Counter(text.provenance.value for text in texts) == {
        "source": 44,
        "official": 28,
        "machine": 4,
        "unstated": 26,
    }
    assert Counter((text.language, text.translation.value) for text in texts) == {
        ("en", "original"): 32,
        ("en", "none"): 12,
        ("zh-CN", "full"): 32,
        ("ko", "full"): 10,
        ("ko", "partly"): 6,
        ("pt-BR", "full"): 7,
        ("es", "full"): 3,
    }


def test_topics_by_language(corpus, published):
    languages = Counter(language for topic in published.topics.values() for language in topic.languages)
    assert languages == {"en": 37, "zh-CN": 32, "ko": 16, "pt-BR": 7, "es": 3}
    languages = Counter(language for topic in corpus.topics.values() for language in topic.languages)
    assert languages == dict.fromkeys(("en", "zh-CN", "ko", "pt-BR", "es"), 41)


def test_every_cell_has_a_text_and_says_who_wrote_it(corpus, published):
    before, after = coverage(published), coverage(corpus)
    assert (before.filled, before.cells) == (95, 205)
    assert (after.filled, after.cells) == (205, 205)
    assert {provenance.value: count for provenance, count in before.total.items()} == {
        "source": 37,
        "official": 28,
        "machine": 4,
        "unstated": 26,
    }
    assert {provenance.value: count for provenance, count in after.total.items()} == {
        "source": 37,
        "official": 28,
        "machine": 114,
        "unstated": 26,
    }


def test_translations_fill_what_is_empty_and_complete_what_is_partly_translated(corpus, translations):
    assert Counter(text.language for _, text in translations) == {"en": 4, "zh-CN": 9, "ko": 31, "pt-BR": 34, "es": 38}
    beside = {(topic.id, text.language) for topic, text in translations if topic.newest(text.language) is not text}
    assert beside == {
        ("lost-abilities-block-morph-disguise", "ko"),
        ("manifest-dread-procedure", "ko"),
        ("manifest-dread-trigger-anyway", "ko"),
        ("reveal-on-leaving-or-game-end", "ko"),
        ("telling-apart-order-and-cause", "ko"),
        ("turn-up-manifested-special-action", "ko"),
    }
    for topic_id, language in beside:
        topic = corpus.topics[topic_id]
        assert topic.newest(language).translation.value == "partly"
        assert topic.complete(topic.newest(language)).translated_from.language == "ko"


def test_translations_are_of_the_newest_english_text_or_of_the_korean_one(translations):
    for topic, text in translations:
        original = topic.original(text)
        wanted = "ko" if topic.fallback or text.language == "ko" == original.language else "en"
        assert original is topic.published(wanted), (topic.id, text.language)
        assert original.sha256 == text.translated_from.sha256
        assert (text.date, text.provenance) == (datetime.date(2026, 11, 30), Provenance.MACHINE)


def test_every_translation_was_read_by_somebody_else(translations):
    assert [(topic.id, text.language) for topic, text in translations if text.reviewed is None] == []


def test_published_machine_translations_are_the_four_that_the_sources_tag(published):
    tagged = {
        topic.id: text.language
        for topic in published.topics.values()
        for text in topic.texts
        if text.provenance.value == "machine"
    }
    assert tagged == {
        "manifest-several-one-at-a-time": "zh-CN",
        "dfc-manifested": "zh-CN",
        "omarthis-counter-trigger": "zh-CN",
        "adventurer-card-outside-stack": "zh-CN",
    }


def test_dates_by_card(texts):
    assert Counter((text.card, text.date.isoformat()) for text in texts) == {
        ("omarthis-ghostfire-initiate", "2023-07-28"): 30,
        ("turn-inside-out", "2024-09-20"): 16,
        ("emerald-dragon-dissonant-wave", "2022-06-10"): 34,
        ("cloudform", "2018-07-13"): 7,
        ("cloudform", "2014-11-24"): 6,
        ("abzan-guide", "2014-09-20"): 9,
    }


def test_the_four_dates_of_cloudform_that_other_data_contradicts_are_remarked_on(texts):
    elsewhere = {
        (text.source.document.id, text.source.entry): text.date_elsewhere for text in texts if text.date_elsewhere
    }
    assert elsewhere == dict.fromkeys([("003", 2), ("003", 3), ("003", 5), ("003", 7)], datetime.date(2014, 11, 24))


def test_what_partly_translated_texts_leave_in_english(texts):
    left = {text.source.entry: text.left_in_english for text in texts if text.left_in_english}
    assert left == {
        2: ("(ignoring any copy effects or type-changing effects that might be applying to it)",),
        7: ("(or the associated cost)",),
        8: ("(if it was countered, for example)",),
        12: ("Duskmourn", "(probably because your library has one or fewer cards in it)"),
        13: ("(by putting it onto the battlefield face down)",),
        16: ("(This includes manifest, disguise, cloak, morph, and a few older effects that turn cards face down.)",),
    }


def test_the_cards_of_the_documents_and_the_doubt_about_one(corpus):
    assert {document.id: corpus.cards[document.card].names["en"] for document in corpus.documents.values()} == {
        "000": "Omarthis, Ghostfire Initiate",
        "001": "Turn Inside Out",
        "002": "Emerald Dragon // Dissonant Wave",
        "003": "Cloudform",
        "004": "Abzan Guide",
    }
    assert {card.names["en"] for card in corpus.cards.values() if card.doubt} == {"Turn Inside Out"}
    assert "90 %" in corpus.cards["turn-inside-out"].doubt
    assert corpus.cards["turn-inside-out"].names["ko"] == "뒤집어서 뒤집기"


def test_four_topics_exist_in_korean_only_and_fall_back_to_it(corpus):
    assert {topic.id: topic.fallback for topic in corpus.topics.values() if topic.fallback} == {
        "lost-abilities-block-morph-disguise": "ko",
        "manifest-dread-procedure": "ko",
        "manifest-dread-short-library": "ko",
        "manifest-dread-trigger-anyway": "ko",
    }


CHANGED = {"mana-abilities-not-targetable": "2026-08-07", "dfc-manifested": "2026-06-19"}


def test_every_topic_names_the_edition_of_its_rules(corpus):
    editions = {topic.id: topic.rules.edition.isoformat() for topic in corpus.topics.values()}
    assert editions == dict.fromkeys(editions, "2026-04-17") | CHANGED
    assert all(topic.rules.numbers for topic in corpus.topics.values())


@pytest.mark.parametrize(
    ("topic", "number"),
    [
        ("face-down-permanent-characteristics", "708.2a"),
        ("turn-up-manifested-special-action", "701.40b"),
        ("morph-turn-up-special-action", "702.37e"),
        ("lost-abilities-block-morph-disguise", "702.168d"),
        ("reveal-on-leaving-or-game-end", "708.9"),
        ("dfc-manifested", "712.16"),
        ("manifest-dread-procedure", "701.62a"),
        ("mana-abilities-not-targetable", "605.1a"),
        ("adventure-choose-name", "201.4"),
    ],
)
def test_a_topic_rests_on_the_rule_that_settles_it(corpus, topic, number):
    assert number in corpus.topics[topic].rules.numbers


def test_the_corpus_cannot_be_changed(corpus):
    with pytest.raises(TypeError):
        corpus.topics["new"] = None
    with pytest.raises(AttributeError):
        corpus.topics["dfc-manifested"].id = "new"
    with pytest.raises(TypeError):
        corpus.topics["dfc-manifested"].title["en"] = "new"


def wording(text):
    """A text as `language date card`."""
    return f"{text.language} {text.date} {text.card}"


def test_the_newest_wording_of_a_language_is_shown_and_older_ones_are_history(corpus):
    reading = read(corpus.topics["telling-apart-order-and-cause"], "en")
    assert wording(reading.text) == "en 2023-07-28 omarthis-ghostfire-initiate"
    assert [wording(text) for text in reading.older] == ["en 2014-09-20 abzan-guide"]
    assert reading.title == "Keep face-down cards distinguishable, in order, with their cause"
    assert reading.others == ("zh-CN", "ko", "pt-BR", "es")
    assert not reading.is_fallback


@pytest.mark.parametrize("topic", ["same-permanent-targets-attachments", "tapped-state-unchanged"])
def test_a_reprint_of_the_same_words_is_no_history(corpus, topic):
    """Of the second, the reprint has a curly apostrophe."""
    assert [text.language for text in corpus.topics[topic].texts].count("en") == 2
    assert read(corpus.topics[topic], "en").older == ()


@pytest.mark.parametrize(
    ("topic", "language", "shown"),
    [
        ("tapped-state-unchanged", "pt-BR", "en 2023-07-28 omarthis-ghostfire-initiate"),
        ("adventure-choose-name", "ko", "en 2022-06-10 emerald-dragon-dissonant-wave"),
        ("morph-what-it-does", "es", "en 2014-09-20 abzan-guide"),
        ("manifest-dread-procedure", "en", "ko 2024-09-20 turn-inside-out"),
        ("manifest-dread-procedure", "es", "ko 2024-09-20 turn-inside-out"),
    ],
)
def test_a_language_without_a_text_falls_back_and_says_so(published, topic, language, shown):
    reading = read(published.topics[topic], language)
    assert (wording(reading.text), reading.is_fallback, reading.language) == (shown, True, language)
    assert reading.text.language not in reading.others


@pytest.mark.parametrize(
    ("topic", "language"),
    [
        ("tapped-state-unchanged", "zh-CN"),
        ("manifest-dread-procedure", "ko"),
        ("face-down-permanent-characteristics", "pt-BR"),
        ("look-at-own-face-down", "es"),
    ],
)
def test_a_language_with_a_text_of_its_own_is_no_fallback(corpus, topic, language):
    reading = read(corpus.topics[topic], language)
    assert (reading.text.language, reading.is_fallback) == (language, False)


KOREAN = ["ko 2024-09-20 turn-inside-out"]


@pytest.mark.parametrize(
    ("topic", "language", "newer"),
    [
        ("tapped-state-unchanged", "en", KOREAN),
        ("tapped-state-unchanged", "zh-CN", KOREAN),
        ("tapped-state-unchanged", "pt-BR", KOREAN),
        ("no-enters-triggers-on-turning-up", "es", KOREAN),
        (
            "face-down-permanent-characteristics",
            "pt-BR",
            ["en 2023-07-28 omarthis-ghostfire-initiate", "zh-CN 2023-07-28 omarthis-ghostfire-initiate"],
        ),
        ("tapped-state-unchanged", "ko", []),
        ("face-down-permanent-characteristics", "en", []),
        ("face-down-permanent-characteristics", "zh-CN", []),
        ("manifest-dread-procedure", "en", []),
    ],
)
def test_the_newest_wording_is_told_where_the_language_shown_has_an_older_one(corpus, topic, language, newer):
    assert [wording(text) for text in read(corpus.topics[topic], language).newer] == newer


def test_a_note_is_told_in_the_language_asked_for_else_in_english(corpus):
    topic = replace(corpus.topics["tapped-state-unchanged"], note={"en": "Nothing new.", "es": "Nada nuevo."})
    assert [read(topic, language).note for language in ("es", "en", "ko")] == [
        "Nada nuevo.",
        "Nothing new.",
        "Nothing new.",
    ]
    assert read(replace(topic, note={}), "en").note is None


def test_the_notes_on_later_changes_of_the_rules_are_there(corpus):
    assert corpus.topics["tapped-state-unchanged"].note["en"] == (
        "The newest wording, published in Korean on 2024-09-20, says the same."
    )
    assert "2026-08-07" in corpus.topics["mana-abilities-not-targetable"].note["en"]
    assert "can't be turned face down" in corpus.topics["dfc-manifested"].note["en"]
    assert "disguise" in corpus.topics["telling-apart-order-and-cause"].note["en"]


def test_a_machine_translation_neither_outranks_a_published_text_nor_makes_it_old(judge):
    topic = judge.corpus.topics["no-enters-triggers-on-turning-up"]
    published = topic.newest("ko")
    machine = dataclasses.replace(
        published, words="기계 번역", provenance=Provenance.MACHINE, date=datetime.date(2026, 11, 1)
    )
    spoilt = dataclasses.replace(topic, texts=(machine, *topic.texts))
    assert spoilt.newest("ko") is published
    assert [text.language for text in read(spoilt, "en").newer] == ["ko"]
    assert read(spoilt, "ko").newer == ()


def test_a_translation_is_as_old_as_what_it_translates(corpus):
    reading = read(corpus.topics["tapped-state-unchanged"], "es")
    assert wording(reading.text) == "es 2026-11-30 omarthis-ghostfire-initiate"
    assert reading.topic.worded(reading.text) == datetime.date(2023, 7, 28)
    assert [wording(text) for text in reading.newer] == KOREAN
    assert read(corpus.topics["manifest-dread-procedure"], "en").newer == ()


@pytest.mark.parametrize("topic", ["reveal-on-leaving-or-game-end", "manifest-dread-procedure"])
def test_a_partly_translated_text_stays_and_all_of_it_stands_beside(corpus, topic):
    reading = read(corpus.topics[topic], "ko")
    assert wording(reading.text) == "ko 2024-09-20 turn-inside-out"
    assert (reading.text.provenance.value, reading.complete.provenance.value) == ("unstated", "machine")
    assert reading.complete.translation.value == "full"
    assert reading.older == ()
    assert all(passage not in reading.complete.words for passage in reading.text.left_in_english if "(" in passage)


def test_a_fully_translated_text_has_nothing_beside_it(corpus):
    topic = corpus.topics["tapped-state-unchanged"]
    machine = dataclasses.replace(
        topic.newest("es"), language="ko", words="기계 번역", date=datetime.date(2026, 11, 30)
    )
    reading = read(dataclasses.replace(topic, texts=(*topic.texts[:-2], machine, *topic.texts[-2:])), "ko")
    assert reading.text.provenance is Provenance.UNSTATED
    assert (reading.complete, reading.older) == (None, ())


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", "Since 2 February 2024 the same"),
        ("zh-CN", "2024年2月2日"),
        ("ko", "2024년 2월 2일"),
        ("pt-BR", "2 de fevereiro de 2024"),
        ("es", "2 de febrero de 2024"),
    ],
)
def test_a_note_shows_its_dates_as_the_reader_writes_them(judge, language, shown):
    note = judge.corpus.topics["manifested-with-morph-or-disguise"].note[language]
    assert "2024-02-02" in note
    assert shown in note_in(note, messages.of(language))

"""The rulings of a card: with their topics, as the host wants them, and ranked by a question."""

from __future__ import annotations

import datetime

import pytest
from card_files import CARDS, CLOUDFORM, LANTERN, Shelf, atomic, face, oracle, scryfall_ruling

from bot.languages import CODES
from bot.library import Library, ranking
from bot.library.corrections import Correction, Corrections, ruling_key
from bot.library.links import Links, wording

WORDS = {
    "untapped": "Turning a permanent face up or face down doesn’t change whether that permanent is tapped or untapped.",
    "library": "If you have no cards in your library as the ability resolves, the “Form” is put into the graveyard.",
    "copy": "If an object becomes a copy of a face-down creature, it is a 2/2 creature with no name.",
    "damage": "The damage is dealt before the creature dies.",
}


def ruled(*texts):
    return LANTERN | {"rulings": [{"date": "2020-01-01", "text": text} for text in texts]}


def topic_words(judge, topic, language="en"):
    return judge.corpus.topics[topic].newest(language).words


@pytest.fixture
def card(shelf):
    """A card with the rulings of `WORDS`."""
    shelf.take(atomic([ruled(*WORDS.values())]))
    return shelf.card("Tamsin's Lantern")


def test_a_ruling_with_the_words_of_a_topic_is_read_in_every_language_of_that_topic(shelf, judge):
    topic = judge.corpus.topics["no-enters-triggers-on-turning-up"]
    shelf.take(atomic([ruled(topic.newest("en").words)]))
    [ruling] = shelf.library.rulings(shelf.card("Tamsin's Lantern"))
    assert ruling.topic is topic
    assert ruling.languages == topic.languages
    for language in CODES:
        text = ruling.in_language(language)
        assert text is (None if language == "en" else topic.newest(language))
    assert ruling.in_language("ko").words == topic_words(judge, topic.id, "ko")


def test_a_ruling_without_a_topic_is_english(shelf):
    shelf.take(atomic(*CARDS))
    for ruling in shelf.library.rulings(shelf.card("Cloudform")):
        assert (ruling.topic, ruling.languages, ruling.in_language("ko")) == (None, ("en",), None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It’s “tapped” — really.", 'It\'s "tapped" - really.'),
        ("Two  spaces\u00a0and a\nline.", "Two spaces and a line."),
        ("There are no cards in this set that fly.", "There are no cards in the Fate Reforged set that fly."),
        ("Cards in the Wilds of Eldraine set fly.", "cards in this set fly"),
        ("Cards in the Adventures in the Forgotten Realms set fly.", "Cards in this set fly."),
    ],
)
def test_quotes_dashes_spaces_and_the_names_of_sets_make_no_other_wording(one, other):
    assert wording(one) == wording(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("You may cast it as a creature spell.", "You may cast it as a permanent spell."),
        ("Its mana value is 0.", "Its converted mana cost is 0."),
        ("The first set of cards.", "This set of cards."),
        ("the creature is set", "this set"),
    ],
)
def test_other_words_are_another_wording(one, other):
    assert wording(one) != wording(other)


def test_every_english_text_of_the_corpus_is_linked_to_its_topic(judge):
    links = Links(judge.corpus)
    for topic in judge.corpus.topics.values():
        for text in topic.texts:
            if text.language == "en":
                assert links.topic_of(text.words) is topic


def test_rulings_come_newest_first_and_within_a_day_in_the_order_of_the_file(shelf):
    dated = [("2019-01-01", "c"), ("2021-01-01", "a"), ("2020-01-01", "b2"), ("2020-01-01", "b1")]
    shelf.take(atomic([LANTERN | {"rulings": [{"date": date, "text": text} for date, text in dated]}]))
    rulings = shelf.library.rulings(shelf.card("Tamsin's Lantern"))
    assert [ruling.text for ruling in rulings] == ["a", "b2", "b1", "c"]
    assert rulings[0].date == datetime.date(2021, 1, 1)


def test_the_same_words_with_other_quotes_are_shown_once(shelf):
    shelf.take(atomic([ruled("It's tapped.", "It’s tapped.")]))
    assert [ruling.text for ruling in shelf.library.rulings(shelf.card("Tamsin's Lantern"))] == ["It's tapped."]


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("does it untap when i turn it face up", "untapped"),
        ("뒤집으면 언탭되나요", "untapped"),
        ("翻面朝上会不会重置", "untapped"),
        ("o que acontece se eu copiar a criatura virada para baixo", "copy"),
        ("what if my library is empty", "library"),
        ("is the damage dealt first", "damage"),
    ],
)
def test_the_ruling_that_answers_a_question_comes_first(shelf, card, question, best):
    ranked = shelf.library.ranked(card, question)
    assert ranked[0][0].text == WORDS[best]
    scores = [score for _, score in ranked]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 0
    assert len(ranked) == len(WORDS)


def test_a_question_that_no_ruling_answers_leaves_their_order(shelf, card):
    for question in ("", "zzz", "lorem ipsum"):
        ranked = shelf.library.ranked(card, question)
        assert [(ruling.text, score) for ruling, score in ranked] == [(text, 0.0) for text in WORDS.values()]


def test_a_card_without_rulings_has_none_to_rank(filled):
    assert filled.library.ranked(filled.card("Hasten"), "anything at all") == []


def test_the_words_of_the_name_decide_nothing(shelf):
    texts = ["Tamsin's Lantern is Tamsin's own lantern.", "It shines even while somebody else controls it."]
    shelf.take(atomic([ruled(*texts)]))
    ranked = shelf.library.ranked(shelf.card("Tamsin's Lantern"), "does Tamsin's Lantern shine for somebody else")
    assert ranked[0][0].text == texts[1]
    ranked = shelf.library.ranked(shelf.card("Tamsin's Lantern"), "Tamsin's Lantern")
    assert [score for _, score in ranked] == [0.0, 0.0]


def test_what_all_rulings_have_in_common_decides_less(shelf):
    texts = [
        "The lantern's ability shines on the battlefield when it is paid for.",
        "The lantern's ability of shining on the battlefield also melts ice caps.",
    ]
    shelf.take(atomic([ruled(*texts)]))
    ranked = shelf.library.ranked(shelf.card("Tamsin's Lantern"), "lantern ability battlefield shine paid")
    assert ranked[0][0].text == texts[0]
    ranked = shelf.library.ranked(shelf.card("Tamsin's Lantern"), "lantern ability battlefield shining ice caps")
    assert ranked[0][0].text == texts[1]


@pytest.mark.parametrize(
    ("weight_of_topics", "least"), [(1.0, 0.98), (0.0, 0.64)], ids=["with its topic", "by what it has in common alone"]
)
def test_the_ruling_that_is_asked_for_comes_first_in_every_language(shelf, judge, monkeypatch, weight_of_topics, least):
    monkeypatch.setattr(ranking, "TOPIC", weight_of_topics)
    topics = [topic for topic in judge.corpus.topics.values() if topic.newest("en")]
    shelf.take(atomic([ruled(*(topic.newest("en").words for topic in topics))]))
    card = shelf.card("Tamsin's Lantern")
    asked = [(topic, questions[0]) for topic in topics for questions in topic.asked.values()]
    first = sum(shelf.library.ranked(card, question)[0][0].topic is topic for topic, question in asked)
    assert first / len(asked) > least


def corrected(shelf, *corrections):
    """The library with corrections, each a ruling's text, a card or None, and the words to show or None."""
    made = [
        Correction(ruling_key(text), card, words, "because", ("corrections.yaml", line))
        for line, (text, card, words) in enumerate(corrections, start=1)
    ]
    return Library(shelf.file, shelf.judge, Corrections(made))


def texts(library, name):
    return [ruling.text for ruling in library.rulings(library.find(name, "en").card)]


BOTH = [[LANTERN | {"rulings": [{"date": "2020-01-01", "text": "It’s bright."}]}], [CLOUDFORM]]
TWO = (
    [*BOTH[0]],
    [face("Torch", oracle_id=oracle(9), names={"es": "Antorcha"}, rulings=[("2020-01-01", "It’s bright.")])],
)


@pytest.mark.parametrize("card", ["Torch", "antorcha", "TORCH", oracle(9)])
def test_a_ruling_is_hidden_on_one_card(shelf, card):
    shelf.take(atomic(*TWO))
    library = corrected(shelf, ("It's bright.", card, None))
    assert texts(library, "Torch") == []
    assert texts(library, "Tamsin's Lantern") == ["It’s bright."]


def test_a_ruling_is_hidden_on_every_card_and_stays_so_after_an_import(shelf):
    shelf.take(atomic(*TWO))
    library = corrected(shelf, ("it's bright", None, None))
    assert texts(library, "Torch") == texts(library, "Tamsin's Lantern") == []
    shelf.take([scryfall_ruling(oracle(number), "It’s bright.") for number in (6, 9)])
    assert texts(library, "Torch") == texts(library, "Tamsin's Lantern") == []


def test_a_ruling_is_shown_in_other_words_and_says_so(shelf, judge):
    shelf.take(atomic(*TWO))
    words = topic_words(judge, "tapped-state-unchanged")
    library = corrected(shelf, ("It's bright.", None, words), ("It's bright.", "Torch", "It burns."))
    [lantern] = library.rulings(library.find("Tamsin's Lantern", "en").card)
    [torch] = library.rulings(library.find("Torch", "en").card)
    # The host's words are the host's alone, even where a topic has the same.
    assert (lantern.text, lantern.topic, lantern.languages) == (words, None, ("en",))
    assert (torch.text, torch.topic, torch.correction.reason) == ("It burns.", None, "because")
    assert torch.key == lantern.key == ruling_key("It’s bright.")


def test_a_corrected_ruling_loses_the_translations_of_what_it_said(shelf, judge):
    words = topic_words(judge, "tapped-state-unchanged")
    shelf.take(atomic([ruled(words)]))
    [ruling] = corrected(shelf, (words, None, "Something else.")).rulings(shelf.card("Tamsin's Lantern"))
    assert (ruling.topic, ruling.languages) == (None, ("en",))


def test_a_correction_that_fits_nothing_does_nothing(shelf):
    shelf.take(atomic(*TWO))
    library = corrected(shelf, ("It's dark.", None, None), ("It's bright.", "Candle", None))
    assert texts(library, "Torch") == ["It’s bright."]


def test_the_keys_of_rulings_are_those_that_were_published(shelf):
    shelf.take(atomic(*TWO))
    library = corrected(shelf, ("It's bright.", None, None))
    assert (
        library.ruling_keys() == library.ruling_keys(library.find("Torch", "en").card) == {ruling_key("It’s bright.")}
    )
    assert Shelf(shelf.folder, shelf.judge).library.ruling_keys(library.find("Torch", "en").card) != set()

"""Everything that the bot can show obeys Discord's limits, whatever the rulings and the questions say."""

from __future__ import annotations

import datetime
from copy import copy
from dataclasses import replace
from functools import partial

import pytest
from discord_limits import message_violations
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import messages, render
from bot.cards import Answer, Named, Sheet
from bot.config import defaults
from bot.corpus.check import MAX_NOTE, MAX_TITLE
from bot.corpus.facts import facts
from bot.corpus.keys import short_key
from bot.corpus.load import load
from bot.corpus.model import Original, Provenance, Translation
from bot.corpus.reading import read
from bot.corpus.search import Judge
from bot.library.corrections import Correction
from bot.library.model import Card, Nearness, Ruling, Suggestion
from bot.library.records import WHOLE, FaceRecord, NameRecord, Source
from bot.library.values import MAX_NAME
from bot.paths import rulings_folder
from bot.shown import MAX_CHOICES, Shown
from bot.views.answer import present
from bot.views.cards import above
from bot.views.sheet import embeds as embeds_of_card
from bot.wording import about_answer, about_called, kept_lines

DAY = datetime.date(2020, 9, 30)
KEY = "2b9384a0-db2d-49e2-b121-6b81a0d77722"
LANGUAGES = ("en", "zh-CN", "ko", "pt-BR", "es")
PAIRS = [(first, second) for first in LANGUAGES for second in (None, *LANGUAGES) if second != first]
CORPUS = load(rulings_folder())
JUDGE = Judge(CORPUS)
TOPICS = list(CORPUS.topics.values())
quickly = settings(deadline=None, derandomize=True, max_examples=60)


def body(presented):
    """A message as it goes over the wire."""
    return {
        "embeds": [embed.to_dict() for embed in presented.embeds],
        "components": presented.view.to_components(),
    }


def keys_of(entries):
    return tuple(short_key(entry.id) for entry in entries)


def longest_menu(topic):
    """The keys of a topic and of as many others with long titles as fit beside it."""
    others = sorted((each for each in TOPICS if each is not topic), key=lambda each: -len(each.title["en"]))
    return keys_of([topic, *others][:MAX_CHOICES])


@pytest.mark.parametrize("menu", [False, True], ids=["with flags", "with a menu of languages"])
@pytest.mark.parametrize("pair", [False, True], ids=["alone", "with another ruling that comes as near"])
async def test_every_ruling_fits_in_every_language_and_in_every_two_side_by_side(menu, pair):
    for topic in TOPICS:
        choices = longest_menu(topic)
        for language, second in PAIRS:
            shown = Shown(None, choices, choices[0], language, second, pair=pair, menu=menu)
            assert message_violations(body(present(JUDGE, shown))) == [], (topic.id, language, second)


async def test_every_mechanic_and_every_ruling_opened_from_it_fits_in_every_language():
    for mechanic in CORPUS.mechanics.values():
        for language in LANGUAGES:
            shown = Shown(short_key(mechanic.id), (), None, language, menu=True)
            for opened in (None, *map(short_key, mechanic.topics)):
                message = body(present(JUDGE, shown.opened(opened)))
                assert message_violations(message) == [], (mechanic.id, language, opened)


async def test_every_refusal_fits_in_every_language():
    mechanics = keys_of(CORPUS.mechanics.values())
    for language in LANGUAGES:
        for start in range(len(mechanics)):
            for count in range(MAX_CHOICES + 1):
                shown = Shown(None, mechanics[start : start + count], None, language, menu=True)
                assert message_violations(body(present(JUDGE, shown))) == [], (language, start, count)


ALL_IS_KEPT = replace(defaults(), collect_unanswered=True, log_questions=True)


def test_every_earlier_wording_and_the_about_page_fit_in_every_language():
    for language in LANGUAGES:
        for topic in TOPICS:
            embeds = [embed.to_dict() for embed in render.older(read(topic, language), CORPUS)]
            assert message_violations({"embeds": embeds}) == [], (topic.id, language)
        about = render.about(
            facts(CORPUS), ["x" * 2000], "1 · 2", kept_lines(ALL_IS_KEPT, messages.of(language)), language
        ).to_dict()
        assert message_violations({"embeds": [about]}) == [], language


PIECES = (
    "A sentence of some length, as rulings have them. ",
    "这是一句释疑里会有的话。",
    "word ",
    "x",
    "*_~`|>",
    "[a](b) ",
    "- # > \n",
    "@everyone ",
    "\\",
)


def filled(piece, length):
    """A text of about a length that says the same all over."""
    return (piece * (length // len(piece) + 1))[:length].strip()


def long_texts(piece, kind):
    """Long texts in all languages, old ones too: published, or with the most that is said about translations."""
    text = TOPICS[0].texts[0]
    if kind == "published":
        return [replace(text, language=each, words=filled(piece, 5000)) for each in LANGUAGES * 12]
    outdated = {"provenance": Provenance.MACHINE, "translated_from": Original("en", "0" * 64)}
    machine = [replace(text, language=each, words=filled(piece, 5000), **outdated) for each in LANGUAGES]
    if kind == "translated by a machine":
        return machine
    partly = {"translation": Translation.PARTLY, "provenance": Provenance.UNSTATED}
    return [replace(text, language=each, words=filled(piece, 900), **partly) for each in LANGUAGES] + machine


def judge_of(piece, kind="published"):
    """A judge whose first topic has a title and a note as long as `check` accepts, and long texts."""
    topic = TOPICS[0]
    in_all = partial(dict.fromkeys, LANGUAGES)
    changed = replace(
        topic,
        title=in_all(filled(piece, MAX_TITLE)),
        note=in_all(filled(piece, MAX_NOTE)),
        texts=long_texts(piece, kind),
    )
    judge = copy(JUDGE)
    judge.corpus = replace(CORPUS, topics={**CORPUS.topics, topic.id: changed})
    judge.topics_by_key = {**JUDGE.topics_by_key, short_key(topic.id): changed}
    return judge, changed


def pages_of(judge, shown):
    """All pages of what is shown, as somebody reads them who presses Next."""
    presented = present(judge, shown)
    yield presented
    for item in presented.view.children:
        if item.custom_id.startswith("page:next") and not item.item.disabled:
            yield from pages_of(judge, item.shown)


@pytest.mark.parametrize("kind", ["published", "translated by a machine", "partly translated"])
@pytest.mark.parametrize("side_by_side", [False, True], ids=["one language", "two languages"])
@pytest.mark.parametrize("piece", PIECES)
async def test_texts_notes_and_titles_as_long_as_check_accepts_fit(piece, side_by_side, kind):
    judge, topic = judge_of(piece, kind)
    for language, second in (pair for pair in PAIRS if bool(pair[1]) is side_by_side):
        key = short_key(topic.id)
        shown = Shown(None, (key, key, *longest_menu(topic)[2:]), key, language, second, pair=True, menu=True)
        found = [message_violations(body(presented)) for presented in pages_of(judge, shown)]
        assert len(found) > 2
        assert found == [[]] * len(found), (language, second)


@pytest.mark.parametrize("piece", PIECES)
def test_many_long_earlier_wordings_fit(piece):
    judge, topic = judge_of(piece)
    embeds = [embed.to_dict() for embed in render.older(read(topic, "en"), judge.corpus)]
    assert message_violations({"embeds": embeds}) == []


def sheet_of(piece, topic):
    """A card with names, types and rulings as long as the library takes them, one of which belongs to a topic."""
    name = filled(piece, MAX_NAME)
    faces = tuple(FaceRecord(number, name, name, name, piece) for number in (1, 2))
    names = tuple(NameRecord(language, WHOLE, name, name) for language in LANGUAGES)
    correction = Correction("0" * 10, None, piece, filled(piece, 3000), ("file", 1))
    rulings = [
        Ruling(f"{number:010}", f"{number} {filled(piece, 40 * number)}", DAY, Source.UNSTATED, None, correction)
        for number in range(10, 90, 4)
    ]
    return Sheet(
        Card(KEY, name, "split", faces, names), (Ruling("f" * 10, "x", DAY, Source.WOTC, topic), *rulings), answering=2
    )


def pages_of_card(sheet, judge, shown):
    """All pages of a card, as somebody reads them who presses Next."""
    presented = present(judge, shown, sheet)
    yield presented
    for item in presented.view.children:
        if item.custom_id.startswith("page:next") and not item.item.disabled:
            yield from pages_of_card(sheet, judge, item.shown)


@pytest.mark.parametrize("second", [None, "ko"], ids=["one language", "two languages"])
@pytest.mark.parametrize("piece", PIECES)
async def test_cards_and_rulings_as_long_as_the_library_takes_them_fit(piece, second):
    judge, topic = judge_of(piece)
    sheet = sheet_of(piece, topic)
    keys = tuple(short_key(each.id) for each in TOPICS[:5])
    shown = Shown(None, (*keys, "000000"), None, "zh-CN", second, menu=True, card=KEY)
    found = [message_violations(body(presented)) for presented in pages_of_card(sheet, judge, shown)]
    assert len(found) > 5
    assert found == [[]] * len(found)


@pytest.mark.parametrize("piece", PIECES)
async def test_a_ruling_of_a_card_fits_under_the_longest_ruling_of_the_corpus(piece):
    judge, topic = judge_of(piece)
    sheet = sheet_of(piece, topic)
    key = short_key(topic.id)
    for language in LANGUAGES:
        shown = Shown(None, (key, sheet.rulings[-1].key[:6]), key, language, pair=True, menu=True, card=KEY)
        presented = present(judge, shown, sheet)
        assert len(presented.embeds) == 2
        assert message_violations(body(presented)) == [], language


@quickly
@given(st.text(max_size=200), st.sampled_from(PAIRS))
async def test_whatever_is_asked_the_answer_fits(question, languages):
    shown = Shown.of(JUDGE.search(question), languages[0]).turned(*languages)
    assert message_violations(body(present(JUDGE, shown))) == []


@quickly
@given(st.lists(st.text(min_size=1, max_size=MAX_NAME), min_size=1, max_size=12), st.sampled_from(LANGUAGES))
def test_whatever_cards_are_called_what_is_said_above_one_fits(names, language):
    suggestions = tuple(Suggestion(KEY, name, WHOLE, ("x" * 60,), name[::-1], name, Nearness.EXACT) for name in names)
    card = Card(KEY, names[0], "normal", (FaceRecord(1, names[0], "", None, ""),), ())
    for is_all, count in ((True, 1), (False, 0), (False, 1)):
        named = Named(card, count, (), is_all=is_all, others=suggestions)
        say = messages.of(language)
        for said in (about_called(named, say), about_answer(Answer(JUDGE.search("?"), named, is_of_card=True), say)):
            content = "\n".join([above(said), say("answer.simplified")])
            assert message_violations({"content": content, "embeds": [], "components": []}) == []


@pytest.mark.parametrize("piece", PIECES)
def test_the_longest_names_fit_above_a_card(piece):
    test_whatever_cards_are_called_what_is_said_above_one_fits.hypothesis.inner_test(
        [filled(piece, MAX_NAME)] * 9, "ko"
    )


def test_what_is_said_about_a_ruling_is_cut():
    [shown, *_] = embeds_of_card(sheet_of("word ", TOPICS[0]), ["en"], 1)[0]
    small = [line for line in shown.description.split("\n") if line.startswith("-# ")]
    assert small
    assert max(map(len, small)) <= 403

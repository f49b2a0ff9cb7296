"""`export`: the corpus as one JSON document, in the form that the design fixes."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter

import pytest
from command_line import start


@pytest.fixture(scope="module")
def exported():
    """What a program reads from `export`, whatever its locale."""
    ended = start("export", env={"LC_ALL": "C"})
    assert ended.code == 0
    assert ended.err == ""
    assert ended.out.endswith("}\n")
    return json.loads(ended.out)


@pytest.fixture(scope="module")
def topics(exported):
    return {topic["id"]: topic for topic in exported["topics"]}


@pytest.fixture(scope="module")
def texts(exported):
    return [text for topic in exported["topics"] for text in topic["texts"]]


def test_the_document_has_three_parts(exported):
    assert list(exported) == ["topics", "mechanics", "cards"]
    assert len(exported["topics"]) == 41
    assert len(exported["mechanics"]) == 18
    assert len(exported["cards"]) == 5


def test_every_entry_has_the_keys_that_the_design_fixes(exported, texts):
    for topic in exported["topics"]:
        assert {"id", "title", "mechanics", "rules", "note", "texts"} <= set(topic)
        assert set(topic["title"]) == {"en", "zh-CN", "ko", "pt-BR", "es"}
        assert topic["mechanics"]
        assert topic["rules"]
    for text in texts:
        assert {"language", "text", "date", "provenance", "card", "source"} <= set(text)


def test_ids_are_unique_and_references_lead_somewhere(exported, topics):
    mechanics = {mechanic["id"]: mechanic for mechanic in exported["mechanics"]}
    assert (len(topics), len(mechanics)) == (41, 18)
    for topic in topics.values():
        assert all(topic["id"] in mechanics[mechanic]["topics"] for mechanic in topic["mechanics"])


@pytest.fixture(scope="module")
def published(texts):
    return [text for text in texts if not text["translated_from"]]


def test_all_published_texts_are_there(published):
    texts = published
    assert len(texts) == 102
    assert Counter(text["language"] for text in texts) == {"en": 44, "zh-CN": 32, "ko": 16, "pt-BR": 7, "es": 3}
    # 32 English entries and 12 English texts left standing on pages of other languages; 16 + 7 + 3 without translator.
    assert Counter(text["provenance"] for text in texts) == {"source": 44, "official": 28, "machine": 4, "unstated": 26}


def test_texts_carry_the_dates_that_the_sources_print(published):
    assert Counter(text["date"] for text in published) == {
        "2014-09-20": 9,
        "2014-11-24": 6,
        "2018-07-13": 7,
        "2022-06-10": 34,
        "2023-07-28": 30,
        "2024-09-20": 16,
    }


def test_a_text_is_exported_word_for_word(topics):
    topic = topics["tapped-state-unchanged"]
    assert topic["title"]["en"] == "Turning a permanent face up or down doesn't tap or untap it"
    assert topic["mechanics"] == ["face-down"]
    assert topic["rules"] == ["110.5", "110.5c", "708.8"]
    assert topic["note"]["en"] == "The newest wording, published in Korean on 2024-09-20, says the same."
    korean = next(text for text in topic["texts"] if text["language"] == "ko")
    assert korean["text"] == "지속물을 앞면이나 뒷면으로 뒤집어도 그 지속물의 탭 또는 언탭 상태는 변하지 않습니다."
    assert (korean["language"], korean["date"], korean["provenance"]) == ("ko", "2024-09-20", "unstated")
    assert korean["card"] == "Turn Inside Out"


def test_a_translation_says_what_it_was_made_from(topics, texts):
    made = [text for text in texts if text["translated_from"]]
    assert Counter(text["language"] for text in made) == {"en": 4, "zh-CN": 9, "ko": 31, "pt-BR": 34, "es": 38}
    assert {text["provenance"] for text in made} == {"machine"}
    assert {text["date"] for text in made} == {text["reviewed"] for text in made} == {"2026-11-30"}
    english, *_, spanish = topics["form-with-empty-library"]["texts"]
    assert (english["language"], spanish["language"], english["translated_from"]) == ("en", "es", None)
    assert spanish["translated_from"] == {
        "language": "en",
        "date": "2014-11-24",
        "sha256": hashlib.sha256(english["text"].encode()).hexdigest(),
        "changed_since": False,
    }
    assert (spanish["card"], spanish["source"]) == (english["card"], english["source"])


def test_titles_and_notes_say_that_they_are_the_projects_own(topics):
    for topic in topics.values():
        marks = {"en": "own", "zh-CN": "machine", "ko": "machine", "pt-BR": "machine", "es": "machine"}
        assert topic["title_provenance"] == marks
        assert topic["note_provenance"] == (marks if topic["note"] else {})
        assert set(topic["note"]) in ({"en", "zh-CN", "ko", "pt-BR", "es"}, set())


def test_a_card_in_doubt_says_so(exported):
    doubts = {card["names"]["en"]: card["doubt"] for card in exported["cards"]}
    assert [name for name, doubt in doubts.items() if doubt] == ["Turn Inside Out"]
    assert set(doubts) == {
        "Abzan Guide",
        "Cloudform",
        "Emerald Dragon // Dissonant Wave",
        "Omarthis, Ghostfire Initiate",
        "Turn Inside Out",
    }


def test_the_document_is_the_same_in_every_process():
    first, second = (start("export", env={**os.environ, "PYTHONHASHSEED": seed}).out for seed in ("1", "2"))
    assert first == second != ""


def test_head_gets_its_line():
    pipeline = subprocess.run(  # noqa: S602 - the pipe is what is tested
        f'"{sys.executable}" -m bot export | head -n 1', shell=True, capture_output=True, check=True, timeout=20
    )
    assert pipeline.stdout == b"{\n"
    assert pipeline.stderr == b""

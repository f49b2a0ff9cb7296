"""`ask` about cards: `--card`, and questions that name one."""

from __future__ import annotations

import json

import pytest
from command_line import call
from hand_of_cards import LATEST, LINKED, NOTE, OWN, take

from bot.library.corrections import ruling_key

KEYS = ["topic", "score", "text", "text_language", "date", "provenance"]


@pytest.fixture
def host(tmp_path, judge):
    """Calls `ask` as somebody whose library is filled."""
    take(tmp_path / "cards.sqlite3", judge)
    config = tmp_path / "config.yaml"
    config.write_text("library: cards.sqlite3", encoding="utf-8")
    return ["ask", "--config", config]


def answers(capsys, *arguments):
    return json.loads(call(capsys, *arguments, "--json").out)


def test_a_card_is_found_by_any_of_its_names_and_shown_newest_first(capsys, host):
    for name in ("Cloudform", "구름의 형상", "云雾化形", "NUBIFORME"):
        ended = call(capsys, *host, "--card", name, "--language", "en")
        assert ended.code == 0
        assert ended.out.startswith("Cloudform\nEnchantment · {1}{U}{U}\n\n  1. If Cloudform leaves"), name
        assert "\n  3 February 2016 · a note by Scryfall, no official ruling\n" in ended.out
        assert ended.out.index("2. Two Cloudforms") < ended.out.index("3. The creature card")


def test_the_language_is_that_of_the_question_or_the_name(capsys, host):
    assert call(capsys, *host, "--card", "구름의 형상").out.startswith("구름의 형상\nCloudform\n부여마법 · {1}{U}{U}\n")
    assert call(capsys, *host, "--card", "Cloudform", "¿gana algo?").out.startswith("Nubiforme\n")


def test_a_question_ranks_the_rulings_of_the_card(capsys, host):
    ended = call(capsys, *host, "--card", "Cloudform", "does the manifested creature gain hexproof?")
    assert "Nearest to your question\n\n  1. The creature card that Cloudform manifests gains" in ended.out
    assert "All others, the newest first" in ended.out
    off_topic = call(capsys, *host, "--card", "Cloudform", "best pizza?").out
    assert "! None of its rulings seems to answer that" in off_topic


def test_json_keeps_its_keys_and_tells_a_note_from_a_ruling(capsys, host, judge):
    document = answers(capsys, *host, "--card", "Cloudform", "--language", "ko")
    assert list(document) == ["question", "language", "answers", "card"]
    assert document["card"] == "Cloudform"
    assert (document["question"], document["language"]) == ("Cloudform", "ko")
    assert [list(answer)[: len(KEYS)] for answer in document["answers"]] == [KEYS] * 4
    korean = judge.corpus.topics[LINKED].newest("ko")
    assert [
        (answer["text"], answer["topic"], answer["text_language"], answer["provenance"])
        for answer in document["answers"]
    ] == [
        (LATEST, None, "en", "source"),
        (NOTE, None, "en", "scryfall"),
        (OWN, None, "en", "source"),
        (korean.words, LINKED, "ko", "unstated"),
    ]


def test_json_of_a_card_and_a_question_has_what_answers_it_with_falling_scores(capsys, host):
    question = "does the manifested creature gain hexproof?"
    document = answers(capsys, *host, "--card", "Cloudform", question)
    scores = [answer["score"] for answer in document["answers"]]
    assert document["question"] == question
    assert document["answers"][0]["text"] == OWN
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)
    assert answers(capsys, *host, "--card", "Cloudform", question, "--top", "1")["answers"] == document["answers"][:1]


def test_no_such_card_and_no_rulings_are_different_answers(capsys, host):
    unknown = call(capsys, *host, "--card", "Cloudfrom")
    assert unknown == (1, "I know no card called “Cloudfrom”.\nDid you mean one of these?\n  Cloudform\n", "")
    silent = call(capsys, *host, "--card", "Searing Bolt")
    assert silent == (0, "Searing Bolt\nInstant · {R}\n\nThere are no rulings for this card.\n", "")
    assert call(capsys, *host, "--card", "Qqzzx", "--json").code == 1


def test_cards_of_the_same_name_are_told(capsys, host):
    assert "! Also called so: Aurora (Español) — Dawn Herald." in call(capsys, *host, "--card", "Aurora").out


def test_a_question_that_names_a_card_gets_the_corpus_first_and_the_card_after_it(capsys, host):
    question = "Does flying stay when Cloudform leaves the battlefield?"
    out = call(capsys, *host, question).out
    assert out.index("A Form with no card") < out.index("A ruling of Cloudform") < out.index("If Cloudform leaves")
    topics = [answer["topic"] for answer in answers(capsys, *host, question, "--top", "50")["answers"]]
    assert topics[:2] == ["form-with-empty-library", "face-down-permanent-characteristics"]
    assert topics.index(None) == len(topics) - 1


def test_a_question_without_a_ruling_of_the_corpus_gets_the_card_and_a_program_only_what_is_firm(capsys, host):
    weak, firm = "what announces the best sleeve for Dawn Herald?", "angel announces the dawn, Dawn Herald?"
    ended = call(capsys, *host, weak)
    assert ended.out.startswith("Dawn Herald\nCreature — Angel · {4}{W}\n! I have no ruling for just that.")
    assert ended.code == call(capsys, *host, weak, "--json").code == 1
    document = answers(capsys, *host, weak)
    assert (document["answers"], document["card"]) == ([], "Dawn Herald")
    assert call(capsys, *host, firm).code == call(capsys, *host, firm, "--json").code == 0
    assert [answer["text"] for answer in answers(capsys, *host, firm)["answers"]] == ["An angel announces the dawn."]


def test_the_keys_of_rulings_are_told_to_whoever_corrects_them(capsys, host):
    out = call(capsys, *host, "--card", "Cloudform", "--explain").out
    assert f"1 January 2015 · Wizards of the Coast · {ruling_key(OWN)}\n" in out
    assert ruling_key(OWN) not in call(capsys, *host, "--card", "Cloudform").out


def test_words_of_the_hosts_are_told_as_such(capsys, host, tmp_path, judge):
    linked = judge.corpus.topics["tapped-state-unchanged"].newest("en").words
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "ours.yaml").write_text(
        f'corrections:\n  - ruling: "{OWN}"\n    text: "{linked}"\n    reason: "new rules"\n'
        f'  - ruling: "{LATEST}"\n    text: "La criatura se queda boca abajo."\n    reason: "en la mesa"\n',
        encoding="utf-8",
    )
    (tmp_path / "config.yaml").write_text("library: cards.sqlite3\ncorrections: ours", encoding="utf-8")
    by_host = [
        (each["text"], each["topic"], each["text_language"])
        for each in answers(capsys, *host, "--card", "Cloudform", "--language", "es")["answers"]
        if each["provenance"] == "host"
    ]
    assert by_host == [("La criatura se queda boca abajo.", None, "es"), (linked, None, "en")]
    of_card = call(capsys, *host, "--card", "Cloudform").out
    assert "written by whoever hosts this bot (new rules), in place of" in of_card


def test_a_partly_translated_ruling_has_the_whole_of_it_beneath(capsys, host, judge):
    out = call(capsys, *host, "--card", "Cloudform", "--language", "ko").out
    topic = judge.corpus.topics[LINKED]
    beneath = out[out.index("전체 문구(기계 번역, 비공식):") :]
    assert topic.complete(topic.newest("ko")).words[:20] in beneath


def test_the_card_that_was_chosen_or_named_is_told(capsys, host):
    assert answers(capsys, *host, "--card", "Cloudf")["card"] == "Cloudform"
    assert answers(capsys, *host, "which sleeve fits Dawn Herald?")["card"] == "Dawn Herald"
    assert "card" not in answers(capsys, *host, "what does manifest do")
    assert "card" not in answers(capsys, *host, "--card", "Qqzzx")


def test_both_ways_of_answering_end_alike(capsys, host):
    for question, code in (
        (["which sleeve fits Dawn Herald?"], 1),
        (["angel announces the dawn, Dawn Herald?"], 0),
        (["Dawn Herald"], 0),
        (["best pizza?"], 1),
        (["what does manifest do"], 0),
        (["--card", "Searing Bolt"], 0),
        (["--card", "Qqzzx"], 1),
    ):
        assert call(capsys, *host, *question).code == call(capsys, *host, *question, "--json").code == code, question


def test_a_card_that_goes_first_has_the_corpus_after_it(capsys, host):
    question = "Is it an activated ability that the lights of Aurora are white?"
    document = answers(capsys, *host, question, "--top", "50")
    assert document["answers"][0]["text"] == "The lights of Aurora are white."
    topics = [each["topic"] for each in document["answers"]]
    assert topics.count(None) == 1
    assert len(topics) == len(set(topics)) > 1
    assert call(capsys, *host, question).out.startswith("Aurora\nSorcery")


def test_the_rulings_are_those_that_the_configuration_names(capsys, tmp_path, published_rulings):
    (tmp_path / "config.yaml").write_text(f"rulings: {published_rulings}", encoding="utf-8")
    ended = call(capsys, "ask", "--config", tmp_path / "config.yaml", "adventure-choose-name", "--language", "es")
    assert "Todavía no hay texto en español" in ended.out


def test_a_name_alone_is_the_card(capsys, host):
    assert call(capsys, *host, "Cloudform").out.startswith("Cloudform\nEnchantment")
    assert call(capsys, "ask", "Cloudform").out.startswith("manifest\n")


def test_without_a_library_one_sentence_says_what_to_do(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for more in ([], ["--json"], ["what?"]):
        ended = call(capsys, "ask", "--card", "Cloudform", *more)
        assert ended == (1, "", "There is no library of cards yet; make one with `python -m bot import FILE…`.\n")
    assert list(tmp_path.iterdir()) == []


def test_a_batch_names_cards_too(capsys, host, tmp_path):
    file = tmp_path / "questions.txt"
    file.write_text("Cloudform\nmanifest\n", encoding="utf-8")
    first, second = call(capsys, *host, "--batch", file, "--json").out.splitlines()
    assert [answer["topic"] for answer in json.loads(first)["answers"]] == [None, None, None]
    assert all(answer["topic"] for answer in json.loads(second)["answers"])


@pytest.mark.parametrize(
    "arguments",
    [["--card", "Cloudform", "--batch", "file", "--json"], ["--card", "Cloudform", "--explain", "--json"], ["--card"]],
    ids=" ".join,
)
def test_wrong_usage_ends_with_exit_code_2(capsys, arguments):
    ended = call(capsys, "ask", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err != ""


def test_every_line_fits_its_terminal(capsys, host, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    out = call(capsys, *host, "--card", "Cloudform", "does the manifested creature gain hexproof?").out
    assert max(map(len, out.splitlines())) <= 40

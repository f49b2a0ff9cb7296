"""`ask`: what people read in a terminal, and what programs read from it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import unicodedata

import pytest
from command_line import call, start

from bot.terminal import Terminal

ENGLISH = (
    "Because the permanent is on the battlefield both before and after it's turned face up, turning a permanent "
    "face up doesn't cause any enters-the-battlefield abilities to trigger."
)
CHINESE = "由于永久物翻回正面前后都在战场上，因此将永久物翻回正面不会触发进战场异能。"
KOREAN = (
    "지속물은 앞면으로 뒤집히기 전과 후 모두 전장에 있으므로, 지속물을 앞면으로 뒤집어도 전장에 들어올 때 격발하는 "
    "능력은 격발하지 않습니다."
)
PORTUGUESE = (
    "Como a permanente está no campo de batalha tanto antes quanto depois de virar sua face para cima, virar uma "
    "permanente para cima não faz com que nenhuma habilidade de entrada no campo de batalha seja desencadeada."
)
SPANISH = (
    "Debido a que el permanente está en el campo de batalla tanto antes como después de ponerse boca arriba, poner un "
    "permanente boca arriba no hace que se disparen habilidades de entrar al campo de batalla."
)
TOPIC = "no-enters-triggers-on-turning-up"
ASKED = {
    "en": "does turning it face up trigger enters abilities?",
    "zh-CN": "把它翻回正面会触发进战场吗",
    "ko": "앞면으로 뒤집으면 전장에 들어올 때 능력이 격발하나요?",
    "pt-BR": "virar para cima desencadeia habilidades de entrada no campo de batalha?",
    "es": "¿poner boca arriba dispara habilidades de entrar al campo de batalla?",
}
WORDS = {"en": ENGLISH, "zh-CN": CHINESE, "ko": KOREAN, "pt-BR": PORTUGUESE, "es": SPANISH}
DOUBLE_FACED = "双面牌被显化后不能转化；正面是生物才能付费翻开"
OFF_TOPIC = "banana"
VERY_LONG = f"{ASKED['en']} " * 20_000


@pytest.fixture(scope="module")
def batch():
    """What `ask --batch - --json` prints for many questions, by question."""
    questions = [*ASKED.values(), DOUBLE_FACED, OFF_TOPIC, "", VERY_LONG, "manifest"]
    ended = start("ask", "--batch", "-", "--json", "--top", "50", input="\n".join(questions).encode())
    assert (ended.code, ended.err) == (0, "")
    documents = [json.loads(line) for line in ended.out.splitlines()]
    assert [document["question"] for document in documents] == questions
    return dict(zip(questions, documents, strict=True))


def spaceless(text):
    """A text without its white space, to compare it however it is wrapped."""
    return "".join(text.split())


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            (
                "Turning a permanent face up does not make it enter",
                "  English · English ruling · title in our words",
                "  Published: 28 July 2023 · Omarthis, Ghostfire Initiate",
                "  ! A newer wording, of 20 September 2024, exists in another language: Korean.",
            ),
        ),
        (
            "zh-CN",
            (
                "翻回正面不算进战场，不会触发进场异能",
                "  简体中文 · 威世智官方译文 · 标题为自行撰写，机器翻译",
                "  发布: 2023年7月28日 · 灵火新手欧玛迪斯",
                "  ! 2024年9月20日有更新的文字，语言为：韩文。",
            ),
        ),
        (
            "ko",
            (
                "앞면으로 뒤집는 것은 전장에 들어오는 것이 아니다",
                "  한국어 · 공개된 번역, 번역자 미표기 · 제목: 자체 작성, 기계 번역",
                "  발표: 2024년 9월 20일 · 뒤집어서 뒤집기(으)로 추정",
            ),
        ),
        (
            "pt-BR",
            (
                "Virar para cima não conta como entrar no campo de batalha",
                "  Português (Brasil) · tradução publicada, tradutor não informado · título:",
                "  ! Existe uma redação mais nova, de 20 de setembro de 2024, em outro idioma:",
            ),
        ),
        (
            "es",
            (
                "Poner boca arriba no dispara habilidades de entrar",
                "  Español · traducción publicada, traductor no indicado · título: palabras",
                "  Publicado: 20 de septiembre de 2014 · Guía abzana",
            ),
        ),
    ],
)
def test_a_question_is_answered_in_its_own_language(capsys, language, lines):
    ended = call(capsys, "ask", ASKED[language])
    assert ended.code == 0
    assert ended.err == ""
    assert set(lines) <= set(ended.out.splitlines())
    assert spaceless(WORDS[language]) in spaceless(ended.out)
    assert "\033" not in ended.out


@pytest.mark.parametrize(
    ("language", "date", "provenance"),
    [
        ("en", "2023-07-28", "source"),
        ("zh-CN", "2023-07-28", "official"),
        ("ko", "2024-09-20", "unstated"),
        ("pt-BR", "2018-07-13", "unstated"),
        ("es", "2014-09-20", "unstated"),
    ],
)
def test_json_holds_what_the_design_fixes_and_nothing_else(batch, language, date, provenance):
    document = batch[ASKED[language]]
    assert list(document) == ["question", "language", "answers"]
    assert document["language"] == language
    best = document["answers"][0]
    assert list(best) == ["topic", "score", "text", "text_language", "date", "provenance"]
    assert 0 < best["score"] <= 1
    assert best | {"score": 1} == {
        "topic": TOPIC,
        "score": 1,
        "text": WORDS[language],
        "text_language": language,
        "date": date,
        "provenance": provenance,
    }


def test_a_machine_translation_is_called_one(batch):
    best = batch[DOUBLE_FACED]["answers"][0]
    assert best["text"].startswith("如果显化的是双面牌，则它会牌面朝下地放进战场。")
    assert best["provenance"] == "machine"


def test_answers_come_best_first(batch):
    scores = [answer["score"] for answer in batch[ASKED["en"]]["answers"]]
    assert len(scores) > 1
    assert scores == sorted(scores, reverse=True)


def test_the_topics_of_a_mechanic_come_in_reading_order(batch):
    topics = [answer["topic"] for answer in batch["manifest"]["answers"]]
    assert topics[:2] == ["face-down-permanent-characteristics", "turn-up-manifested-special-action"]
    assert len(topics) == 12


@pytest.mark.parametrize("question", [OFF_TOPIC, ""])
def test_what_has_no_ruling_has_no_answers(batch, question):
    assert batch[question] == {"question": question, "language": "en", "answers": []}


def test_a_very_long_question_is_answered(batch):
    assert batch[VERY_LONG]["answers"][0]["text"] == ENGLISH


@pytest.mark.parametrize(("options", "count"), [([], 3), (["--top", "1"], 1)], ids=["by default", "--top 1"])
def test_top_limits_the_answers_of_one_json_object(capsys, batch, options, count):
    ended = call(capsys, "ask", ASKED["en"], "--json", *options)
    assert ended.code == 0
    assert json.loads(ended.out)["answers"] == batch[ASKED["en"]]["answers"][:count]


def test_the_chosen_language_wins_over_that_of_the_question(capsys):
    ended = call(capsys, "ask", ASKED["en"], "--language", "es", "--json")
    assert json.loads(ended.out)["language"] == "es"
    assert json.loads(ended.out)["answers"][0]["text"] == SPANISH


@pytest.fixture
def published_only(monkeypatch, tmp_path, published_rulings):
    """The rulings without the translations that were made here are those that are asked."""
    (tmp_path / "config.yaml").write_text(f"rulings: {published_rulings}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("published_only")
def test_a_language_without_a_text_falls_back_and_says_so(capsys):
    ended = call(capsys, "ask", "adventure-choose-name", "--language", "es")
    assert "  ! Todavía no hay texto en español; este está en inglés." in ended.out.splitlines()
    assert "English · " in ended.out


@pytest.mark.usefixtures("published_only")
def test_a_topic_without_an_english_text_falls_back_to_the_language_that_has_one(capsys):
    ended = call(capsys, "ask", "manifest-dread-procedure", "--json")
    assert json.loads(ended.out)["language"] == "en"
    assert json.loads(ended.out)["answers"][0]["text_language"] == "ko"


MARKS = {
    ("adventure-choose-name", "ko"): "영어 문구를 기계로 번역한 것이며, 공식 번역이 아닙니다.",
    ("adventure-choose-name", "pt-BR"): "Esta é uma tradução automática do texto em inglês; não é oficial.",
    ("adventure-choose-name", "es"): "Esta es una traducción automática del texto en inglés; no es oficial.",
    ("manifest-dread-procedure", "en"): "This is a machine translation of the Korean text, not official.",
    ("manifest-dread-procedure", "zh-CN"): "此为韩文文本的机器翻译，非官方译文。",
}


@pytest.mark.parametrize(("topic", "language"), MARKS)
def test_a_machine_translation_is_marked_in_the_readers_language(capsys, topic, language):
    ended = call(capsys, "ask", topic, "--language", language)
    assert f"  ! {MARKS[topic, language]}" in ended.out.splitlines()
    [answer] = json.loads(call(capsys, "ask", topic, "--language", language, "--json").out)["answers"]
    assert (answer["text_language"], answer["date"]) == (language, "2026-11-30")
    assert (answer["provenance"], answer["notices"]) == ("machine", [MARKS[topic, language]])


def test_a_translation_is_dated_as_its_original_and_says_when_it_was_made(capsys):
    out = call(capsys, "ask", "form-with-empty-library", "--language", "es").out
    assert "Publicado: 24 de noviembre de 2014 · Forma de nube (traducido el 30 de noviembre de 2026)" in " ".join(
        out.split()
    )


def test_a_partly_translated_text_comes_with_the_whole_of_it_marked_as_a_machines(capsys):
    out = call(capsys, "ask", "turn-up-manifested-special-action", "--language", "ko").out
    published, heading, complete = (
        out.index(part)
        for part in ("(ignoring any copy effects", "  전체 문구(기계 번역, 비공식):", "(그 지속물에 적용되고")
    )
    assert published < heading < complete
    ended = call(capsys, "ask", "turn-up-manifested-special-action", "--language", "ko", "--json")
    [answer] = json.loads(ended.out)["answers"]
    assert (answer["provenance"], answer["date"]) == ("unstated", "2024-09-20")
    assert "(ignoring any copy effects" in answer["text"]
    assert "(그 지속물에 적용되고" in answer["complete"]["text"]
    assert (answer["complete"]["provenance"], answer["complete"]["date"]) == ("machine", "2026-11-30")


def test_a_bare_mechanic_gives_its_overview(capsys):
    ended = call(capsys, "ask", "manifest dread")
    assert ended.code == 0
    assert ended.out.startswith("manifest dread\n\nThere are 4 rulings on this:\n")


def test_top_limits_the_other_rulings_that_a_terminal_shows(capsys):
    question = "what can happen to a manifested creature"
    assert "\nSee also\n  1. " in call(capsys, "ask", question, "--top", "3").out
    assert "See also" not in call(capsys, "ask", question, "--top", "1").out


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "I have no ruling for that."),
        ("zh-CN", "我没有针对这个问题的释疑。"),
        ("ko", "그 질문에 대한 룰링은 없습니다."),
        ("pt-BR", "Não tenho um ruling para isso."),
        ("es", "No tengo ninguna aclaración para eso."),
    ],
)
def test_a_question_without_a_ruling_is_refused_with_exit_code_1(capsys, language, sentence):
    ended = call(capsys, "ask", OFF_TOPIC, "--language", language)
    assert ended.code == 1
    assert ended.out.splitlines()[0] == sentence
    assert ended.err == ""


def test_a_refusal_in_json_has_no_answers_and_exit_code_1(capsys):
    ended = call(capsys, "ask", OFF_TOPIC, "--json")
    assert ended == (1, '{"question": "banana", "language": "en", "answers": []}\n', "")


@pytest.mark.parametrize("question", ["", "?! \u200b🇬🇧"])
def test_a_question_without_words_asks_for_one(capsys, question):
    ended = call(capsys, "ask", question)
    assert ended.code == 1
    assert ended.out.startswith("Ask me something: a mechanic such as “manifest”, or a whole question.\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["ask"],
        ["ask", "two", "words"],
        ["ask", "manifest", "--batch", "file"],
        ["ask", "manifest", "--language", "fr"],
        ["ask", "manifest", "--language", "zh"],
        ["ask", "manifest", "--top", "0"],
        ["ask", "manifest", "--top", "51"],
        ["ask", "manifest", "--top", "²"],
        ["ask", "manifest", "--top", "many"],
        ["ask", "--batch", "file"],
    ],
    ids=" ".join,
)
def test_wrong_usage_ends_with_exit_code_2(capsys, arguments):
    ended = call(capsys, *arguments)
    assert ended.code == 2
    assert ended.out == ""
    assert ended.err != ""


@pytest.mark.parametrize(
    ("content", "questions"),
    [
        ("manifest\nbanana\n", ["manifest", "banana"]),
        ("显化\n발현", ["显化", "발현"]),
        ("manifest\r\nbanana\r\n", ["manifest", "banana"]),
        ("\ufeffmanifest\n", ["manifest"]),
        ("\n\nmanifest\n \n", ["", "", "manifest", " "]),
        ("", []),
        ("what\u2028is\u0085a\x0bmorph\x0c?\n", ["what\u2028is\u0085a\x0bmorph\x0c?"]),
    ],
    ids=["lines", "no final newline", "CRLF", "byte order mark", "blank lines", "empty", "rare separators"],
)
def test_a_batch_gives_one_object_a_line(capsys, tmp_path, content, questions):
    file = tmp_path / "questions.txt"
    file.write_bytes(content.encode())
    ended = call(capsys, "ask", "--batch", file, "--json")
    assert ended.code == 0
    lines = ended.out.split("\n")
    assert lines.pop() == ""
    assert [json.loads(line)["question"] for line in lines] == questions


@pytest.mark.parametrize(
    ("content", "said"), [(None, "No such file"), (b"manifest\n\xff\xfe\n", "UTF-8")], ids=["missing", "not UTF-8"]
)
def test_a_batch_that_cannot_be_read_is_one_sentence(capsys, tmp_path, content, said):
    file = tmp_path / "questions.txt"
    if content is not None:
        file.write_bytes(content)
    ended = call(capsys, "ask", "--batch", file, "--json")
    assert ended.code == 1
    assert ended.out == ""
    assert ended.err.startswith(f"The file {file} ")
    assert said in ended.err
    assert ended.err.endswith(".\n")
    assert ended.err.count("\n") == 1


def columns(line):
    """The columns that a line takes."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in line)


@pytest.mark.parametrize("language", ["en", "zh-CN", "ko"])
def test_a_narrow_terminal_wraps_without_losing_a_word(capsys, monkeypatch, language):
    monkeypatch.setenv("COLUMNS", "40")
    out = call(capsys, "ask", ASKED[language]).out
    assert spaceless(WORDS[language]) in spaceless(out)
    assert 36 < max(map(columns, out.splitlines())) <= 40


@pytest.mark.parametrize("language", WORDS)
def test_every_ruling_keeps_its_words_at_every_width(judge, language):
    for topic in judge.corpus.topics:
        found = judge.search(topic)
        texts = {width: Terminal(language, width=width).answer(found, judge.corpus, 1) for width in (30, 41, 60, 92)}
        assert len({spaceless(text) for text in texts.values()}) == 1
        assert all(columns(line) <= width for width, text in texts.items() for line in text.splitlines())


def test_no_line_of_chinese_begins_with_a_closing_sign(judge):
    for topic in judge.corpus.topics:
        for width in range(30, 93, 3):
            text = Terminal("zh-CN", width=width).answer(judge.search(topic), judge.corpus, 1)
            assert [
                line for line in text.splitlines() if line.lstrip().startswith(tuple("，。；：、！？）」』”"))
            ] == []


def test_an_argument_that_is_not_utf_8_is_asked_all_the_same():
    ended = start("ask", os.fsdecode(b"manifest \xff"), "--json")
    assert json.loads(ended.out)["question"] == "manifest \ufffd"
    assert ended.code == 0
    assert ended.err == ""


@pytest.mark.parametrize(
    "environment",
    [
        {"LANG": "C"},
        # What a console that knows no UTF-8 amounts to, such as that of older versions of Windows.
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "latin-1"},
    ],
    ids=lambda environment: " ".join(f"{name}={value}" for name, value in environment.items()),
)
def test_chinese_can_be_piped_whatever_the_locale_is(environment):
    as_json = start("ask", TOPIC, "--language", "zh-CN", "--json", env=environment)
    plain = start("ask", TOPIC, "--language", "zh-CN", env=environment)
    assert (as_json.code, as_json.err) == (plain.code, plain.err) == (0, "")
    assert json.loads(as_json.out)["answers"][0]["text"] == CHINESE


@pytest.mark.parametrize("arguments", [["ask", "manifest"], ["ask", "--help"]])
def test_a_reader_that_went_away_is_no_error(arguments):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = start(*arguments, stdout=writing)
    finally:
        os.close(writing)
    assert ended.err == ""


def test_head_gets_its_line(tmp_path):
    (tmp_path / "questions.txt").write_text("manifest\n" * 300, encoding="utf-8")
    command = f'"{sys.executable}" -m bot ask --batch questions.txt --json | head -n 1'
    pipeline = subprocess.run(  # noqa: S602 - the pipe is what is tested
        command,
        shell=True,
        capture_output=True,
        check=True,
        cwd=tmp_path,
        timeout=20,
    )
    assert json.loads(pipeline.stdout)["question"] == "manifest"
    assert pipeline.stderr == b""


def test_the_same_question_gets_the_same_answer_in_every_process():
    first, second = (
        start("ask", ASKED["en"], "--json", "--top", "50", env={**os.environ, "PYTHONHASHSEED": seed})
        for seed in ("1", "2")
    )
    assert first.out != ""
    assert first == second


def test_ask_does_not_wait_for_discord():
    script = (
        "import sys; from bot.__main__ import main; main(['ask', 'manifest', '--json']);"
        "print(*sorted({'aiohttp', 'aiosqlite', 'bot.app', 'discord'} & set(sys.modules)), file=sys.stderr)"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, timeout=20)  # noqa: S603
    assert ended.stderr == b"\n"
    assert ended.stdout.startswith(b'{"question": "manifest"')


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("name it", "refused: the evidence for the first is under 14"),
        ("target?", "refused: the evidence for the first is under 9"),
        (
            "can i blink my morph",
            "refused: it comes nearest to what no ruling here answers: a face-down permanent is blinked",
        ),
        ("zzqx vvkw", "refused: nothing in it was ever asked about anything here"),
        ("Does turning a face-down creature up use the stack?", "the first two come close: both are shown"),
        ("manifest", "nothing but the name of the mechanic manifest: its overview"),
    ],
)
def test_explain_says_why_a_question_is_answered_so(capsys, question, told):
    assert told in call(capsys, "ask", question, "--explain").out


def test_explain_shows_what_was_recognised_and_what_speaks_for_the_first_entries(capsys):
    out = call(capsys, "ask", ASKED["en"], "--explain").out
    assert "“trigger” stands for concept:trigger" in out
    line = re.compile(r"^(\d\.\d{3}) \S+ \((?:topic|gap).*; nearness (\d\.\d\d), evidence (\d+\.\d)\)$", re.MULTILINE)
    lines = line.findall(out)
    assert len(lines) == 5
    assert [score for score, _, _ in lines] == sorted((score for score, _, _ in lines), reverse=True)
    assert all(float(near) > 0 and float(evidence) > 0 for _, near, evidence in lines)

"""The bot's own sentences: the same keys and placeholders in five languages, none unused, none missing."""

from __future__ import annotations

import ast
import datetime
import re
from pathlib import Path
from string import Formatter

import pytest

from bot.messages import of

BOT = Path(__file__).parents[1] / "bot"
LANGUAGES = ["en", "zh-CN", "ko", "pt-BR", "es"]
TREES = {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted(BOT.rglob("*.py"))}
KEYS = frozenset(of("en").entries)


def sentences(entry):
    """An entry as the list of its sentences."""
    return [entry] if isinstance(entry, str) else [*entry.values()] if isinstance(entry, dict) else [*entry]


def placeholders(sentence):
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def pattern_of(node):
    """What a string of the code may be as a key: itself, or an f-string with any word in its places."""
    match node:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=[ast.FormattedValue(), *rest]):
            return "[A-Za-z_.-]+" + "".join(map(pattern_of, rest))
        case ast.JoinedStr(values=values):
            return "".join(map(pattern_of, values))
        case ast.IfExp(body=body, orelse=orelse):
            return f"(?:{pattern_of(body)}|{pattern_of(orelse)})"
        case _:
            return "[A-Za-z_-]+"


def matching(pattern):
    return {key for key in KEYS if re.fullmatch(pattern, key)}


def strings():
    """Every string and f-string of the code that could be a dotted key."""
    for tree in TREES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                pattern = pattern_of(node)
                if r"\." in pattern:
                    yield pattern


def says(node):
    """Whether a call looks a sentence up: `say(…)`, `self.say(…)`, `localised(…)`, `messages.of(…)(…)`."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in {"say", "localised"} and bool(node.args)
        case ast.Call(func=ast.Call(func=ast.Attribute(value=ast.Name(id="messages"), attr="of"))):
            return True
    return False


CALLS = [
    pytest.param(node, id=f"{file.relative_to(BOT)}:{node.lineno}")
    for file, tree in TREES.items()
    for node in ast.walk(tree)
    if says(node) and isinstance(node.args[0], ast.Constant | ast.JoinedStr | ast.IfExp)
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_keys_of_english_in_the_same_form(language):
    entries, english = of(language).entries, of("en").entries
    assert list(entries) == list(english)
    assert {key: type(entry) for key, entry in entries.items()} == {key: type(each) for key, each in english.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_filled_in_and_has_the_placeholders_of_english(language):
    for key, entry in of(language).entries.items():
        english = of("en").entries[key]
        assert all(sentence.strip() == sentence != "" for sentence in sentences(entry)), key
        if key == "date.format":
            assert placeholders(entry) in ({"day", "month", "year"}, {"day", "number", "year"})
        elif isinstance(entry, dict):
            assert placeholders(entry["other"]) == placeholders(english["other"]), key
            assert placeholders(entry["one"]) <= placeholders(entry["other"]), key
        else:
            assert [placeholders(each) for each in sentences(entry)] == [
                placeholders(each) for each in sentences(english)
            ]


def test_no_key_is_unused():
    used = set().union(*map(matching, strings()))
    assert sorted(KEYS - used) == []


def test_the_code_looks_sentences_up_in_many_places():
    assert len(CALLS) > 40


@pytest.mark.parametrize("call", CALLS)
def test_no_key_is_missing_and_every_placeholder_gets_its_value(call):
    given = {keyword.arg for keyword in call.keywords}
    needed = [
        set().union(*map(placeholders, sentences(of("en").entries[key]))) for key in matching(pattern_of(call.args[0]))
    ]
    assert any(names <= given for names in needed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_that_sentences_name_are_called_so_in_their_language(language):
    say = of(language)
    parts = {
        key.removesuffix(".name").split(".")[-1]: say(key)
        for key in KEYS
        if re.fullmatch(r"command\.facedown(\.\w+)?\.name", key)
    }
    named = [
        re.findall("`/([^`]+)`", sentence)
        for key, entry in of(language).entries.items()
        for sentence in sentences(entry)
        if "`/" in sentence
    ]
    assert len(named) > 8
    group = parts.pop("facedown")
    known = {group, *(f"{group} {name}" for name in parts.values()), say("command.ruling.name")}
    assert {command for commands in named for command in commands} <= known


@pytest.mark.parametrize("kind", ["source", "official", "machine", "unstated"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_provenance_has_a_name_of_its_own(language, kind):
    names = [of(language)(f"provenance.{each}") for each in ("source", "official", "machine", "unstated")]
    assert names.count(of(language)(f"provenance.{kind}")) == 1


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "28 July 2023"),
        ("zh-CN", "2023年7月28日"),
        ("ko", "2023년 7월 28일"),
        ("pt-BR", "28 de julho de 2023"),
        ("es", "28 de julio de 2023"),
    ],
)
def test_a_date_is_written_as_the_language_writes_it(language, expected):
    assert of(language).date(datetime.date(2023, 7, 28)) == expected


@pytest.mark.parametrize(
    ("language", "first", "last"),
    [
        ("en", "5 January 2024", "31 December 2024"),
        ("zh-CN", "2024年1月5日", "2024年12月31日"),
        ("ko", "2024년 1월 5일", "2024년 12월 31일"),
        ("pt-BR", "5 de janeiro de 2024", "31 de dezembro de 2024"),
        ("es", "5 de enero de 2024", "31 de diciembre de 2024"),
    ],
)
def test_the_months_begin_with_january_and_end_with_december(language, first, last):
    say = of(language)
    assert (say.date(datetime.date(2024, 1, 5)), say.date(datetime.date(2024, 12, 31))) == (first, last)


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("en", "There is one ruling on this:", "There are 12 rulings on this:"),
        ("zh-CN", "相关释疑共 1 条：", "相关释疑共 12 条："),
        ("ko", "이에 관한 룰링은 1개입니다:", "이에 관한 룰링은 12개입니다:"),
        ("pt-BR", "Há um ruling sobre isto:", "Há 12 rulings sobre isto:"),
        ("es", "Hay una aclaración sobre esto:", "Hay 12 aclaraciones sobre esto:"),
    ],
)
def test_the_plural_follows_the_number(language, one, several):
    say = of(language)
    assert (say("overview.intro", count=1), say("overview.intro", count=12)) == (one, several)


def test_placeholders_are_filled_in():
    assert of("en")("answer.page", page=2, pages=3) == "Page 2 of 3"
    assert of("ko")("answer.page", page=2, pages=3) == "3쪽 중 2쪽"


def test_what_looks_like_a_placeholder_in_a_value_stays_as_it_is():
    assert of("en")("refusal.nearest", mechanics="{3} {x}") == "The nearest that I do know: {3} {x}."


def test_a_wrong_language_key_or_value_is_an_error_of_the_code():
    with pytest.raises(KeyError):
        of("fr")
    with pytest.raises(KeyError):
        of("en")("answer.nothing")
    with pytest.raises(KeyError):
        of("en")("date.months")
    with pytest.raises(KeyError):
        of("en")("answer.page", page=2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_notice_of_the_fan_content_policy_stands_word_for_word(language):
    assert of(language)("about.fan_content") == (
        "Face-Down Judge is unofficial Fan Content permitted under the Fan Content Policy. "
        "Not approved/endorsed by Wizards. Portions of the materials used are property of Wizards of the Coast. "
        "©Wizards of the Coast LLC."
    )

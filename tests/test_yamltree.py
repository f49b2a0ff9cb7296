"""YAML in: a tree of located strings, or one sentence that says where the file is broken."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.yamltree import BrokenYamlError, Mapping, Problem, Scalar, Sequence, parse, read

TABS = "indent with spaces, not tabs"
ANCHORS = "anchors and aliases (& and *) are not used here; write the value out or quote it"
TAGS = "tags (!) are not used here; write the value without one, or quote it"
NO_WORD = "a key must be a word, not a list or a mapping"
CHARACTER = "there is a character here that YAML does not allow; remove it"
DEEP = "this is nested more than 20 deep; the project's files never are"
SLOW = 5.0


def answer(text):
    """The tree of a text, or its problem."""
    try:
        return parse(text, "file.yaml")
    except BrokenYamlError as error:
        return error.problem


def problem_of(text):
    """The problem of a text, as `line: message`."""
    problem = answer(text)
    assert isinstance(problem, Problem)
    assert problem.path == "file.yaml"
    return f"{problem.line}: {problem.message}"


def problem_of_bytes(tmp_path, raw):
    """The problem of a file, as it is printed."""
    file = tmp_path / "file.yaml"
    file.write_bytes(raw)
    with pytest.raises(BrokenYamlError) as caught:
        read(file, shown="shown.yaml")
    return str(caught.value)


def test_a_tree_holds_every_value_as_written_with_its_line():
    text = "rule: 701.40\nno: [off, ~]\n\ndate: 2024-09-20 # a comment\nlong: >-\n  two\n  lines\n"
    tree = parse(text, "file.yaml")
    assert isinstance(tree, Mapping)
    assert tree.key_lines == {"rule": 1, "no": 2, "date": 4, "long": 5}
    assert {key: node.line for key, node in tree.entries.items()} == {"rule": 1, "no": 2, "date": 4, "long": 5}
    assert {key: node.value for key, node in tree.entries.items() if isinstance(node, Scalar)} == {
        "rule": "701.40",
        "date": "2024-09-20",
        "long": "two lines",
    }
    listed = tree.entries["no"]
    assert isinstance(listed, Sequence)
    assert [item.value for item in listed.items] == ["off", "~"]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing but a comment\n", "   "])
def test_an_empty_text_is_an_empty_mapping(text):
    assert parse(text, "file.yaml") == Mapping({}, {}, 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\n\tb: 2\n", 2),
        ("a:\n  b: 1\n\tc: 2\n", 3),
        ("a:\n  - b\n  -\n\t\tc: 2\n", 4),
        ("a: |\n\tb\n", 2),
    ],
)
def test_a_tab_as_indentation_is_told_with_its_line(text, expected):
    problem = problem_of(text)
    assert problem.startswith(f"{expected}: this is not valid YAML: ")
    assert problem.endswith(TABS)


@pytest.mark.parametrize("text", ["a\tb: c\td\n", "a: 1\t# a comment\n"])
def test_a_tab_elsewhere_is_allowed(text):
    assert isinstance(parse(text, "file.yaml"), Mapping)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: 2\na: 3\n", "3: the key “a” stands twice (first in line 1); keep one of them"),
        ("x:\n  a: 1\n  'a': 2\n", "3: the key “a” stands twice (first in line 2); keep one of them"),
        ("a: &x 1\n", f"1: {ANCHORS}"),
        ("a: 1\nb: *x\n", f"2: {ANCHORS}"),
        ("a: 1\n*x : 2\n", f"2: {ANCHORS}"),
        ("- &x\n  a: 1\n", f"1: {ANCHORS}"),
        ("- a\n- !!str b\n", f"2: {TAGS}"),
        ("a: !!python/object/apply:os.system [true]\n", f"1: {TAGS}"),
        ("!x\na: 1\n", f"1: {TAGS}"),
        ("a: 1\n---\nb: 2\n", "2: a second document starts here; keep one document a file"),
        ("a: 1\n[b]: 2\n", f"2: {NO_WORD}"),
        ("a: 1\n{b: c}: 2\n", f"2: {NO_WORD}"),
        ("? - a\n: b\n", f"1: {NO_WORD}"),
        ("a: b: c\n", "1: this is not valid YAML: mapping values are not allowed in this context"),
        ("a: 1\nb: @c\n", "2: this is not valid YAML: found character that cannot start any token"),
    ],
)
def test_what_is_refused_is_told_with_its_line_and_the_way_out(text, expected):
    assert problem_of(text) == expected


@pytest.mark.parametrize("text", ["a: [b", "- a\n- {b: c", 'a: 1\nb: "c', "- a\nb", "a:\n- b\n-c"])
def test_an_unfinished_file_is_told_at_one_of_its_lines(text):
    line, _, message = problem_of(text).partition(": ")
    assert 1 <= int(line) <= len(text.splitlines())
    assert message.startswith("this is not valid YAML: ")


@pytest.mark.parametrize("character", ["\0", "\x01", "\x1b", "\x7f", "\ufffe"])
@pytest.mark.parametrize("before", ["no name", "이름이 없다"], ids=["latin", "korean"])
def test_a_character_that_yaml_forbids_is_told_with_its_line(character, before):
    text = f"first: {before}\nsecond: a{character}b\n" + "third: c\n" * 5
    assert problem_of(text) == f"2: {CHARACTER}"


def test_twenty_levels_are_read_and_one_more_is_refused():
    assert isinstance(parse("[" * 20 + "a" + "]" * 20, "file.yaml"), Sequence)
    assert problem_of("\n" + "[" * 22 + "]" * 22) == f"2: {DEEP}"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10_000,
        "[" * 10_000 + "]" * 10_000,
        "{a: " * 10_000,
        "- " * 10_000,
        "? " * 10_000,
        "[{" * 10_000,
        "\n".join(" " * depth + "a:" for depth in range(10_000)),
    ],
    ids=["open-lists", "lists", "mappings", "dashes", "questions", "mixed", "block"],
)
def test_nesting_ten_thousand_deep_is_refused_at_once(text):
    start = time.perf_counter()
    assert isinstance(answer(text), Problem)
    assert time.perf_counter() - start < SLOW


@pytest.mark.parametrize(
    "piece", ["'", '"', "*", "!", "%", "&a ", "- a\n", "a\n", " \n", ": ", ",a", "[[],", "- \t", "'a':", "---\n"]
)
def test_a_large_file_of_one_repeated_piece_is_read_or_refused_in_good_time(piece):
    start = time.perf_counter()
    answer(piece * (300_000 // len(piece)))
    assert time.perf_counter() - start < SLOW


def test_a_file_is_read_as_utf_8(tmp_path):
    file = tmp_path / "file.yaml"
    file.write_bytes("显化: 발현 é\r\nnext: line\r\n".encode())
    tree = read(file)
    assert {key: node.value for key, node in tree.entries.items()} == {"显化": "발현 é", "next": "line"}
    assert tree.key_lines == {"显化": 1, "next": 2}


def test_a_byte_order_mark_is_ignored(tmp_path):
    file = tmp_path / "file.yaml"
    file.write_bytes(b"\xef\xbb\xbfa: b\n")
    assert read(file).entries["a"].value == "b"


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        ("a: 1\nb: 2\nc: manifestação\n".encode("latin-1"), 3),
        ("a: 显化\n".encode("gb18030"), 1),
        ("a: 1\n".encode("utf-16"), 1),
        (b"a: 1\nb: \xed\xa0\x80\n", 2),
        (b"a: 1\n\nb: \xe6\x98", 3),
    ],
    ids=["latin-1", "gb18030", "utf-16", "surrogate", "cut-short"],
)
def test_another_encoding_is_told_with_its_line(tmp_path, raw, line):
    assert problem_of_bytes(tmp_path, raw) == f"shown.yaml:{line}: this is not UTF-8; save the file as UTF-8"


def test_a_file_of_two_million_bytes_is_read_and_one_more_is_refused_unread(tmp_path):
    file = tmp_path / "file.yaml"
    file.write_bytes(b"a: " + b"x" * 1_999_997)
    assert len(read(file).entries["a"].value) == 1_999_997
    assert problem_of_bytes(tmp_path, b"\xff" * 2_000_001) == (
        "shown.yaml:1: the file has 2,000,001 bytes; split it, 2,000,000 are the most that is read"
    )


def test_a_missing_file_and_a_folder_cannot_be_read(tmp_path):
    with pytest.raises(BrokenYamlError, match=r"none\.yaml:1: the file cannot be read: No such file or directory"):
        read(tmp_path / "none.yaml")
    with pytest.raises(BrokenYamlError, match=r":1: the file cannot be read: Is a directory"):
        read(tmp_path)


YAML_LIKE = st.lists(
    st.sampled_from([*" \n\t:-?[]{},#&*!|>'\"%@`~\\\r\x85\0", "---", "...", "<<", "a", "b: ", "- ", "\ufeff", "显"]),
    max_size=40,
).map("".join)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(st.binary(max_size=80) | YAML_LIKE.map(str.encode) | YAML_LIKE.map(lambda text: text.encode("utf-16")))
def test_any_bytes_give_a_tree_or_a_problem_in_the_file(tmp_path_factory, raw):
    file = tmp_path_factory.getbasetemp() / "any.yaml"
    file.write_bytes(raw)
    try:
        found = read(file)
    except BrokenYamlError as error:
        found = error.problem
    match found:
        case Problem():
            assert (found.path, found.line >= 1, "\n" in found.message) == (str(file), True, False)
        case _:
            assert isinstance(found, Scalar | Sequence | Mapping)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(YAML_LIKE)
def test_any_text_gives_the_same_answer_twice(text):
    assert answer(text) == answer(text)

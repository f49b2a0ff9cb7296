"""The host's configuration: defaults, every key, and problems that name file, line and key."""

from __future__ import annotations

import logging
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.config import BrokenConfigError, Config, Limits, Shards, load

ROOT = Path(__file__).parents[1]
EXAMPLE = (ROOT / "config.example.yaml").read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path):
    return tmp_path / "host.yaml"


def loaded(file, text):
    file.write_text(text, encoding="utf-8")
    return load(file)


def defaults(folder):
    """The defaults of a file in a folder."""
    return Config(
        database=str(folder / "facedown-judge.sqlite3"),
        library=folder / "facedown-judge-library.sqlite3",
        rulings=ROOT / "rulings",
        corrections=None,
        token_file=None,
        log_level="info",
        log_questions=False,
        collect_unanswered=False,
        game_days=30,
        answer_days=730,
        status_port=None,
        limits=Limits(user=None, channel=None),
        shards=Shards(count=1, ids=()),
    )


def problems_of(file, text):
    """The problems of a text, as `line: message`."""
    with pytest.raises(BrokenConfigError) as caught:
        loaded(file, text)
    assert {problem.path for problem in caught.value.problems} == {str(file)}
    return [f"{problem.line}: {problem.message}" for problem in caught.value.problems]


def test_an_empty_file_gives_every_default(file, tmp_path):
    assert loaded(file, "") == defaults(tmp_path)


def test_without_any_file_the_defaults_count_from_the_current_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert load() == defaults(Path())


def test_config_yaml_of_the_current_folder_is_read_when_no_file_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    loaded(tmp_path / "config.yaml", "log_level: debug")
    assert load().log_level == "debug"


def test_every_key_can_be_set_and_relative_paths_count_from_the_file(file, tmp_path):
    text = (
        "database: data/judge.sqlite3\n"
        "library: cards/library.sqlite3\n"
        "rulings: ../my-rulings\n"
        "corrections: corrections\n"
        "token_file: secret/token.txt\n"
        "log_level: warning\n"
        "log_questions: true\n"
        "collect_unanswered: true\n"
        "game_days: 7\n"
        "answer_days: 90\n"
        "status_port: 9464\n"
        "limits:\n"
        "  user: 30\n"
        "  channel: 120\n"
        "shards:\n"
        "  count: 4\n"
        "  ids: [0, 3]\n"
    )
    assert loaded(file, text) == Config(
        database=str(tmp_path / "data/judge.sqlite3"),
        library=tmp_path / "cards/library.sqlite3",
        rulings=tmp_path / "../my-rulings",
        corrections=tmp_path / "corrections",
        token_file=tmp_path / "secret/token.txt",
        log_level="warning",
        log_questions=True,
        collect_unanswered=True,
        game_days=7,
        answer_days=90,
        status_port=9464,
        limits=Limits(user=30, channel=120),
        shards=Shards(count=4, ids=(0, 3)),
    )


def test_absolute_paths_and_a_database_in_memory_stay_as_they_are(file):
    config = loaded(file, 'database: ":memory:"\nrulings: /srv/rulings\ntoken_file: /run/secrets/token\n')
    assert (config.database, config.rulings, config.token_file) == (
        ":memory:",
        Path("/srv/rulings"),
        Path("/run/secrets/token"),
    )


@pytest.mark.parametrize(
    ("level", "number"),
    [("debug", logging.DEBUG), ("info", logging.INFO), ("warning", logging.WARNING), ("error", logging.ERROR)],
)
def test_a_log_level_is_known_to_logging(file, level, number):
    assert loaded(file, f"log_level: {level}").logging_level == number


@pytest.mark.parametrize("count", [1, 10_000])
def test_shard_counts_from_one_to_ten_thousand_are_taken(file, count):
    assert loaded(file, f"shards: {{count: {count}, ids: [{count - 1}]}}").shards == Shards(count, (count - 1,))


KEYS = (
    "answer_days, collect_unanswered, corrections, database, game_days, library, limits, log_level, log_questions, "
    "rulings, shards, status_port, token_file"
)
COUNT = "must be a whole number from 1 to 10000"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\ndatabse: x\n", "2: the configuration has an unknown key “databse”; did you mean “database”?"),
        ("tokenfile: x\n", "1: the configuration has an unknown key “tokenfile”; did you mean “token_file”?"),
        ("xyz: 1\n", f"1: the configuration has an unknown key “xyz”; known keys are: {KEYS}"),
        ("shards:\n  cuont: 2\n", "2: “shards” of the configuration has an unknown key “cuont”; did you mean “count”?"),
        ("- database\n", "1: the configuration must be a mapping (`key: value` lines)"),
        ("just words\n", "1: the configuration must be a mapping (`key: value` lines)"),
        ("database: [a]\n", "1: “database” of the configuration must be one value, not a list or a mapping"),
        ("\nrulings: {a: b}\n", "2: “rulings” of the configuration must be one value, not a list or a mapping"),
        ("database: ''\n", "1: “database” of the configuration is empty; fill it in or remove the line"),
        (
            "log_level: info\ntoken_file:\n",
            "2: “token_file” of the configuration is empty; fill it in or remove the line",
        ),
        ("log_level: loud\n", "1: “log_level: loud” is not known; use one of: debug, info, warning, error"),
        ("log_level: INFO\n", "1: “log_level: INFO” is not known; use one of: debug, info, warning, error"),
        (
            "database: a.sqlite3\nlibrary: a.sqlite3\n",
            "2: “library” is the file of “database”; name another one",
        ),
        ("game_days: 0\n", "1: “game_days: 0” must be a whole number from 1 to 3650"),
        ("game_days: 3651\n", "1: “game_days: 3651” must be a whole number from 1 to 3650"),
        ("shards: 3\n", "1: “shards” of the configuration must be a mapping (`key: value` lines)"),
        ("shards:\n  count: many\n", f"2: “count: many” {COUNT}"),
        ("shards:\n  count: 0\n", f"2: “count: 0” {COUNT}"),
        ("shards:\n  count: -1\n", f"2: “count: -1” {COUNT}"),
        ("shards:\n  count: 10001\n", f"2: “count: 10001” {COUNT}"),
        ("shards:\n  count: 1.5\n", f"2: “count: 1.5” {COUNT}"),
        (
            "shards:\n  ids: 0\n",
            "2: “ids” of “shards” of the configuration must be a list ([a, b] or one “- a” a line)",
        ),
        (
            "shards:\n  count: 2\n  ids:\n    - 0\n    - 2\n",
            "5: “ids: 2” must be a whole number from 0 to 1 (“count” less one)",
        ),
        ("shards:\n  ids: [x]\n", "2: “ids: x” must be a whole number from 0 to 0 (“count” less one)"),
        ("shards:\n  count: 2\n  ids: [1, 1]\n", "3: “ids: 1” stands twice; remove one"),
        (
            "database: a\nlog_level: info\ndatabase: b\n",
            "3: the key “database” stands twice (first in line 1); keep one of them",
        ),
    ],
)
def test_a_wrong_value_is_told_with_its_line_and_key(file, text, expected):
    assert problems_of(file, text) == [expected]


def test_a_number_of_thousands_of_digits_is_a_problem_like_any_other(file):
    [problem] = problems_of(file, f"shards:\n  ids: [{'9' * 5000}]\n")
    assert problem.startswith("2: “ids: 999")
    assert problem.endswith("must be a whole number from 0 to 0 (“count” less one)")


@pytest.mark.parametrize(
    ("database", "library"),
    [
        ("database: data/judge.sqlite3", "data/facedown-judge-library.sqlite3"),
        ('database: ":memory:"', "facedown-judge-library.sqlite3"),
        ("log_level: info", "facedown-judge-library.sqlite3"),
    ],
)
def test_the_library_lies_beside_the_database_unless_it_is_told_otherwise(file, tmp_path, database, library):
    assert loaded(file, f"{database}\n").library == tmp_path / library
    assert loaded(file, f"{database}\nlibrary: elsewhere.sqlite3\n").library == tmp_path / "elsewhere.sqlite3"


@pytest.mark.parametrize("key", ["database", "library", "corrections", "token_file"])
def test_a_path_with_a_nul_character_is_a_problem_like_any_other(file, key):
    [problem] = problems_of(file, f'log_level: info\n{key}: "a\\0b"\n')
    assert problem.startswith(f"2: “{key}")


def test_all_problems_are_told_at_once_in_one_sentence(file):
    with pytest.raises(BrokenConfigError) as caught:
        loaded(file, "databse: x\nlog_level: loud\nshards:\n  count: none\n")
    assert [problem.line for problem in caught.value.problems] == [1, 2, 4]
    assert str(caught.value) == (
        "The configuration cannot be used: "
        f"{file}:1: the configuration has an unknown key “databse”; did you mean “database”?; "
        f"{file}:2: “log_level: loud” is not known; use one of: debug, info, warning, error; "
        f"{file}:4: “count: none” must be a whole number from 1 to 10000."
    )


def test_a_broken_or_missing_file_is_one_problem(file, tmp_path):
    [problem] = problems_of(file, "log_level: info\n\tdatabase: x\n")
    assert problem.startswith("2: this is not valid YAML: ")
    missing = tmp_path / "missing.yaml"
    with pytest.raises(BrokenConfigError) as caught:
        load(missing)
    assert str(caught.value) == (
        f"The configuration cannot be used: {missing}:1: the file cannot be read: No such file or directory."
    )


def test_a_configuration_that_cannot_be_used_ends_with_exit_code_69(tmp_path):
    with pytest.raises(BrokenConfigError) as caught:
        load(tmp_path / "missing.yaml")
    assert caught.value.exit_code == 69


def test_the_example_holds_exactly_the_defaults(file, tmp_path):
    assert loaded(file, EXAMPLE) == defaults(tmp_path)


def test_the_example_shows_every_key_once_and_no_other():
    written = [line.strip().removeprefix("# ").partition(":") for line in EXAMPLE.splitlines()]
    keys = [key for key, colon, _ in written if colon and key.isidentifier()]
    assert keys == [*(field.name for field in fields(Config)), *(field.name for field in fields(Shards))]


def test_the_keys_that_the_example_leaves_out_work_when_they_are_uncommented(file, tmp_path):
    text = EXAMPLE
    for key in ("rulings", "corrections", "token_file"):
        text = text.replace(f"# {key}:", f"{key}:")
    config = loaded(file, text)
    assert config.rulings == tmp_path / "my-rulings"
    assert config.corrections == tmp_path / "my-corrections"
    assert config.token_file == tmp_path / "token.txt"


SCALARS = st.sampled_from(["", "x", "0", "-1", "1.5", "true", "~", ":memory:", "info", "[0]", "{a: b}", "[]", "'9'"])


@settings(deadline=None, derandomize=True, max_examples=100)
@given(st.dictionaries(st.sampled_from([*(field.name for field in fields(Config)), "other"]), SCALARS))
def test_any_values_give_a_configuration_or_its_problems(tmp_path_factory, values):
    file = tmp_path_factory.getbasetemp() / "any.yaml"
    try:
        config = loaded(file, "".join(f"{key}: {value}\n" for key, value in values.items()))
    except BrokenConfigError as error:
        problems = error.problems
    else:
        problems = ()
        assert isinstance(config, Config)
    assert all(1 <= problem.line <= len(values) for problem in problems)

"""`run` and the command line around it: what cannot start ends with one sentence, an exit code and no traceback."""

from __future__ import annotations

import re

import pytest
from command_line import call, start

CONFIG = "config.yaml"
TOKEN = {"DISCORD_TOKEN": "a-token-that-must-not-be-shown"}


def no_token(_folder):
    return {}


def a_blank_token(_folder):
    return {"DISCORD_TOKEN": " \n"}


def no_token_file(folder):
    (folder / CONFIG).write_text("token_file: token.txt")
    return {}


def an_empty_token_file(folder):
    (folder / "token.txt").write_text("\n")
    return no_token_file(folder)


def a_token_file_that_is_no_text(folder):
    (folder / "token.txt").write_bytes(b"\xff\xfe\x00secret")
    return no_token_file(folder)


def a_folder_as_token_file(folder):
    (folder / "token.txt").mkdir()
    return no_token_file(folder)


def a_token_file_that_no_file_can_be_named(folder):
    (folder / CONFIG).write_text('token_file: "a\\0b"')
    return {}


def a_broken_corpus(folder):
    (folder / "my-rulings").mkdir()
    (folder / CONFIG).write_text("rulings: my-rulings")
    return TOKEN


def no_corpus(folder):
    (folder / CONFIG).write_text("rulings: nowhere")
    return TOKEN


def a_database_that_is_none(folder):
    (folder / "facedown-judge.sqlite3").write_bytes(b"no database " * 100)
    return TOKEN


def a_folder_as_database(folder):
    (folder / CONFIG).write_text("database: .")
    return TOKEN


def a_database_in_no_folder(folder):
    (folder / CONFIG).write_text("database: nowhere/judge.sqlite3")
    return TOKEN


def config(text):
    """A broken configuration file."""

    def write(folder):
        (folder / CONFIG).write_bytes(text.encode())
        return TOKEN

    return write


@pytest.mark.parametrize(
    ("prepare", "said"),
    [
        (no_token, "There is no Discord token: set the environment variable DISCORD_TOKEN"),
        (a_blank_token, "There is no Discord token: "),
        (no_token_file, "The file that “token_file” names "),
        (an_empty_token_file, "There is no Discord token: "),
        (a_token_file_that_is_no_text, "The file that “token_file” names "),
        (a_folder_as_token_file, "The file that “token_file” names "),
        (a_token_file_that_no_file_can_be_named, " cannot be "),
        (config("log_levle: debug\n"), "config.yaml:1: the configuration has an unknown key “log_levle”; did you mean"),
        (config('\n"log\\nlevel": debug\n'), "config.yaml:2: the configuration has an unknown key "),
        (config("\nshards: 3\n"), "config.yaml:2: “shards” of the configuration must be a mapping"),
        (config("log_level: [loud]\n"), "config.yaml:1: “log_level” of the configuration must be one value"),
        (config("shards: {count: none}\n"), "config.yaml:1: “count: none” must be a whole number from 1 to 10000"),
        (config("database: [\n"), "this is not valid YAML: "),
        (config("- database\n"), "config.yaml:1: the configuration must be a mapping"),
        (no_corpus, "The rulings cannot be used: nowhere:1: there is no such folder; "),
        (a_broken_corpus, "The rulings cannot be used: "),
        (a_database_that_is_none, "The database facedown-judge.sqlite3 cannot be used: file is not a database"),
        (a_folder_as_database, "The database . cannot be used: unable to open database file"),
        (a_database_in_no_folder, "The database nowhere/judge.sqlite3 cannot be used: unable to open database file"),
    ],
)
def test_what_cannot_start_ends_with_69_and_one_sentence(tmp_path, prepare, said):
    environment = prepare(tmp_path)
    ended = start("run", cwd=tmp_path, env=environment)
    assert ended.code == 69
    assert ended.out == ""
    assert ended.err.count("\n") == 1
    assert said in ended.err
    assert ended.err.endswith((".\n", "?\n"))
    assert "?." not in ended.err
    assert "[Errno" not in ended.err
    assert "secret" not in ended.err
    assert TOKEN["DISCORD_TOKEN"] not in ended.err


@pytest.mark.parametrize("name", ["nowhere.yaml", "."])
def test_a_configuration_that_is_named_must_be_there(tmp_path, name):
    ended = start("run", "--config", name, cwd=tmp_path, env=TOKEN)
    assert ended.code == 69
    assert ended.err.startswith(f"The configuration cannot be used: {name}:1: the file cannot be read: ")
    assert ended.err.count("\n") == 1


def test_all_problems_of_a_configuration_are_told_at_once(tmp_path):
    (tmp_path / CONFIG).write_text("colour: red\nlog_level: loud\nshards:\n  count: 0\n")
    ended = start("run", cwd=tmp_path, env=TOKEN)
    assert ended.code == 69
    assert [f"config.yaml:{line}: " in ended.err for line in (1, 2, 4)] == [True, True, True]


@pytest.mark.parametrize("verb", ["run", "play", "ask", "check", "export"])
def test_every_verb_has_help(capsys, verb):
    ended = call(capsys, verb, "--help")
    assert ended.code == 0
    assert ended.out.startswith(f"usage: facedown-judge {verb} ")
    assert ended.err == ""


def test_help_lists_the_verbs(capsys):
    ended = call(capsys, "--help")
    assert ended.code == 0
    for verb in ("run", "play", "ask", "check", "export"):
        assert f"\n    {verb} " in ended.out


def test_the_version_is_told(capsys):
    ended = call(capsys, "--version")
    assert ended.code == 0
    assert re.fullmatch(r"Face-Down Judge \d+\.\d+\.\d+\n", ended.out)


@pytest.mark.parametrize(
    "arguments",
    [[], ["dance"], ["run", "now"], ["run", "--token", "x"], ["export", "--xml"]],
    ids=lambda arguments: " ".join(arguments) or "no verb",
)
def test_wrong_usage_ends_with_2(capsys, arguments):
    ended = call(capsys, *arguments)
    assert ended.code == 2
    assert ended.out == ""
    assert ended.err.startswith("usage: facedown-judge ")

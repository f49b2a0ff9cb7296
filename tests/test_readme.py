"""What the documentation shows is true."""

from __future__ import annotations

import configparser
import json
import re
import shlex
from dataclasses import fields
from pathlib import Path

import pytest
from command_line import start

from bot.__main__ import main
from bot.config import Config
from bot.corpus.coverage import coverage
from bot.corpus.model import Provenance
from bot.languages import CODES
from bot.library import corrections
from bot.yamltree import Mapping, Node, Scalar, parse, read

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EDITORS = (ROOT / "rulings" / "README.md").read_text(encoding="utf-8")

PERMISSIONS = {
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Embed Links": 1 << 14,
    "Attach Files": 1 << 15,
    "Add Reactions": 1 << 6,
    "Read Message History": 1 << 16,
}


def code_after(text, marker):
    """The code block that follows a marker."""
    return re.search(rf"{re.escape(marker)}\n```\w+\n(.*?)```", text, re.DOTALL).group(1)


def test_the_transcript_is_what_the_terminal_shows(capsys, monkeypatch):
    prompt, *shown = re.search(r"```text\n\$ (.*?)```", README, re.DOTALL).group(1).strip().splitlines()
    monkeypatch.setenv("COLUMNS", "92")
    assert main(shlex.split(prompt)[3:]) == 0
    answered = " ".join(capsys.readouterr().out.split())
    for part in " ".join(" ".join(shown).split()).split(" … "):
        assert part in answered


def test_the_first_command_lets_one_try_the_bot_and_shows_how_it_looks():
    assert re.findall(r"<!-- command: (\w+) -->", README)[0] == "play"
    words = shlex.split(code_after(README, "<!-- command: play -->"))
    assert words[-3:] == ["-m", "bot", "play"]
    assert ".[play]" in words
    picture = ROOT / re.search(r"!\[.+\]\((.+)\)", README).group(1)
    assert picture.stat().st_size <= 150_000


def test_the_command_that_answers_asks_something_that_is_answered(capsys):
    words = shlex.split(code_after(README, "<!-- command: ask -->"))
    assert main(words[words.index("ask") :]) == 0
    assert "priority" in capsys.readouterr().out


def test_the_advisor_answers_the_scenario_that_is_shown_with_the_answer_that_is_shown():
    words = shlex.split(code_after(README, "<!-- command: ways -->"))
    assert words[2:] == ["|", "python", "-m", "bot", "ways", "--json"]
    ended = start("ways", "--json", input=words[1].encode())
    assert json.loads(ended.out) == json.loads(code_after(README, "<!-- output: ways -->"))


ROWS = {
    "the English ruling itself": "source",
    "Wizards' own translation": "official",
    "published, translator not stated": "unstated",
    "machine translation": "machine",
}


def test_the_totals_of_the_coverage_are_those_of_the_rulings(judge):
    counted = coverage(judge.corpus)
    table = re.search(r"<!-- coverage -->\n(.*?)<!-- /coverage -->", README, re.DOTALL).group(1)
    header, _, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in table.strip().splitlines())
    assert header == ["", *CODES, "all"]
    shown = {ROWS.get(name, name): [int(count) for count in counts] for name, *counts in rows}
    expected = {
        each.value: [*(counted.by_language[code][each] for code in CODES), counted.total[each]] for each in Provenance
    }
    empty = [len(judge.corpus.topics) - counted.by_language[code].total() for code in CODES]
    assert shown == expected | {"no text": [*empty, counted.cells - counted.filled]}


def test_what_the_readme_says_of_machine_translations_is_true(judge):
    counted = coverage(judge.corpus)
    machine = [text for topic in judge.corpus.topics.values() for text in topic.texts if text.is_machine]
    said = " ".join(README.split())
    assert f"Of the {len(machine)} machine translations, {len(machine) - counted.made} come from the sources" in said
    assert f"and {counted.made} were made for this project; {counted.beside} of these stand beneath" in said
    assert f"Each of the {counted.read} was read against its original" in said
    assert counted.read == counted.made


def test_the_service_runs_the_bot_and_may_write_where_it_works():
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str
    unit.read_string(re.search(r"```ini\n(.*?)```", README, re.DOTALL)[1])
    service = unit["Service"]
    assert service["ExecStart"] == "/srv/facedown-judge/.venv/bin/python -m bot run"
    assert service["WorkingDirectory"] == service["ReadWritePaths"] == "/srv/facedown-judge"
    assert (service["User"], service["Restart"]) == ("judge", "on-failure")


def test_every_key_of_the_configuration_that_the_readme_names_is_one():
    named = set(re.findall(r"`([a-z]+_[a-z]+)(?:: \w+)?`", README)) - {"custom_id"}
    assert named <= {field.name for field in fields(Config)}, named


def test_every_verb_stands_in_the_readme(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    verbs = re.findall(r"^    (\w+) ", capsys.readouterr().out, re.MULTILINE)
    assert len(verbs) >= 4
    for verb in verbs:
        assert f"| `{verb}" in README, verb


def test_the_invitation_asks_for_the_permissions_that_it_names():
    number = int(re.search(r"permissions=(\d+)", README).group(1))
    named = re.search(r"permissions=\d+`\n\s*\((.*?)\)", README, re.DOTALL).group(1)
    assert [" ".join(name.split()) for name in named.split(",")] == list(PERMISSIONS)
    assert number == sum(PERMISSIONS.values())


def test_the_layout_names_what_is_there():
    layout = re.search(r"```text\nbot/__main__.*?```", README, re.DOTALL).group()
    for path in re.findall(r"bot/[\w/.]+", layout):
        assert (ROOT / path).exists(), path


def test_the_example_of_corrections_is_read_as_it_stands(tmp_path):
    example = code_after(README, "<!-- An example of corrections; a test reads it. -->")
    (tmp_path / "example.yaml").write_text(example, encoding="utf-8")
    hidden, reworded = corrections.load(tmp_path)
    assert (hidden.card, hidden.text) == ("Cloudform", None)
    assert (reworded.card, reworded.ruling) == (None, "59d06502b5")


def plain(node: Node):
    """A tree without its lines."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return {key: plain(value) for key, value in node.entries.items()}
    return [plain(item) for item in node.items]


def test_the_worked_example_is_the_topic_itself():
    [example] = plain(parse(code_after(EDITORS, "against the corpus. -->"), "README.md"))
    topics = plain(read(ROOT / "rulings" / "topics" / "face-down.yaml"))["topics"]
    [topic] = [topic for topic in topics if topic["id"] == example["id"]]
    assert example.keys() <= topic.keys()
    for key in example.keys() - {"note", "texts"}:
        assert example[key] == topic[key], key
    assert example["note"].items() <= topic["note"].items()
    for text in example["texts"]:
        assert text in topic["texts"]


def test_every_key_of_the_rulings_is_explained():
    keys = set()
    for file in (ROOT / "rulings" / "topics").glob("*.yaml"):
        for topic in plain(read(file))["topics"]:
            keys |= topic.keys()
            for text in topic["texts"]:
                keys |= text.keys()
                if "translated_from" in text:
                    keys |= text["translated_from"].keys()
    for name in ("mechanics", "concepts", "gaps", "cards", "sources", "terms"):
        for entries in plain(read(ROOT / "rulings" / f"{name}.yaml")).values():
            for entry in entries:
                keys |= entry.keys()
    for key in sorted(keys):
        assert f"`{key}" in EDITORS, key


def test_every_file_of_the_rulings_is_explained():
    for path in (ROOT / "rulings").iterdir():
        if path.name != "README.md":
            assert f"`{path.name}" in EDITORS, path.name

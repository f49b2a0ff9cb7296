"""`check`: exit codes, and problems as `file:line: message` that an editor can follow."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from command_line import call

from bot.paths import rulings_folder

PROBLEM = re.compile(r"(?P<file>[^:]+):(?P<line>\d+): (?P<message>\S.*)")


@pytest.fixture
def rulings(tmp_path, monkeypatch):
    """A copy of the rulings to break, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(rulings_folder(), "rulings"))


def replace_line(file, old, new):
    """Replace the first line that reads `old`; the number of that line."""
    lines = file.read_text(encoding="utf-8").split("\n")
    index = lines.index(old)
    lines[index] = new
    file.write_text("\n".join(lines), encoding="utf-8")
    return index + 1


@pytest.mark.parametrize("arguments", [[], ["rulings"], ["."]], ids=["the bot's own", "a folder", "the current one"])
def test_rulings_without_problems_end_with_exit_code_0(capsys, rulings, monkeypatch, arguments):
    if arguments == ["."]:
        monkeypatch.chdir(rulings)
    ended = call(capsys, "check", *arguments)
    assert ended.code == 0
    assert ended.out.endswith(": 41 topics, 102 texts, no problems\n")
    assert ended.err == ""


@pytest.mark.parametrize(
    ("file", "edit", "message"),
    [
        (
            "topics/manifest.yaml",
            ("    concepts: [transform, turn-down, turn-up]", "    concept: [transform, turn-down, turn-up]"),
            "this topic has an unknown key “concept”; did you mean “concepts”?",
        ),
        (
            "topics/manifest.yaml",
            ("        date: 2023-07-28", "        date: 28/07/2023"),
            "“date: 28/07/2023” is not a date; write it as YYYY-MM-DD",
        ),
        (
            "topics/manifest.yaml",
            ("    mechanics: [double-faced, manifest]", "    mechanics: [double-faced, manifst]"),
            "there is no mechanic “manifst”; correct it, or add it to mechanics.yaml",
        ),
        ("cards.yaml", ("cards:", "cards: @"), "this is not valid YAML: "),
    ],
    ids=["unknown key", "wrong date", "dangling reference", "broken YAML"],
)
def test_a_problem_is_told_with_its_file_and_line(capsys, rulings, file, edit, message):
    line = replace_line(rulings / file, *edit)
    ended = call(capsys, "check", "rulings")
    assert ended.code == 1
    problems = ended.out.splitlines()
    assert [found for found in problems if found.startswith(f"rulings/{file}:{line}: {message}")] != []
    assert ended.err == f"{len(problems)} problem{'s' if len(problems) > 1 else ''} in rulings\n"


def test_all_problems_of_all_files_are_told_at_once_in_order(capsys, rulings):
    replace_line(rulings / "topics/manifest.yaml", "        date: 2023-07-28", "        date: yesterday")
    replace_line(rulings / "topics/face-down.yaml", "        date: 2023-07-28", "        date: tomorrow")
    replace_line(rulings / "cards.yaml", "    aliases: [Guia Azban]", "    alias: Guia Azban")
    ended = call(capsys, "check", "rulings")
    assert [problem.split(":")[0] for problem in ended.out.splitlines()] == [
        "rulings/cards.yaml",
        "rulings/topics/face-down.yaml",
        "rulings/topics/manifest.yaml",
    ]
    assert ended.err == "3 problems in rulings\n"


@pytest.mark.parametrize("absolute", [False, True], ids=["relative", "absolute"])
@pytest.mark.parametrize("breakage", ["wrong date", "no topics", "missing file"])
def test_paths_open_from_the_current_folder(capsys, rulings, breakage, absolute):
    match breakage:
        case "wrong date":
            replace_line(rulings / "topics/manifest.yaml", "        date: 2023-07-28", "        date: yesterday")
        case "no topics":
            for file in (rulings / "topics").iterdir():
                file.unlink()
        case "missing file":
            (rulings / "cards.yaml").unlink()
    ended = call(capsys, "check", rulings.resolve() if absolute else rulings)
    assert ended.code == 1
    for problem in ended.out.splitlines():
        found = PROBLEM.fullmatch(problem)
        # What is missing can only be looked for in a folder that is there.
        assert Path(found["file"]).exists() or Path(found["file"]).parent.is_dir()
        assert Path(found["file"]).is_absolute() is absolute
        assert int(found["line"]) >= 1


@pytest.mark.parametrize("place", ["nowhere", "no/where", "rulings/cards.yaml"])
def test_a_folder_that_is_none_is_one_problem(capsys, rulings, place):
    ended = call(capsys, "check", place)
    assert ended.code == 1
    assert ended.out == f"{place}:1: there is no such folder; give the folder that holds topics/\n"
    assert ended.err == f"1 problem in {place}\n"
    assert rulings.is_dir()


def test_two_paths_are_wrong_usage(capsys):
    ended = call(capsys, "check", "rulings", "more")
    assert ended.code == 2
    assert ended.out == ""

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
    assert ended.out.endswith(": 41 topics, 218 texts, no problems\n")
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


def test_a_stale_translation_is_told_with_its_line_and_fails_nothing(capsys, rulings):
    """The bot goes on serving it and says so; `check` ends with 0."""
    file = rulings / "topics/manifest.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("as the ability resolves, the “Form”", "as it resolves, the “Form”"), encoding="utf-8")
    ended = call(capsys, "check", "rulings")
    *told, summary = ended.out.splitlines()
    assert ended.code == 0
    assert summary == "rulings: 41 topics, 218 texts, no problems, 4 stale translations"
    lines = file.read_text(encoding="utf-8").split("\n")
    for line, language in zip(told, ("zh-CN", "ko", "pt-BR", "es"), strict=True):
        found = PROBLEM.fullmatch(line)
        assert lines[int(found["line"]) - 1].startswith("        translated_from: {language: en, sha256: ")
        assert f"changed after this {language} translation" in found["message"]
    assert ended.err == ""


def test_coverage_is_a_table_of_topics_languages_and_provenance(capsys):
    ended = call(capsys, "check", "--coverage")
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0].split() == ["topic", "en", "zh-CN", "ko", "pt-BR", "es"]
    rows = {cells[0]: cells[1:] for cells in map(str.split, lines[1:42])}
    assert len(rows) == 41
    assert rows["reveal-on-leaving-or-game-end"] == ["source", "official", "unstated+", "machine", "unstated"]
    assert rows["manifest-dread-procedure"] == ["machine", "machine", "unstated+", "machine", "machine"]
    totals = [line.split() for line in lines[43:49]]
    assert totals == [
        ["en", "zh-CN", "ko", "pt-BR", "es", "all"],
        ["source", "37", "0", "0", "0", "0", "37"],
        ["official", "0", "28", "0", "0", "0", "28"],
        ["machine", "4", "13", "25", "34", "38", "114"],
        ["unstated", "0", "0", "16", "7", "3", "26"],
        ["no", "text", "0", "0", "0", "0", "0", "0"],
    ]
    assert "205 of 205 cells have a text" in lines
    assert {
        "+ beside a partly translated text: 6",
        "? not read a second time: 0",
        "! older than its original: 0",
    } <= set(lines)


def test_coverage_marks_what_is_empty_unread_and_old(capsys, rulings):
    file = rulings / "topics/manifest.yaml"
    text = file.read_text(encoding="utf-8")
    start = text.index("- id: form-with-empty-library")
    end = text.index("- id: manifest-several-one-at-a-time")
    topic = text[start:end]
    topic = topic.replace("as the ability resolves, the “Form”", "as it resolves, the “Form”")
    topic = re.sub(r"(language: ko\n(?:        .*\n)*?)        reviewed: .*\n", r"\1", topic)
    topic = re.sub(r"      - language: es\n(?:        .*\n)*", "", topic)
    file.write_text(text[:start] + topic + text[end:], encoding="utf-8")
    ended = call(capsys, "check", "rulings", "--coverage")
    row = next(line for line in ended.out.splitlines() if line.startswith("form-with-empty-library"))
    assert row.split()[1:] == ["source", "machine!", "machine?!", "machine!", "-"]
    assert "204 of 205 cells have a text" in ended.out


def test_no_table_is_printed_of_rulings_with_problems(capsys, rulings):
    replace_line(rulings / "topics/manifest.yaml", "        date: 2023-07-28", "        date: yesterday")
    ended = call(capsys, "check", "rulings", "--coverage")
    assert ended.code == 1
    assert all(PROBLEM.fullmatch(line) for line in ended.out.splitlines())


def test_two_paths_are_wrong_usage(capsys):
    ended = call(capsys, "check", "rulings", "more")
    assert ended.code == 2
    assert ended.out == ""

"""Files of corrections: what they may hold, and what `check` says about them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from card_files import CARDS, atomic, face, oracle
from command_line import call

from bot.library import Library
from bot.library.corrections import BrokenCorrectionsError, load, ruling_key


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "corrections"
    folder.mkdir()
    return folder


def problems(folder, text, name="a.yaml"):
    """The problems of a text, as `line: message`."""
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(BrokenCorrectionsError) as caught:
        load(folder)
    assert {problem.path for problem in caught.value.problems} == {str(folder / name)}
    assert caught.value.exit_code == 69
    assert str(caught.value).startswith(f"The corrections cannot be used: {folder / name}:")
    return [f"{problem.line}: {problem.message}" for problem in caught.value.problems]


def test_an_empty_folder_corrects_nothing(folder):
    assert len(load(folder)) == 0


def test_corrections_are_read_with_their_places(folder):
    (folder / "b.yaml").write_text(
        "corrections:\n"
        "  - {ruling: It’s wet., hide: true, reason: It is not.}\n"
        "  - card: Cloudform\n"
        "    ruling: 0123456789\n"
        "    text: Other words.\n"
        "    reason: Why not.\n",
        encoding="utf-8",
    )
    (folder / "notes.txt").write_text("nothing", encoding="utf-8")
    hidden, reworded = load(folder)
    assert (hidden.ruling, hidden.card, hidden.text, hidden.place[1]) == (ruling_key("it's WET"), None, None, 2)
    assert (reworded.ruling, reworded.card, reworded.text) == ("0123456789", "Cloudform", "Other words.")
    assert (reworded.reason, reworded.place) == ("Why not.", (str(folder / "b.yaml"), 3))


def test_files_of_corrections_may_end_with_yml_too(folder):
    for name, ruling in (("a.yml", "one"), ("b.YAML", "two")):
        (folder / name).write_text(f"corrections:\n  - {{ruling: {ruling}, hide: true, reason: b}}\n", encoding="utf-8")
    assert [each.ruling for each in load(folder)] == [ruling_key("one"), ruling_key("two")]


EITHER = "give either “hide: true” or, with “text:”, the words to show instead"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["1: the file lacks “corrections”; add it"]),
        (
            "correction: []\n",
            [
                "1: the file has an unknown key “correction”; did you mean “corrections”?",
                "1: the file lacks “corrections”; add it",
            ],
        ),
        ("corrections: a\n", ["1: “corrections” of the file must be a list of entries (“- id: …”)"]),
        ("corrections:\n  - a\n", ["2: this correction must be a mapping (`key: value` lines)"]),
        ("corrections:\n  - {ruling: a, hide: true}\n", ["2: this correction lacks “reason”; add it"]),
        ("corrections:\n  - {reason: a, hide: true}\n", ["2: this correction lacks “ruling”; add it"]),
        ("corrections:\n  - {ruling: a, reason: b}\n", [f"2: {EITHER}"]),
        ("corrections:\n  - {ruling: a, reason: b, hide: false}\n", [f"2: {EITHER}"]),
        ("corrections:\n  - {ruling: a, reason: b, hide: true, text: c}\n", [f"2: {EITHER}"]),
        (
            "corrections:\n  - ruling: a\n    reason: b\n    hide: yes\n",
            ["4: “hide: yes” must be true or false"],
        ),
        (
            "corrections:\n  - {ruling: a, reason: b, hide: true, crad: c}\n",
            ["2: this correction has an unknown key “crad”; did you mean “card”?"],
        ),
        (
            "corrections:\n  - ruling: [a]\n    reason: b\n    hide: true\n",
            ["2: “ruling” of this correction must be one value, not a list or a mapping"],
        ),
        ("corrections:\n\t- a\n", None),
    ],
)
def test_what_is_wrong_is_told_with_its_line(folder, text, expected):
    found = problems(folder, text)
    if expected is None:
        assert found[0].startswith("2: this is not valid YAML: ")
    else:
        assert found == expected


def test_two_corrections_of_one_ruling_contradict_each_other(folder):
    text = (
        "corrections:\n"
        "  - {ruling: It's wet., reason: a, hide: true}\n"
        "  - {card: Cloudform, ruling: It's wet., reason: a, hide: true}\n"
        "  - {ruling: it’s wet, reason: a, text: b}\n"
        "  - {card: cloudform, ruling: It's wet, reason: a, hide: true}\n"
    )
    assert problems(folder, text) == [
        f"4: this ruling is corrected in {folder / 'a.yaml'}:2, too; keep one of them",
        f"5: this ruling is corrected in {folder / 'a.yaml'}:3, too; keep one of them",
    ]


def test_all_problems_of_all_files_are_told_at_once(folder):
    (folder / "a.yaml").write_text("corrections:\n  - {ruling: a, reason: b}\n", encoding="utf-8")
    (folder / "b.yaml").write_text("corrections: {\n", encoding="utf-8")
    with pytest.raises(BrokenCorrectionsError) as caught:
        load(folder)
    assert [problem.path for problem in caught.value.problems] == [str(folder / "a.yaml"), str(folder / "b.yaml")]
    assert "(and 1 more; see `check`)" in str(caught.value)


def test_a_folder_that_is_not_there_is_a_problem(tmp_path):
    with pytest.raises(BrokenCorrectionsError, match="there is no such folder; make it, or remove “corrections”"):
        load(tmp_path / "missing")


@pytest.fixture
def host(shelf, monkeypatch):
    """A host's folder, the current one, with a configuration."""
    monkeypatch.chdir(shelf.folder)
    (shelf.folder / "config.yaml").write_text("library: library.sqlite3\ncorrections: corrections\n", encoding="utf-8")
    return shelf


def write(folder, *entries):
    text = "corrections:\n" + "".join(f"  - {{{entry}, reason: because}}\n" for entry in entries)
    (folder / "a.yaml").write_text(text, encoding="utf-8")


def test_check_counts_corrections_that_are_right(capsys, host, folder):
    host.take(atomic(*CARDS))
    write(folder, "ruling: clouds are wet, hide: true", "card: nubiforme, ruling: Clouds are wet., text: Dry.")
    ended = call(capsys, "check")
    assert ended.out.endswith("\ncorrections: 2 corrections, no problems\n")
    assert (ended.code, ended.err) == (0, "")


@pytest.mark.usefixtures("host")
def test_check_says_when_there_is_nothing_to_compare_them_with(capsys, folder):
    write(folder, "ruling: a, hide: true")
    ended = call(capsys, "check")
    assert ended.out.endswith(
        "\ncorrections: 1 correction, no problems; there is no library yet to compare them with\n"
    )
    assert ended.code == 0


def test_check_tells_corrections_that_correct_nothing(capsys, host, folder):
    host.take(atomic(*CARDS))
    write(
        folder,
        "ruling: Clouds are dry., hide: true",
        "card: Cloudfrom, ruling: Clouds are wet., hide: true",
        "card: Zzzzzzz, ruling: Clouds are wet., hide: true",
        "card: Abzan Guide, ruling: Clouds are wet., hide: true",
    )
    ended = call(capsys, "check")
    assert ended.out.splitlines()[1:] == [
        "corrections/a.yaml:2: no card has this ruling; quote it exactly, or remove the correction",
        "corrections/a.yaml:3: there is no card “Cloudfrom” in the library; did you mean “Cloudform”?",
        "corrections/a.yaml:4: there is no card “Zzzzzzz” in the library; correct the name",
        "corrections/a.yaml:5: “Abzan Guide” has no such ruling; quote it exactly, or remove the correction",
    ]
    assert (ended.code, ended.err) == (1, "4 problems in corrections\n")


def test_the_example_in_the_readme_is_right_where_cards_have_these_rulings(capsys, host, folder):
    readme = Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")
    example = re.search(r"<!-- An example of corrections; .*?```yaml\n(.*?)```", readme, re.DOTALL).group(1)
    (folder / "example.yml").write_text(example, encoding="utf-8")
    names = (
        "Because face-down creatures don’t have names, they can’t have the same name as any other creature, "
        "even another face-down creature."
    )
    turning = "Turning a face-down creature face-down typically has no effect; the creature’s status is unchanged."
    host.take(
        atomic(
            [face("Cloudform", oracle_id=oracle(1), rulings=[("2014-11-24", names)])],
            [face("Ixidron", oracle_id=oracle(2), rulings=[("2006-09-25", turning)])],
        )
    )
    ended = call(capsys, "check")
    assert (ended.out.splitlines()[1:], ended.code) == (["corrections: 2 corrections, no problems"], 0)


@pytest.mark.parametrize("card", ["Cloudf", "forma de", "Cloudform Guide"])
def test_check_tells_names_that_are_nearly_those_of_a_card(capsys, host, folder, card):
    host.take(atomic(*CARDS))
    write(folder, f"card: {card}, ruling: Clouds are wet., hide: true")
    ended = call(capsys, "check")
    assert ended.out.splitlines()[1].startswith(f"corrections/a.yaml:2: there is no card “{card}” in the library; ")
    assert ended.code == 1


@pytest.mark.parametrize("card", ["CLOUDFORM", "forma de nube", "구름 형상", oracle(1)])
def test_what_check_finds_right_is_corrected(capsys, host, folder, card):
    host.take(atomic(*CARDS))
    write(folder, f"card: {card}, ruling: Clouds are wet., hide: true")
    assert call(capsys, "check").code == 0
    library = Library(host.file, host.judge, load(folder))
    assert [ruling.text for ruling in library.rulings(host.card("Cloudform"))] == [
        "A cloud that is turned face up rains."
    ]
    library.close()


def test_check_tells_two_corrections_of_one_card_by_two_names(capsys, host, folder):
    host.take(atomic(*CARDS))
    write(
        folder,
        "card: Cloudform, ruling: Clouds are wet., hide: true",
        "card: nubiforme, ruling: Clouds are wet., text: Dry.",
    )
    ended = call(capsys, "check")
    assert ended.out.splitlines()[1:] == [
        "corrections/a.yaml:3: this ruling is corrected in corrections/a.yaml:2, too; keep one of them"
    ]


def test_a_correction_by_a_name_that_two_cards_have_is_for_both(capsys, host, folder):
    rulings = [("2020-01-01", "It is quick.")]
    both = [
        [face("Hasten", oracle_id=oracle(4), names={"es": "Acelerar"})],
        [face("Quicken Up", oracle_id=oracle(5), names={"pt-BR": "Acelerar"}, rulings=rulings)],
    ]
    host.take(atomic(*both))
    write(folder, "card: Acelerar, ruling: It is quick., hide: true")
    assert call(capsys, "check").code == 0


def test_check_tells_what_is_wrong_with_the_files_themselves(capsys, host, folder):
    write(folder, "ruling: a")
    ended = call(capsys, "check", "--config", host.folder / "config.yaml")
    assert ended.out.splitlines()[1:] == [f"{folder}/a.yaml:2: {EITHER}"]
    assert (ended.code, ended.err) == (1, f"1 problem in {folder}\n")


@pytest.mark.usefixtures("host")
def test_check_tells_broken_rulings_and_corrections_at_once(capsys, folder):
    write(folder, "ruling: a")
    ended = call(capsys, "check", "nowhere")
    assert ended.out.splitlines() == [
        "nowhere:1: there is no such folder; give the folder that holds topics/",
        f"corrections/a.yaml:2: {EITHER}",
    ]
    write(folder, "ruling: a, hide: true")
    ended = call(capsys, "check", "nowhere")
    assert ended.out.splitlines()[1:] == ["corrections: 1 correction, no problems"]
    assert ended.code == 1

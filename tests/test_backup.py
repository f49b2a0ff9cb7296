"""`backup`: a copy that is whole and private, made while the bot writes, and what keeps it from being made."""

from __future__ import annotations

import re
import sqlite3
import stat
from contextlib import closing

import pytest
from command_line import call
from facedown_table import play

from bot.store import open_store


@pytest.fixture
def database(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path / "facedown-judge.sqlite3"


def languages(file):
    with closing(sqlite3.connect(file)) as connection:
        return sorted(connection.execute("SELECT id, language FROM preferences"))


async def test_a_copy_is_made_while_somebody_writes_and_holds_what_was_written_before(database, tmp_path, capsys):
    async with open_store(str(database)) as store:
        await store.preferences.choose("user", 12, "ko")
        assert call(capsys, "backup", "copy.sqlite3") == (
            0,
            "copy.sqlite3 is a copy of facedown-judge.sqlite3.\n",
            "",
        )
        await store.preferences.choose("user", 13, "es")
    assert languages(tmp_path / "copy.sqlite3") == [(12, "ko")]
    assert stat.S_IMODE((tmp_path / "copy.sqlite3").stat().st_mode) == 0o600


async def test_a_copy_takes_the_place_of_the_database(database, tmp_path, capsys):
    async with open_store(str(database)) as store:
        await store.preferences.choose("user", 12, "ko")
    call(capsys, "backup", "copy.sqlite3")
    database.unlink()
    (tmp_path / "copy.sqlite3").rename(database)
    async with open_store(str(database)) as store:
        assert (await store.preferences.chosen(user=12)).user == "ko"


async def test_what_was_deleted_is_not_in_a_copy(channel, ana, capsys, tmp_path):
    await play(ana, channel, "add", how="manifest", card="Vastwood Gorger")
    await play(ana, channel, "end")
    (tmp_path / "config.yaml").write_text("database: judge.sqlite3", encoding="utf-8")
    target = tmp_path / "copy.sqlite3"
    assert call(capsys, "backup", target, "--config", tmp_path / "config.yaml").code == 0
    assert b"Vastwood" not in target.read_bytes()


async def test_without_a_name_a_copy_is_called_by_its_moment(database, tmp_path, capsys):
    async with open_store(str(database)):
        pass
    assert call(capsys, "backup").code == 0
    names = [
        path.name for path in tmp_path.iterdir() if re.fullmatch(r"facedown-judge-\d{8}-\d{6}\.sqlite3", path.name)
    ]
    assert len(names) == 1


@pytest.mark.usefixtures("database")
def test_a_database_that_is_not_there_is_told_and_not_made(tmp_path, capsys):
    assert call(capsys, "backup", "copy.sqlite3") == (
        69,
        "",
        "There is no database facedown-judge.sqlite3 to copy.\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_is_none_is_told(database, tmp_path, capsys):
    database.write_bytes(b"no database " * 100)
    code, out, err = call(capsys, "backup", "copy.sqlite3")
    assert (code, out) == (69, "")
    assert err.startswith("The database facedown-judge.sqlite3 cannot be used: file is not a database;")
    assert [path.name for path in tmp_path.iterdir()] == [database.name]


def test_a_database_in_memory_has_nothing_to_copy(tmp_path, capsys):
    (tmp_path / "config.yaml").write_text('database: ":memory:"', encoding="utf-8")
    assert call(capsys, "backup", tmp_path / "copy", "--config", tmp_path / "config.yaml") == (
        1,
        "",
        "The configuration keeps the database in memory; there is nothing to copy.\n",
    )


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("there.sqlite3", "there.sqlite3 is there already; name another file, or move that one away."),
        ("nowhere/copy.sqlite3", "nowhere/copy.sqlite3 cannot be written: No such file or directory."),
    ],
)
async def test_a_target_that_cannot_be_written_is_told_and_left_as_it_is(database, tmp_path, capsys, target, said):
    async with open_store(str(database)):
        pass
    (tmp_path / "there.sqlite3").write_text("mine", encoding="utf-8")
    assert call(capsys, "backup", target) == (1, "", f"{said}\n")
    assert (tmp_path / "there.sqlite3").read_text(encoding="utf-8") == "mine"
    assert not list(tmp_path.glob("**/*.partial"))

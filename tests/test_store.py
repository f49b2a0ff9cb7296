"""The database: opening, migrating, remembering, and the failures that end a start."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from bot.shown import Shown
from bot.store import BrokenDatabaseError, database, open_store

MIGRATIONS = sorted((Path(database.__file__).parent / "migrations").glob("*.sql"))
SHOWN = Shown(None, ("aaaaaa", "bbbbbb"), "bbbbbb", "ko", "en", 3)
FIRST_SCHEMA = """
CREATE TABLE answers (
    message_id INTEGER PRIMARY KEY, channel_id INTEGER NOT NULL, shown TEXT NOT NULL, created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE synced_commands (application_id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL) STRICT;
PRAGMA user_version = 1;
"""


@pytest.fixture
def file(tmp_path):
    return tmp_path / "judge.sqlite3"


@pytest.fixture(autouse=True)
def no_thread_is_left_behind():
    """aiosqlite's thread is no daemon: one that is left keeps the process alive for ever."""
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()


def run_sql(file, script):
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(script)


def query(file, sql):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def schema(file):
    """The version of a database, and the columns of its tables in their order."""
    tables = [name for (name,) in query(file, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    columns = {table: [row[1:] for row in query(file, f"PRAGMA table_info({table})")] for table in tables}
    return query(file, "PRAGMA user_version")[0][0], columns


async def test_a_fresh_file_gets_the_newest_schema(file):
    async with open_store(str(file)):
        pass
    version, tables = schema(file)
    assert version == len(MIGRATIONS)
    assert {"answers", "preferences", "synced_commands"} <= set(tables)


async def test_what_is_remembered_is_found_again_after_reopening(file):
    async with open_store(str(file)) as store:
        await store.answers.remember(2**63 - 1, 7, SHOWN)
        await store.preferences.choose("user", 12, "pt-BR")
        await store.synced_commands.remember(11, "abc")
    async with open_store(str(file)) as store:
        assert await store.answers.find(2**63 - 1) == SHOWN
        assert (await store.preferences.chosen(user=12)).user == "pt-BR"
        assert await store.synced_commands.fingerprint(11) == "abc"


async def test_what_is_remembered_last_counts(file):
    async with open_store(str(file)) as store:
        await store.answers.remember(1, 7, SHOWN)
        await store.answers.remember(1, 7, SHOWN.turned("es"))
        await store.synced_commands.remember(11, "abc")
        await store.synced_commands.remember(11, "def")
        assert await store.answers.find(1) == Shown(None, ("aaaaaa", "bbbbbb"), "bbbbbb", "es")
        assert await store.synced_commands.fingerprint(11) == "def"


async def test_what_was_never_remembered_or_is_forgotten_is_not_found(file):
    async with open_store(str(file)) as store:
        await store.answers.remember(1, 7, SHOWN)
        await store.answers.forget(1)
        assert await store.answers.find(1) is None
        assert await store.answers.find(2) is None
        assert await store.synced_commands.fingerprint(11) is None


async def test_a_message_that_shows_something_unreadable_is_not_found(file):
    async with open_store(str(file)):
        pass
    run_sql(file, "INSERT INTO answers (message_id, channel_id, shown, created_at) VALUES (1, 7, 'nonsense', 0)")
    async with open_store(str(file)) as store:
        assert await store.answers.find(1) is None


async def test_a_database_in_memory_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with open_store(":memory:") as store:
        await store.answers.remember(1, 7, SHOWN)
        assert await store.answers.find(1) == SHOWN
    async with open_store(":memory:") as store:
        assert await store.answers.find(1) is None
    assert list(tmp_path.iterdir()) == []


async def test_a_closed_store_leaves_one_file(file):
    async with open_store(str(file)) as store:
        await store.answers.remember(1, 7, SHOWN)
    assert [path.name for path in file.parent.iterdir()] == ["judge.sqlite3"]


async def test_the_first_schema_is_migrated_with_its_data(file):
    run_sql(file, FIRST_SCHEMA)
    run_sql(file, "INSERT INTO synced_commands VALUES (11, 'abc'); INSERT INTO answers VALUES (1, 7, 'x', 1700000000)")
    async with open_store(str(file)) as store:
        assert await store.synced_commands.fingerprint(11) == "abc"
    assert schema(file)[0] == len(MIGRATIONS)
    assert query(file, "SELECT message_id, channel_id, created_at FROM answers") == [(1, 7, 1700000000)]


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
async def test_every_older_schema_becomes_the_same_as_a_fresh_one(file, tmp_path, version):
    for migration in MIGRATIONS[:version]:
        run_sql(file, migration.read_text(encoding="utf-8"))
    run_sql(file, f"PRAGMA user_version = {version}")
    fresh = tmp_path / "fresh.sqlite3"
    for each in (file, fresh):
        async with open_store(str(each)):
            pass
    assert schema(file) == schema(fresh)


async def test_a_migration_that_fails_leaves_everything_before_it_and_nothing_of_itself(file, tmp_path, monkeypatch):
    (tmp_path / "0001_one.sql").write_text("CREATE TABLE one (id); INSERT INTO one VALUES (1);", encoding="utf-8")
    (tmp_path / "0002_two.sql").write_text("CREATE TABLE two (id); INSERT INTO nowhere VALUES (1);", encoding="utf-8")
    monkeypatch.setattr(database, "MIGRATIONS", tmp_path)
    with pytest.raises(BrokenDatabaseError):
        async with open_store(str(file)):
            pass
    version, tables = schema(file)
    assert (version, list(tables)) == (1, ["one"])
    assert query(file, "SELECT id FROM one") == [(1,)]


async def test_many_can_open_the_same_fresh_file_at_once(tmp_path):
    async def use(file, number):
        async with open_store(file) as store:
            await store.answers.remember(number, 7, SHOWN)

    for attempt in range(5):
        file = tmp_path / f"{attempt}.sqlite3"
        await asyncio.gather(*(use(str(file), number) for number in range(4)))
        assert schema(file)[0] == len(MIGRATIONS)
        assert query(file, "SELECT count(*) FROM answers") == [(4,)]


def not_a_database(file):
    file.write_bytes(b"This is the diary of somebody else.\n" * 200)


def a_torn_database(file):
    run_sql(file, "CREATE TABLE t (a); PRAGMA user_version = 0")
    file.write_bytes(file.read_bytes()[:100] + b"\xff" * 5000)


def a_folder(file):
    file.mkdir()


def in_a_file_instead_of_a_folder(file):
    file.parent.rmdir()
    file.parent.touch()


def in_a_folder_that_is_not_there(file):
    file.parent.rmdir()


def of_another_program(file):
    run_sql(file, "CREATE TABLE answers (question TEXT)")


def of_a_newer_version(file):
    run_sql(file, "PRAGMA user_version = 999")


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (not_a_database, "cannot be used: file is not a database; mend or move the file"),
        (a_torn_database, "cannot be used: "),
        (a_folder, "cannot be used: unable to open database file; mend or move the file"),
        (in_a_file_instead_of_a_folder, "cannot be used: unable to open database file"),
        (in_a_folder_that_is_not_there, "cannot be used: unable to open database file"),
        (of_another_program, "cannot be used: table answers already exists"),
        (of_a_newer_version, "was made by a newer version of the bot (schema 999, this one knows "),
    ],
)
async def test_a_database_that_cannot_be_used_is_told_in_one_sentence(tmp_path, break_it, said):
    file = tmp_path / "folder" / "judge.sqlite3"
    file.parent.mkdir()
    break_it(file)
    with pytest.raises(BrokenDatabaseError) as caught:
        async with open_store(str(file)):
            pass
    sentence = str(caught.value)
    assert sentence.startswith(f"The database {file} {said}")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert caught.value.exit_code == 69


def test_a_failed_opening_leaves_no_thread_that_complains(tmp_path, monkeypatch):
    async def fail():
        async with open_store(str(tmp_path)):
            pass

    complaints = []
    monkeypatch.setattr(threading, "excepthook", complaints.append)
    for _ in range(100):
        with pytest.raises(BrokenDatabaseError):
            asyncio.run(fail())
    for thread in set(threading.enumerate()) - {threading.current_thread()}:
        thread.join(5)
    assert complaints == []


async def test_a_newer_database_is_left_as_it_is(file):
    of_a_newer_version(file)
    before = file.read_bytes()
    with pytest.raises(BrokenDatabaseError):
        async with open_store(str(file)):
            pass
    assert file.read_bytes() == before

"""A library that is not there yet, that comes, changes, breaks and goes while it is asked."""

from __future__ import annotations

import asyncio
import datetime
import logging
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from card_files import CARDS, GIANT, GUIDE, HASTEN, Shelf, atomic, scryfall_ruling

from bot.library import Library
from bot.library.corrections import BrokenCorrectionsError
from bot.library.model import Found, Origin, Summary
from bot.library.open import open_library
from bot.library.snapshots import Snapshots


def answers_nothing(library):
    assert library.summary() is None
    assert library.suggest("cloudform", "en") == []
    assert library.find("cloudform", "en") == Found(None, ())
    assert library.mentions("what does Cloudform do", "en") == []
    assert library.ruling_keys() == frozenset()
    return True


def test_without_a_library_there_is_nothing_and_no_complaint(shelf, caplog):
    assert answers_nothing(shelf.library)
    assert list(shelf.folder.iterdir()) == []
    assert caplog.records == []


def test_a_library_is_answered_from_once_it_is_there(shelf):
    assert answers_nothing(shelf.library)
    shelf.take(atomic(*CARDS))
    assert shelf.card("nubiforme").name == "Cloudform"


def test_a_library_that_was_never_imported_into_holds_nothing(shelf, monkeypatch):
    def fail(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.library.merge._replace", fail)
    with pytest.raises(KeyboardInterrupt):
        shelf.take(atomic(*CARDS))
    assert shelf.file.exists()
    assert answers_nothing(shelf.library)


def test_a_new_import_is_answered_from_at_once_also_for_names_with_slips(filled):
    assert filled.library.suggest("torhc", "en") == []
    filled.take(atomic(*CARDS, [HASTEN | {"name": "Torch", "identifiers": {"scryfallOracleId": "9"}}]))
    assert [each.name for each in filled.library.suggest("torhc", "en")] == ["Torch"]


def test_a_card_that_is_gone_has_no_rulings(filled):
    card = filled.card("Cloudform")
    filled.take(atomic([GUIDE], GIANT), force=True)
    assert filled.library.rulings(card) == []
    assert filled.library.find(card.key, "en").card is None


def test_a_library_that_is_deleted_or_replaced_is_noticed(filled, tmp_path_factory):
    other = Shelf(tmp_path_factory.mktemp("other"), filled.judge)
    other.take(atomic([GUIDE]))
    assert filled.library.summary().cards == 6
    for path in filled.folder.glob("library*"):
        path.unlink()
    assert answers_nothing(filled.library)
    shutil.copy(other.file, filled.file)
    assert filled.library.summary().cards == 1
    third = Shelf(tmp_path_factory.mktemp("third"), filled.judge)
    third.take(atomic([GUIDE], GIANT))
    filled.library.close()
    assert filled.library.summary().cards == 1
    third.file.replace(filled.file)
    assert filled.library.summary().cards == 2


def broken(file):
    file.write_bytes(b"This is a diary." * 500)


def a_folder(file):
    file.mkdir()


def newer(file):
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript("PRAGMA user_version = 999")


def empty(file):
    file.touch()


@pytest.mark.parametrize("break_it", [broken, a_folder, newer, empty])
def test_a_library_that_cannot_be_used_is_told_once_and_answers_nothing(shelf, caplog, break_it):
    break_it(shelf.file)
    for _ in range(3):
        assert answers_nothing(shelf.library)
    [record] = caplog.records
    assert record.levelno == logging.WARNING
    assert record.getMessage().startswith(f"the library {shelf.file} cannot be used: ")
    assert record.getMessage().endswith("; import it anew")


def test_a_library_that_breaks_again_after_it_was_mended_is_told_again(filled, caplog):
    whole = filled.file.read_bytes()
    for _ in range(2):
        filled.file.write_bytes(b"This is a diary." * 500)
        for _ in range(3):
            assert filled.library.summary() is None
        filled.file.write_bytes(whole)
        assert filled.library.summary().cards == 6
    assert len(caplog.records) == 2


def test_a_path_that_cannot_be_looked_at_is_told(tmp_path, judge, caplog):
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    library = Library(circle / "library.sqlite3", judge)
    assert answers_nothing(library)
    [record] = caplog.records
    assert record.getMessage().startswith(f"the library {circle / 'library.sqlite3'} cannot be used: ")
    assert record.getMessage().endswith("; let the bot read it and write in its folder")


@pytest.fixture
def closed(filled):
    """A library beside which nothing can be written: where SQLite puts its index of the log, there is no way."""
    filled.library.close()
    index = Path(f"{filled.file}-shm")
    index.unlink(missing_ok=True)
    index.symlink_to(index)
    return filled


def test_a_library_is_read_where_nothing_can_be_written(closed, caplog):
    assert closed.card("nubiforme").name == "Cloudform"
    assert closed.library.summary().cards == 6
    assert caplog.records == []


def test_what_is_written_into_it_there_is_noticed(closed, tmp_path_factory):
    other = Shelf(tmp_path_factory.mktemp("other"), closed.judge)
    other.take(atomic([GUIDE]))
    assert closed.library.summary().cards == 6
    closed.file.write_bytes(other.file.read_bytes())
    assert closed.library.summary().cards == 1
    assert closed.card("nubiforme") is None


def test_an_answer_during_which_it_is_written_there_is_thrown_away(closed, tmp_path_factory):
    other = Shelf(tmp_path_factory.mktemp("other"), closed.judge)
    other.take(atomic([GUIDE]))
    snapshots, answers = Snapshots(closed.file), []

    def names_and_cards(connection):
        names = connection.execute("SELECT count(*) FROM names").fetchone()[0]
        if not answers:
            closed.file.write_bytes(other.file.read_bytes())
        answers.append((names, connection.execute("SELECT count(*) FROM cards").fetchone()[0]))
        return answers[-1]

    assert snapshots.read(names_and_cards, None) == (5, 1)
    assert len(answers) == 2
    snapshots.close()


def test_a_log_that_cannot_be_read_is_no_library_and_is_told(closed, caplog):
    Path(f"{closed.file}-wal").write_bytes(b"something that was imported and is not in the file yet")
    assert answers_nothing(closed.library)
    [record] = caplog.records
    assert record.getMessage().endswith("; let the bot read it and write in its folder")


def test_an_empty_file_becomes_a_library_without_a_restart(shelf):
    empty(shelf.file)
    assert answers_nothing(shelf.library)
    shelf.take(atomic(*CARDS))
    assert shelf.library.summary().cards == 6


def test_a_library_that_breaks_while_it_is_read_answers_nothing_and_is_told(filled, caplog):
    assert filled.library.summary().cards == 6
    filled.file.write_bytes(filled.file.read_bytes()[:100] + b"\xff" * 200_000)
    for _ in range(3):
        assert filled.library.suggest("cloudform", "en") == []
    [record] = caplog.records
    assert record.getMessage().startswith(f"the library {filled.file} cannot be used: ")


def test_reading_never_writes(filled):
    filled.library.close()
    before = filled.file.read_bytes()
    assert filled.card("Cloudform").name == "Cloudform"
    assert filled.library.mentions("Abzan Guide", "en")
    filled.library.close()
    assert filled.file.read_bytes() == before


def test_the_summary_tells_what_is_there_and_how_old_it_is(filled):
    summary = filled.library.summary()
    today = datetime.datetime.now(tz=datetime.UTC).date()
    assert summary == Summary(
        (Origin("MTGJSON cards", "file0.json", datetime.date(2026, 1, 31), summary.origins[0].imported),),
        6,
        {"en": 8, "es": 6, "zh-CN": 4, "pt-BR": 3, "ko": 2, "de": 1, "zh-TW": 1},
        3,
    )
    assert (today - summary.origins[0].imported).days in (0, 1)
    assert summary.age(datetime.date(2026, 5, 1)) == 90
    filled.take([scryfall_ruling("00000000-0000-4000-8000-000000000001", f"Ruling {n}.") for n in range(3)], force=True)
    assert filled.library.summary().date == datetime.date(2026, 1, 31)


async def test_the_library_is_asked_beside_the_event_loop(filled):
    before = set(threading.enumerate())
    async with open_library(filled.file, filled.judge) as library:
        found = await library.ask(lambda opened: opened.find("nubiforme", "es"))
        assert found.card == filled.card("nubiforme", "es")
        assert await library.ask(Library.summary) == filled.library.summary()
        many = await asyncio.gather(*(library.ask(lambda opened: opened.suggest("abzan", "en")) for _ in range(50)))
        assert all(each == many[0] for each in many)
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()


async def test_the_log_tells_what_the_library_holds_and_again_when_that_changes(shelf, caplog):
    caplog.set_level(logging.INFO)
    async with open_library(shelf.file, shelf.judge) as library:
        for faces in ((), ([GUIDE],), ([GUIDE], GIANT)):
            if faces:
                shelf.take(atomic(*faces) | {"meta": {"date": "2022-04-25"}})
            for _ in range(3):
                await library.ask(lambda opened: opened.suggest("abzan", "en"))
    told = [(record.levelname, record.getMessage().split(":")[0]) for record in caplog.records]
    old = f"the library is {(datetime.datetime.now(datetime.UTC).date() - datetime.date(2022, 4, 25)).days} days old"
    assert told == [
        ("INFO", "no cards are imported; “import” does that, also while the bot runs"),
        ("INFO", "the library has 1 cards with 0 rulings"),
        ("WARNING", f"{old}; import newer files"),
        ("INFO", "the library has 2 cards with 1 rulings"),
        ("WARNING", f"{old}; import newer files"),
    ]


async def test_an_open_library_uses_the_hosts_corrections(filled, tmp_path):
    folder = tmp_path / "corrections"
    folder.mkdir()
    (folder / "a.yaml").write_text(
        "corrections:\n  - {ruling: Clouds are wet., hide: true, reason: because}\n", encoding="utf-8"
    )
    async with open_library(filled.file, filled.judge, folder) as library:
        rulings = await library.ask(lambda opened: opened.rulings(filled.card("Cloudform")))
    assert [ruling.text for ruling in rulings] == ["A cloud that is turned face up rains."]
    with pytest.raises(BrokenCorrectionsError):
        async with open_library(filled.file, filled.judge, tmp_path / "missing"):
            pass

"""What an import changes in a library that is there, what it leaves, and that it is all or nothing."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from card_files import (
    CARDS,
    CLOUDFORM,
    GIANT,
    GUIDE,
    HASTEN,
    LANTERN,
    QUICKEN,
    Shelf,
    atomic,
    face,
    oracle,
    scryfall,
    scryfall_ruling,
    set_file,
)

from bot.corpus.open import open_judge
from bot.library import merge
from bot.library.errors import BrokenLibraryError, ImportRefusedError

BEARS = tuple(
    [face(f"Bear {number}", oracle_id=oracle(100 + number), rulings=[("2020-01-01", f"Bear {number} growls.")])]
    for number in range(20)
)

MANY = tuple(
    [face(f"Wolf {number}", oracle_id=oracle(200 + number), text=f"Howls {number} times. " * 20)]
    for number in range(300)
)


def texts(shelf, name):
    return {ruling.text for ruling in shelf.library.rulings(shelf.card(name))}


def test_the_first_import_tells_everything_as_new(shelf):
    changes = shelf.take(atomic(*CARDS)).changes
    assert (changes.cards, changes.new, changes.changed, changes.gone) == (6, 6, 0, 0)
    assert (changes.rulings, changes.ruled, changes.new_rulings, changes.gone_rulings) == (3, 2, 3, 0)
    assert changes.names == {"de": 1, "en": 8, "es": 6, "ko": 2, "pt-BR": 3, "zh-CN": 4, "zh-TW": 1}


def test_the_same_file_again_changes_nothing(filled):
    before = filled.dump()
    changes = filled.take(atomic(*CARDS)).changes
    assert (changes.cards, changes.new, changes.changed, changes.gone) == (6, 0, 0, 0)
    assert (changes.new_rulings, changes.gone_rulings) == (0, 0)
    assert filled.dump()[1:] == before[1:]


@pytest.mark.parametrize(
    "changed",
    [
        {"manaCost": "{2}{U}"},
        {"type": "Artifact"},
        {"text": "Another text."},
        {"foreignData": [*CLOUDFORM["foreignData"], {"language": "Korean", "name": "다른 이름"}]},
        {"foreignData": CLOUDFORM["foreignData"][1:]},
        {"rulings": [*CLOUDFORM["rulings"], {"date": "2026-01-01", "text": "Something new."}]},
        {"rulings": [CLOUDFORM["rulings"][0] | {"date": "2014-11-25"}, CLOUDFORM["rulings"][1]]},
    ],
    ids=["cost", "type", "text", "a name more", "a name less", "a ruling more", "another date"],
)
def test_whatever_changes_of_a_card_counts_it_as_changed(shelf, changed):
    shelf.take(atomic(*CARDS, *BEARS))
    changes = shelf.take(atomic([CLOUDFORM | changed], *CARDS[1:], *BEARS)).changes
    assert (changes.new, changes.changed, changes.gone) == (0, 1, 0)


def test_a_file_of_all_cards_removes_those_that_it_lacks(shelf):
    shelf.take(atomic(*CARDS, *BEARS))
    changes = shelf.take(atomic(*CARDS[:5], *BEARS)).changes
    assert (changes.new, changes.changed, changes.gone) == (0, 0, 1)
    assert shelf.card("Tamsin's Lantern") is None


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (atomic(*BEARS[:17]), "3 of the 20 cards"),
        (atomic(*([each[0] | {"rulings": []}] for each in BEARS[:3]), *BEARS[3:]), "3 of the 20 rulings of cards"),
        ([scryfall_ruling(oracle(100 + n), f"Bear {n} growls.") for n in range(17)], "3 of the 20 rulings of cards"),
    ],
    ids=["cards", "rulings", "rulings of a file of them"],
)
def test_what_would_remove_more_than_a_tenth_wants_to_be_told_twice(shelf, after, said):
    shelf.take(atomic(*BEARS))
    with pytest.raises(ImportRefusedError) as caught:
        shelf.take(after)
    assert str(caught.value) == (
        f"This would remove {said} that are in the library; nothing was changed. Add --force if that is what you want."
    )
    assert shelf.library.summary().cards == 20
    assert texts(shelf, "Bear 19") == {"Bear 19 growls."}
    shelf.take(after, force=True)


def test_names_that_would_be_removed_count_too(shelf):
    foreign = [
        [each[0] | {"foreignData": [{"language": "Spanish", "name": f"Oso {n}"}]}] for n, each in enumerate(BEARS)
    ]
    shelf.take(atomic(*foreign))
    with pytest.raises(ImportRefusedError, match="remove 19 of the 20 names in Español"):
        shelf.take(atomic(foreign[0], *BEARS[1:]))


def test_a_tenth_may_go(shelf):
    shelf.take(atomic(*BEARS))
    assert shelf.take(atomic(*BEARS[:18])).changes.gone == 2


def test_what_is_new_does_not_make_up_for_what_is_gone(shelf):
    shelf.take(atomic(*BEARS))
    reworded = [[bear | {"rulings": [{"date": "2020-01-01", "text": "It growls."}]}] for [bear] in BEARS]
    with pytest.raises(ImportRefusedError, match="remove 20 of the 20 rulings of cards"):
        shelf.take(atomic(*reworded))
    renamed = [[face(f"Fox {number}", oracle_id=oracle(100 + number))] for number in range(20)]
    with pytest.raises(ImportRefusedError, match="remove 20 of the 20 names in English"):
        shelf.take(atomic(*renamed))


def test_new_quotes_and_days_remove_no_ruling(shelf):
    shelf.take(atomic(*BEARS))
    requoted = [
        [bear | {"rulings": [{"date": "2021-01-01", "text": f"“{bear['rulings'][0]['text']}”"}]}] for [bear] in BEARS
    ]
    assert shelf.take(atomic(*requoted)).changes.changed == 20


def test_another_language_does_not_make_up_for_the_names_of_one(shelf):
    named = [[bear | {"foreignData": [{"language": "Korean", "name": f"곰 {n}"}]}] for n, [bear] in enumerate(BEARS)]
    shelf.take(atomic(*named))
    german = [[bear | {"foreignData": [{"language": "German", "name": f"Bär {n}"}]}] for n, [bear] in enumerate(BEARS)]
    with pytest.raises(ImportRefusedError, match="remove 19 of the 20 names in 한국어"):
        shelf.take(atomic(named[0], *german[1:]))
    assert shelf.take(atomic(*german)).changes.names == {"de": 20, "en": 20, "ko": 20}


def test_the_last_name_in_a_language_may_be_another_one(shelf):
    shelf.take(atomic([CLOUDFORM | {"foreignData": [{"language": "Latin", "name": "Nubes"}]}], *BEARS))
    changes = shelf.take(atomic([CLOUDFORM | {"foreignData": [{"language": "Latin", "name": "Nubila"}]}], *BEARS))
    assert changes.changes.names["la"] == 1
    assert shelf.card("Nubes") is None


def test_the_file_of_a_set_adds_and_updates_and_removes_no_card(filled):
    update = CLOUDFORM | {
        "manaCost": "{9}",
        "rulings": [{"date": "2026-01-01", "text": "Something new."}],
        "foreignData": [{"language": "Spanish", "name": "Nubarrón"}],
    }
    changes = filled.take(set_file([update], BEARS[0]), force=True).changes
    assert (changes.cards, changes.new, changes.changed, changes.gone) == (7, 1, 1, 0)
    card = filled.card("Nubarrón")
    assert (card.mana_cost, card.name_in("es"), card.name_in("ko")) == ("{9}", "Nubarrón", "구름형상")
    assert filled.card("Forma de nube") == card
    assert texts(filled, "Cloudform") == {"Something new."}
    assert texts(filled, "Crushing Giant") == {"Giants are large."}


def test_names_in_languages_that_a_file_of_all_cards_lacks_stay(filled):
    bears = [scryfall(name, oracle(number)) for number, name in enumerate(("Cloudform", "Abzan Guide"), start=1)]
    changes = filled.take(bears, force=True).changes
    assert changes.cards == 2
    assert filled.card("Nubiforme").name == "Cloudform"
    assert filled.card("Abzan-Führer").name == "Abzan Guide"


def test_names_in_languages_that_the_file_has_are_replaced(shelf):
    shelf.take(atomic([CLOUDFORM], *BEARS))
    spanish = [{"language": "Spanish", "name": "Nubarrón"}]
    shelf.take(atomic([CLOUDFORM | {"foreignData": spanish}], *BEARS))
    assert shelf.card("Nubarrón").name == "Cloudform"
    assert shelf.card("Forma de nube") is None
    assert shelf.card("Nubiforme").name == "Cloudform"


def test_rulings_stay_where_the_files_have_none(filled):
    before = texts(filled, "Cloudform")
    names = ("Cloudform", "Abzan Guide", "Crushing Giant // Stamp", "Hasten", "Quicken Up", "Tamsin's Lantern")
    filled.take([scryfall(name, oracle(number)) for number, name in enumerate(names, start=1)], force=True)
    assert texts(filled, "Cloudform") == before


def test_rulings_stay_where_a_set_has_none(filled):
    before = texts(filled, "Cloudform")
    filled.take(set_file([CLOUDFORM | {"rulings": []}], [each | {"rulings": []} for each in GIANT], BEARS[0]))
    assert texts(filled, "Cloudform") == before
    assert texts(filled, "Crushing Giant") == {"Giants are large."}
    assert texts(filled, "Bear 0") == {"Bear 0 growls."}


def test_a_file_of_rulings_replaces_those_of_the_cards_that_are_there(filled):
    changes = filled.take([scryfall_ruling(oracle(n), f"Ruling {n}.") for n in (1, 2, 3)], force=True).changes
    assert (changes.cards, changes.changed, changes.gone) == (6, 3, 0)
    assert (changes.new_rulings, changes.gone_rulings) == (3, 3)
    assert texts(filled, "Abzan Guide") == {"Ruling 2."}
    assert filled.card("Nubiforme").name == "Cloudform"


def test_rulings_without_any_cards_are_refused(shelf):
    with pytest.raises(ImportRefusedError, match="There are no cards in the library that these rulings belong to"):
        shelf.take([scryfall_ruling(oracle(1), "Ruling.")])
    assert shelf.library.summary() is None


def test_a_set_and_rulings_together_change_both(filled):
    filled.take(set_file(BEARS[0]), [scryfall_ruling(oracle(n), f"Ruling {n}.") for n in (1, 2, 100)], force=True)
    assert texts(filled, "Bear 0") == {"Bear 0 growls.", "Ruling 100."}
    assert texts(filled, "Crushing Giant") == set()


def test_the_summary_names_the_files_that_the_library_is_made_of(filled):
    filled.take(set_file(BEARS[0]))
    filled.take([scryfall_ruling(oracle(n), f"Ruling {n}.") for n in (1, 2, 3)], force=True)
    kinds = [origin.kind for origin in filled.library.summary().origins]
    assert kinds == ["MTGJSON cards", "MTGJSON set", "Scryfall rulings"]
    filled.take(atomic(*CARDS), force=True)
    assert [origin.kind for origin in filled.library.summary().origins] == ["MTGJSON cards"]


def test_an_everyday_word_stays_one_when_a_later_file_does_not_show_it(shelf):
    shown = GUIDE | {"foreignData": [{"language": "Spanish", "name": "Guía abzana", "text": "Puedes acelerar."}]}
    question = "puedo acelerar"
    shelf.take(atomic([HASTEN], [GUIDE]))
    assert [mention.name for mention in shelf.library.mentions(question, "es")] == ["Acelerar"]
    shelf.take(atomic([HASTEN], [shown]), force=True)
    assert shelf.library.mentions(question, "es") == []
    shelf.take([scryfall("Hasten", oracle(4)), scryfall("Abzan Guide", oracle(2))])
    assert shelf.library.mentions(question, "es") == []


def test_a_failure_in_the_middle_leaves_everything_as_it_was(filled, monkeypatch):
    before = filled.dump()

    def fail(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr(merge, "_note", fail)
    with pytest.raises(KeyboardInterrupt):
        filled.take(atomic(*CARDS, *BEARS))
    assert filled.dump() == before
    monkeypatch.undo()
    assert filled.take(atomic(*CARDS, *BEARS)).changes.new == 20


def test_a_process_that_is_killed_in_the_middle_leaves_everything_as_it_was(filled):
    before = filled.dump()
    path = filled.put(atomic(*CARDS, *BEARS))
    program = (
        "import os; from pathlib import Path; from bot.corpus.load import load; from bot.paths import rulings_folder\n"
        "from bot.library import imports, merge\n"
        "merge._note = lambda *args: os.kill(os.getpid(), 9)\n"
        "class Silent:\n    started = advanced = lambda *args: None\n"
        f"imports.import_files([{str(path)!r}], Path({str(filled.file)!r}), load(rulings_folder()), Silent())"
    )
    ended = subprocess.run([sys.executable, "-c", program], check=False, timeout=60)  # noqa: S603 - our own program
    assert ended.returncode == -9
    assert filled.dump() == before
    assert filled.take(atomic(*CARDS, *BEARS)).changes.new == 20


def test_readers_see_the_old_library_during_an_import_and_the_new_one_after_it(filled, monkeypatch):
    before = filled.dump()
    reached, go_on = threading.Event(), threading.Event()
    note = merge._note

    def wait(*args):
        note(*args)
        reached.set()
        go_on.wait(30)

    monkeypatch.setattr(merge, "_note", wait)
    other = Shelf(filled.folder, filled.judge)
    importing = threading.Thread(target=lambda: filled.take(atomic(*CARDS, *BEARS)))
    importing.start()
    try:
        assert reached.wait(30)
        started = time.perf_counter()
        assert other.dump() == before
        assert filled.dump() == before
        assert other.card("Bear 7") is None
        assert time.perf_counter() - started < 5
    finally:
        go_on.set()
        importing.join()
    assert other.card("Bear 7").name == "Bear 7"
    assert filled.library.summary().cards == 26
    other.library.close()


def test_an_import_that_begins_while_another_merges_waits_and_loses_nothing(shelf, monkeypatch):
    reached, go_on = threading.Event(), threading.Event()
    use_known_keys = merge._use_known_keys

    def wait(write):
        write.execute("SELECT count(*) FROM library.cards").fetchone()
        reached.set()
        go_on.wait(30)
        use_known_keys(write)

    other = Shelf(shelf.folder, shelf.judge)
    shelf.take(set_file(BEARS[0]))
    monkeypatch.setattr(merge, "_use_known_keys", wait)
    first = threading.Thread(target=lambda: shelf.take(set_file(BEARS[1])))
    first.start()
    assert reached.wait(30)
    monkeypatch.setattr(merge, "_use_known_keys", use_known_keys)
    path = other.put(set_file(BEARS[2]), "other.json")
    second = threading.Thread(target=lambda: other.take_files(path))
    second.start()
    second.join(0.3)
    assert second.is_alive()
    go_on.set()
    first.join()
    second.join()
    assert shelf.library.summary().cards == 3


def test_two_imports_at_once_come_one_after_the_other(shelf):
    failed = []

    def take(number):
        try:
            mine = Shelf(shelf.folder, shelf.judge)
            path = mine.put(set_file(BEARS[number]), f"set{number}.json")
            mine.take_files(path)
        except BaseException as error:  # noqa: BLE001 - told in the main thread
            failed.append(error)

    threads = [threading.Thread(target=take, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert shelf.library.summary().cards == 4


def of_another_program(file):
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript("CREATE TABLE diary (text)")


def of_a_newer_version(file):
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript("PRAGMA user_version = 999")


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (
            lambda file: file.write_bytes(b"This is a diary." * 500),
            "cannot be used: file is not a database; mend or move",
        ),
        (
            lambda file: file.mkdir(),
            "cannot be changed: unable to open database file; see that it is a file, and that you",
        ),
        (of_another_program, "is that of another program; name another file in the config"),
        (of_a_newer_version, "was made by a newer version of the bot (schema 999, this one knows 1)"),
    ],
    ids=["no database", "a folder", "another program", "a newer version"],
)
def test_a_file_that_is_no_library_is_left_as_it_is(shelf, break_it, said):
    break_it(shelf.file)
    before = shelf.file.read_bytes() if shelf.file.is_file() else None
    with pytest.raises(BrokenLibraryError) as caught:
        shelf.take(atomic(*CARDS))
    assert said in str(caught.value)
    assert caught.value.exit_code == 69
    assert (shelf.file.read_bytes() if shelf.file.is_file() else None) == before


@pytest.mark.parametrize("when", ["before", "after it was looked at"])
def test_a_library_that_another_program_holds_is_waited_for_and_then_told(filled, monkeypatch, when):
    monkeypatch.setattr("bot.library.stage.WAIT_SECONDS", 0)
    monkeypatch.setattr("bot.library.database.WAIT_SECONDS", 0)
    with closing(sqlite3.connect(filled.file, isolation_level=None)) as other:
        prepare = merge.database.prepare

        def prepare_and_hold(target):
            prepare(target)
            other.execute("BEGIN IMMEDIATE")

        if when == "before":
            other.execute("BEGIN IMMEDIATE")
        else:
            monkeypatch.setattr(merge.database, "prepare", prepare_and_hold)
        started = time.monotonic()
        with pytest.raises(BrokenLibraryError, match="is being imported by another program; wait for that"):
            filled.take(atomic(*CARDS))
        assert time.monotonic() - started < 3  # not as long as SQLite waits when nobody tells it how long


@pytest.mark.parametrize("beside", ["journal", "shm"])
def test_what_will_not_change_is_not_waited_for(shelf, beside):
    # A file that SQLite needs beside the library cannot be made: neither now nor in a minute.
    file = Path(f"{shelf.file}-{beside}")
    file.symlink_to(file)
    started = time.monotonic()
    with pytest.raises(BrokenLibraryError, match="cannot be changed: unable to open database file"):
        shelf.take(atomic(*CARDS))
    assert time.monotonic() - started < 10


def test_a_library_whose_path_is_no_text_is_one_like_any_other(tmp_path, judge):
    try:
        folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/cards\xff"))
        folder.mkdir()
    except OSError:
        pytest.skip("there are no such names here")
    shelf = Shelf(folder, judge)
    shelf.take(atomic(*CARDS))
    assert shelf.card("nubiforme").name == "Cloudform"
    shelf.library.close()


def test_nothing_of_an_import_stays_in_the_log_while_the_bot_runs(filled):
    log = Path(f"{filled.file}-wal")
    assert filled.library.summary().cards == 6
    filled.take(atomic(*CARDS, *BEARS))
    assert log.stat().st_size == 0
    assert filled.library.summary().cards == 26


LIMITED = """
import resource, sys
from pathlib import Path
from bot.corpus.load import load
from bot.errors import JudgeError
from bot.library import imports, merge, stage
from bot.paths import rulings_folder

def limit():
    resource.setrlimit(resource.RLIMIT_FSIZE, (BYTES, BYTES))

class Silent:
    started = advanced = lambda *args: None

def limited(step):
    def run(*args, **more):
        limit()
        return step(*args, **more)
    return run

PREPARE
try:
    imports.import_files([sys.argv[1]], Path(sys.argv[2]), load(rulings_folder()), Silent())
except JudgeError as error:
    sys.exit(f"{type(error).__name__}: {error}")
"""


@pytest.mark.parametrize(
    ("prepare", "said"),
    [
        (
            "stage.CACHE_KIB = 1; limit()",
            "ImportRefusedError: cards.json is not imported: {error}; nothing was changed. {room}",
        ),
        (
            "merge._replace = limited(merge._replace)",
            "BrokenLibraryError: The library {file} cannot be changed: {error}; nothing was changed. {room}",
        ),
    ],
    ids=["temporary files", "library"],
)
def test_where_there_is_no_room_nothing_is_changed(filled, prepare, said):
    before = filled.dump()
    path = filled.put(atomic(*CARDS, *MANY))
    program = LIMITED.replace("PREPARE", prepare).replace("BYTES", "70_000")
    ended = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program, path, filled.file], check=False, timeout=60, capture_output=True, text=True
    )
    room = "Make room for the library and for temporary files (TMPDIR names another place for these)."
    assert ended.stderr in {
        f"{said.format(error=error, room=room, file=filled.file)}\n"
        for error in ("disk I/O error", "database or disk is full")
    }
    assert filled.dump() == before


def test_where_there_is_no_room_to_shorten_the_log_everything_is_there(filled):
    path = filled.put(atomic(*CARDS, *MANY))
    program = LIMITED.replace("PREPARE", "merge._shorten_log = limited(merge._shorten_log)").replace("BYTES", "70_000")
    assert filled.library.summary().cards == 6
    ended = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program, path, filled.file], check=False, timeout=60, capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert Path(f"{filled.file}-wal").stat().st_size > 70_000
    assert filled.library.summary().cards == 306
    assert filled.take(atomic(*CARDS, *MANY)).changes.changed == 0
    assert Path(f"{filled.file}-wal").stat().st_size == 0


def test_linked_rulings_are_counted_with_those_that_gain_a_language(tmp_path, published_rulings):
    # With the translations that were made here, no topic is in English alone.
    judge = open_judge(published_rulings)
    shelf = Shelf(tmp_path, judge)
    topic = judge.corpus.topics["tapped-state-unchanged"]
    words = topic.newest("en").words
    cards = (
        [LANTERN | {"rulings": [{"date": "2020-01-01", "text": words}]}],
        [QUICKEN | {"rulings": [{"date": "2021-01-01", "text": words}]}],
        GIANT,
    )
    report = shelf.take(atomic(*cards))
    assert (report.linked, report.translated, report.translated_cards) == (2, 2, 2)
    only_english = judge.corpus.topics["form-with-empty-library"]
    assert only_english.languages == ("en",)
    report = shelf.take(
        atomic(
            *cards[:2], [CLOUDFORM | {"rulings": [{"date": "2020-01-01", "text": only_english.newest("en").words}]}]
        ),
        force=True,
    )
    assert (report.linked, report.translated, report.translated_cards) == (3, 2, 2)

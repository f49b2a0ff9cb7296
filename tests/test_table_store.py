"""Games in a real database: what is written, read again, taken back, forgotten and deleted, and what goes wrong."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.facedown.causes import Cause
from bot.facedown.events import (
    Added,
    Ended,
    Given,
    Identified,
    Left,
    Marked,
    Named,
    Quit,
    Recorded,
    Revealed,
    Showing,
    Started,
    Told,
    TurnedDown,
    TurnedUp,
    Undone,
)
from bot.facedown.game import NEW, State
from bot.facedown.hidden import Secret, fold_secrets
from bot.facedown.zones import Zone
from bot.store import StoreError, database, open_store
from bot.store.games import Table, UnreadableGameError

ANA, BETO, CARO = 2**63 - 1, 12, 13
CHANNEL, OTHER_CHANNEL, GUILD = 2**63 - 2, 8, 9
MIGRATIONS = sorted((Path(database.__file__).parent / "migrations").glob("*.sql"))

GUIDE = Showing(1, ANA, Cause.MANIFEST, "Abzan Guide")
SHOCK = Showing(2, ANA, Cause.MANIFEST, "Shock")
STORY = (
    (ANA, Started(), None),
    (ANA, Added(1, 1, Cause.MANIFEST, ANA, ANA, Zone.LIBRARY, "Cloudform", "red die"), Told("Abzan Guide")),
    (ANA, Added(2, 2, Cause.MORPH, ANA, ANA), Told(cause=Cause.MEGAMORPH)),
    (ANA, Identified(2), Told("Shock")),
    (BETO, Added(4, 1, Cause.PUT_FACE_DOWN, BETO, CARO, Zone.GRAVEYARD), None),
    (CARO, Named(4, "Ashcloud Phoenix"), None),
    (ANA, Revealed(SHOCK), None),
    (ANA, TurnedUp(GUIDE), None),
    (BETO, Undone(8, (GUIDE,)), None),
    (ANA, TurnedUp(GUIDE), None),
    (CARO, TurnedDown(1, "Ixidron"), None),
    (BETO, Marked(1, "chosen", attacked=True, tapped=True, counters="+1/+1"), None),
    (ANA, Given(3, BETO), None),
    (BETO, Left(Showing(3, ANA, Cause.MORPH, "Deathmist Raptor", 1), Zone.HAND), None),
    (CARO, Quit(CARO, (Showing(4, CARO, Cause.PUT_FACE_DOWN, "Ashcloud Phoenix"),)), None),
    (BETO, Ended((GUIDE, SHOCK)), None),
)


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


@pytest.fixture
async def store(file):
    async with open_store(str(file)) as opened:
        yield opened


@pytest.fixture
def games(store):
    return store.games


@pytest.fixture
async def table(games):
    """A game in which Ana told in secret that #1 is Abzan Guide."""
    return await play(games, await games.start(CHANNEL, GUILD, "en"), STORY[:2])


async def play(games, table, story):
    for by, event, told in story:
        table, _ = await games.record(table, event, by, told)
    return table


def run_sql(file, script):
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(script)


def query(file, sql):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def on_disk(file):
    """All bytes of the database and of its write-ahead log."""
    return file.read_bytes() + file.with_name(f"{file.name}-wal").read_bytes()


# Writing and reading


async def test_a_channel_without_a_game_has_none(games):
    assert await games.find(CHANNEL) is None


async def test_a_new_game_is_empty_and_has_an_id_of_its_own(games):
    first, second = await games.start(CHANNEL, GUILD, "ko"), await games.start(OTHER_CHANNEL, GUILD, "en")
    assert first == Table(first.id, CHANNEL, GUILD, "ko", None, 0, {}, NEW)
    assert await games.find(CHANNEL) == first
    assert len({first.id, second.id}) == 2
    assert all(len(each.id) == 12 and set(each.id) <= set("0123456789abcdef") for each in (first, second))


async def test_all_that_happened_is_read_again_after_a_restart(file):
    async with open_store(str(file)) as store:
        table = await store.games.start(CHANNEL, GUILD, "en")
        table = await store.games.name_players(table, {ANA: "Ana", BETO: "베토"})
        table = await play(store.games, table, STORY)
        table = await store.games.post_board(table, 99)
        table = await store.games.turn_board(table, 3)
        table = await store.games.speak(table, "pt-BR")
        history, told = await store.games.history(table), await store.games.told(table)
    async with open_store(str(file)) as store:
        again = await store.games.find(CHANNEL)
        assert again == table
        assert await store.games.history(again) == history
        assert await store.games.told(again) == told
    assert (again.board_id, again.board_page, again.language) == (99, 3, "pt-BR")
    assert again.names == {ANA: "Ana", BETO: "베토"}
    assert [(recorded.seq, recorded.by, recorded.event) for recorded in history] == [
        (seq, by, event) for seq, (by, event, _) in enumerate(STORY, 1)
    ]
    assert [recorded.seq for recorded in history if recorded.undone] == [8]
    assert {recorded.seq: secret for recorded, secret in told if secret} == {
        seq: secret for seq, (_, _, secret) in enumerate(STORY, 1) if secret
    }
    assert again.game.ended
    assert again.game.seq == 16


@pytest.mark.parametrize("length", range(1, len(STORY) + 1))
async def test_a_game_is_the_same_after_each_change_whether_kept_or_read(file, length):
    async with open_store(str(file)) as store:
        kept = await play(store.games, await store.games.start(CHANNEL, GUILD, "en"), STORY[:length])
        assert await store.games.find(CHANNEL) is kept
    async with open_store(str(file)) as store:
        assert await store.games.find(CHANNEL) == kept


async def test_a_change_is_noted_with_its_place_its_author_and_its_moment(file, games, table):
    before = int(time.time())
    table, recorded = await games.record(table, Identified(1), ANA, Told("Plains"))
    assert before <= recorded.at <= time.time()
    assert recorded == Recorded(3, recorded.at, ANA, Identified(1))
    assert query(file, "SELECT * FROM game_events WHERE seq = 3") == [
        (table.id, 3, recorded.at, ANA, '{"kind":"identified","number":1}', '{"card":"Plains"}', None, 0)
    ]


@pytest.mark.parametrize(
    ("event", "told"), [(Identified(1), Told("Plains")), (Given(1, BETO), None), (Undone(2), None)]
)
async def test_a_change_is_one_statement(games, table, event, told):
    statements = []
    await games._connection.set_trace_callback(statements.append)
    await games.record(table, event, ANA, told)
    await games._connection.set_trace_callback(None)
    # For each step of a trigger the same statement is traced again; reading changes nothing.
    writing = {each for each in statements if not each.startswith("SELECT")}
    assert [each[:24] for each in writing] == ["INSERT INTO game_events "]


async def test_what_was_told_in_secret_is_in_nothing_but_what_was_told(games, table):
    assert fold_secrets(await games.told(table)) == {1: Secret("Abzan Guide", entered=True)}
    assert "Abzan Guide" not in repr((table, await games.history(table), await games.find(CHANNEL)))


async def test_an_undone_event_loses_its_secret_in_the_file_and_the_others_keep_theirs(file, games, table):
    table = await play(games, table, [(ANA, Identified(1), Told("Plains")), (ANA, Undone(3), None)])
    assert query(file, "SELECT seq, told, undoes, undone FROM game_events ORDER BY seq") == [
        (1, None, None, 0),
        (2, '{"card":"Abzan Guide"}', None, 0),
        (3, None, None, 1),
        (4, None, 3, 0),
    ]
    assert fold_secrets(await games.told(table)) == {1: Secret("Abzan Guide", entered=True, changes=1)}


@pytest.mark.usefixtures("table")
async def test_an_undo_concerns_its_own_game_alone(file, games):
    await play(games, await games.start(OTHER_CHANNEL, GUILD, "en"), [*STORY[:2], (ANA, Undone(2), None)])
    found = query(file, "SELECT channel_id, told, undone FROM game_events JOIN games ON id = game_id WHERE seq = 2")
    assert sorted(found) == [(OTHER_CHANNEL, None, 1), (CHANNEL, '{"card":"Abzan Guide"}', 0)]


async def test_an_undo_and_what_it_takes_back_are_written_together_or_not_at_all(file, games, table):
    run_sql(
        file,
        "CREATE TRIGGER full BEFORE UPDATE ON game_events WHEN NEW.undone BEGIN SELECT RAISE(ABORT, 'full'); END;",
    )
    with pytest.raises(StoreError):
        await games.record(table, Undone(2), ANA)
    assert query(file, "SELECT seq, undone FROM game_events") == [(1, 0), (2, 0)]
    assert await games.find(CHANNEL) == table


async def test_a_game_that_is_taken_back_to_its_beginning_can_be_read_after_a_restart(file):
    story = [*STORY[:2], (ANA, TurnedUp(GUIDE), None), (ANA, Undone(3, (GUIDE,)), None), (ANA, Undone(2), None)]
    async with open_store(str(file)) as store:
        table = await play(store.games, await store.games.start(CHANNEL, GUILD, "en"), story)
    async with open_store(str(file)) as store:
        assert await store.games.find(CHANNEL) == table
    assert (table.game.permanents, table.game.next_number) == ({}, 2)


async def test_what_was_shown_and_taken_back_is_read_again_after_a_restart_and_so_is_the_secret(file):
    shown = Showing(1, ANA, Cause.MANIFEST, "Shock", 1)
    story = [*STORY[:2], (ANA, TurnedUp(shown), None), (ANA, Undone(3, (shown,)), None)]
    async with open_store(str(file)) as store:
        table = await play(store.games, await store.games.start(CHANNEL, GUILD, "en"), story)
    async with open_store(str(file)) as store:
        assert await store.games.find(CHANNEL) == table
        assert fold_secrets(await store.games.told(table)) == {1: Secret("Abzan Guide", entered=True)}
    permanent = table.game.permanents[1]
    assert (permanent.card, permanent.seen, permanent.state) == (None, shown, State.FACE_DOWN)


async def test_a_name_that_changes_is_noted_and_the_last_one_counts(file, games, table):
    table = await games.name_players(table, {ANA: "Ana", BETO: "Beto"})
    table = await games.name_players(table, {BETO: "Betinho"})
    assert table.names == {ANA: "Ana", BETO: "Betinho"}
    assert await games.find(CHANNEL) == table
    assert sorted(query(file, "SELECT user_id, name FROM game_players")) == [(BETO, "Betinho"), (ANA, "Ana")]


NOTES = [
    pytest.param(lambda games, table: games.post_board(table, 99), id="post_board"),
    pytest.param(lambda games, table: games.turn_board(table, 3), id="turn_board"),
    pytest.param(lambda games, table: games.speak(table, "ko"), id="speak"),
]


def noted(table):
    return (table.board_id, table.board_page, table.language)


@pytest.mark.parametrize("note", NOTES)
async def test_what_is_noted_while_a_change_is_under_way_is_kept_and_so_is_the_change(file, games, table, note):
    """The board is posted without the lock of changes, so that a change may begin before and end after it."""
    wanted = noted(await note(games, table))
    await games.record(table, Given(1, CARO), ANA)
    await games.name_players(table, {CARO: "Caro"})
    kept = await games.find(CHANNEL)
    assert noted(kept) == wanted
    assert (kept.names, kept.game.permanents[1].controller) == ({CARO: "Caro"}, CARO)
    async with open_store(str(file)) as store:
        assert await store.games.find(CHANNEL) == kept


@pytest.mark.parametrize("note", NOTES)
async def test_a_note_about_an_older_table_keeps_what_happened_since(games, table, note):
    await games.record(table, Given(1, BETO), ANA)
    await note(games, table)
    assert (await games.find(CHANNEL)).game.permanents[1].controller == BETO


@pytest.mark.parametrize("note", NOTES)
async def test_a_note_about_a_closed_game_changes_no_other(games, table, note):
    await games.close(CHANNEL)
    await note(games, table)
    assert await games.find(CHANNEL) is None
    new = await games.start(CHANNEL, GUILD, "en")
    await note(games, table)
    assert await games.find(CHANNEL) == new


async def test_many_who_read_at_once_after_a_restart_get_the_same_game(file, table):
    async with open_store(str(file)) as store:
        found = await asyncio.gather(*(store.games.find(CHANNEL) for _ in range(20)))
        assert found == [table] * 20
        assert len({id(each) for each in found}) == 1


# Closing and forgetting


async def test_closing_deletes_a_game_with_all_that_belongs_to_it_and_no_other(file, games, table):
    table = await games.name_players(table, {ANA: "Ana"})
    other = await games.start(OTHER_CHANNEL, GUILD, "en")
    other = await games.name_players(await play(games, other, STORY[:2]), {BETO: "Beto"})
    await games.close(CHANNEL)
    assert await games.find(CHANNEL) is None
    assert await games.find(OTHER_CHANNEL) == other
    assert query(file, "SELECT id FROM games") == [(other.id,)]
    assert query(file, "SELECT game_id, seq FROM game_events") == [(other.id, 1), (other.id, 2)]
    assert query(file, "SELECT game_id, name FROM game_players") == [(other.id, "Beto")]


async def test_a_closed_game_may_be_followed_by_another_in_its_channel(games, table):
    await games.close(CHANNEL)
    new = await games.start(CHANNEL, GUILD, "es")
    assert (await games.find(CHANNEL), new.game) == (new, NEW)
    assert new.id != table.id


async def test_closing_what_is_closed_does_no_harm(games):
    new = await games.start(OTHER_CHANNEL, GUILD, "en")
    await games.close(CHANNEL)
    assert await games.find(OTHER_CHANNEL) == new


async def test_the_bytes_of_a_closed_games_cards_are_nowhere_on_the_disk(file, games):
    """Many events of several games share pages, which are split and merged as they grow and go."""
    tables = [await games.start(channel, GUILD, "en") for channel in (1, 2, 3)]
    for number in range(1, 121):
        for place, table in enumerate(tables):
            secret = Told(f"Card {number:03} of game {place} {'x' * (number % 100)}")
            tables[place] = await play(
                games, table, [(ANA, Added(number, 1, Cause.MANIFEST, ANA, ANA, source=secret.card[::-1]), secret)]
            )
    await games.name_players(tables[0], {ANA: "Ana of game 0"})
    for place in range(3):
        assert on_disk(file).count(f"of game {place}".encode()) >= 120
        await games.close(place + 1)
        assert f"of game {place}".encode() not in on_disk(file)
        assert f"{place} emag fo".encode() not in on_disk(file)


async def test_a_card_that_was_taken_back_is_nowhere_on_the_disk_once_its_game_is_closed(file, games, table):
    table = await play(games, table, [(ANA, Identified(1), Told("Exalted Angel")), (ANA, Undone(3), None)])
    await games.close(CHANNEL)
    assert b"Exalted Angel" not in on_disk(file)
    assert b"Abzan Guide" not in on_disk(file)


@pytest.mark.parametrize(
    "delete",
    [
        pytest.param(lambda games: games.close(CHANNEL), id="close"),
        pytest.param(lambda games: games.forget_person(ANA), id="forget"),
    ],
)
@pytest.mark.usefixtures("table")
async def test_what_is_deleted_while_others_read_leaves_no_bytes(file, store, delete):
    """Suggestions and answers read from the same connection all the time, here at three different steps."""
    deleted = asyncio.Event()

    async def wait(steps):
        for _ in range(steps):
            await store.preferences.choose("user", ANA, "ko")

    async def read(after):
        await wait(after)
        while not deleted.is_set():
            await store.preferences.chosen(user=ANA)

    async def finish():
        await wait(6)
        try:
            await delete(store.games)
        finally:
            deleted.set()

    await asyncio.gather(finish(), *(read(after) for after in (1, 2, 3)))
    assert b"Abzan Guide" not in on_disk(file)


@pytest.mark.parametrize("close_first", [True, False])
@pytest.mark.usefixtures("table")
async def test_a_game_that_is_read_while_it_is_closed_is_not_kept(file, close_first):
    async with open_store(str(file)) as store:
        both = [store.games.close(CHANNEL), store.games.find(CHANNEL)]
        await asyncio.gather(*(both if close_first else reversed(both)))
        assert await store.games.find(CHANNEL) is None


async def test_games_in_memory_can_be_closed_too():
    async with open_store(":memory:") as store:
        await play(store.games, await store.games.start(CHANNEL, GUILD, "en"), STORY[:2])
        await store.games.close(CHANNEL)
        assert await store.games.find(CHANNEL) is None


async def test_games_are_old_when_nothing_changed_in_them_since_a_moment(file, games):
    await games.start(CHANNEL, GUILD, "en")
    other = await games.start(OTHER_CHANNEL, GUILD, "en")
    run_sql(file, "UPDATE games SET changed_at = 1000")
    assert await games.unchanged_since(1000) == {}
    assert sorted(await games.unchanged_since(1001)) == [OTHER_CHANNEL, CHANNEL]
    await games.record(other, STORY[0][1], ANA)
    assert list(await games.unchanged_since(1001)) == [CHANNEL]
    assert list(await games.unchanged_since(int(time.time()) - 60)) == [CHANNEL]
    assert sorted(await games.unchanged_since(int(time.time()) + 60)) == [OTHER_CHANNEL, CHANNEL]


@pytest.mark.parametrize(
    "note",
    [*NOTES, pytest.param(lambda games, table: games.name_players(table, {BETO: "Beto"}), id="name_players")],
)
async def test_what_is_noted_about_a_game_is_no_change_of_it(file, games, table, note):
    run_sql(file, "UPDATE games SET changed_at = 1000")
    await note(games, table)
    assert list(await games.unchanged_since(1001)) == [CHANNEL]


async def test_a_game_that_was_only_opened_counts_from_then(games):
    await games.start(CHANNEL, GUILD, "en")
    assert await games.unchanged_since(int(time.time()) - 60) == {}
    assert list(await games.unchanged_since(int(time.time()) + 60)) == [CHANNEL]


async def test_a_person_who_is_forgotten_leaves_no_secret_and_no_name_in_any_game(file, games):
    tables = [await games.start(channel, GUILD, "en") for channel in (CHANNEL, OTHER_CHANNEL)]
    for table in tables:
        await play(
            games,
            await games.name_players(table, {ANA: "Ana-Maria", BETO: "Beto"}),
            [*STORY[:3], (BETO, Added(4, 1, Cause.CLOAK, BETO, BETO), Told("Exalted Angel"))],
        )
    await games.forget_person(ANA)
    for table in tables:
        kept = await games.find(table.channel_id)
        assert kept.names == {BETO: "Beto"}
        assert list(kept.game.permanents) == [1, 2, 3, 4]
        told = {(secret.card, secret.cause) for _, secret in await games.told(kept) if secret}
        assert told - {(None, None)} == {("Exalted Angel", None)}
    assert query(file, "SELECT DISTINCT user_id, name FROM game_players") == [(BETO, "Beto")]
    assert b"Abzan Guide" not in on_disk(file)
    assert b"Ana-Maria" not in on_disk(file)
    assert b"Exalted Angel" in on_disk(file)


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param([(ANA, Added(1, 1, Cause.MANIFEST, ANA, ANA), Told("Abzan Guide"))], id="told with the permanent"),
        pytest.param(
            [
                (ANA, Added(1, 1, Cause.MANIFEST, ANA, ANA), None),
                (ANA, Identified(1), Told("Abzan Guide")),
            ],
            id="told afterwards",
        ),
    ],
)
@pytest.mark.parametrize("times", [1, 2])
async def test_a_change_cannot_hide_behind_being_forgotten(games, entry, times):
    table = await play(games, await games.start(CHANNEL, GUILD, "en"), entry)
    for _ in range(times):
        await games.forget_person(ANA)
    table = await play(games, table, [(ANA, Identified(1), Told("Plains"))])
    assert fold_secrets(await games.told(table))[1].changes == 1


# What goes wrong


async def test_a_second_game_in_a_channel_is_refused_and_the_first_goes_on(games, table):
    with pytest.raises(StoreError):
        await games.start(CHANNEL, GUILD, "ko")
    assert await games.find(CHANNEL) == table
    table, recorded = await games.record(table, Given(1, BETO), ANA)
    assert recorded.seq == 3


async def test_a_change_that_cannot_be_written_never_happened(file, games, table):
    run_sql(file, "ALTER TABLE game_events RENAME TO away")
    with pytest.raises(StoreError):
        await games.record(table, Given(1, BETO), ANA)
    run_sql(file, "ALTER TABLE away RENAME TO game_events")
    assert await games.find(CHANNEL) == table
    table, recorded = await games.record(table, Given(1, CARO), ANA)
    assert (recorded.seq, table.game.permanents[1].control) == (3, (ANA, CARO))


async def test_a_game_whose_events_are_gone_is_not_made_up(file, games, table):
    run_sql(file, "DROP TABLE game_events")
    for _ in range(2):
        with pytest.raises(StoreError):
            await games.record(table, Given(1, BETO), ANA)
        with pytest.raises(StoreError):
            await games.find(CHANNEL)


@pytest.mark.parametrize("event", ['{"kind":"unheard"}', '{"kind":"named"}', "nonsense", ""])
async def test_a_game_that_this_version_cannot_read_is_told_from_a_broken_database_and_can_be_closed(
    file, games, table, event
):
    run_sql(file, f"UPDATE game_events SET event = '{event}' WHERE seq = 2")  # noqa: S608 - literals
    async with open_store(str(file)) as store:
        for _ in range(2):
            with pytest.raises(UnreadableGameError, match=table.id):
                await store.games.find(CHANNEL)
        assert issubclass(UnreadableGameError, StoreError)
        await store.games.close(CHANNEL)
        assert await store.games.find(CHANNEL) is None
    assert b"Abzan Guide" not in on_disk(file)
    with pytest.raises(StoreError):
        await games.record(table, Given(1, BETO), ANA)


async def test_a_place_that_another_process_took_is_read_from_it(file, games, table):
    run_sql(
        file,
        "INSERT INTO game_events (game_id, seq, at, by, event)"
        """ SELECT id, 3, 1000, 12, '{"kind":"given","number":1,"to":13}' FROM games""",
    )
    with pytest.raises(StoreError):
        await games.record(table, Given(1, BETO), ANA)
    table = await games.find(CHANNEL)
    assert (table.game.seq, table.game.permanents[1].control) == (3, (ANA, CARO))
    table, recorded = await games.record(table, Given(1, BETO), CARO)
    assert (recorded.seq, table.game.permanents[1].control) == (4, (ANA, CARO, BETO))


async def test_one_of_two_changes_at_once_to_the_same_table_is_refused_and_the_other_kept(games, table):
    results = await asyncio.gather(
        games.record(table, Given(1, BETO), ANA), games.record(table, Given(1, CARO), ANA), return_exceptions=True
    )
    assert [isinstance(each, StoreError) for each in results] == [False, True]
    assert (await games.find(CHANNEL)).game.permanents[1].control == (ANA, BETO)
    assert len(await games.history(table)) == 3


async def test_a_change_that_is_cancelled_is_read_as_it_was_written(games, table):
    change = asyncio.create_task(games.record(table, Given(1, BETO), ANA))
    await asyncio.sleep(0)
    change.cancel()
    with pytest.raises(asyncio.CancelledError):
        await change
    found = await games.find(CHANNEL)
    history = await games.history(found)
    assert (found.game.seq, found.game.permanents[1].control) == (len(history), (ANA, BETO)[: len(history) - 1])


async def test_a_game_that_another_process_closed_is_gone_at_the_next_change(file, games, table):
    run_sql(file, "PRAGMA foreign_keys = ON; DELETE FROM games")
    with pytest.raises(StoreError):
        await games.record(table, Given(1, BETO), ANA)
    assert await games.find(CHANNEL) is None
    assert query(file, "SELECT count(*) FROM game_events") == [(0,)]


# Migrating


async def test_the_third_schema_is_migrated_with_a_game_that_goes_on(file):
    for migration in MIGRATIONS[:3]:
        run_sql(file, migration.read_text(encoding="utf-8"))
    run_sql(
        file,
        """
        INSERT INTO answers VALUES (1, 7, '~~~en~~0~', 1700000000);
        INSERT INTO games VALUES ('a95e5b68d20d', 8, 9, 'ko', 33, 0, 1700000000);
        INSERT INTO game_players VALUES ('a95e5b68d20d', 12, 'Beto');
        INSERT INTO game_events VALUES ('a95e5b68d20d', 1, 1700000000, 12, '{"kind":"started"}', NULL, NULL, 0);
        INSERT INTO game_events VALUES ('a95e5b68d20d', 2, 1700000001, 12, '{"kind":"added","first":1,"count":1,
            "cause":"manifest","controller":12,"owner":12,"zone":"library"}', '{"card":"Abzan Guide"}', NULL, 0);
        PRAGMA user_version = 3;
        """,
    )
    async with open_store(str(file)) as store:
        table = await store.games.find(OTHER_CHANNEL)
        assert (table.language, table.board_id, table.names) == ("ko", 33, {12: "Beto"})
        assert fold_secrets(await store.games.told(table))[1].card == "Abzan Guide"
        table, _ = await store.games.record(table, TurnedUp(Showing(1, 12, Cause.MANIFEST, "Abzan Guide")), 12)
        assert table.game.permanents[1].state is State.FACE_UP
        assert await store.answers.forget_before(1700000001) == 1
    assert query(file, "PRAGMA user_version") == [(4,)]


async def test_the_second_schema_is_migrated_with_its_data_and_then_takes_games(file):
    for migration in MIGRATIONS[:2]:
        run_sql(file, migration.read_text(encoding="utf-8"))
    run_sql(
        file,
        """
        INSERT INTO answers VALUES (1, 7, '~~~en~~0~', 1700000000);
        INSERT INTO synced_commands VALUES (11, 'abc');
        INSERT INTO preferences VALUES ('user', 12, 'pt-BR');
        PRAGMA user_version = 2;
        """,
    )
    async with open_store(str(file)) as store:
        assert (await store.preferences.chosen(user=12)).user == "pt-BR"
        assert await store.synced_commands.fingerprint(11) == "abc"
        table = await play(store.games, await store.games.start(CHANNEL, GUILD, "en"), STORY[:2])
        assert table.game.permanents[1].state is State.FACE_DOWN
    assert query(file, "PRAGMA user_version") == [(4,)]
    assert query(file, "SELECT * FROM answers") == [(1, 7, "~~~en~~0~", 1700000000)]
    assert query(file, "SELECT channel_id, guild_id FROM games") == [(CHANNEL, GUILD)]

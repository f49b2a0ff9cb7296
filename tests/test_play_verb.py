"""`play` as a process: what keeps it from starting, how it ends, and the browser that it opens."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from command_line import call, served, start

ROOT = Path(__file__).parent.parent

UNINSTALL = """
from importlib.machinery import PathFinder
find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *where: None if name.partition(".")[0] == "{package}" else find(name, *where)
"""


def without(folder, package):
    """An environment in which a package is not installed."""
    (folder / "sitecustomize.py").write_text(UNINSTALL.format(package=package))
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}


def refuses(*arguments, **options):
    """What is said by a `play` that cannot start: one sentence, and nothing else."""
    ended = start("play", "--no-browser", *arguments, **options)
    assert (ended.code, ended.out) == (69, "")
    assert ended.err.count("\n") == 1
    assert ended.err.endswith(".\n")
    return ended.err


def test_a_port_in_use_is_told_with_what_to_do():
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
        said = refuses("--port", str(port))
    assert said == f"Port {port} is in use; name another one with --port, or leave it out to take one that is free.\n"


@pytest.mark.parametrize("port", ["65536", "-1", "x", "", "1.5", "²"])
def test_what_is_no_port_is_wrong_usage(capsys, port):
    ended = call(capsys, "play", f"--port={port}")
    assert (ended.code, ended.out) == (2, "")
    assert "must be a whole number from 0 to 65535" in ended.err


@pytest.mark.parametrize("package", ["simcord", "markdown_it"])
def test_an_extra_that_is_not_installed_is_told_with_what_to_do(tmp_path, package):
    said = refuses(env=without(tmp_path, package))
    assert package in said
    assert "pip install " in said


def test_a_database_that_is_none_is_told(tmp_path):
    file = tmp_path / "kept.sqlite3"
    file.write_bytes(b"no database " * 100)
    assert refuses("--keep", str(file)) == (
        f"{file} cannot be used: file is not a database; mend or move it, or name another file with --keep.\n"
    )


@pytest.mark.parametrize("path", ["", "nowhere/kept.sqlite3"])
def test_a_database_in_no_folder_and_one_that_is_a_folder_are_told(tmp_path, path):
    said = refuses("--keep", str(tmp_path / path))
    assert "cannot be used: unable to open database file" in said
    assert said.endswith("or name another file with --keep.\n")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The database of a `play` that has ended."""
    file = tmp_path_factory.mktemp("play") / "kept.sqlite3"
    with served("--no-browser", "--keep", str(file)) as play:
        play.stop()
    return file


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("UPDATE game_events SET event = 'xx' WHERE seq = 3", "holds an event that this version cannot read"),
        ("UPDATE game_events SET event = '{}' WHERE seq = 3", "holds an event that this version cannot read"),
        ("DROP TABLE game_players", "no such table: game_players"),
        ("PRAGMA user_version = 99", "was made by a newer version of the bot"),
    ],
)
def test_a_kept_database_that_cannot_be_read_is_told(tmp_path, kept, change, reason):
    file = tmp_path / "kept.sqlite3"
    shutil.copy(kept, file)
    with closing(sqlite3.connect(file)) as database:
        database.executescript(change)
    said = refuses("--keep", str(file))
    assert reason in said
    assert str(file) in said
    assert said.endswith("or name another file with --keep.\n")


def test_a_second_one_with_the_same_database_is_refused(tmp_path):
    file = tmp_path / "kept.sqlite3"
    with served("--no-browser", "--keep", str(file)):
        assert refuses("--keep", str(file)) == (
            f"{file} is in use by another bot; end that one, or name another file with --keep.\n"
        )


@pytest.mark.parametrize("moment", ["load", "furnish"])
def test_a_signal_while_it_starts_ends_it_cleanly(moment):
    command = [sys.executable, "-c", IMPATIENT.format(moment=moment)]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=20, check=False)  # noqa: S603 - our own
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


IMPATIENT = """
import os, signal, sys
from bot.__main__ import main
from bot.play import session
step = session.{moment}
def interrupted(*arguments):
    os.kill(os.getpid(), signal.SIGINT)
    return step(*arguments)
session.{moment} = interrupted
sys.exit(main(["play", "--no-browser"]))
"""
"""Presses Ctrl-C in the middle of the start."""


def test_it_knows_what_the_bot_of_the_configuration_knows(tmp_path):
    rulings = tmp_path / "my-rulings"
    (tmp_path / "config.yaml").write_text(f"rulings: {rulings}\n")
    assert str(rulings) in refuses(cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)})


def test_the_page_has_the_name_of_the_bot_and_the_hint_at_its_head():
    with served("--no-browser") as play:
        with urllib.request.urlopen(play.address, timeout=10) as answer:  # noqa: S310 - our own address
            page = answer.read().decode()
        assert "<title>Face-Down Judge</title>" in page
        assert "<strong>Face-Down Judge</strong><small>simulated Discord</small>" in page
        assert "📌 What to try</summary><div><p><strong>This is the real bot" in page
        assert "SimCord" not in page.partition("<body>")[2].partition("</header>")[0].replace("SimCord preview", "")
        for file in ("play.js", "play.css"):
            assert f'"/{file}"' in page
            with urllib.request.urlopen(play.address.partition("#")[0] + file, timeout=10) as answer:  # noqa: S310
                assert answer.status == 200


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly(tmp_path, number):
    file = tmp_path / "kept.sqlite3"
    with served("--no-browser", "--keep", str(file)) as play:
        assert open_page(play)["channel"]["name"] == "webcam-table"
        began = time.monotonic()
        assert play.stop(number) == (0, "", "")
        assert time.monotonic() - began < 3
    # Closed, not abandoned: nothing waits beside the file to be written into it, and the lock is nobody's.
    assert sorted(path.name for path in tmp_path.iterdir()) == [file.name, f"{file.name}.shard-0-of-1.lock"]
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT count(*) FROM game_events").fetchone() == (4,)


def test_it_is_served_on_the_port_that_is_named():
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    with served("--no-browser", "--port", str(port)) as play:
        assert play.address.startswith(f"http://127.0.0.1:{port}/")


def test_it_is_served_to_nobody_who_was_not_given_the_address():
    with served("--no-browser") as play, pytest.raises(urllib.error.HTTPError, match="401"):
        open_page(play, key="guessed")


def test_the_browser_is_opened(tmp_path):
    script, opened = tmp_path / "browser", tmp_path / "opened"
    script.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.new\nmv {opened}.new {opened}\n')
    script.chmod(0o755)
    with served(env=os.environ | {"BROWSER": f"{script} %s"}) as play:
        deadline = time.monotonic() + 10
        while not opened.exists():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert opened.read_text() == play.address
        assert play.stop() == (0, "", "")


def test_without_a_browser_the_page_is_served_all_the_same():
    with served(env=os.environ | {"BROWSER": "no-such-browser %s"}) as play:
        assert play.process.stderr.readline() == "No browser could be opened; open the address above in one yourself.\n"
        assert open_page(play)["channel"]["name"] == "webcam-table"
        assert play.stop() == (0, "", "")


def open_page(play, key=None):
    """What a page shows that is opened now."""
    address, _, secret = play.address.partition("#")
    request = urllib.request.Request(  # noqa: S310 - our own address
        f"{address}api/pages", b"{}", {"X-Simcord-Capability": key or secret}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - our own address
        return json.load(answer)

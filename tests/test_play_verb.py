"""`play` as a process: what keeps it from starting, how it ends, and the browser that it opens."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import time
import urllib.error
import urllib.request
from contextlib import closing

import pytest
from command_line import call, served, start

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
    assert f"The database {file} cannot be used" in refuses("--keep", str(file))


def test_a_database_in_no_folder_is_told(tmp_path):
    assert "cannot be used" in refuses("--keep", str(tmp_path / "nowhere" / "kept.sqlite3"))


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

"""`import`: what it prints, its exit codes, its progress, and files from the web."""

from __future__ import annotations

import datetime
import gzip
import http.server
import io
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from urllib.error import URLError

import pytest
from card_files import CARDS, CLOUDFORM, GUIDE, atomic, oracle, scryfall, scryfall_ruling, set_file
from command_line import call, start

from bot.library import download
from bot.library.errors import ImportRefusedError

EVERYTHING = json.dumps(atomic(*CARDS)).encode()


@pytest.fixture
def host(shelf, monkeypatch):
    """A host's folder, the current one, with a configuration that names the library."""
    monkeypatch.chdir(shelf.folder)
    (shelf.folder / "config.yaml").write_text("library: library.sqlite3\n", encoding="utf-8")
    return shelf


def days_since(day):
    return (datetime.datetime.now(datetime.UTC).date() - datetime.date.fromisoformat(day)).days


def test_an_import_tells_each_step_and_what_changed(capsys, host):
    host.put(atomic(*CARDS) | {"meta": {"date": "2022-04-25"}}, "cards.json")
    ended = call(capsys, "import", "cards.json")
    assert ended.out.splitlines() == [
        "reading cards.json …",
        "putting everything together …",
        "cards.json: MTGJSON cards of 2022-04-25",
        "6 cards: 6 new, 0 changed, 0 gone",
        "25 names: en 8, es 6, zh-CN 4, pt-BR 3, ko 2, de 1, zh-TW 1",
        "3 rulings on 2 cards: 3 new, 0 gone",
        "0 rulings have the words of a topic; 0 of them gain a second language, on 0 cards",
        f"these files are {days_since('2022-04-25'):,} days old; newer ones have newer rulings",
        "all of it is in library.sqlite3",
    ]
    assert (ended.code, ended.err) == (0, "")
    assert host.library.summary().cards == 6


def test_files_that_belong_together_are_given_together(capsys, host):
    host.put([scryfall("Bear", oracle(1))], "oracle-cards-20220425100203.json")
    host.put(gzip.compress(json.dumps([scryfall_ruling(oracle(n), "Bears growl.") for n in (1, 2)]).encode()), "r.gz")
    ended = call(capsys, "import", "oracle-cards-20220425100203.json", "r.gz", "--config", "config.yaml")
    assert ended.out.splitlines()[3:] == [
        "oracle-cards-20220425100203.json: Scryfall cards of 2022-04-25",
        "r.gz: Scryfall rulings",
        "1 cards: 1 new, 0 changed, 0 gone",
        "1 names: en 1",
        "1 rulings on 1 cards: 1 new, 0 gone",
        "0 rulings have the words of a topic; 0 of them gain a second language, on 0 cards",
        f"these files are {days_since('2022-04-25'):,} days old; newer ones have newer rulings",
        "left out: the rulings of 1 cards that are not in the library",
        "all of it is in library.sqlite3",
    ]
    assert ended.code == 0


def test_without_a_configuration_the_library_lies_in_the_current_folder(capsys, host):
    (host.folder / "config.yaml").unlink()
    host.put(atomic([GUIDE]), "cards.json")
    ended = call(capsys, "import", "cards.json")
    assert ended.out.endswith("all of it is in facedown-judge-library.sqlite3\n")
    assert (host.folder / "facedown-judge-library.sqlite3").exists()


def test_what_is_refused_is_one_sentence_and_exit_code_1(capsys, host):
    host.put(b"{", "cards.json")
    ended = call(capsys, "import", "cards.json")
    assert (ended.code, ended.err) == (
        1,
        "cards.json is not imported: it ends too early, near byte 1; nothing was changed.\n",
    )
    assert not host.file.exists()


def test_removing_much_needs_force(capsys, host):
    host.take(atomic(*CARDS))
    host.put(atomic([GUIDE]), "cards.json")
    ended = call(capsys, "import", "cards.json")
    assert ended.code == 1
    assert ended.err.endswith("Add --force if that is what you want.\n")
    ended = call(capsys, "import", "cards.json", "--force")
    assert ended.code == 0
    assert "1 cards: 0 new, 0 changed, 5 gone" in ended.out


@pytest.mark.parametrize("arguments", [(), ("cards.json", "--what")])
def test_a_wrong_command_line_is_exit_code_2(capsys, arguments):
    ended = call(capsys, "import", *arguments)
    assert (ended.code, ended.out) == (2, "")


@pytest.mark.parametrize(
    "break_it",
    [
        lambda folder: (folder / "library.sqlite3").write_bytes(b"diary" * 500),
        lambda folder: (folder / "config.yaml").write_text("libary: a", encoding="utf-8"),
        lambda folder: (folder / "config.yaml").write_text("rulings: nowhere", encoding="utf-8"),
    ],
    ids=["library", "configuration", "rulings"],
)
def test_what_cannot_be_used_is_exit_code_69(capsys, host, break_it):
    host.put(atomic([GUIDE]), "cards.json")
    break_it(host.folder)
    ended = call(capsys, "import", "cards.json")
    assert ended.code == 69
    assert ended.err.count("\n") == 1


def test_it_runs_as_a_process_of_its_own(host):
    host.put(atomic(*CARDS), "cards.json")
    ended = start("import", "cards.json", cwd=host.folder)
    assert (ended.code, ended.err) == (0, "")
    assert "6 cards: 6 new" in ended.out


def test_a_terminal_sees_a_bar(host):
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    host.put(atomic(*CARDS), "cards.json")
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "import", "cards.json"], stdout=theirs, stderr=theirs, cwd=host.folder
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:  # how a terminal of this kind ends
        pass
    os.close(ours)
    assert process.wait(30) == 0
    assert b"reading cards.json: 100%" in shown
    assert "putting everything together …".encode() in shown
    assert b"6 cards: 6 new" in shown


class Server(http.server.ThreadingHTTPServer):
    """A server on this machine whose answers a test sets: status, headers and body by path."""

    answers: dict[str, tuple[int, dict[str, str], bytes]]
    asked: list[tuple[str, str]]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append((self.path, self.headers["User-Agent"]))
        status, headers, body = self.server.answers.get(self.path, (404, {}, b"nothing here"))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args):
        pass


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with Server(("127.0.0.1", 0), Handler) as server:
        server.answers, server.asked = {}, []
        server.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def refusal(shelf, url):
    before = set(Path(os.environ.get("TMPDIR", "/tmp")).glob("facedown-judge-*"))  # noqa: S108 - where they would lie
    with pytest.raises(ImportRefusedError) as caught:
        shelf.take_files(url)
    assert set(Path(os.environ.get("TMPDIR", "/tmp")).glob("facedown-judge-*")) == before  # noqa: S108 - the same
    assert not shelf.file.exists()
    return str(caught.value)


def test_a_file_is_downloaded_and_imported(capsys, host, server):
    raw = gzip.compress(EVERYTHING)
    server.answers["/data/cards.json.gz?secret=1"] = (200, {"Content-Length": str(len(raw))}, raw)
    ended = call(capsys, "import", f"{server.url}/data/cards.json.gz?secret=1")
    assert ended.out.splitlines()[:4] == [
        "downloading cards.json.gz …",
        "reading cards.json.gz …",
        "putting everything together …",
        "cards.json.gz: MTGJSON cards of 2026-01-31",
    ]
    assert ended.code == 0
    [(_, agent)] = server.asked
    assert agent.startswith("facedown-judge/")
    assert host.card("Cloudform").name == "Cloudform"


def test_redirects_are_followed_a_few_times(shelf, server):
    server.answers |= {f"/{n}": (302, {"Location": f"/{n + 1}"}, b"") for n in range(9)}
    server.answers["/4"] = (200, {}, json.dumps(set_file([CLOUDFORM])).encode())
    shelf.take_files(f"{server.url}/0")
    assert shelf.library.summary().cards == 1
    shelf.file.unlink()
    server.answers["/4"] = (302, {"Location": "/5"}, b"")
    said = refusal(shelf, f"{server.url}/0")
    assert said.startswith("0 is not imported: the server answers 302 (")
    assert len(server.asked) < 5 + 8


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((404, {}, b""), "the server answers 404 (Not Found); nothing was changed."),
        ((500, {}, b""), "the server answers 500 (Internal Server Error); nothing was changed."),
        ((200, {"Content-Length": "999"}, EVERYTHING[:500]), "500 of 999 bytes; nothing was changed."),
        ((200, {"Content-Length": "many"}, EVERYTHING), "it cannot be downloaded: "),
        ((200, {}, b"<html>Please wait</html>"), "this is no JSON, near byte 24; nothing was changed."),
        ((302, {"Location": "file:///etc/hosts"}, b""), "the server answers 302 ("),
        (
            (302, {"Location": "ftp://127.0.0.1/x"}, b""),
            "only addresses that begin with https:// or http:// are downloaded",
        ),
    ],
    ids=["missing", "broken server", "cut off", "wrong length", "a page", "to a file", "to another scheme"],
)
def test_what_the_web_does_wrong_is_told_in_one_sentence(shelf, server, answer, said):
    server.answers["/cards.json"] = answer
    sentence = refusal(shelf, f"{server.url}/cards.json")
    assert sentence.startswith("cards.json is not imported: ")
    assert said in sentence
    assert "\n" not in sentence


def test_a_download_is_bounded(shelf, server, monkeypatch):
    monkeypatch.setattr(download, "MAX_BYTES", 1000)
    server.answers["/cards.json"] = (200, {}, EVERYTHING)
    assert "it has more than 1,000 bytes" in refusal(shelf, f"{server.url}/cards.json")


def test_a_server_that_keeps_silent_is_given_up(shelf, monkeypatch):
    monkeypatch.setattr(download, "TIMEOUT_SECONDS", 0.2)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    import socket  # noqa: PLC0415

    with socket.create_server(("127.0.0.1", 0)) as silent:
        said = refusal(shelf, f"http://127.0.0.1:{silent.getsockname()[1]}/cards.json")
    assert "timed out" in said


@pytest.mark.parametrize(
    "url", ["file:///etc/hosts", "ftp://example.org/cards.json", "data://x", "FILE:///etc/hosts", "ssh://a/b"]
)
def test_other_schemes_are_refused_before_anything_is_opened(shelf, url):
    assert "only addresses that begin with https:// or http:// are downloaded" in refusal(shelf, url)


def test_what_opens_addresses_could_not_open_a_file():
    with pytest.raises(URLError, match="unknown url type: file"):
        download._opener().open("file:///etc/hosts")


def test_nothing_leaves_encryption():
    from urllib import request  # noqa: PLC0415

    from bot.library.errors import BadFileError  # noqa: PLC0415

    redirects = download._Redirects()
    secure = request.Request("https://example.org/cards.json")
    with pytest.raises(BadFileError, match="without encryption"):
        redirects.redirect_request(secure, io.BytesIO(), 302, "", {}, "http://example.org/cards.json")
    assert redirects.redirect_request(secure, io.BytesIO(), 302, "", {}, "https://example.org/x").full_url.endswith(
        "/x"
    )


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://example.org/api/v5/AtomicCards.json.gz", "AtomicCards.json.gz"),
        ("https://example.org/a/?token=secret", "a"),
        ("https://example.org", "example.org"),
        ("https://user:secret@example.org/", "example.org"),
    ],
)
def test_what_a_file_of_the_web_is_called_holds_no_secret(url, name):
    assert download.file_name(url) == name

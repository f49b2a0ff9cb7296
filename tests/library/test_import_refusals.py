"""Broken, wrong and hostile files: nothing changes, and one sentence says what is wrong and where."""

from __future__ import annotations

import gzip
import json
import lzma
import os
import re
import zipfile
from pathlib import Path

import pytest
from card_files import CARDS, CLOUDFORM, atomic, deck, oracle, packed, scryfall, scryfall_ruling, set_file, zipped
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.library import stream, wrapping
from bot.library.errors import ImportRefusedError

EVERYTHING = json.dumps(atomic(*CARDS)).encode()
GIVE = "give MTGJSON's or Scryfall's files as they are published"
DEEP = b"[" * 10_000 + b"]" * 10_000


def refusal(shelf, *contents):
    """The sentence with which something is refused; the library answers as before, and nothing is left behind."""
    before = shelf.dump()
    with pytest.raises(ImportRefusedError) as caught:
        shelf.take(*contents)
    assert shelf.dump() == before
    assert sorted(path.suffix for path in shelf.folder.iterdir() if path.name.startswith("library")) in (
        [],
        [".sqlite3"],
        [".sqlite3", ".sqlite3-shm", ".sqlite3-wal"],
    )
    assert caught.value.exit_code == 1
    sentence = str(caught.value)
    assert sentence.endswith("; nothing was changed.")
    assert "\n" not in sentence
    return re.fullmatch(r"file\d\.json is not imported: (.*); nothing was changed\.", sentence).group(1)


def card(**changes):
    return atomic([CLOUDFORM | changes])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it is empty"),
        (b" \n ", "it ends too early, near byte 3"),
        (b"\xef\xbb\xbf", "it ends too early, near byte 0"),
        (b"<html>Not found</html>", "this is no JSON, near byte 22"),
        (b'"cards"', "this is a single value, not a file of cards, near byte 7"),
        (b"12", "this is a single value, not a file of cards, near byte 2"),
        (b"{}", f"there are no cards and no rulings in it; {GIVE}"),
        (b"[]", f"there are no cards and no rulings in it; {GIVE}"),
        (
            {"data": {}},
            f"there are no cards and no rulings in it; {GIVE}",
        ),
        (
            {"data": []},
            f"there are no cards and no rulings in it; {GIVE}",
        ),
        (
            deck([CLOUDFORM]),
            f"this is no card of the name that it stands under (at data → mainBoard → 0), near byte 1,101; {GIVE}",
        ),
        (
            {"data": [{"code": "TST", "name": "A Deck"}]},
            f"there are no cards and no rulings in it; {GIVE}",
        ),
        (
            {"data": {"Cloudform": [CLOUDFORM], "abilityWords": ["Raid"]}},
            f"this is no card of the name that it stands under (at data → abilityWords → 0), near byte 913; {GIVE}",
        ),
        (
            {"data": {"Cloudform": [CLOUDFORM], "cards": [CLOUDFORM]}},
            f"there are MTGJSON cards and MTGJSON set in it; {GIVE}",
        ),
        (b'[{"name": "\\udc00"}]', "a text holds half a character, which is not Unicode (at 0 → name), near byte 20"),
        (EVERYTHING + b"]", f"something follows the end of the document, near byte {len(EVERYTHING) + 1:,}"),
        (
            b'{"data": {"A": [{"layout": "normal", "name": tru',
            "it ends too early (at data → A → 0 → name), near byte 48",
        ),
        (
            b'{"data": {"A": [{"layout": "normal", "name": tru}',
            "this is no JSON (at data → A → 0 → name), near byte 49",
        ),
        (b'{"data": {"\xff": 1}}', "this is not UTF-8 (at data), near byte 18"),
        (EVERYTHING.decode().encode("utf-16"), "this is no JSON, near byte 65,536"),
    ],
)
def test_what_is_no_file_of_cards_is_refused(filled, content, said):
    if said.endswith("65,536"):
        said = f"this is no JSON, near byte {min(65_536, len(content)):,}"
    assert refusal(filled, content) == said


def test_a_file_that_is_cut_off_is_refused_wherever_it_ends(filled):
    for length in range(1, len(EVERYTHING), 97):
        assert refusal(filled, EVERYTHING[:length]).startswith("it ends too early")


@pytest.mark.parametrize("how", ["gz", "xz", "bz2", "zip"])
def test_a_packed_file_that_is_cut_off_or_damaged_is_refused(filled, how):
    whole = packed(EVERYTHING, how)
    assert "damaged or cut off" in refusal(filled, whole[: len(whole) * 2 // 3])
    middle = len(whole) // 2
    broken = whole[:middle] + bytes(byte ^ 0xFF for byte in whole[middle : middle + 40]) + whole[middle + 40 :]
    refusal(filled, broken)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (set_file([CLOUDFORM | {"name": None}]), "this is missing or blank (at data → cards → 0 → name)"),
        (set_file([CLOUDFORM | {"name": ["Cloudform"]}]), "this must be a text (at data → cards → 0 → name)"),
        (card(layout=7), "this must be a text (at data → Cloudform → 0 → layout)"),
        (card(identifiers=[1]), "this must be an object (at data → Cloudform → 0 → identifiers)"),
        (card(foreignData={"name": "x"}), "this must be a list (at data → Cloudform → 0 → foreignData)"),
        (card(foreignData=["x"]), "this must be an object (at data → Cloudform → 0 → foreignData → 0)"),
        (
            card(foreignData=[{"language": "Spanish", "name": "a"}, {"name": "b"}]),
            "this is missing or blank (at data → Cloudform → 0 → foreignData → 1 → language)",
        ),
        (card(rulings=[{"text": "a"}]), "this is missing or blank (at data → Cloudform → 0 → rulings → 0 → date)"),
        (
            card(rulings=[{"date": "20200101", "text": "a"}]),
            "this must be a date (YYYY-MM-DD) (at data → Cloudform → 0 → rulings → 0 → date)",
        ),
        (
            card(rulings=[{"date": "2020-02-30", "text": "a"}]),
            "this must be a date (YYYY-MM-DD) (at data → Cloudform → 0 → rulings → 0 → date)",
        ),
        (card(faceName="x", side="ä"), "this must be a letter from a to z (at data → Cloudform → 0 → side)"),
        (set_file([CLOUDFORM]) | {"meta": {"date": "soon"}}, "this must be a date (YYYY-MM-DD) (at meta → date)"),
        ({"data": {"cards": [7]}}, "this must be an object (at data → cards → 0)"),
        ({"data": {"S": {"cards": [7]}}}, "this must be an object (at data → S → cards → 0)"),
        ([7], "this must be an object (at 0)"),
        ([{"object": "set"}], "this is missing or blank (at 0 → layout)"),
        ([scryfall("Bear", oracle(1)), {"layout": "normal"}], "this is missing or blank (at 1 → name)"),
        ([scryfall_ruling(oracle(1), "a", source="me")], "this must be wotc or scryfall (at 0 → source)"),
        ([scryfall_ruling(None, "a")], "this is missing or blank (at 0 → oracle_id)"),
        (
            [scryfall("Bear", oracle(1)), scryfall_ruling(oracle(1), "a")],
            "there are Scryfall cards and Scryfall rulings in it; give MTGJSON's or Scryfall's files",
        ),
    ],
)
def test_a_wrong_value_is_told_with_its_place(filled, content, said):
    assert refusal(filled, content).startswith(said)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (DEEP, "it is nested more than 40 deep (at 0 → 0 → 0"),
        (b'{"data": {"S": {"booster": ' + DEEP + b"}}}", "it is nested more than 40 deep (at data → S → booster → 0"),
        (
            b'{"meta": ' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
            "it is nested more than 40 deep (at meta → a →",
        ),
        (card(name="x" * 1_000_000), "a key has 1,000,000 characters; 500 are the most"),
        ([scryfall("x" * 40_000, oracle(1))], "a name has 40,000 characters; 300 are the most (at 0 → name)"),
        ([scryfall("x" * 1_000_000, oracle(1))], "a text has 1,000,000 characters; 50,000 are the most (at 0 → name)"),
        ([scryfall("Bear", oracle(1), prices=list(range(100_001)))], "one record has more than 100,000 values (at 0 →"),
        ([scryfall("Bear", oracle(1), x=[[]] * 100_001)], "one record has more than 100,000 values (at 0 →"),
        (
            {"data": dict.fromkeys(map(str, range(200_001)))},
            "one object has more than 200,000 keys, or keys of 4,000,000 characters (at data →",
        ),
        (
            {"data": {f"{number:0500}": 1 for number in range(8_001)}},
            "one object has more than 200,000 keys, or keys of 4,000,000 characters (at data →",
        ),
        ([scryfall("Bear", oracle(1), x=["é" * 50_000] * 81)], "one record has more than 4,000,000 characters (at 0 →"),
        (
            [scryfall("Bear", oracle(1), x=[{f"{number:0500}": 1} for number in range(8_001)])],
            "one record has more than 4,000,000 characters (at 0 →",
        ),
        (b'{"data": {"A": 1, "A": 2}}', "this key stands twice in one object (at data → A)"),
        (
            b'{"data": {"A": [{"name": "A", "name": "B"}]}}',
            "this key stands twice in one object (at data → A → 0 → name)",
        ),
        (b'{"data": {"S": {"x": {"a": 1, "a": 2}}}}', "this key stands twice in one object (at data → S → x → a)"),
        (b'[{"x": 1' + b"0" * 5000 + b"}]", "this is no JSON (at 0 → x)"),
        (b'[{"x": 1e999}]', "this is no JSON (at 0 → x)"),
    ],
    ids=[
        "nested lists",
        "nested in what is skipped",
        "nested objects",
        "long key",
        "long name",
        "long text",
        "many values",
        "many lists",
        "many keys",
        "long keys",
        "many long texts",
        "many long keys",
        "key twice",
        "key twice in a card",
        "key twice in what is skipped",
        "long number",
        "large number",
    ],
)
def test_what_no_such_file_holds_is_refused(filled, content, said):
    assert refusal(filled, content).startswith(said)


@pytest.mark.parametrize("what", [b'"' + b"x" * 3_000_000 + b'"', b"1" * 3_000_000, b'"' + b'\\"' * 1_500_000 + b'"'])
def test_a_text_or_number_without_end_is_refused_before_it_is_gathered(filled, what):
    said = refusal(filled, b'[{"x": ' + what + b"}]")
    assert said.startswith("a text or number of more than 1,048,576 bytes ends after byte 1,1")


@pytest.mark.parametrize("how", ["gz", "xz", "bz2", "zip"])
def test_a_file_that_explodes_is_refused_early(filled, how, monkeypatch):
    monkeypatch.setattr(wrapping, "RATIO_COUNTS_FROM", 1_000_000)
    bomb = packed(b'{"data": {"S": {"x": [' + b'"", ' * 600_000 + b'""]}}}', how)
    assert len(bomb) < 10_000
    assert refusal(filled, bomb).startswith("unpacked it becomes more than 200 times larger, which no such file does")


def test_a_file_that_is_too_large_is_refused(filled, monkeypatch):
    monkeypatch.setattr(wrapping, "MAX_BYTES", 1000)
    assert refusal(filled, EVERYTHING) == "unpacked it has more than 1,000 bytes"


def test_the_members_of_a_zip_are_held_to_the_bounds_together(filled, monkeypatch):
    one = json.dumps(set_file([CLOUDFORM])).encode()
    monkeypatch.setattr(wrapping, "MAX_BYTES", len(one) * 3 // 2)
    assert refusal(filled, zipped({"a.json": one, "b.json": one})).startswith("unpacked it has more than")


def test_an_xz_file_that_wants_too_much_memory_is_refused(filled):
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 512 * 1024**2}]
    bomb = lzma.compress(EVERYTHING, filters=filters)
    assert refusal(filled, bomb) == "unpacking it takes more than 134,217,728 bytes of memory"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (zipped({}), "it is a zip file without a .json file in it"),
        (zipped({"readme.txt": b"hello"}), "it is a zip file without a .json file in it"),
        (
            zipped({"cards.json": EVERYTHING}, zipfile.ZIP_LZMA),
            "it is a zip file that is encrypted or packed in an unusual way; pack it anew",
        ),
        (zipped({"cards.json": EVERYTHING})[:200], "it is a zip file that is damaged or cut off"),
        (zipped({"cards.json": gzip.compress(EVERYTHING)}), "this is no JSON"),
        (zipped({"a.json": b"{}", "b.json": EVERYTHING}), "there are no cards and no rulings in it"),
    ],
    ids=["empty", "something else", "unusual method", "cut off", "packed twice", "one of two is wrong"],
)
def test_a_zip_of_something_else_is_refused(filled, content, said):
    assert refusal(filled, content).startswith(said)


def test_one_bad_file_of_several_keeps_all_of_them_out(filled):
    said = refusal(filled, set_file([CLOUDFORM | {"manaCost": "{9}"}]), b"{")
    assert said.startswith("it ends too early")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda _path: None, "it cannot be read: No such file or directory"),
        (lambda path: path.mkdir(), "it is no ordinary file"),
        (lambda path: path.symlink_to(path), "it cannot be read: .+"),
    ],
    ids=["nothing", "a folder", "a circle"],
)
def test_what_cannot_be_read_is_refused(filled, make, said):
    path = filled.folder / "missing.json"
    make(path)
    with pytest.raises(ImportRefusedError, match=rf"missing\.json is not imported: {said}; nothing was changed\."):
        filled.take_files(path)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("x" * 5000, f"{'x' * 99}… is not imported: it cannot be read: File name too long"),
        ("a\0b", "ab is not imported: it cannot be read: embedded null byte"),
        ("a\nb\udcff.json", "a b.json is not imported: it cannot be read: No such file or directory"),
        ("", "the file is not imported: it is no ordinary file"),
        ("http://[bad/x", "the file is not imported: it cannot be downloaded: Invalid IPv6 URL"),
        ("http://a:b/x", "x is not imported: it cannot be downloaded: .+"),
    ],
    ids=["long", "null", "no text", "empty", "no address", "no port"],
)
def test_whatever_is_given_is_refused_in_one_sentence_with_its_name(filled, given, said):
    with pytest.raises(ImportRefusedError) as caught:
        filled.take_files(given)
    assert re.fullmatch(rf"{said}; nothing was changed\.", str(caught.value))


def test_a_file_whose_name_is_no_text_is_imported(shelf):
    path = Path(os.fsdecode(os.fsencode(shelf.folder) + b"/cards\xff.json"))
    try:
        path.write_bytes(EVERYTHING)
    except OSError:
        pytest.skip("there are no such names here")
    shelf.take_files(path)
    assert shelf.library.summary().origins[0].file == "cards.json"


def test_the_bounds_leave_room_for_what_is_published():
    assert stream.MAX_DEPTH > 12
    assert stream.MAX_TEXT > 10_000
    assert wrapping.MAX_RUN > stream.MAX_TEXT * 6  # as \\uXXXX, a character takes six bytes


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5) | st.just("2020-01-01"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(
    [
        *("name", "faceName", "side", "layout", "identifiers", "foreignData", "rulings", "text", "type", "manaCost"),
        *("data", "meta", "cards", "date", "language", "object", "oracle_id", "card_faces", "source", "published_at"),
        *("comment", "lang", "printed_name", "type_line"),
    ]
)


def taken_or_refused(shelf, document):
    """Whether something was taken; if not, it was refused in one sentence."""
    try:
        shelf.take(document, force=True)
    except ImportRefusedError as error:
        sentence = str(error)
    else:
        return True
    assert sentence.endswith("nothing was changed.")
    assert "\n" not in sentence
    return False


@settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.dictionaries(KEYS, JSON | st.dictionaries(KEYS, JSON), max_size=6), st.integers(0, 3))
@example({"name": "a", "layout": "normal", "rulings": [[]]}, 0)
def test_whatever_a_record_holds_it_is_taken_or_refused_in_one_sentence(shelf, record, where):
    document = [{"data": {"A": [record]}}, {"data": {"cards": [record]}}, [record], {"meta": record, "data": record}][
        where
    ]
    taken_or_refused(shelf, document)


@settings(
    max_examples=100, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.binary(max_size=60), st.sampled_from([b"", b"\x1f\x8b", b"BZh9", b"\xfd7zXZ\x00", b"PK\x03\x04", b'{"data": {'])
)
def test_whatever_bytes_a_file_holds_it_is_refused_in_one_sentence(shelf, raw, start):
    if not start + raw:
        raw = b" "
    with pytest.raises(ImportRefusedError) as caught:
        shelf.take(start + raw)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_a_pipe_is_refused_and_not_waited_for(filled):
    path = filled.folder / "pipe.json"
    os.mkfifo(path)
    with pytest.raises(ImportRefusedError, match="it is no ordinary file"):
        filled.take_files(path)

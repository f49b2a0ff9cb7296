"""`play`: what there is to see at the start, what a second start goes on with, and how pages follow what happens."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot import messages
from bot.play import browser, zone
from bot.play.session import playing

IDS = {
    "Ana": "1289376025804800000",
    "Beto": "1289738413670400000",
    "Cleo": "1290100801536000000",
    "Card Store": "1289013637939200000",
}
CHANNEL = "1292999904460800000"
CARDS = {"Ana": {"Llanowar Elves", "Serra Angel"}, "Beto": {"Exalted Angel"}, "Cleo": set(), "Card Store": set()}


class Person:
    """Somebody before a page, without a browser: sends what the page would, and reads what it would show."""

    def __init__(self, preview, name):
        self._preview = preview
        self._page = preview._open_page(next(each.id for each in preview.viewers if each.user.global_name == name))

    @property
    def shown(self):
        """All that the page is given to show."""
        return self._preview._page_payload(self._page)

    @property
    def messages(self):
        """The messages in order, each as the JSON that it is made from."""
        shown = self.shown
        return [json.dumps(shown["messages"][each], ensure_ascii=False) for each in shown["timeline"]]

    def sees(self, *words):
        """Whether a message has all the words."""
        return any(all(word in message for word in words) for message in self.messages)

    async def run(self, invocation, revision=None, **options):
        """Run a command, as the page does that has seen a revision (None: the latest)."""
        entry = self.command(invocation)
        await self.do(
            "run_command",
            revision,
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )

    async def do(self, kind, revision=None, **details):
        """Do something in the page."""
        envelope = {
            "protocol_version": 3,
            "sequence": self._page.last_sequence + 1,
            "request_id": str(self._page.last_sequence + 1),
            "generation": self._page.generation,
            "bot_generation": self.shown["botGeneration"],
            "published_revision": self.shown["publishedRevision"] if revision is None else revision,
        }
        receipt = await self._preview._action(self._page.id, envelope | {"kind": kind} | details)
        assert receipt["settlement"] == "settled", receipt["diagnostics"]

    async def go_beyond(self, message, **what):
        """Choose from the menu that `play` adds to a message."""
        body = {"kind": "beyond", "message_id": self.shown["timeline"][message]} | what
        return await self._preview._action(self._page.id, body)

    def command(self, invocation):
        """A command as the page lists it."""
        return next(each for each in self._page.command_catalog["entries"] if each["invocation"] == invocation)

    def chat(self, words, times):
        """Say something over and over."""
        for _ in range(times):
            self._preview.env.backend.create_message(self._page.channel_id, self._page.viewer.id, words)

    async def will_see(self, *words):
        """Wait until a message has all the words."""
        async with asyncio.timeout(10):
            while not self.sees(*words):  # noqa: ASYNC110 - a page asks over and over, too
                await asyncio.sleep(0.05)


@asynccontextmanager
async def people(**arguments):
    """The people of a start."""
    async with playing(**arguments) as preview:
        yield [Person(preview, name) for name in IDS]


async def test_the_scene_shows_an_answer_a_flag_turned_and_a_table():
    async with people() as everybody:
        for person in everybody:
            assert person.sees("앞면으로 뒤집는 것은 전장에 들어오는 것이 아니다", "“Cleo” 🇰🇷")
            for line in ("**#1** manifest", "**#2** morph", "**#3** cloak"):
                assert person.sees("Face-down permanents", line)


async def test_the_scene_ends_with_a_pinned_hint_that_says_how_to_be_somebody_else():
    async with people() as everybody:
        for person in everybody:
            assert "Viewing as" in person.messages[-1]
            assert '"pinned": true' in person.messages[-1]
            assert [viewer["name"] for viewer in person.shown["viewers"]] == list(IDS)
            assert "Viewing as" in person.shown["channel"]["topic"]
            assert person.shown["diagnostics"] == []


async def test_everybody_sees_their_own_cards_alone():
    async with people() as everybody:
        for person, own in zip(everybody, CARDS.values(), strict=True):
            everything = json.dumps(person.shown)
            assert {card for cards in CARDS.values() for card in cards if card in everything} == own


async def test_it_is_now():
    async with people() as (ana, *_):
        newest = ana.shown["messages"][ana.shown["timeline"][-1]]
        assert abs(datetime.fromisoformat(newest["timestamp"]) - datetime.now(UTC)) < timedelta(seconds=10)


async def test_mentions_in_embeds_are_names():
    async with people() as (ana, *_):
        assert ana.sees("Face-down permanents", '"label": "@Beto"')


async def test_a_page_follows_what_others_do_and_what_the_bot_does_later():
    async with people() as (ana, beto, *_):
        await ana.run("facedown add", how="disguise", card="Dog Walker")
        await beto.will_see("**#4** face down under", "disguise")
        await beto.will_see("Face-down permanents", "**#4** disguise")
        assert not beto.sees("Dog Walker")


async def test_a_page_goes_to_what_its_own_person_did_and_stays_where_it_is_while_others_write():
    async with people() as (ana, beto, *_):
        hint = beto.shown["timeline"][-1]
        assert ana.shown["targetId"] == beto.shown["targetId"] == hint
        await ana.run("facedown add", how="disguise")
        await beto.will_see("**#4** face down under", "disguise")
        assert ana.shown["targetId"] == ana.shown["timeline"][-1] != hint
        assert beto.shown["targetId"] == hint
        await beto.run("about")
        assert beto.shown["targetId"] == beto.shown["timeline"][-1]
        await beto.do("viewer", viewer_id=IDS["Cleo"])
        assert beto.shown["targetId"] == beto.shown["timeline"][-1]


async def test_a_page_shows_the_time_that_it_is():
    async with people() as (ana, beto, *_):
        await asyncio.sleep(1.5)
        await ana.run("facedown add", how="morph")
        await beto.will_see("**#4** face down under")
        for person in (ana, beto):
            age = datetime.now(UTC) - datetime.fromisoformat(person.shown["profile"]["presentationTime"])
            assert abs(age) < timedelta(seconds=1)


async def test_apps_at_a_message_answer_in_the_language_of_whoever_uses_them():
    async with people() as (ana, _beto, cleo, _store):
        await ana.run("ruling", question="flip etb")
        await cleo.will_see("Turning a permanent face up does not make it enter")
        assert await cleo.go_beyond(-1, app="Translate ruling") == {"done": True}
        await cleo.will_see("뒤집는 것은 전장에 들어오는 것이 아니다", '"ephemeral": true')
        assert cleo.shown["targetId"] == cleo.shown["timeline"][-1]


async def test_a_flag_that_is_not_there_yet_can_be_set():
    async with people() as (ana, beto, *_):
        await ana.run("ruling", question="flip etb")
        await beto.will_see("Turning a permanent face up does not make it enter")
        assert await beto.go_beyond(-1, emoji="🇲🇽") == {"done": True}
        await ana.will_see("“Beto” 🇲🇽", "boca arriba")


async def test_what_cannot_be_done_at_a_message_changes_nothing():
    async with people() as (ana, *_):
        assert (await ana.go_beyond(-1, app="No such app"))["done"] is False
        assert (await ana.go_beyond(-1, message_id="x", emoji="🇰🇷"))["done"] is False


async def test_the_client_of_one_of_them_is_in_korean():
    async with people() as (ana, _beto, cleo, _store):
        assert (
            ana.command("facedown add")["description"] == "Record face-down permanents; what the card is, only you see"
        )
        assert cleo.command("facedown add")["description"].startswith("/뒷면 추가: ")
        how = cleo.command("facedown add")["options"][0]
        assert how["name"] == "how"
        assert how["choices"][3] == {"name": "변이", "value": "morph"}
        await cleo.run("language me show")
        assert "정해 둔 언어가 없습니다" in cleo.messages[-1]


async def test_the_owner_of_the_server_may_do_what_needs_a_permission():
    async with people() as (ana, _beto, _cleo, store):
        await ana.run("language server set", language="es")
        assert "Manage Server" in ana.messages[-1]
        await store.run("language server set", language="es")
        await ana.run("ruling", question="flip etb")
        assert "boca arriba" in ana.messages[-1]


async def test_small_lines_in_embeds_are_small():
    async with people() as (ana, *_):
        await ana.run("facedown ways", number="2")
        small = '{"type": "subtext", "children": [{"type": "text", "content": "English · English ruling'
        assert small in ana.messages[-1]


async def test_what_is_done_before_the_page_shows_the_latest_is_done():
    async with people() as (ana, *_):
        await ana.run("about")
        await ana.run("facedown log", revision=1)
        assert "Soul Summons" in ana.messages[-1]


async def test_people_who_act_at_once_take_turns():
    async with people() as (ana, beto, cleo, _store):
        await asyncio.gather(*(person.run("facedown add", how="morph") for person in (ana, beto, cleo)))
        for number in (4, 5, 6):
            await cleo.will_see("Face-down permanents", f"**#{number}** morph")


async def test_a_long_evening_still_shows_the_newest():
    async with people() as (ana, *_):
        ana.chat("Good evening!", times=60)
        await ana.run("ruling", question="morph")
        assert len(ana.messages) == 50
        assert "Good evening!" in ana.messages[-2]
        assert "Comprehensive Rules" in ana.messages[-1]


async def test_nothing_is_kept_unless_it_is_wished(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    async with people() as (ana, *_):
        await ana.run("facedown add", how="morph")
    assert list(tmp_path.iterdir()) == []


async def test_a_second_start_goes_on_with_the_game_and_the_languages(tmp_path):
    file = tmp_path / "kept.sqlite3"
    async with people(keep=file) as (ana, *_):
        await ana.run("facedown add", how="disguise", card="Dog Walker")
        await ana.run("language me set", language="pt-BR")
        first = set(ana.shown["timeline"])
    async with people(keep=file) as (ana, beto, *_):
        assert not first & set(ana.shown["timeline"])
        for person in (ana, beto):
            assert person.sees("Face-down permanents", "**#1** manifest", "**#4** disguise")
            assert "game of last time" in person.messages[-1]
            assert not person.sees("Llanowar Elves")
        await ana.run("facedown look")
        assert "Dog Walker" in ana.messages[-1]
        assert messages.of("pt-BR")("facedown.look.title") in ana.messages[-1]
        await beto.run("facedown add", how="morph")
        await ana.will_see("Face-down permanents", "**#5** morph")


async def test_a_second_start_after_the_end_of_the_game_begins_a_new_one(tmp_path):
    file = tmp_path / "kept.sqlite3"
    async with people(keep=file) as (ana, *_):
        await ana.run("facedown end")
    async with people(keep=file) as (ana, *_):
        assert ana.sees("Face-down permanents", "**#1** manifest", "**#3** cloak")
        assert "just begun a game" in ana.messages[-1]


async def test_people_have_the_same_ids_for_ever():
    async with people() as (ana, *_):
        # Whoever keeps a database would lose the game and the languages in it with the ids.
        assert {viewer["name"]: viewer["id"] for viewer in ana.shown["viewers"]} == IDS
        assert ana.shown["channelId"] == CHANNEL


@pytest.mark.parametrize(
    ("variable", "link", "name"),
    [
        ("Asia/Kolkata", "/etc/localtime", "Asia/Kolkata"),
        (":America/St_Johns", "/etc/localtime", "America/St_Johns"),
        ("", "/usr/share/zoneinfo/Asia/Kathmandu", "Asia/Kathmandu"),
        ("Nowhere/Land", "/usr/share/zoneinfo/Asia/Kathmandu", "Etc/GMT-2"),
        ("EET-2", "/etc/localtime", "Etc/GMT-2"),
        ("../etc/passwd", "/etc/localtime", "Etc/GMT-2"),
    ],
)
def test_the_time_zone_is_that_of_the_computer(monkeypatch, variable, link, name):
    monkeypatch.setenv("TZ", variable)
    monkeypatch.setattr(zone, "LOCALTIME", Path(link))
    monkeypatch.setattr(zone, "local_offset", lambda: timedelta(hours=2))
    assert zone.time_zone() == name


@pytest.mark.parametrize(
    ("hours", "name"), [(0, "UTC"), (2, "Etc/GMT-2"), (-5, "Etc/GMT+5"), (5.5, "UTC"), (14, "Etc/GMT-14")]
)
def test_an_offset_of_whole_hours_has_a_time_zone(hours, name):
    assert zone.of_whole_hours(timedelta(hours=hours)) == name


class Controller:
    """A browser as the standard library controls it."""

    def __init__(self, name):
        self.name = name
        self.opened = []

    def open(self, url):
        self.opened.append(url)
        return True


@pytest.mark.parametrize(
    ("name", "wished", "opened"), [("firefox", "", True), ("w3m", "", False), ("w3m", "w3m", True)]
)
def test_a_browser_in_the_terminal_is_opened_only_where_it_is_wished(monkeypatch, name, wished, opened):
    controller = Controller(name)
    monkeypatch.setenv("BROWSER", wished)
    monkeypatch.setattr(browser.webbrowser, "get", lambda: controller)
    assert browser.open_page("http://here") is opened
    assert controller.opened == ["http://here"] * opened

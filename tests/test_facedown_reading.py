"""What a player reads of a game: the private look, suggested numbers, the log, the transcript, all in threads too."""

from __future__ import annotations

import time

import discord
import pytest
from conversation import in_database, menu, restarted
from facedown_table import board, boards, plain, play, public, shown, told
from simulated import buttons

NO_GAME = "No game runs here. Open one with `/facedown start` or `/facedown add`."
FOR_ALL = [
    "You may look at your own face-down cards, not at other players'",
    "A face-down manifested permanent is a nameless colorless 2/2",
    "Turning a permanent face up does not make it enter",
    "A permanent turned over stays the same permanent",
    "Turning a permanent face up or down doesn't tap or untap it",
    "Reveal a face-down card when it leaves or the game ends",
    "Keep face-down cards distinguishable, in order, with their cause",
]
FOR_MANIFESTED = [
    "Turning a manifested creature card face up for its mana cost",
    "A manifested card with morph or disguise may use that cost too",
    "A manifested creature can turn up even without its abilities",
    "A face-down instant or sorcery card can't be turned face up",
    "What happens when a double-faced card is manifested",
]
FOR_DREAD = "How to manifest dread, step by step"
FOR_CAST = [
    "Turning a morph creature face up for its morph cost",
    "Without abilities, no turning up for a morph or disguise cost",
    "A morph spell resolves as a blank colorless 2/2",
]


@pytest.fixture(autouse=True)
def _without_pauses(simcord_bot):
    """A bot that is about to stop pauses between two messages no more, and is the same otherwise."""
    simcord_bot.tables.hurry()


def rulings(look):
    """What can be opened under a private look."""
    return [option["label"] for option in menu(look, "table")["options"]]


async def test_a_look_is_private_and_offers_the_rulings_for_how_ones_own_became_face_down(channel, ana, beto):
    await play(ana, channel, "add", how="manifest", card="Abzan Guide")
    await play(ana, channel, "add", how="disguise", card="Coveted Falcon")
    await play(beto, channel, "add", how="manifest-dread")
    look = (await play(ana, channel, "look")).response
    assert (look.ephemeral, look.content) == (True, "")
    assert look.embeds[0].title == "Your face-down permanents (only you see this)"
    assert plain(look.embeds[0].description).splitlines() == [
        "**#1** manifest · <R> – it is: Abzan Guide",
        "**#2** disguise · ward {2} · <R> – it is: Coveted Falcon",
    ]
    assert menu(look, "table")["placeholder"] == "Rulings that apply"
    assert rulings(look) == [*FOR_MANIFESTED, *FOR_ALL, *FOR_CAST]
    assert rulings((await play(ana, channel, "look", number=2)).response) == [*FOR_CAST, *FOR_ALL]
    assert rulings((await play(beto, channel, "look")).response) == [*FOR_MANIFESTED, FOR_DREAD, *FOR_ALL]


@pytest.mark.parametrize("how", ["cloak", "morph", "megamorph", "turned-face-down", "put-face-down", "other"])
async def test_every_ruling_of_a_look_opens_privately_also_after_a_restart(simcord_env, host_config, channel, ana, how):
    await play(ana, channel, "add", how=how)
    look = (await play(ana, channel, "look")).response
    values = {option["label"]: option["value"] for option in menu(look, "table")["options"]}
    assert set(FOR_ALL) < values.keys()
    async with restarted(simcord_env, host_config):
        for label, value in values.items():
            opened = (await ana.select(look, [value], custom_id=menu(look, "table")["custom_id"])).response
            assert opened.ephemeral
            assert [embed.title for embed in opened.embeds] == [label]


async def test_a_look_at_many_is_turned_in_private_pages_that_follow_the_game(
    simcord_env, channel, host_config, ana, beto
):
    await play(ana, channel, "add", how="manifest", count=20, source="x" * 80, marker="y" * 80)
    await play(beto, channel, "add", how="morph")
    look = (await play(ana, channel, "look")).response
    assert look.embeds[0].footer.text == "Page 1 of 2"
    assert buttons(look) == {"Back": False, "Next": True}
    async with restarted(simcord_env, host_config) as bot:
        bot.tables.hurry()
        await ana.click(look, label="Next")
        assert (look.ephemeral, look.embeds[0].footer.text) == (True, "Page 2 of 2")
        assert look.embeds[0].description.splitlines()[-1].startswith("**#20** manifest")
        assert buttons(look) == {"Back": True, "Next": False}
        await play(ana, channel, "turnup", number=20, card="Forest")
        await play(ana, channel, "leave", number=1, zone="hand", card="Plains")
        await ana.click(look, label="Back")
        assert look.embeds[0].description.splitlines()[0].startswith("**#2** manifest")
        assert "Forest" not in look.embeds[0].description


async def suggested(who, channel, typed, command="look"):
    """What the bot suggests for the number, as it reads."""
    choices = await who.autocomplete(channel, f"facedown {command}", "number", typed)
    return [(choice["name"], choice["value"]) for choice in choices]


async def test_numbers_are_suggested_ones_own_first_and_in_order(channel, ana, beto):
    await play(beto, channel, "add", how="megamorph", card="Deathmist Raptor", marker="blue die")
    await play(ana, channel, "add", how="manifest", card="Whisperwood Elemental")
    await play(beto, channel, "add", how="turned-face-down", card="Bear Cub")
    await play(ana, channel, "add", how="cloak", marker="red die", source="Cryptic Coat", owner=beto)
    mine = [("#2 · manifest · ana", 2), ("#4 · cloak · ana · red die", 4)]
    theirs = [("#1 · morph · beto · blue die", 1), ("#3 · turned face down · beto · Bear Cub", 3)]
    for command in ("look", "identify", "turnup", "leave", "give", "mark"):
        assert await suggested(ana, channel, "", command) == [*mine, *theirs]
        assert await suggested(beto, channel, "", command) == [*theirs, *mine]
    for typed, expected in (
        ("3", [theirs[1]]),
        ("#4", [mine[1]]),
        (" DIE", [mine[1], theirs[0]]),
        ("beto", theirs),
        ("bear", [theirs[1]]),
        ("Raptor", []),
        ("mega", []),
        ("Whisperwood", []),
        ("Cryptic Coat?", []),
        ("99", []),
    ):
        assert await suggested(ana, channel, typed) == expected, typed


async def test_a_number_that_is_typed_comes_first_of_all_that_contain_it(channel, ana, beto):
    for _ in range(2):
        await play(ana, channel, "add", how="manifest", count=20)
    await play(beto, channel, "add", how="manifest", count=2)
    every = await suggested(ana, channel, "")
    assert [value for _, value in every] == list(range(1, 26))
    assert [value for _, value in await suggested(ana, channel, "4")] == [4, 14, 24, 34, 40, 41, 42]
    assert [value for _, value in await suggested(beto, channel, "4")] == [4, 41, 42, 14, 24, 34, 40]
    assert [value for _, value in await suggested(ana, channel, "42")] == [42]


async def test_only_what_was_turned_face_up_is_suggested_to_be_turned_face_down_again(channel, ana, beto):
    await play(ana, channel, "add", how="manifest", count=3)
    await play(ana, channel, "turnup", number=2, card="Abzan Guide")
    await play(ana, channel, "leave", number=3, zone="exile", card="Forest")
    assert await suggested(beto, channel, "", "add") == [("#2 · manifest · ana · Abzan Guide", 2)]
    assert await suggested(ana, channel, "") == [("#1 · manifest · ana", 1)]
    assert await shown(beto, channel, "add", how="turned-face-down", number=2, source="Ixidron", marker="die") == (
        "**#2** is face down again · by: Ixidron · marker: die"
    )
    assert await suggested(beto, channel, "", "add") == []
    assert board(channel)[2] == (
        "**#2** turned face down · known to all: Abzan Guide · by: Ixidron · marker: die · <R>"
    )


async def test_where_no_game_runs_nothing_is_suggested(channel, ana):
    assert await suggested(ana, channel, "") == []
    await play(ana, channel, "add", how="manifest")
    await play(ana, channel, "end")
    assert await suggested(ana, channel, "") == []


@pytest.mark.parametrize(
    ("client", "label"),
    [
        ("zh-CN", "#1 · 显化惧象 · ana"),
        ("ko", "#1 · 공포를 발현 · ana"),
        ("pt-BR", "#1 · manifestar pavor · ana"),
        ("es-ES", "#1 · manifestar miedo · ana"),
    ],
)
async def test_suggestions_are_in_the_language_of_whoever_types(channel, ana, beto, *, locale, client, label):
    await play(ana, channel, "add", how="manifest-dread")
    locale(client=client)
    assert await suggested(beto, channel, "") == [(label, 1)]


def numbers_marked(message):
    """The notes that a page of a log tells of."""
    return [int(line.rpartition("note ")[2]) for line in message.embeds[0].description.splitlines() if "note " in line]


async def test_the_log_shows_its_end_and_is_turned_by_anybody_also_after_a_restart(
    simcord_env, host_config, channel, ana, beto
):
    await play(ana, channel, "start")
    log = (await play(beto, channel, "log")).response
    assert (log.ephemeral, log.embeds[0].title, buttons(log)) == (False, "What happened", {})
    assert plain(log.embeds[0].description) == f"<f> · {ana.mention} opened the record."
    await play(ana, channel, "add", how="manifest")
    for number in range(60):
        await play(ana, channel, "mark", number=1, text=f"note {number}", counters="x" * 60)
    log = (await play(beto, channel, "log")).response
    assert (log.embeds[0].footer.text, buttons(log)) == ("Page 3 of 3", {"Back": True, "Next": False})
    pages = [numbers_marked(log)]
    async with restarted(simcord_env, host_config):
        await ana.click(log, label="Back")
        assert (log.embeds[0].footer.text, buttons(log)) == ("Page 2 of 3", {"Back": True, "Next": True})
        pages.insert(0, numbers_marked(log))
        await beto.click(log, label="Back")
        assert (log.embeds[0].footer.text, buttons(log)) == ("Page 1 of 3", {"Back": False, "Next": True})
        pages.insert(0, numbers_marked(log))
        await ana.click(log, label="Next")
        assert log.embeds[0].footer.text == "Page 2 of 3"
    assert [number for page in pages for number in page] == list(range(60))


async def test_the_log_strikes_out_what_was_taken_back_and_never_tells_of_secret_entries(channel, ana, beto):
    await play(ana, channel, "add", how="manifest", card="Forest")
    await play(ana, channel, "identify", number=1, card="Plains")
    await play(beto, channel, "mark", number=1, tapped=True)
    await play(beto, channel, "undo")
    log = (await play(ana, channel, "log")).response
    assert plain(log.embeds[0].description).splitlines() == [
        f"<f> · {ana.mention} opened the record.",
        f"<f> · **#1** face down under {ana.mention}: manifest",
        f"~~<f> · {beto.mention} marks **#1**: tapped~~",
        f"<f> · {beto.mention} takes back: {beto.mention} marks **#1**: tapped",
    ]


def transcript(env, message):
    """The lines of the file under a message, and its name."""
    (attachment,) = message.attachments
    return attachment.filename, env.backend.cdn.get(attachment.url).decode("utf-8").split("\n")


async def test_the_end_hands_out_a_transcript_with_names_and_utc_times_in_order(
    simcord_env, guild, channel, host_config, monkeypatch
):
    monkeypatch.setenv("TZ", "Asia/Seoul")
    time.tzset()
    yuna = guild.add_member(simcord_env.create_user("yuna"), nick="유나 **😀**")
    li = guild.add_member(simcord_env.create_user("li", global_name="李雷"))
    olga = guild.add_member(simcord_env.create_user("olga"))
    await play(yuna, channel, "add", how="manifest", card="Kadena, Slinking Sorcerer", source="*Cloudform*")
    await play(yuna, channel, "add", how="disguise", player=li)
    await play(yuna, channel, "give", number=1, player=olga)
    await play(olga, channel, "mark", number=1, text="@everyone")
    await play(olga, channel, "undo")
    in_database(host_config, "UPDATE game_events SET at = 1792279140 + 60 * seq")
    end = await play(li, channel, "end")
    monkeypatch.undo()
    time.tzset()
    (record,) = end.followups
    assert not record.ephemeral
    assert record.embeds[0].title == "Record of the game"
    name, lines = transcript(simcord_env, record)
    assert name == "face-down-record.txt"
    assert lines[:8] == [
        "Record of the game",
        "",
        "2026-10-17 23:20 UTC · 유나 **😀** opened the record.",
        "2026-10-17 23:21 UTC · #1 face down under 유나 **😀**: manifest · by: *Cloudform*",
        "2026-10-17 23:22 UTC · #2 face down under 李雷: disguise · ward {2} · recorded by 유나 **😀**",
        "2026-10-17 23:23 UTC · 유나 **😀** hands control of #1 to olga, who may look at it from now on.",
        "[2026-10-17 23:24 UTC · olga marks #1: note: @everyone]",
        "2026-10-17 23:25 UTC · olga takes back: olga marks #1: note: @everyone",
    ]
    assert [line.partition(" UTC · ")[2] for line in lines[8:]] == [
        "The game is over (李雷). What was still face down:",
        "#1 of 유나 **😀** (manifest): Kadena, Slinking Sorcerer",
        "#2 of 李雷 (disguise): never told to me, to be shown at the table",
        "",
    ]


async def test_a_long_transcript_shows_its_beginning_and_leaves_the_rest_to_the_file(simcord_env, channel, ana):
    await play(ana, channel, "add", how="manifest", card="Forest")
    for number in range(60):
        await play(ana, channel, "mark", number=1, text=f"note {number}", counters="x" * 60)
    (record,) = (await play(ana, channel, "end")).followups
    assert record.embeds[0].footer.text == "The rest stands in the file."
    assert numbers_marked(record)[:3] == [0, 1, 2]
    _, lines = transcript(simcord_env, record)
    assert len(lines) == 2 + 2 + 60 + 2 + 1
    assert lines[-2].endswith("UTC · #1 of ana (manifest): Forest")


async def test_without_the_permission_to_attach_files_the_whole_transcript_is_shown_page_by_page(
    simcord_env, guild, ana
):
    mute = discord.PermissionOverwrite(attach_files=False)
    channel = guild.create_text_channel("no-files", overwrites={simcord_env.bot.user: mute})
    await play(ana, channel, "add", how="manifest", card="Forest")
    for number in range(60):
        await play(ana, channel, "mark", number=1, text=f"note {number}", counters="x" * 60)
    pages = (await play(ana, channel, "end")).followups
    assert [page.attachments for page in pages] == [[]] * 3
    assert [page.embeds[0].title for page in pages] == ["Record of the game", None, None]
    assert [number for page in pages for number in numbers_marked(page)] == list(range(60))
    assert pages[-1].embeds[0].description.endswith(f"**#1** of {ana.mention} (manifest): Forest")


@pytest.fixture
def thread(simcord_env, channel, ana):
    simcord_env.backend.create_thread(channel.id, "round 1", ana.id)
    return channel.threads[0]


async def test_a_thread_has_a_game_of_its_own_in_the_language_of_the_channel_that_it_hangs_in(
    guild, channel, thread, ana, beto
):
    owner = guild.add_member(guild.owner)
    await play(ana, channel, "add", how="manifest")
    await owner.slash(channel, "language channel set", language="es")
    await play(beto, thread, "start")
    await play(beto, thread, "add", how="morph", count=2)
    assert board(channel)[1:] == ["**#1** manifest · <R>"]
    assert board(thread) == [f"{beto.mention}: 2", "**#1** metamorfosis · <R>", "**#2** metamorfosis · <R>"]
    assert public(thread) == [f"**#1** a **#2** boca abajo, bajo el control de {beto.mention}: metamorfosis"]
    look = (await beto.click(boards(thread)[0], label="Ver lo mío")).response
    assert plain(look.embeds[0].description).splitlines()[0] == "**#1** morph · <R> – you have not told me what it is"
    await play(beto, thread, "end")
    assert await told(ana, thread, "look") == NO_GAME
    look = (await play(ana, channel, "look")).response
    assert plain(look.embeds[0].description) == "**#1** manifest · <R> – you have not told me what it is"

"""The board of a game: drawn as things change, its buttons and forms, old boards, pages, and Discord's limits."""

from __future__ import annotations

import re

import pytest
from conversation import menu, restarted
from discord_limits import choices_violations, message_violations, modal_violations
from facedown_table import board, boards, events, fill_in, plain, play, prefilled, public, sent_bodies, told
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.facedown import moves
from bot.facedown.causes import Cause
from bot.facedown.events import Recorded
from bot.facedown.game import NEW, apply
from bot.facedown.zones import Zone
from bot.store.games import Table
from bot.table.board import present
from bot.table.record import mark_words, words
from bot.text import one_line

LOCALES = {"en": "en-US", "zh-CN": "zh-CN", "ko": "ko", "pt-BR": "pt-BR", "es": "es-ES"}
OLD = "This belongs to a game that is closed. Use the newest board here, or open a game with `/facedown start`."
ACTIONS = {"Add": True, "Look at mine": True, "Turn up": True, "Leaves the battlefield": True}


@pytest.fixture(autouse=True)
def _without_pauses(simcord_bot):
    """A bot that is about to stop pauses between two messages no more, and is the same otherwise."""
    simcord_bot.tables.hurry()


def shown_now(env, message):
    """What a message shows by now, as Discord has it."""
    stored = env.backend.get_message(message.channel.id, message.id)
    return stored.embeds[0], [item for row in stored.components for item in row["components"]]


async def test_one_message_is_the_board_and_is_edited_with_every_change(simcord_env, channel, ana, beto):
    await play(ana, channel, "start")
    (message,) = boards(channel)
    assert message.embeds[0].title == "Face-down permanents"
    assert buttons_of(simcord_env, message) == ACTIONS
    seen = [board(channel)]
    for who, command, options in (
        (ana, "add", {"how": "manifest", "card": "Abzan Guide", "source": "Cloudform", "marker": "red die"}),
        (beto, "add", {"how": "disguise", "count": 2}),
        (beto, "mark", {"number": 1, "attacked": True, "tapped": True, "counters": "two +1/+1", "text": "left"}),
        (ana, "mark", {"number": 1, "tapped": False, "counters": "-"}),
        (ana, "identify", {"number": 1, "card": "Forest"}),
        (ana, "give", {"number": 1, "player": beto}),
        (beto, "leave", {"number": 2, "zone": "exile", "card": "Coveted Falcon"}),
        (beto, "turnup", {"number": 3, "card": "Dog Walker"}),
        (beto, "undo", {}),
        (ana, "quit", {}),
    ):
        await play(who, channel, command, **options)
        seen.append(board(channel))
    one, origin = f"{ana.mention}: 1", "manifest · by: Cloudform · marker: red die"
    given = f"**#1** {origin} · owner: {ana.mention} · attacked · note: left · <R>"
    disguises = [f"**#{number}** disguise · ward {{2}} · <R>" for number in (2, 3)]
    shown = "**#3** disguise · once shown as Dog Walker · ward {2} · <R>"
    assert seen == [
        ["Nothing is face down."],
        [one, f"**#1** {origin} · <R>"],
        [one, f"**#1** {origin} · <R>", f"{beto.mention}: 2", *disguises],
        [
            one,
            f"**#1** {origin} · attacked · tapped · counters: two +1/+1 · note: left · <R>",
            f"{beto.mention}: 2",
            *disguises,
        ],
        *[[one, f"**#1** {origin} · attacked · note: left · <R>", f"{beto.mention}: 2", *disguises]] * 2,
        [f"{beto.mention}: 3", given, *disguises],
        [f"{beto.mention}: 2", given, disguises[1]],
        [f"{beto.mention}: 1", given],
        [f"{beto.mention}: 2", given, shown],
        [f"{beto.mention}: 1", shown],
    ]
    assert [each.id for each in boards(channel)] == [message.id]


def buttons_of(env, message):
    """The labels of the buttons that stand under a message by now, with whether they can be pressed."""
    return {item["label"]: not item.get("disabled") for item in shown_now(env, message)[1]}


async def test_a_secret_entry_neither_draws_the_board_nor_says_anything(simcord_env, channel, ana):
    await play(ana, channel, "add", how="manifest")
    before = len(simcord_env.http_requests)
    await told(ana, channel, "identify", number=1, card="Forest")
    await told(ana, channel, "undo")
    paths = [request.path for request in simcord_env.http_requests[before:]]
    assert len(paths) == 2
    assert all(path.endswith("/callback") for path in paths)


async def test_a_board_that_was_deleted_is_posted_anew_by_the_next_change_also_after_a_restart(
    simcord_env, host_config, channel, ana
):
    await play(ana, channel, "add", how="manifest")
    (first,) = boards(channel)
    simcord_env.backend.delete_message(channel.id, first.id)
    await play(ana, channel, "mark", number=1, tapped=True)
    (second,) = boards(channel)
    assert board(channel)[1] == "**#1** manifest · tapped · <R>"
    async with restarted(simcord_env, host_config) as bot:
        bot.tables.hurry()
        simcord_env.backend.delete_message(channel.id, second.id)
        await play(ana, channel, "mark", number=1, tapped=False)
        assert board(channel)[1] == "**#1** manifest · <R>"
        assert len({first.id, second.id, boards(channel)[0].id}) == 3
        assert len(boards(channel)) == 1


async def test_the_board_moves_to_the_end_and_the_old_one_points_to_it(simcord_env, guild, channel, ana):
    await play(ana, channel, "add", how="manifest")
    answer = await told(ana, channel, "board")
    old, new = boards(channel)
    link = f"https://discord.com/channels/{guild.id}/{channel.id}/{new.id}"
    assert answer == f"Here is the board: {link}"
    moved, left = shown_now(simcord_env, old)
    assert (moved["description"], left) == (f"The board stands further down now: {link}", [])
    await play(ana, channel, "mark", number=1, tapped=True)
    assert shown_now(simcord_env, old)[0] == moved
    assert board(channel)[1] == "**#1** manifest · tapped · <R>"
    assert buttons_of(simcord_env, new) == ACTIONS


async def test_the_board_speaks_the_language_of_the_channel_and_changes_with_it(guild, channel, ana, locale):
    owner = guild.add_member(guild.owner)
    locale(client="es-ES", server="ko")
    await play(ana, channel, "add", how="cloak")
    assert board(channel) == [f"{ana.mention}: 1개", "**#1** 은폐 · 보호진 {2} · <R>"]
    await owner.slash(channel, "language channel set", language="zh-CN")
    await play(ana, channel, "board")
    assert board(channel)[1] == "**#1** 匿伏 · 守护{2} · <R>"
    await owner.slash(channel, "language channel set", language="pt-BR")
    await play(ana, channel, "mark", number=1, tapped=True)
    assert boards(channel)[-1].embeds[0].title == "Permanentes com a face voltada para baixo"


async def test_the_board_of_a_closed_game_says_so_and_has_no_buttons(simcord_env, channel, ana):
    await play(ana, channel, "add", how="manifest")
    await play(ana, channel, "end")
    embed, left = shown_now(simcord_env, boards(channel)[0])
    assert (embed["description"], left) == ("This game is closed.", [])
    await play(ana, channel, "start")
    assert board(channel) == ["Nothing is face down."]
    assert len(boards(channel)) == 2


async def test_the_buttons_of_a_board_that_outlived_its_game_say_so_with_and_without_another_game(
    simcord_env, host_config, channel, ana, beto
):
    await play(ana, channel, "add", how="manifest", count=20, source="x" * 80, marker="y" * 80)
    simcord_env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)
    await play(beto, channel, "add", how="morph")
    (old,) = boards(channel)
    simcord_env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)
    await play(ana, channel, "end")
    assert list(buttons_of(simcord_env, old)) == [*ACTIONS, "Back", "Next"]
    before = events(host_config)
    for _ in range(2):
        for label in ("Next", *ACTIONS):
            answer = (await beto.click(old, label=label)).response
            assert (answer.content, answer.ephemeral) == (OLD, True)
        await play(ana, channel, "start")
    assert events(host_config) == before + 1


@pytest.fixture(params=[False, True], ids=["before", "after a restart"])
async def table(request, simcord_env, host_config, channel, *, ana, beto):
    """A board on which ana has two manifested permanents, the first told, and beto one with morph."""
    await play(ana, channel, "add", how="manifest", card="Abzan Guide")
    await play(ana, channel, "add", how="manifest")
    await play(beto, channel, "add", how="morph", card="Zoetic Cavern")
    (message,) = boards(channel)
    if not request.param:
        yield message
        return
    async with restarted(simcord_env, host_config) as bot:
        bot.tables.hurry()
        yield message


async def test_the_look_button_shows_ones_own_to_whoever_presses_it_alone(simcord_env, guild, table, *, ana, beto):
    caro = guild.add_member(simcord_env.create_user("caro"))
    looks = [(await who.click(table, label="Look at mine")).response for who in (ana, beto, caro)]
    assert all(look.ephemeral for look in looks)
    assert [plain(look.embeds[0].description).splitlines() for look in looks] == [
        ["**#1** manifest · <R> – it is: Abzan Guide", "**#2** manifest · <R> – you have not told me what it is"],
        ["**#3** morph · <R> – it is: Zoetic Cavern"],
        ["You control nothing face down."],
    ]
    assert [menu(look, "table") is not None for look in looks] == [True, True, False]


async def test_the_add_button_opens_a_form_that_adds_ones_own(table, channel, beto):
    form = await beto.click(table, label="Add")
    assert form.modal["title"] == "Add"
    assert [(field["label"], field["component"]["required"]) for field in form.modal["components"]] == [
        ("How it became face down", True),
        ("Card", False),
        ("How many", False),
        ("By which card or ability", False),
        ("Marker", False),
    ]
    assert prefilled(form) == {"count": "1"}
    answer = (
        await fill_in(beto, form, how="megamorph", card="Deathmist Raptor", count="1", source="hand", marker="die")
    ).response
    assert (plain(answer.content).splitlines()[0], answer.ephemeral) == (
        "**#4** morph (really megamorph) · by: hand · marker: die · <R> – it is: Deathmist Raptor",
        True,
    )
    assert public(channel)[-1] == f"**#4** face down under {beto.mention}: morph · by: hand · marker: die"
    await fill_in(beto, await beto.click(table, label="Add"), how="cloak", count=" 3 ")
    await fill_in(beto, await beto.click(table, label="Add"), how="disguise", count=" ")
    assert board(channel)[-5:] == [
        "**#4** morph · by: hand · marker: die · <R>",
        *(f"**#{number}** cloak · ward {{2}} · <R>" for number in (5, 6, 7)),
        "**#8** disguise · ward {2} · <R>",
    ]


async def test_the_turn_up_button_takes_the_number_with_or_without_its_sign(table, channel, ana, beto):
    form = await ana.click(table, label="Turn up")
    assert (form.modal["title"], prefilled(form)) == ("Turn up", {"kind": ["permanent"]})
    answer = (await fill_in(ana, form, number="#1", kind="permanent")).response
    assert (answer.content, answer.ephemeral) == (f"{ana.mention} turns **#1** face up: Abzan Guide.", False)
    answer = (
        await fill_in(ana, await ana.click(table, label="Turn up"), number="2", card="Opt", kind="instant")
    ).response
    assert answer.content.startswith(f"{ana.mention} shows **#2**: Opt, an instant or sorcery card.")
    answer = (await fill_in(beto, await beto.click(table, label="Turn up"), number=" ＃ 3", kind="permanent")).response
    assert answer.content == f"{beto.mention} turns **#3** face up: Zoetic Cavern."
    assert board(channel) == [f"{ana.mention}: 1", "**#2** manifest · known to all: Opt · <R>"]


async def test_the_leave_button_asks_where_it_goes_and_shows_it(table, channel, ana, beto):
    form = await ana.click(table, label="Leaves the battlefield")
    assert (form.modal["title"], prefilled(form)) == ("Leaves the battlefield", {})
    (zones,) = (
        field["component"]["options"] for field in form.modal["components"] if field["label"] == "Where it goes"
    )
    assert [option["label"] for option in zones] == [
        "to the graveyard",
        "to exile",
        "to the hand",
        "to the library",
        "to the command zone",
        "it was a spell and was countered",
    ]
    answer = (await fill_in(ana, form, number="2", zone="hand", card="Forest")).response
    assert (answer.content, answer.ephemeral) == (f"**#2** goes to the hand. {ana.mention} shows it: Forest.", False)
    assert [embed.title for embed in answer.embeds] == ["Reveal a face-down card when it leaves or the game ends"]
    answer = (
        await fill_in(beto, await beto.click(table, label="Leaves the battlefield"), number="3", zone="countered")
    ).response
    assert answer.content == f"**#3** was a spell and is countered. {beto.mention} shows it: Zoetic Cavern."
    assert board(channel) == [f"{ana.mention}: 1", "**#1** manifest · <R>"]


TWENTY = "Give a whole number from 1 to 20."
NUMBER = "Give the number on the board, such as 3."
NO_NAME = "That is no card's name. Type it as it is printed."
UNTOLD = "I was never told what #2 is. Fill in its name, too."


@pytest.mark.parametrize(
    ("label", "fields", "sentence"),
    [
        *(("Add", {"how": "cloak", "count": count}, TWENTY) for count in ("0", "21", "-1", "1.5", "two", "²", "#")),
        ("Add", {"how": "cloak", "count": "2", "card": "Forest"}, "With more than one, leave out the card; "),
        ("Add", {"how": "cloak", "card": "…"}, NO_NAME),
        *(("Turn up", {"number": number, "kind": "permanent"}, NUMBER) for number in ("0", "x", "#", "1 2", "-3")),
        ("Turn up", {"number": "9", "kind": "permanent"}, "There is no #9 here; the board shows the numbers."),
        ("Turn up", {"number": "3", "kind": "permanent", "card": "Opt"}, "#3 is not yours: <@"),
        ("Turn up", {"number": "2", "kind": "permanent"}, UNTOLD),
        ("Turn up", {"number": "2", "kind": "instant"}, UNTOLD),
        *(("Leaves the battlefield", {"number": number, "zone": "exile"}, NUMBER) for number in ("0", "none")),
        ("Leaves the battlefield", {"number": "3", "zone": "hand"}, "#3 is not yours: <@"),
        ("Leaves the battlefield", {"number": "2", "zone": "hand"}, UNTOLD),
        ("Leaves the battlefield", {"number": "1", "zone": "countered"}, "#1 was never a spell, so it cannot have "),
        ("Leaves the battlefield", {"number": "2", "zone": "hand", "card": "?!"}, NO_NAME),
    ],
)
async def test_a_form_that_cannot_be_carried_out_says_why_in_private_and_changes_nothing(
    simcord_env, channel, host_config, ana, beto, *, label, fields, sentence
):
    await play(ana, channel, "add", how="manifest", count=2)
    await play(beto, channel, "add", how="morph")
    before = (events(host_config), board(channel), public(channel))
    answer = (await fill_in(ana, await ana.click(boards(channel)[0], label=label), **fields)).response
    assert answer.content.startswith(sentence)
    assert answer.ephemeral
    assert (events(host_config), board(channel), public(channel)) == before
    assert simcord_env.errors == []


async def test_two_players_may_have_the_same_form_open(channel, ana, beto):
    await play(ana, channel, "start")
    forms = {who: await who.click(boards(channel)[0], label="Add") for who in (ana, beto)}
    for who, form in reversed(forms.items()):
        await fill_in(who, form, how="manifest")
    assert board(channel) == [
        f"{ana.mention}: 1",
        "**#2** manifest · <R>",
        f"{beto.mention}: 1",
        "**#1** manifest · <R>",
    ]


MARKDOWN = "*a* _b_ ~~c~~ `d` ||e|| [f](https://g.example) > # - @everyone @here <@123456789012345678> \\ "
ESCAPED = (
    "\\*a\\* \\_b\\_ \\~\\~c\\~\\~ \\`d\\` \\|\\|e\\|\\| \\[f](https:\u200b//g.example) > # -"
    " @\u200beveryone @\u200bhere \\<@\u200b123456789012345678> \\\\"
)


async def test_what_people_type_stands_there_as_typed_and_pings_nobody(simcord_env, channel, ana):
    await play(ana, channel, "add", how="turned-face-down", card=MARKDOWN, source="**x**\n# y", marker="_\u202e_")
    line = f"turned face down · known to all: {ESCAPED} · by: \\*\\*x\\*\\* # y · marker: \\_\\_"
    assert public(channel)[-1] == f"**#1** face down under {ana.mention}: {line}"
    assert board(channel)[1] == f"**#1** {line} · <R>"
    for body in sent_bodies(simcord_env):
        assert body["allowed_mentions"] == {"parse": []}


@pytest.mark.parametrize(
    "typed",
    [
        "<t:0:R>",
        "<@&123456789012345678>",
        "<#123456789012345678>",
        "</facedown end:123456789012345678>",
        "<#1>",
        "<id:guide>",
        "<https://g.example>",
    ],
)
async def test_nothing_that_people_type_is_shown_as_a_moment_a_mention_or_a_command(channel, ana, typed):
    for text in await written_by(ana, channel, typed):
        assert "marker: \\<" in text
        assert typed not in text.replace(f"\\{typed}", "")


@pytest.mark.parametrize("typed", ["https://g.example", "HTTP://G.EXAMPLE", "[f](https://g.example)", "discord://-/x"])
async def test_nothing_that_people_type_becomes_a_link(channel, ana, typed):
    for text in await written_by(ana, channel, typed):
        assert "marker: " in text
        assert "://" not in text


async def written_by(who, channel, typed):
    """Where everybody, or somebody alone, reads what somebody typed: an answer, a line, a board and a log."""
    answer = await told(who, channel, "add", how="manifest", marker=typed)
    log = (await play(who, channel, "log")).response
    return answer, channel.history()[0].content, *(each.embeds[0].description for each in (boards(channel)[0], log))


PIECES = ("Elemental of Whispers, ", "*_~`|[a](b)", "@everyone <@1>", "\\", "密语元素", "👩‍👩‍👧‍👦")


def filled(piece, length):
    """A text of a length that says the same all over, without a space at its ends."""
    return (piece * length)[: length - 1].strip().ljust(length, "x")


@pytest.fixture
async def crowd(simcord_env, guild, channel, request):
    """Eight players with two hundred permanents, all with texts as long as Discord lets them be typed."""
    piece = request.param
    people = [
        guild.add_member(simcord_env.create_user(f"player{number}"), nick=filled(piece, 32)) for number in range(8)
    ]
    long = {"source": filled(piece, 80), "marker": filled(piece, 80)}
    marks = {"text": filled(piece, 80), "counters": filled(piece, 80), "attacked": True, "tapped": True}
    for number, player in enumerate(people):
        await play(player, channel, "add", how="manifest-dread", count=20, owner=people[number // 2], **long)
        await play(player, channel, "add", how="cloak", count=2, zone="library", **long)
        for _ in range(3):
            await play(player, channel, "add", how="put-face-down", zone="command", card=filled(piece, 150), **long)
        for first in (1, 25):
            await play(player, channel, "mark", number=25 * number + first, **marks)
            await play(player, channel, "identify", number=25 * number + 1, card=filled(piece, 150))
    return people


@pytest.mark.parametrize("crowd", PIECES, indirect=True)
async def test_two_hundred_permanents_of_eight_players_fit_into_what_discord_takes_in_every_language(
    simcord_env, channel, crowd, locale
):
    first, second = crowd[:2]
    await play(first, channel, "turnup", number=3, card=crowd[0].name + "z" * 140)
    await play(second, channel, "turnup", number=28, card="z" * 150)
    for locale_code in LOCALES.values():
        locale(client=locale_code, server=locale_code)
        await play(first, channel, "board")
        await play(second, channel, "log")
        await play(first, channel, "look")
        await play(first, channel, "look", number=25)
        for command in ("look", "identify", "turnup", "leave", "give", "mark"):
            choices = await first.autocomplete(channel, f"facedown {command}", "number", "1")
            assert len(choices) == 25
            assert choices_violations(choices) == []
        again = await second.autocomplete(channel, "facedown add", "number", "", how="turned-face-down")
        assert [choice["value"] for choice in again] == [28, 3]
        assert choices_violations(again) == []
        for custom_id in ("add", "turnup", "leave"):
            ids = [item["custom_id"] for item in shown_now(simcord_env, boards(channel)[-1])[1]]
            (button,) = (each for each in ids if each.startswith(f"table:{custom_id}:"))
            assert modal_violations((await first.click(boards(channel)[-1], custom_id=button)).modal) == []
        for form in (
            await play(first, channel, "turnup", number=2),
            await play(first, channel, "leave", number=2, zone="command"),
        ):
            assert modal_violations(form.modal) == []
    await play(second, channel, "turnup", number=26, card="x" * 150, instant=True)
    await play(second, channel, "quit")
    for _ in range(3):
        await play(first, channel, "identify", number=1, card=first.name + "y" * 140)
        await play(first, channel, "identify", number=1, card="x" * 150)
    await play(first, channel, "end")
    bodies = list(sent_bodies(simcord_env))
    assert len(bodies) > 150
    for body in bodies:
        assert message_violations(body) == []
        assert body["allowed_mentions"] == {"parse": []}


async def pages(env, who, message):
    """The lines of all pages of a board, from the one that it shows to the last."""
    yield shown_now(env, message)[0]["description"].split("\n")
    while buttons_of(env, message)["Next"]:
        await who.click(message, label="Next")
        yield shown_now(env, message)[0]["description"].split("\n")


@pytest.mark.parametrize("crowd", PIECES[:1], indirect=True)
async def test_the_pages_of_a_board_show_every_permanent_once_under_whoever_controls_it(
    simcord_env, host_config, channel, crowd
):
    (message,) = boards(channel)
    async with restarted(simcord_env, host_config) as bot:
        bot.tables.hurry()
        read = [lines async for lines in pages(simcord_env, crowd[3], message)]
    assert len(read) > 10
    assert shown_now(simcord_env, message)[0]["footer"]["text"] == f"Page {len(read)} of {len(read)}"
    heads = [f"{player.mention}: 25" for player in crowd]
    under = {}
    for line in (line for lines in read for line in lines):
        if line in heads:
            head = line
        else:
            under.setdefault(head, []).append(int(line.split()[0].strip("*#")))
    assert under == {head: list(range(25 * place + 1, 25 * place + 26)) for place, head in enumerate(heads)}


@pytest.mark.parametrize("crowd", PIECES[:1], indirect=True)
async def test_every_page_of_a_board_begins_with_whoever_controls_what_stands_on_it(simcord_env, channel, crowd):
    (message,) = boards(channel)
    heads = [f"{player.mention}: 25" for player in crowd]
    async for lines in pages(simcord_env, crowd[3], message):
        assert lines[0] in heads
        assert lines[-1] not in heads


async def test_a_page_is_turned_for_all_by_anybody_and_stays_while_things_change(
    simcord_env, host_config, channel, ana, beto
):
    long = {"how": "manifest", "source": "x" * 80, "marker": "y" * 80}
    await play(ana, channel, "add", count=20, **long)
    await play(ana, channel, "add", count=20, **long)
    (message,) = boards(channel)
    paging = [buttons_of(simcord_env, message)]
    async with restarted(simcord_env, host_config) as bot:
        bot.tables.hurry()
        for label in ("Next", "Next", "Back"):
            await beto.click(message, label=label)
            paging.append(buttons_of(simcord_env, message))
        await play(ana, channel, "mark", number=1, tapped=True)
        assert shown_now(simcord_env, message)[0]["footer"]["text"] == "Page 2 of 3"
    assert paging == [
        ACTIONS | {"Back": False, "Next": True},
        ACTIONS | {"Back": True, "Next": True},
        ACTIONS | {"Back": True, "Next": False},
        ACTIONS | {"Back": True, "Next": True},
    ]
    async with restarted(simcord_env, host_config) as bot:
        bot.tables.hurry()
        await beto.click(message, label="Next")
        assert shown_now(simcord_env, message)[0]["footer"]["text"] == "Page 3 of 3"
        for number in range(11, 41):
            await play(ana, channel, "leave", number=number, zone="hand", card="Forest")
        assert "footer" not in shown_now(simcord_env, message)[0]
        assert buttons_of(simcord_env, message) == ACTIONS
        assert board(channel)[0] == f"{ana.mention}: 10"


def body(presented):
    """A message as it goes over the wire."""
    return {
        "embeds": [embed.to_dict() for embed in presented.embeds],
        "components": presented.view.to_components(),
    }


@settings(deadline=None, derandomize=True, max_examples=60)
@given(
    st.lists(st.text(max_size=150), min_size=5, max_size=5),
    st.sampled_from([Cause.TURNED_FACE_DOWN, Cause.PUT_FACE_DOWN, Cause.DISGUISE]),
    st.sampled_from(list(LOCALES)),
)
async def test_whatever_is_typed_takes_one_line_of_a_board_that_fits_and_mentions_only_players(typed, how, language):
    card, source, marker, note, counters = typed
    added, _ = moves.add(
        NEW,
        111,
        how=how,
        card=one_line(card, 150) or None,
        owner=222,
        zone=None if how is Cause.TURNED_FACE_DOWN else Zone.GRAVEYARD,
        source=words(source[:80]),
        marker=words(marker[:80]),
    )
    game = apply(NEW, Recorded(1, 0, 111, added))
    marked = moves.mark(game, 1, text=mark_words(note[:80]), tapped=True, counters=mark_words(counters[:80]))
    game = apply(game, Recorded(2, 0, 222, marked))
    presented = present(Table("0123456789ab", 1, 1, language, game=game), language)
    assert message_violations(body(presented)) == []
    lines = presented.embeds[0].description.splitlines()
    assert len(lines) == 2
    assert set(re.findall(r"@everyone|@here|<@[!&]?\d+>", lines[1])) == {"<@222>"}

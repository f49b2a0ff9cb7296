"""`/facedown`: what it refuses and why, whom it tells what, and what each change does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import discord
import pytest
from conversation import in_database, requests, restarted
from facedown_table import board, boards, events, fill_in, plain, play, prefilled, public, shown, told
from simulated import errors_in

import bot

NOBODY_ELSE = "-# Recorded. Only you see this message."
NO_GAME = "No game runs here. Open one with `/facedown start` or `/facedown add`."
OVER = "The game here is over. Use `/facedown end` once more to show what was face down."
ONLY_PLAYERS = "Only a player of this game may do that, or somebody with Manage Messages."
CATALOGUES = Path(bot.__file__).parent / "messages"
SORRY = "Something went wrong on my side. Please try again."
ALL_BUT_START_AND_ADD = (
    ("board", {}),
    ("look", {}),
    ("ways", {"number": 1}),
    ("identify", {"number": 1, "card": "Forest"}),
    ("turnup", {"number": 1}),
    ("leave", {"number": 1, "zone": "exile"}),
    ("give", {"number": 1, "player": "ana"}),
    ("mark", {"number": 1, "tapped": True}),
    ("undo", {}),
    ("log", {}),
    ("quit", {}),
    ("end", {}),
)


@pytest.fixture(autouse=True)
def _without_pauses(simcord_bot):
    """A bot that is about to stop pauses between two messages no more, and is the same otherwise."""
    simcord_bot.tables.hurry()


@pytest.fixture
def caro(simcord_env, guild):
    return guild.add_member(simcord_env.create_user("caro"))


@pytest.fixture
def moderator(simcord_env, guild):
    """Somebody with Manage Messages who does not play."""
    role = guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))
    return guild.add_member(simcord_env.create_user("mod"), roles=[role])


@pytest.fixture
def robot(simcord_env, guild):
    return guild.add_member(simcord_env.create_user("robot", bot=True))


def everything(channel, config):
    """What everybody sees in a channel, and what is written down."""
    rows = [
        in_database(config, "SELECT * FROM games"),
        in_database(config, "SELECT * FROM game_events ORDER BY seq"),
        in_database(config, "SELECT * FROM game_players ORDER BY user_id"),
    ]
    parts = ((message, [*message.embeds, *message.components]) for message in channel.history())
    return rows, [(message.id, message.content, [part.to_dict() for part in shown]) for message, shown in parts]


async def refusals(players, channel, config, attempts):
    """What each attempt is answered with, privately, where nothing is changed and nobody else told."""
    before = everything(channel, config)
    answers = []
    for name, command, options in attempts:
        people = {option: players.get(value, value) for option, value in options.items()}
        answers.append((name, command, options, await told(players[name], channel, command, **people)))
        assert everything(channel, config) == before, (command, options)
    return answers


@pytest.fixture
def people(ana, beto, caro, moderator, robot):
    return {"ana": ana, "beto": beto, "caro": caro, "mod": moderator, "robot": robot}


async def test_without_a_game_every_command_says_how_to_open_one(channel, host_config, people):
    attempts = [("ana", command, options) for command, options in ALL_BUT_START_AND_ADD]
    answers = await refusals(people, channel, host_config, attempts)
    assert [answer for *_, answer in answers] == [NO_GAME] * 12
    assert events(host_config) == 0
    assert channel.history() == []


async def test_add_opens_a_game_by_itself_but_not_for_what_it_refuses(channel, host_config, ana, beto):
    await told(ana, channel, "add", how="manifest", player=beto, card="Forest")
    assert in_database(host_config, "SELECT * FROM games") == []
    await told(ana, channel, "add", how="manifest")
    assert board(channel) == [f"{ana.mention}: 1", "**#1** manifest · <R>"]
    assert len(boards(channel)) == 1


async def test_every_refusal_says_what_is_wrong_and_what_to_do(channel, host_config, people):
    ana, beto, caro = people["ana"], people["beto"], people["caro"]
    await play(ana, channel, "add", how="manifest", count=3)
    await play(ana, channel, "turnup", number=2, card="Abzan Guide")
    await play(ana, channel, "leave", number=3, zone="exile", card="Plains")
    await play(beto, channel, "add", how="morph", card="Zoetic Cavern")
    await play(caro, channel, "add", how="cloak")
    await play(caro, channel, "quit")
    nowhere = "There is no #99 here; the board shows the numbers."
    up = "#2 is face up already; the board shows what is face down."
    gone = "#3 is not on the battlefield any more; the board shows what is face down."
    yours = f"#4 is not yours: {beto.mention} controls it and alone can do that."
    no_name = "That is no card's name. Type it as it is printed."
    left = f"{caro.mention} has left this game. If that was a mistake, take it back with `/facedown undo`."
    robot = f"{people['robot'].mention} is a bot and does not play; name a person."
    others = (
        "What another player's card is, only that player may tell. Leave out the card; everything else you may record."
    )
    again = "A number goes with “turned face down” alone: it is the number that the permanent had before."
    alone = "With a number, leave out card, count, player, owner and zone: the record knows them."
    only = f"This shows cards of {beto.mention}: only {beto.mention} may do it, or somebody with Manage Messages."
    expected = [
        ("ana", "start", {}, "A game runs here already; `/facedown board` shows its board."),
        *(
            ("ana", command, {"number": number, **options}, sentence)
            for number, sentence in ((99, nowhere), (2, up), (3, gone), (4, yours))
            for command, options in (
                ("look", {}),
                ("identify", {"card": "Forest"}),
                ("turnup", {}),
                ("turnup", {"card": "Forest", "instant": True}),
                ("leave", {"zone": "hand"}),
                ("leave", {"zone": "countered", "card": "Forest"}),
                ("give", {"player": "beto"}),
            )
        ),
        *(
            ("ana", command, {"number": number, **options}, sentence)
            for number, sentence in ((99, nowhere), (2, up), (3, gone))
            for command, options in (("mark", {"tapped": True}), ("ways", {}))
        ),
        ("ana", "add", {"how": "turned-face-down", "number": 99}, nowhere),
        ("ana", "add", {"how": "turned-face-down", "number": 3}, gone),
        ("ana", "add", {"how": "turned-face-down", "number": 1}, "#1 is face down already; nothing about it changes."),
        ("ana", "add", {"how": "manifest", "number": 2}, again),
        *(
            ("ana", "add", {"how": "turned-face-down", "number": 2, **more}, alone)
            for more in ({"card": "Forest"}, {"count": 2}, {"player": "beto"}, {"owner": "beto"}, {"zone": "graveyard"})
        ),
        (
            "ana",
            "add",
            {"how": "turned-face-down", "zone": "graveyard"},
            "What is turned face down was on the battlefield; leave out the zone.",
        ),
        ("ana", "add", {"how": "manifest", "player": "beto", "card": "Forest"}, others),
        ("ana", "add", {"how": "put-face-down", "zone": "hand", "player": "beto", "card": "Forest"}, others),
        (
            "ana",
            "add",
            {"how": "manifest", "count": 2, "card": "Forest"},
            "With more than one, leave out the card; then tell each with `/facedown identify`.",
        ),
        ("ana", "add", {"how": "manifest", "card": "!?"}, no_name),
        ("ana", "identify", {"number": 1, "card": "–"}, no_name),
        ("ana", "turnup", {"number": 1, "card": "**"}, no_name),
        ("ana", "leave", {"number": 1, "zone": "exile", "card": "\u200b"}, no_name),
        ("ana", "add", {"how": "manifest", "player": "caro"}, left),
        ("ana", "add", {"how": "manifest", "owner": "caro"}, left),
        ("ana", "give", {"number": 1, "player": "caro"}, left),
        ("caro", "add", {"how": "manifest"}, left),
        ("caro", "quit", {}, left),
        ("mod", "quit", {"player": "caro"}, left),
        ("ana", "add", {"how": "manifest", "player": "robot"}, robot),
        ("ana", "add", {"how": "manifest", "owner": "robot"}, robot),
        ("ana", "give", {"number": 1, "player": "robot"}, robot),
        ("ana", "give", {"number": 1, "player": "ana"}, f"{ana.mention} controls it already; name another player."),
        *(
            ("ana", "mark", {"number": 1, **blank}, "Say what to mark: a note, attacked, tapped or counters.")
            for blank in ({}, {"text": " "}, {"counters": "\u200b"})
        ),
        (
            "ana",
            "undo",
            {},
            f"The last change is by {caro.mention}, who may take it back, or somebody with Manage Messages.",
        ),
        ("mod", "quit", {}, f"{people['mod'].mention} takes no part in this game; name somebody who does."),
        (
            "mod",
            "quit",
            {"player": "robot"},
            f"{people['robot'].mention} takes no part in this game; name somebody who does.",
        ),
        ("ana", "quit", {"player": "beto"}, only),
    ]
    assert await refusals(people, channel, host_config, [entry[:3] for entry in expected]) == expected


async def test_only_players_and_moderators_end_a_game_and_only_its_author_and_they_take_a_change_back(
    channel, host_config, people
):
    nothing = "There is nothing to take back."
    await play(people["ana"], channel, "start")
    attempts = [("beto", "end", {}), ("ana", "undo", {}), ("mod", "undo", {})]
    answers = await refusals(people, channel, host_config, attempts)
    assert [answer for *_, answer in answers] == [ONLY_PLAYERS, nothing, nothing]
    await play(people["ana"], channel, "add", how="manifest", card="Forest")
    await play(people["beto"], channel, "add", how="morph")
    assert await shown(people["mod"], channel, "undo") == (
        f"{people['mod'].mention} takes back: **#2** face down under {people['beto'].mention}: morph"
    )
    assert board(channel)[1:] == ["**#1** manifest · <R>"]
    quitting = await shown(people["mod"], channel, "quit", player=people["ana"])
    assert quitting.splitlines() == [
        f"{people['ana'].mention} leaves the game.",
        f"**#1** of {people['ana'].mention} (manifest): Forest",
    ]
    assert await shown(people["mod"], channel, "end") == (
        f"The game is over ({people['mod'].mention}). Nothing was face down."
    )


async def test_a_game_takes_a_thousand_permanents_and_then_says_what_to_do(channel, host_config, people):
    for _ in range(50):
        await play(people["ana"], channel, "add", how="manifest", count=20)
    attempts = [("ana", "add", {"how": "manifest", "count": 1}), ("ana", "add", {"how": "morph", "card": "Forest"})]
    answers = await refusals(people, channel, host_config, attempts)
    assert {answer for *_, answer in answers} == {
        "This game has as many permanents as I can number (1000). End it with `/facedown end` and start another."
    }


async def test_what_discord_itself_refuses_is_never_asked_of_the_bot(simcord_env, channel, ana):
    for options in ({"count": 21}, {"count": 0}, {"card": "x" * 151}, {"source": "x" * 81}, {"marker": "x" * 81}):
        with pytest.raises(Exception, match=next(iter(options))):
            await play(ana, channel, "add", how="manifest", **options)
    with pytest.raises(Exception, match="number"):
        await play(ana, channel, "look", number=0)
    assert requests(simcord_env, "POST", "/callback") == []


async def test_the_commands_are_offered_in_servers_and_not_in_direct_messages(simcord_env, channel, ana):
    in_servers = {name for name in ana.available_commands(channel) if name.startswith("facedown")}
    assert len(in_servers) == 14
    assert [name for name in ana.user.available_commands() if name.startswith("facedown")] == []
    (registered,) = (
        command
        for request in simcord_env.http_requests
        if request.method == "PUT"
        for command in request.json
        if command["name"] == "facedown"
    )
    assert (registered["contexts"], registered["integration_types"]) == ([0], [0])


@pytest.mark.parametrize("language", ["en", "zh-CN", "ko", "pt-BR", "es"])
async def test_a_command_that_a_sentence_names_is_called_so_by_discord_in_that_language(simcord_env, language):
    locale = {"en": "en-US", "es": "es-ES"}.get(language, language)
    (registered,) = (request.json for request in simcord_env.http_requests if request.method == "PUT")
    roots = {each["name_localizations"][locale]: each for each in registered if each["type"] == 1}
    called = {f"/{root}" for root in roots} | {
        f"/{root} {sub['name_localizations'][locale]}"
        for root, command in roots.items()
        for sub in command["options"]
        if sub["type"] == 1
    }
    written = (CATALOGUES / f"{language}.yaml").read_text(encoding="utf-8")
    named = set(re.findall(r"`(/[^`]+)`", written))
    assert named - called == set()


@pytest.mark.parametrize(
    ("client", "missing", "sentence"),
    [
        ("en-US", "send_messages", "I need the permission “Send Messages” in this channel for that."),
        ("zh-CN", "send_messages", "我在此频道中需要“发送消息”权限才能这样做。"),
        ("ko", "embed_links", "그러려면 이 채널에서 저에게 ‘링크 첨부’ 권한이 있어야 합니다."),
        ("pt-BR", "view_channel", "Para isso preciso da permissão “Ver canal” neste canal."),
        ("es-ES", "embed_links", "Para eso necesito el permiso «Insertar enlaces» en este canal."),
    ],
)
async def test_where_the_bot_may_not_post_a_board_it_names_the_permission_as_discord_does(
    simcord_env, guild, host_config, people, *, locale, client, missing, sentence
):
    locale(client=client)
    mute = discord.PermissionOverwrite(**{missing: False})
    quiet = guild.create_text_channel("quiet", overwrites={simcord_env.bot.user: mute})
    attempts = [("ana", "start", {}), ("ana", "add", {"how": "manifest"}), ("ana", "board", {})]
    answers = await refusals(people, quiet, host_config, attempts)
    assert [answer for *_, answer in answers] == [sentence] * 3
    assert events(host_config) == 0


async def test_in_a_thread_the_bot_needs_the_permission_for_threads(simcord_env, guild, ana, host_config):
    mute = discord.PermissionOverwrite(send_messages_in_threads=False)
    channel = guild.create_text_channel("quiet", overwrites={simcord_env.bot.user: mute})
    simcord_env.backend.create_thread(channel.id, "round 1", ana.id)
    sentence = "I need the permission “Send Messages in Threads” in this channel for that."
    attempts = [("ana", "start", {}), ("ana", "add", {"how": "manifest"})]
    answers = await refusals({"ana": ana}, channel.threads[0], host_config, attempts)
    assert [answer for *_, answer in answers] == [sentence] * 2
    await told(ana, channel, "start")
    assert board(channel) == ["Nothing is face down."]


async def test_a_game_that_could_not_be_shown_at_its_end_is_shown_by_the_next_end(
    simcord_env, channel, host_config, people, caplog
):
    await play(people["ana"], channel, "add", how="manifest", card="Forest")
    simcord_env.inject_error("POST", "/interactions/*/callback")
    failed = await play(people["ana"], channel, "end")
    assert (failed.response.content, failed.response.ephemeral) == (SORRY, True)
    assert (len(errors_in(caplog)), len(simcord_env.errors)) == (1, 1)
    attempts = [
        ("ana", "start", {}),
        ("ana", "add", {"how": "manifest"}),
        *(("ana", command, options) for command, options in ALL_BUT_START_AND_ADD if command != "end"),
        ("beto", "end", {}),
    ]
    answers = await refusals(people, channel, host_config, attempts)
    assert [answer for *_, answer in answers] == [*[OVER] * 13, ONLY_PLAYERS]
    assert (await shown(people["ana"], channel, "end")).splitlines() == [
        f"The game is over ({people['ana'].mention}). What was still face down:",
        f"**#1** of {people['ana'].mention} (manifest): Forest",
    ]
    assert await told(people["ana"], channel, "end") == NO_GAME
    assert in_database(host_config, "SELECT * FROM games") == []


async def test_whoever_adds_is_answered_first_and_alone_and_then_all_are_told_without_the_card(
    simcord_env, channel, ana
):
    await play(ana, channel, "start")
    before = len(simcord_env.http_requests)
    answer = await play(ana, channel, "add", how="megamorph", card="Deathmist Raptor", source="Forest", marker="die")
    assert plain(answer.response.content).splitlines() == [
        "**#1** morph (really megamorph) · by: Forest · marker: die · <R> – it is: Deathmist Raptor",
        NOBODY_ELSE,
    ]
    private, line, drawn = simcord_env.http_requests[before:]
    assert (private.json["data"]["flags"], "Raptor" in private.json["data"]["content"]) == (64, True)
    assert (line.method, line.path) == ("POST", f"/channels/{channel.id}/messages")
    assert line.json["content"] == f"**#1** face down under {ana.mention}: morph · by: Forest · marker: die"
    assert (drawn.method, drawn.path) == ("PATCH", f"/channels/{channel.id}/messages/{boards(channel)[0].id}")
    for request in (line, drawn):
        assert "Raptor" not in json.dumps(request.json)
        assert "mega" not in json.dumps(request.json)


async def test_the_card_of_a_change_that_is_refused_or_told_later_reaches_nobody_else(
    simcord_env, channel, ana, beto, caplog
):
    hidden = "Whisperwood Elemental"
    await play(ana, channel, "add", how="manifest", count=2)
    await told(ana, channel, "identify", number=1, card=hidden)
    await told(ana, channel, "identify", number=1, card=f"{hidden}!")
    await told(beto, channel, "identify", number=1, card=hidden)
    await told(beto, channel, "add", how="cloak", player=ana, card=hidden)
    await told(ana, channel, "undo")
    await play(beto, channel, "log")
    await beto.autocomplete(channel, "facedown turnup", "number", hidden)
    seen = [request.json for request in simcord_env.http_requests if "commands" not in request.path]
    open_to_all = [body for body in seen if body and body.get("data", {}).get("flags") != 64]
    assert len(open_to_all) >= 4
    assert "Whisperwood" not in json.dumps([message.content for message in channel.history()])
    assert "Whisperwood" not in json.dumps(open_to_all)
    assert "Whisperwood" not in caplog.text


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"how": "turned-face-down", "card": "Bear Cub"}, "turned face down · known to all: Bear Cub"),
        (
            {"how": "put-face-down", "zone": "graveyard", "card": "Ashcloud Phoenix", "source": "itself"},
            "put face down · known to all: Ashcloud Phoenix · from: graveyard · by: itself",
        ),
        (
            {"how": "put-face-down", "zone": "exile", "card": "Sage of Shaila's Claim"},
            "put face down · known to all: Sage of Shaila's Claim · from: exile",
        ),
        (
            {"how": "put-face-down", "zone": "command", "card": "Kadena"},
            "put face down · known to all: Kadena · from: command zone",
        ),
    ],
    ids=lambda value: value.get("zone", "battlefield") if isinstance(value, dict) else "",
)
async def test_a_card_that_everybody_is_entitled_to_know_is_told_to_all_and_by_anybody(
    channel, ana, beto, options, line
):
    await play(ana, channel, "start")
    await told(beto, channel, "add", player=ana, **options)
    assert public(channel)[-1] == f"**#1** face down under {ana.mention}: {line} · recorded by {beto.mention}"
    assert board(channel) == [f"{ana.mention}: 1", f"**#1** {line} · <R>"]


async def test_a_card_that_is_put_face_down_from_hand_or_library_or_nobody_knows_whence_is_a_secret(channel, ana):
    for zone, words in (({"zone": "hand"}, " · from: hand"), ({"zone": "library"}, " · from: library"), ({}, "")):
        answer = plain(await told(ana, channel, "add", how="put-face-down", card="Cyberman Patrol", **zone))
        assert answer.splitlines()[0].endswith(f"put face down{words} · <R> – it is: Cyberman Patrol")
        assert board(channel)[-1].endswith(f"put face down{words} · <R>")
    assert "Cyberman" not in "\n".join(public(channel) + board(channel))


async def test_what_all_may_know_but_nobody_told_says_so_until_its_controller_tells_it(channel, ana, beto):
    await play(ana, channel, "add", how="turned-face-down", source="Ixidron")
    assert board(channel)[1] == (
        "**#1** turned face down · everybody is entitled to know the card; its controller names it with "
        "`/facedown identify` · by: Ixidron · <R>"
    )
    assert await told(beto, channel, "identify", number=1, card="Bear Cub") == (
        f"#1 is not yours: {ana.mention} controls it and alone can do that."
    )
    await told(ana, channel, "identify", number=1, card="Bear Cub")
    assert public(channel)[-1] == "**#1** is Bear Cub; everybody is entitled to know it."
    assert board(channel)[1] == "**#1** turned face down · known to all: Bear Cub · by: Ixidron · <R>"


async def test_several_are_added_for_another_player_in_order_and_told_one_by_one(channel, ana, beto):
    await play(ana, channel, "start")
    await told(beto, channel, "add", how="cloak", count=3, player=ana, owner=beto, zone="library", source="Unexplained")
    line = f"cloak · ward {{2}} · from: library · by: Unexplained · owner: {beto.mention}"
    assert public(channel)[-1] == (
        f"**#1** to **#3** face down under {ana.mention}: {line} · recorded by {beto.mention}"
    )
    assert board(channel) == [f"{ana.mention}: 3", *(f"**#{number}** {line} · <R>" for number in (1, 2, 3))]
    assert plain(await told(ana, channel, "identify", number=2, card="Forest")).splitlines() == [
        f"**#2** {line} · <R> – it is: Forest",
        NOBODY_ELSE,
    ]


async def test_megamorph_that_somebody_else_recorded_is_morph_to_its_controller_too(channel, ana, beto):
    await play(ana, channel, "start")
    answer = await told(beto, channel, "add", how="megamorph", player=ana)
    assert answer.splitlines()[0] == f"**#1** face down under {ana.mention}: morph · recorded by {beto.mention}"
    assert await own(ana, channel) == ["**#1** morph · <R> – you have not told me what it is"]


async def test_a_control_change_moves_the_right_to_look_and_back(channel, ana, beto):
    await play(ana, channel, "add", how="manifest", card="Abzan Guide")
    await shown(ana, channel, "give", number=1, player=beto)
    assert await told(ana, channel, "look", number=1) == (
        f"#1 is not yours: {beto.mention} controls it and alone can do that."
    )
    seen = (await play(beto, channel, "look", number=1)).response
    assert plain(seen.embeds[0].description) == f"**#1** manifest · owner: {ana.mention} · <R> – it is: Abzan Guide"
    await shown(beto, channel, "give", number=1, player=ana)
    assert (await play(beto, channel, "look")).response.embeds[0].description == "You control nothing face down."


async def test_undo_takes_public_changes_back_before_all_and_secret_ones_in_private(channel, ana, beto):
    await play(ana, channel, "add", how="manifest")
    await play(beto, channel, "mark", number=1, tapped=True)
    await told(ana, channel, "identify", number=1, card="Forest")
    assert await told(ana, channel, "undo") == "Your last entry is taken back. Only you see this message."
    assert await told(ana, channel, "undo") == (
        f"The last change is by {beto.mention}, who may take it back, or somebody with Manage Messages."
    )
    assert await shown(beto, channel, "undo") == f"{beto.mention} takes back: {beto.mention} marks **#1**: tapped"
    assert board(channel)[1] == "**#1** manifest · <R>"
    await shown(ana, channel, "undo")
    assert board(channel) == ["Nothing is face down."]
    await play(ana, channel, "add", how="morph")
    assert board(channel)[1] == "**#2** morph · <R>"


async def test_the_number_of_what_is_taken_back_is_not_used_again_and_nobody_sees_what_was_told_of_it(
    simcord_env, host_config, channel, ana, beto
):
    await play(ana, channel, "add", how="manifest", player=beto)
    await told(beto, channel, "identify", number=1, card="Whisperwood Elemental")
    await shown(ana, channel, "undo")
    await play(ana, channel, "add", how="manifest")
    assert await own(ana, channel) == ["**#2** manifest · <R> – you have not told me what it is"]
    await shown(ana, channel, "undo")
    async with restarted(simcord_env, host_config) as bot:
        bot.tables.hurry()
        await play(ana, channel, "add", how="manifest")
        assert await own(ana, channel) == ["**#3** manifest · <R> – you have not told me what it is"]
        assert await own(beto, channel) == ["You control nothing face down."]
        assert (await shown(ana, channel, "end")).splitlines()[1:] == [
            f"**#3** of {ana.mention} (manifest): never told to me, to be shown at the table"
        ]


async def own(who, channel):
    """The lines of somebody's private look."""
    return plain((await play(who, channel, "look")).response.embeds[0].description).splitlines()


async def test_a_change_of_what_was_told_is_counted_and_told_when_the_card_is_shown(channel, ana):
    await play(ana, channel, "add", how="manifest", card="Abzan Guide")
    await told(ana, channel, "identify", number=1, card="abzan  guide")
    for card in ("Forest", "Abzan Guide"):
        await told(ana, channel, "identify", number=1, card=card)
    assert await shown(ana, channel, "turnup", number=1) == (
        f"{ana.mention} turns **#1** face up: Abzan Guide. (The entry was changed 2 times after the first.)"
    )


@pytest.mark.parametrize(
    ("card", "changed"),
    [("Forest", " (The entry was changed once after the first.)"), ("BEAR CUB!", "")],
    ids=["another", "the same"],
)
async def test_another_card_than_all_know_is_told_to_be_a_change_when_it_is_shown(channel, ana, card, changed):
    await play(ana, channel, "add", how="turned-face-down", card="Bear Cub")
    assert await shown(ana, channel, "leave", number=1, zone="graveyard", card=card) == (
        f"**#1** goes to the graveyard. {ana.mention} shows it: {card}.{changed}"
    )


def card_field(form):
    """What a form says under the card, and whether the card has to be filled in."""
    (field,) = (field for field in form.modal["components"] if field["label"] == "Card")
    return field["description"], field["component"]["required"]


async def test_turning_up_asks_for_a_card_that_was_never_told_and_then_shows_it(channel, host_config, ana):
    await play(ana, channel, "add", how="manifest")
    before = everything(channel, host_config)
    form = await play(ana, channel, "turnup", number=1)
    assert prefilled(form) == {"number": "1", "kind": ["permanent"]}
    assert card_field(form) == ("Its name, as it is printed", True)
    assert everything(channel, host_config) == before
    answer = (await fill_in(ana, form, number="1", card="Abzan Guide", kind="permanent")).response
    assert (answer.content, answer.ephemeral) == (f"{ana.mention} turns **#1** face up: Abzan Guide.", False)
    assert answer.embeds == []
    assert board(channel) == ["Nothing is face down."]


async def test_an_instant_or_sorcery_is_shown_with_the_ruling_and_stays_face_down_known_to_all(channel, ana, beto):
    await play(ana, channel, "add", how="manifest", card="Fuss // Bother")
    answer = (await play(ana, channel, "turnup", number=1, instant=True)).response
    assert not answer.ephemeral
    assert answer.content == (
        f"{ana.mention} shows **#1**: Fuss // Bother, an instant or sorcery card. It stays face down, and all know it."
    )
    assert [embed.title for embed in answer.embeds] == ["A face-down instant or sorcery card can't be turned face up"]
    assert "Forest" not in answer.embeds[0].description
    assert board(channel) == [f"{ana.mention}: 1", "**#1** manifest · known to all: Fuss // Bother · <R>"]
    await play(ana, channel, "give", number=1, player=beto)
    assert await shown(beto, channel, "leave", number=1, zone="graveyard") == (
        f"**#1** goes to the graveyard. {ana.mention} shows it: Fuss // Bother."
    )


async def test_an_instant_that_was_shown_stays_face_down_by_itself_from_then_on(channel, ana, beto):
    await play(ana, channel, "add", how="manifest", card="Opt")
    await shown(ana, channel, "turnup", number=1, instant=True)
    await play(ana, channel, "give", number=1, player=beto)
    answer = (await play(beto, channel, "turnup", number=1)).response
    assert answer.content == (
        f"{beto.mention} shows **#1**: Opt, an instant or sorcery card. It stays face down, and all know it."
    )
    assert [embed.title for embed in answer.embeds] == ["A face-down instant or sorcery card can't be turned face up"]
    assert board(channel)[1:] == [f"**#1** manifest · known to all: Opt · owner: {ana.mention} · <R>"]


async def test_what_was_called_an_instant_by_mistake_turns_up_once_that_is_taken_back(channel, ana):
    await play(ana, channel, "add", how="manifest", card="Abzan Guide")
    await shown(ana, channel, "turnup", number=1, instant=True)
    await shown(ana, channel, "undo")
    assert await shown(ana, channel, "turnup", number=1) == f"{ana.mention} turns **#1** face up: Abzan Guide."


async def test_the_form_for_an_instant_remembers_that_it_is_one(channel, ana):
    await play(ana, channel, "add", how="manifest")
    form = await play(ana, channel, "turnup", number=1, instant=True)
    assert prefilled(form) == {"number": "1", "kind": ["instant"]}
    answer = (await fill_in(ana, form, number="1", card="Opt", kind="instant")).response
    assert answer.content == (
        f"{ana.mention} shows **#1**: Opt, an instant or sorcery card. It stays face down, and all know it."
    )


@pytest.mark.parametrize(
    ("zone", "sentence"),
    [
        ("graveyard", "**#1** goes to the graveyard. {ana} shows it: Plains."),
        ("exile", "**#1** is exiled. {ana} shows it: Plains."),
        ("hand", "**#1** goes to the hand. {ana} shows it: Plains."),
        ("library", "**#1** goes to the library. {ana} shows it: Plains."),
        ("command", "**#1** goes to the command zone. {ana} shows it: Plains."),
        ("countered", "**#1** was a spell and is countered. {ana} shows it: Plains."),
    ],
)
async def test_what_leaves_is_asked_for_and_shown_by_its_owner_with_the_ruling(
    channel, host_config, ana, beto, *, zone, sentence
):
    await play(beto, channel, "add", how="disguise", owner=ana)
    before = everything(channel, host_config)
    form = await play(beto, channel, "leave", number=1, zone=zone)
    assert prefilled(form) == {"number": "1", "zone": [zone]}
    assert card_field(form) == ("Its name, as it is printed", True)
    assert everything(channel, host_config) == before
    answer = (await fill_in(beto, form, number="1", zone=zone, card="Plains")).response
    assert (answer.content, answer.ephemeral) == (sentence.format(ana=ana.mention), False)
    assert [embed.title for embed in answer.embeds] == ["Reveal a face-down card when it leaves or the game ends"]
    assert board(channel) == ["Nothing is face down."]


@pytest.mark.parametrize("how", ["morph", "megamorph", "disguise", "other"])
async def test_what_may_have_been_cast_face_down_can_be_countered(channel, ana, how):
    await play(ana, channel, "add", how=how, card="Zoetic Cavern")
    assert await shown(ana, channel, "leave", number=1, zone="countered") == (
        f"**#1** was a spell and is countered. {ana.mention} shows it: Zoetic Cavern."
    )


@pytest.mark.parametrize("how", ["manifest", "manifest-dread", "cloak", "turned-face-down", "put-face-down"])
async def test_what_was_never_a_spell_cannot_be_countered(channel, ana, how):
    await play(ana, channel, "add", how=how)
    assert await told(ana, channel, "leave", number=1, zone="countered") == (
        "#1 was never a spell, so it cannot have been countered. Choose the zone that it went to."
    )
    assert len(board(channel)) == 2


@pytest.mark.parametrize("dash", ["-", "–", "—", "－"])
async def test_a_dash_takes_marks_away_and_a_blank_changes_none(channel, ana, dash):
    await play(ana, channel, "add", how="manifest")
    await play(ana, channel, "mark", number=1, text="left", counters="two +1/+1")
    await shown(ana, channel, "mark", number=1, text=" ", counters="\u200b", tapped=True)
    assert board(channel)[1] == "**#1** manifest · tapped · counters: two +1/+1 · note: left · <R>"
    assert await shown(ana, channel, "mark", number=1, text=dash, counters=f" {dash} ") == (
        f"{ana.mention} marks **#1**: no counters · no note"
    )
    assert board(channel)[1] == "**#1** manifest · tapped · <R>"


async def test_a_player_who_leaves_shows_what_is_theirs_and_the_rest_goes_back_or_is_exiled(channel, ana, beto, caro):
    await play(ana, channel, "add", how="manifest", card="Plains")
    await play(ana, channel, "give", number=1, player=beto)
    await play(caro, channel, "add", how="morph", card="Zoetic Cavern")
    await play(caro, channel, "give", number=2, player=ana)
    await play(ana, channel, "add", how="cloak", owner=beto, card="Swamp")
    await play(ana, channel, "add", how="disguise")
    answer = (await play(ana, channel, "quit")).response
    assert not answer.ephemeral
    assert answer.content.splitlines() == [
        f"{ana.mention} leaves the game.",
        f"**#1** of {ana.mention} (manifest): Plains",
        f"**#4** of {ana.mention} (disguise): never told to me, to be shown at the table",
        f"**#3** of {beto.mention} (cloak): Swamp – exiled",
        f"**#2** goes back to {caro.mention}, still face down.",
    ]
    assert [embed.title for embed in answer.embeds] == ["Reveal a face-down card when it leaves or the game ends"]
    assert board(channel) == [f"{caro.mention}: 1", "**#2** morph · <R>"]

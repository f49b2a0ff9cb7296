"""A whole game of four players with all fourteen commands and a restart, read over their shoulders in each language."""

from __future__ import annotations

from pathlib import Path

import pytest
from conversation import restarted
from facedown_table import Onlooker, fill_in, play

READ = Path(__file__).parent / "data" / "facedown"
LOCALES = {"en": "en-GB", "zh-CN": "zh-CN", "ko": "ko", "pt-BR": "pt-BR", "es": "es-ES"}
COMMANDS = {
    "start", "add", "board", "look", "ways", "identify", "turnup", "leave", "give", "mark", "undo", "log", "quit", "end"
}  # fmt: skip

BEFORE_THE_RESTART = (
    ("ana", "start", {}),
    ("ana", "add", {"how": "manifest", "card": "Abzan Guide", "source": "Cloudform", "marker": "red die"}),
    ("beto", "add", {"how": "megamorph", "card": "Deathmist Raptor"}),
    ("caro", "add", {"how": "disguise", "count": 2}),
    ("dario", "log", {}),
    ("dario", "add", {"how": "cloak", "player": "caro"}),
    ("dario", "add", {"how": "manifest-dread", "zone": "library", "owner": "ana", "card": "Plains"}),
    ("ana", "add", {"how": "turned-face-down", "card": "Grizzly Bears"}),
    ("beto", "add", {"how": "put-face-down", "zone": "graveyard"}),
    ("beto", "identify", {"number": 8, "card": "Ashcloud Phoenix"}),
    ("ana", "add", {"how": "other", "owner": "dario"}),
    ("caro", "identify", {"number": 3, "card": "Coveted Falcon"}),
    ("beto", "mark", {"number": 1, "tapped": True, "attacked": True, "text": "next to the Forest", "counters": "2"}),
    ("beto", "mark", {"number": 1, "tapped": False, "attacked": False, "text": "-", "counters": "-"}),
    ("ana", "give", {"number": 1, "player": "beto"}),
    ("beto", "give", {"number": 8, "player": "ana"}),
    ("ana", "turnup", {"number": 1}),
    ("dario", "board", {}),
)
AFTER_THE_RESTART = (
    ("beto", "look", {}),
    ("beto", "ways", {"number": 1}),
    ("dario", "ways", {"number": 2}),
    ("beto", "identify", {"number": 1, "card": "Forest"}),
    ("beto", "undo", {}),
    ("beto", "turnup", {"number": 2}),
    ("beto", "undo", {}),
    ("beto", "look", {"number": 2}),
    ("beto", "leave", {"number": 2, "zone": "countered"}),
    ("beto", "turnup", {"number": 1, "card": "Abzan Guide"}),
    ("beto", "add", {"how": "turned-face-down", "number": 1, "source": "Ixidron"}),
    ("caro", "leave", {"number": 3, "zone": "hand"}),
    ("caro", "leave", {"number": 3, "zone": "exile"}),
    ("caro", "turnup", {"number": 4}),
    ("caro", "turnup", {"number": 4}),
    ("caro", "add", {"how": "manifest", "count": 4}),
    ("caro", "leave", {"number": 5, "zone": "exile", "card": "Forest"}),
    ("dario", "leave", {"number": 6, "zone": "library"}),
    ("caro", "leave", {"number": 10, "zone": "graveyard", "card": "Island"}),
    ("caro", "leave", {"number": 11, "zone": "command", "card": "Kadena, Slinking Sorcerer"}),
    ("caro", "leave", {"number": 12, "zone": "exile"}),
    ("ana", "quit", {}),
    ("beto", "end", {}),
    ("beto", "end", {}),
)
FILLED_IN = {
    "turnup": {"number": "4", "card": "Fuss // Bother", "kind": "instant"},
    "ways": {"types": "Creature", "mana_cost": "3WBG", "so": "morph", "cost": "2WBG"},
    "leave": {"number": "12", "zone": "exile", "card": "Swamp"},
}


@pytest.fixture
def players(simcord_env, guild, ana, beto):
    caro, dario = (guild.add_member(simcord_env.create_user(name)) for name in ("caro", "dario"))
    return {player.name: player for player in (ana, beto, caro, dario)}


async def steps(players, channel, onlooker, what):
    """Let the players do something, and yield what can be read after each step."""
    for name, command, options in what:
        people = {option: players.get(value, value) for option, value in options.items()}
        yield f"{name}: {command}"
        answer = await play(players[name], channel, command, **people)
        for line in onlooker.sees():
            yield f"  {line}"
        if answer.modal is not None:
            keys = ("content", "label", "description")
            fields = [field[key] for field in answer.modal["components"] for key in keys if key in field]
            yield f"  ({name}) [{answer.modal['title']}] {' | '.join(fields)}"
            await fill_in(players[name], answer, **FILLED_IN[command])
            for line in onlooker.sees():
                yield f"  {line}"


def test_the_game_has_all_commands():
    assert {command for _, command, _ in BEFORE_THE_RESTART + AFTER_THE_RESTART} == COMMANDS
    assert len(COMMANDS) == 14


@pytest.mark.parametrize("language", LOCALES)
async def test_a_game_reads_as_it_should_in_each_language(
    simcord_env, simcord_bot, host_config, channel, *, players, locale, language
):
    locale(client=LOCALES[language], server=LOCALES[language])
    onlooker = Onlooker(simcord_env, channel, players.values())
    simcord_bot.tables.hurry()
    read = [line async for line in steps(players, channel, onlooker, BEFORE_THE_RESTART)]
    async with restarted(simcord_env, host_config) as bot:
        bot.tables.hurry()
        read += [line async for line in steps(players, channel, onlooker, AFTER_THE_RESTART)]
    assert read == (READ / f"{language}.txt").read_text(encoding="utf-8").splitlines()

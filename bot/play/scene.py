"""What there is to see at once: a server with a channel, three people in it, and what they have just done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simcord import ChannelHandle, Env, UserHandle
    from simcord.actors import MemberActor

    from bot.play.simulator import SettableClock

NAME = "Face-Down Judge"
FOUNDED = datetime(2024, 9, 27, tzinfo=UTC)
"""When the server, its channel and everybody's accounts came to be.

Their ids follow from that and are the same at every start: what a database kept of them (a game, a person's language)
is theirs again. Messages come later, so their ids are new ones, and no message is taken for one of an earlier start.
"""
LASTS = timedelta(seconds=30)
"""The moments before the start in which the scene takes place."""
PAUSE = 2.0
"""Seconds between two things that somebody does: more than the bot pauses between two edits."""

QUESTION = "does turning a creature face up trigger enters abilities?"
TOPIC = "Be somebody else: “Viewing as”, at the top. To try the bot, type / below."
KOREAN = "ko"
"""The language of Cleo's Discord."""

HINT = """\
**This is the real bot, in a Discord that runs on this computer alone.** Try it:
1. **Ask.** Type `/ruling morph` or `/ruling` and a whole question in the field below (you may choose from what is \
offered) and send it.
2. **Change the language.** Click a flag under an answer. Cleo clicked 🇰🇷 above; 🇬🇧 turns that answer back. ⋯ at a \
message has more flags, and **Apps: Translate ruling** for yourself alone.
3. **Play face down.** Type `/facedown add` and choose how the card came to lie face down; then press **more**, \
choose `card`, name any card and send it. Only you see which one it is.
4. **Be somebody else.** Choose Beto at **Viewing as**, at the top: to him your card is a number. Cleo only watches, \
and her Discord is in Korean. The Card Store owns the server and may do everything in it.
5. **Show it.** As Ana again, press **Turn up** under the board and give the number. Now everybody sees the card.

All commands are offered when you type `/`. Ctrl-C in the terminal ends all this."""
NEW_GAME = "\n-# Ana and Beto have just begun a game. This stays at the top: 📌."
KEPT_GAME = "\n-# The game of last time goes on: its board stands above. This stays at the top: 📌."


@dataclass(frozen=True, slots=True)
class Scene:
    """The people and the place.

    Attributes:
        channel: where everything happens.
        ana: a player.
        beto: another one.
        cleo: somebody who only watches.
        store: whose server it is, so that it may do everything there.
    """

    channel: ChannelHandle
    ana: MemberActor
    beto: MemberActor
    cleo: MemberActor
    store: MemberActor

    @property
    def viewers(self) -> tuple[MemberActor, ...]:
        """Those who can be played, the first of them at once."""
        return self.ana, self.beto, self.cleo, self.store

    @property
    def locales(self) -> dict[int, str]:
        """The language of the Discords that are not in English, by the id of whose it is."""
        return {self.cleo.id: KOREAN}


def furnish(env: Env, clock: SettableClock) -> Scene:
    """Make the server and its people."""
    owner, *people = (_person(env, clock, name, day) for day, name in enumerate(("Card Store", "Ana", "Beto", "Cleo")))
    clock.set(FOUNDED + timedelta(days=10))
    guild = env.create_guild("Card Store", owner=owner)
    clock.set(FOUNDED + timedelta(days=11))
    channel = guild.create_text_channel("webcam-table", topic=TOPIC)
    ana, beto, cleo = map(guild.add_member, people)
    return Scene(channel, ana, beto, cleo, guild.add_member(owner))


def _person(env: Env, clock: SettableClock, name: str, day: int) -> UserHandle:
    # Each has a day of their own, so that no other id decides theirs.
    clock.set(FOUNDED + timedelta(days=day))
    return env.create_user(name.lower().replace(" ", "-"), global_name=name)


async def perform(env: Env, clock: SettableClock, scene: Scene, *, goes_on: bool) -> None:
    """Let everybody do what there is to see, and end with a hint of what to try.

    Args:
        env: the simulated Discord.
        clock: its clock.
        scene: who takes part.
        goes_on: whether a game is going on already.
    """
    clock.set(datetime.now(UTC) - LASTS)
    await scene.ana.slash(scene.channel, "ruling", question=QUESTION)
    await env.advance_time(PAUSE)
    await scene.cleo.react(scene.channel.history()[-1], "🇰🇷")
    await env.advance_time(PAUSE)
    if goes_on:
        await _show_the_board(env, scene)
    else:
        await _begin_a_game(env, scene)
    clock.set(datetime.now(UTC))
    hint = await scene.store.send(scene.channel, HINT + (KEPT_GAME if goes_on else NEW_GAME))
    await scene.store.set_pinned(hint, pinned=True)
    # The line that says so would hide the hint from whoever opens the page.
    await scene.store.delete(scene.channel.history()[-1])


async def _begin_a_game(env: Env, scene: Scene) -> None:
    await scene.ana.slash(scene.channel, "facedown start")
    await env.advance_time(PAUSE)
    for player, options in (
        (scene.ana, {"how": "manifest", "card": "Llanowar Elves", "source": "Soul Summons"}),
        (scene.beto, {"how": "morph", "card": "Exalted Angel"}),
        (scene.ana, {"how": "cloak", "card": "Serra Angel", "source": "Cryptic Coat", "marker": "blue die"}),
    ):
        await player.slash(scene.channel, "facedown add", **options)
        await env.advance_time(PAUSE)


async def _show_the_board(env: Env, scene: Scene) -> None:
    told = (await scene.ana.slash(scene.channel, "facedown board")).response
    if told is not None:
        # Ana dismisses what only she sees: a link to it, which leads from here to the other Discord.
        env.backend.delete_message(scene.channel.id, told.id)

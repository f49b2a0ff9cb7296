"""Random games of four players and a judge, played twice with other hidden cards, and who may look at what in them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st

FOUR = range(4)
JUDGE = 4
"""Somebody with Manage Messages who does not play."""
PUBLIC_ZONES = ("graveyard", "exile", "command")
HIDDEN = ("manifest", "manifest")
ALIKE = ("turned-face-down", "turned-face-down")
OUT_OF_A_ZONE = ("put-face-down", "put-face-down")
CAUSES = (
    ("morph", "megamorph"),
    ("megamorph", "morph"),
    ("megamorph", "megamorph"),
    HIDDEN,
    ("manifest-dread", "manifest-dread"),
    ("cloak", "cloak"),
    ("disguise", "disguise"),
    ("illusionary-mask", "illusionary-mask"),
    ("other", "other"),
    ALIKE,
    OUT_OF_A_ZONE,
)
"""How something became face down in the one game and in the other."""
SOME, MOSTLY = 0.7, 0.8
MOST = 14
"""So few that a player's look is one page however long the names are."""

MOST_NAMES = 80
"""More than the cards that are told in a game."""
FORMS = (
    {"types": ["Creature"], "mana_cost": "3G", "so": ["morph"], "cost": "2G"},
    {"types": ["Creature", "Artifact"], "so": ["disguise", "lost-abilities"], "cost": "Discard a card"},
    {"types": ["Sorcery"], "mana_cost": "{X}", "so": ["double-faced"]},
    {"types": ["Land"], "mana_cost": "none", "so": []},
    {"types": ["Creature"], "mana_cost": "three", "so": ["phased-out"]},
)
"""What is filled into the advisor's form, the same in both games."""

VEIL = "veiled"
"""Stands for a card's name in what its controller alone may read."""

Pair = tuple[str, str]
"""What somebody types in the one game and in the other."""


@dataclass(frozen=True)
class Step:
    """What chance decides; what it comes to depends on the table."""

    kind: str
    who: int
    other: int
    number: int
    cause: Pair
    zone: str | None
    count: int
    tells: bool
    fits: bool
    form: bool
    trouble: str | None


Effect = Callable[["dict[int, Card]", set[int]], None]
"""What a change does to the cards, and to the players who left."""


def _nothing(_cards: dict[int, Card], _gone: set[int]) -> None:
    """Changes no card."""


@dataclass(frozen=True)
class Action:
    """What somebody does, in both games at once.

    Attributes:
        kind: a command of `/facedown`, or `suggest`, `press` (a button of the board), `wait`, `restart`, `special` (the
            button under an answer of `ways` that the same player got before).
        who: the player, or the judge.
        options: of the command; a pair is the one thing or the other.
        form: whether it is done with the board's form.
        trouble: what fails meanwhile.
        effect: what it does to the cards, once it is written down.
        shows: numbers whose cards all have seen then.
        filled: what is filled into the advisor's form, should it open.
    """

    kind: str
    who: int
    options: dict = field(default_factory=dict)
    form: bool = False
    trouble: str | None = None
    effect: Effect = field(default=_nothing, repr=False)
    shows: tuple[int, ...] = ()
    filled: dict = field(default_factory=dict, repr=False)


@dataclass
class Card:
    """A permanent.

    Attributes:
        owner: whose card it is.
        control: who got control of it, in order.
        cause: how it became face down.
        is_public: whether all are entitled to know the card.
        told: the card, as its controllers told it in secret.
        is_known: whether all know the card.
        is_instant: whether it was shown as an instant, which never turns face up (701.40g).
        face: `down`, `up` or `gone`.
    """

    owner: int
    control: list[int]
    cause: Pair
    is_public: bool
    told: Pair | None = None
    is_known: bool = False
    is_instant: bool = False
    face: str = "down"

    @property
    def controller(self) -> int:
        return self.control[-1]


@dataclass
class Change:
    """Something that was written down."""

    who: int | None = None
    effect: Effect = _nothing
    shows: tuple[int, ...] = ()
    is_undone: bool = False


def games(kinds: dict[str, int], troubles: tuple[str, ...] = ()):
    """Random games as lists of steps.

    Args:
        kinds: how often each kind of step is, beside the others.
        troubles: what may fail.
    """
    # Chance is fair in here: left to choose each step, Hypothesis does the same things over and over.
    return st.builds(lambda chance: _game(chance, kinds, troubles), st.randoms(use_true_random=True))


def _game(chance: Random, kinds: dict[str, int], troubles: tuple[str, ...]) -> list[Step]:
    """Some steps, the first two of which put cards on the table."""
    drawn = chance.choices([*kinds], [*kinds.values()], k=chance.randint(4, 10))
    return [
        Step(
            kind=kind,
            who=chance.randint(0, JUDGE),
            other=chance.choice(FOUR),
            number=chance.randint(0, MOST),
            cause=chance.choice(CAUSES),
            zone=chance.choice([None, None, "library", "hand", "graveyard"]),
            count=chance.choice([1, 1, 1, 1, 2, 3]),
            tells=chance.random() < SOME,
            fits=chance.random() < MOSTLY,
            form=chance.random() > SOME,
            trouble=chance.choice(troubles) if troubles and place > 1 and chance.random() > MOSTLY else None,
        )
        for place, kind in enumerate(["add", "add", *drawn])
    ]


def _veiled_line(text: str, own: dict[int, Card], secrets: dict[int, tuple[str, str]], which: int) -> str:
    """A line about a permanent, with a veil over what is secret of it."""
    match = re.match(r"\*\*#(\d+)\*\* ", text)
    number = int(match[1]) if match else 0
    if number in own and own[number].cause[which] == "megamorph":
        text = text.replace(" (really megamorph)", "")
    return re.sub(rf" – it is: {secrets[number][which]}\Z", f" – {VEIL}", text) if number in secrets else text


def _is_secret_how(card: Card) -> bool:
    """How something really became face down is a secret, too, as long as nobody knows the card."""
    return len(set(card.cause)) > 1 and not card.is_known


def _given_back(action: Action, viewer: int, which: int) -> str | None:
    """The card that stands in a line of its own where a restart has overtaken a form: its author gets back what they
    typed, recorded or not."""
    typed = action.options.get("card")
    is_lost = action.form and action.trouble == "restart" and action.who == viewer
    return typed[which] if is_lost and isinstance(typed, tuple) else None


class Referee:
    """Knows by the rules (708.5, 708.9, 800.4a) who may look at what, and what all have seen.

    It hears only which changes were written down; what they mean stands here.
    """

    def __init__(self) -> None:
        self.game: str | None = None
        self.changes: dict[int, Change] = {}
        self.last_number = 0
        self.names = 0

    # The table

    def replay(self) -> tuple[dict[int, Card], set[int]]:
        """The permanents, and the players who left, after all that was not taken back."""
        cards: dict[int, Card] = {}
        gone: set[int] = set()
        for change in self.changes.values():
            if change.is_undone:
                continue
            change.effect(cards, gone)
            for number in change.shows:
                if number in cards:
                    cards[number].is_known = True
        return cards, gone

    def cards(self) -> dict[int, Card]:
        return self.replay()[0]

    def face_down(self) -> dict[int, Card]:
        return {number: card for number, card in self.cards().items() if card.face == "down"}

    def hear(self, action: Action, game: str | None, events: list[tuple[int, int | None, str]]) -> None:
        """Note what was written down of an action."""
        if game is None:
            # It may have been written down, and answered, before the game was closed.
            self.changes[len(self.changes) + 1] = Change(action.who, action.effect, action.shows)
        elif game != self.game:
            self._forget()
        self.game = game
        for seq, undoes, written in events[len(self.changes) :] if game else ():
            assert seq == len(self.changes) + 1
            event = json.loads(written)
            self.changes[seq] = Change()
            if undoes is not None:
                self.changes[undoes].is_undone = True
            elif event["kind"] != "started":
                self.changes[seq] = Change(action.who, action.effect, action.shows)
            if event["kind"] == "added":
                assert event["first"] == self.last_number + 1, "a number is lost or stands twice"
                self.last_number += event["count"]

    def _forget(self) -> None:
        """The game is closed, and its numbers with it."""
        self.changes, self.last_number = {}, 0

    def secrets_of(self, viewer: int) -> dict[int, Pair]:
        """What was told in secret of what somebody controls."""
        own = ((number, card) for number, card in self.face_down().items() if card.controller == viewer)
        return {number: card.told for number, card in own if card.told and not card.is_known}

    def veiled(self, action: Action, body: object, viewer: int, which: int) -> object:
        """What somebody is told in private, with a veil over what they alone may know, and over nothing else."""
        own = {number: card for number, card in self.face_down().items() if card.controller == viewer}
        secrets = self.secrets_of(viewer)
        about = action.options.get("number")
        is_secret = about in secrets or (about in own and _is_secret_how(own[about]))
        if is_secret and action.kind in ("ways", "special"):
            return VEIL

        given_back = _given_back(action, viewer, which)

        def line(text: str) -> str:
            return VEIL if text == given_back else _veiled_line(text, own, secrets, which)

        def anything(body: object) -> object:
            match body:
                case str() if secrets and action.kind in ("look", "press"):
                    # What the library knows of their own cards stands in lines of its own.
                    return "\n".join(line(each) for each in body.split("\n") if each and not each.startswith("-# "))
                case str():
                    return "\n".join(map(line, body.split("\n")))
                case {"embeds": [first, _]} if is_secret and action.kind == "look":
                    return anything(body | {"embeds": [first]})
                case list():
                    return [anything(each) for each in body]
                case dict():
                    return {key: anything(each) for key, each in body.items()}
            return body

        return anything(body)

    # What chance comes to

    def actions(self, step: Step) -> list[Action]:
        """What is done in a step; what will be shown is told alike in both games first."""
        if self.game is None:
            self._forget()
        return getattr(self, f"_{step.kind}", self._command)(step)

    def the_end(self) -> list[Action]:
        """Everything is shown."""
        return [*self._tell_alike(self.face_down()), Action("end", JUDGE)]

    def _name(self, *, alike: bool) -> Pair:
        self.names += 1
        return (f"Forest {self.names}",) * 2 if alike else (f"Abzan Guide {self.names}", f"Raptor {self.names}")

    def _number(self, step: Step) -> int:
        down = list(self.face_down())
        if step.fits and down:
            return down[step.number % len(down)]
        return step.number % (self.last_number + 2) or 1

    def _controller(self, step: Step, number: int) -> int:
        card = self.face_down().get(number)
        return card.controller if step.fits and card else step.who % len(FOUR)

    def _tell_alike(self, cards: dict[int, Card]) -> list[Action]:
        """Their controllers put right what is not the same in both games, before it is shown."""
        differ = {n: card for n, card in cards.items() if card.told and len(set(card.told)) > 1 and not card.is_known}
        return [self._identified(card.controller, number, self._name(alike=True)) for number, card in differ.items()]

    def _identified(self, who: int, number: int, card: Pair, **more: object) -> Action:
        def effect(cards: dict[int, Card], _gone: set[int]) -> None:
            if number in cards and cards[number].is_public:
                cards[number].is_known = True
            elif number in cards:
                cards[number].told = card

        return Action("identify", who, {"number": number, "card": card}, effect=effect, **more)

    def _command(self, step: Step) -> list[Action]:
        """Commands that change nothing, or have no options; and what is none."""
        number = {"number": self._number(step)} if step.kind == "look" and step.tells else {}
        return [Action(step.kind, step.who, number, trouble=step.trouble)]

    def _ways(self, step: Step) -> list[Action]:
        """Its controller asks, or somebody else."""
        number = self._number(step)
        asks = self._controller(step, number) if step.tells else step.who
        filled = FORMS[step.number % len(FORMS)]
        return [Action("ways", asks, {"number": number}, filled=filled, trouble=step.trouble)]

    def _undo(self, step: Step) -> list[Action]:
        changes = [change.who for change in self.changes.values() if change.who is not None and not change.is_undone]
        undoes = Action("undo", changes[-1] if changes and step.fits else step.who, trouble=step.trouble)
        return [undoes, Action("look", step.other)]

    def _suggest(self, step: Step) -> list[Action]:
        told = [card.told[0] for card in self.cards().values() if card.told]
        typed = (told or [""])[step.number % max(len(told), 1)] if step.tells else ("", "1", "mega")[step.number % 3]
        return [Action("suggest", step.who, {"typed": typed, "face": "up" if step.form else "down"})]

    def _add(self, step: Step) -> list[Action]:
        if self.last_number + step.count > MOST:
            return [Action("look", step.who)]
        who = step.who % len(FOUR)
        zone = None if step.form or (step.cause == ALIKE and step.fits) else step.zone
        is_public = step.cause == ALIKE or (step.cause == OUT_OF_A_ZONE and zone in PUBLIC_ZONES)
        controller = who if step.fits or step.form else step.other
        owner = step.other if step.number % 3 == 0 and not step.form else controller
        card = self._name(alike=is_public) if step.tells and (step.count == 1 or not step.fits) else None
        first = self.last_number + 1

        def effect(cards: dict[int, Card], _gone: set[int]) -> None:
            for number in range(first, first + step.count):
                cards[number] = Card(owner, [controller], step.cause, is_public)
                cards[number].told, cards[number].is_known = (None, bool(card)) if is_public else (card, False)

        options = {
            "how": step.cause,
            "card": card,
            "count": step.count,
            "player": controller if controller != who else None,
            "owner": owner if owner != controller else None,
            "zone": zone,
            "source": "Cloudform" if step.number % 2 else None,
            "marker": "red die" if step.number % 5 == 0 else None,
        }
        given = {name: value for name, value in options.items() if value is not None}
        return [Action("add", who, given, step.form, step.trouble, effect)]

    def _identify(self, step: Step) -> list[Action]:
        number = self._number(step)
        card = self.cards().get(number)
        if card and (card.is_known or card.is_public):
            name = self._name(alike=True)
        else:
            name = card.told if card and card.told and step.number % 4 == 0 else self._name(alike=False)
        return [self._identified(self._controller(step, number), number, name, trouble=step.trouble)]

    def _turnup(self, step: Step) -> list[Action]:
        return self._show(step, {"instant": True} if step.other == 0 else {}, "down" if step.other == 0 else "up")

    def _leave(self, step: Step) -> list[Action]:
        return self._show(step, {"zone": ("graveyard", "exile", "hand", "countered")[step.other]}, "gone")

    def _show(self, step: Step, options: dict, face: str) -> list[Action]:
        """The controller shows a card, which others who try must not: they name another one in each game."""
        number = self._number(step)
        who = self._controller(step, number)
        down = self.face_down().get(number)
        may = down is not None and down.controller == who
        named = {"card": self._name(alike=may)} if step.tells else {}
        before = self._tell_alike({number: down}) if may and not named else []

        def effect(cards: dict[int, Card], _gone: set[int]) -> None:
            if number in cards and not (face == "up" and cards[number].is_instant):
                cards[number].face, cards[number].is_instant = face, face == "down"

        options = {"number": number, **options, **named}
        return [*before, Action(step.kind, who, options, step.form, step.trouble, effect, (number,))]

    def _down(self, step: Step) -> list[Action]:
        up = [number for number, card in self.cards().items() if card.face == "up"]
        number = up[step.number % len(up)] if up else 1

        def effect(cards: dict[int, Card], _gone: set[int]) -> None:
            if number in cards:
                cards[number].face, cards[number].cause, cards[number].is_public = "down", ALIKE, True

        return [Action("add", step.who, {"how": ALIKE, "number": number}, trouble=step.trouble, effect=effect)]

    def _give(self, step: Step) -> list[Action]:
        number = self._number(step)

        def effect(cards: dict[int, Card], _gone: set[int]) -> None:
            if number in cards:
                control = cards[number].control
                end = control.index(step.other) + 1 if step.other in control else len(control)
                cards[number].control = [*dict.fromkeys([*control[:end], step.other])]

        who = self._controller(step, number)
        gives = Action("give", who, {"number": number, "player": step.other}, trouble=step.trouble, effect=effect)
        asks = Action("ways", who, {"number": number}, filled=FORMS[0])
        special = Action("special", who, {"number": number}, filled=FORMS[0])
        return [asks, gives, Action("look", who), Action("look", step.other), special]

    def _mark(self, step: Step) -> list[Action]:
        marks = ({"tapped": True}, {"attacked": True}, {"counters": "two"}, {"text": "seen"})[step.other]
        number = self._number(step)
        return [Action("mark", step.who, {"number": number, **marks}, trouble=step.trouble)]

    def _quit(self, step: Step) -> list[Action]:
        leaving = step.other if step.who == JUDGE else step.who

        def effect(cards: dict[int, Card], gone: set[int]) -> None:
            gone.add(leaving)
            for card in cards.values():
                card.control = [card.control[0], *(each for each in card.control[1:] if each != leaving)]
                if card.owner == leaving or card.controller in gone:
                    card.face = "gone"

        after, gone = self.replay()
        effect(after, gone)
        shown = {number: card for number, card in self.face_down().items() if after[number].face == "gone"}
        known = tuple(number for number, card in shown.items() if card.told or card.is_known)
        other = {"player": leaving} if step.who == JUDGE else {}
        quits = Action("quit", step.who, other, trouble=step.trouble, effect=effect, shows=known)
        return [*self._tell_alike(shown), quits]

    def _end(self, step: Step) -> list[Action]:
        return [*self._tell_alike(self.face_down()), Action("end", step.who, trouble=step.trouble)]

    def _press(self, step: Step) -> list[Action]:
        button = ("add", "look", "turnup", "leave")[step.other]
        return [Action("press", step.who, {"button": button}, trouble=step.trouble)]

"""`ways`: how a face-down object may be turned face up."""

from __future__ import annotations

import argparse
import json
import sys

from bot.errors import JudgeError

SCENARIO = """\
A scenario on standard input:

  {"cause": "manifest",
   "card": {"name": "Abzan Guide", "types": ["Creature"],
            "mana_cost": "{3}{W}{B}{G}", "morph": "{2}{W}{B}{G}"},
   "effect": {"targets": "permanent"}}

“cause” and “card” with its “types” must be there; a key left out says what null or false says.

  cause       manifest, manifest-dread, cloak, morph, megamorph, disguise, turned-face-down,
              put-face-down, illusionary-mask
  zone        battlefield (if left out) or stack
  card        what the card is, its front face and normal half (of a merged permanent: the topmost
              component): name, types, mana_cost, morph, megamorph, disguise, double_faced
  listed      what the effect that turned or put it face down listed: types, power, toughness, ward
  face_up_now what it would be if it were face up now, where that is not the card: the keys of “card”
  components  the card types of each other component of a merged permanent: [["Creature"]]
  effect      an effect that would turn it face up: targets (creature or permanent),
              creature_card_only (true: only if it is a creature card)
  morph_cost_increase
              generic mana that morph costs are raised by: "{2}"
  from_hidden_zone, loses_abilities, cannot_be_turned_face_up, phased_out
              true or false

Costs are mana symbols or the printed words. A reduction that the card itself prints is taken off before.

The answer on standard output:

  {"face_down": {"types": ["Creature"], "power": 2, "toughness": 2, "ward": null},
   "ways": [{"way": "mana-cost", "cost": "{3}{W}{B}{G}", "counter": false},
            {"way": "morph", "cost": "{2}{W}{B}{G}", "counter": false}],
   "effect": "turns-up", "identity": "private",
   "rules": ["701.40b", "701.40c"],
   "topics": ["turn-up-manifested-special-action", "manifested-with-morph-or-disguise"]}

  face_down   what it is while it is face down, other effects left aside; null: nothing is given
  ways        what its controller may do with priority: mana-cost, morph, megamorph, disguise; or what
              happens by itself, at no cost: illusionary-mask. counter: it gets a +1/+1 counter
  effect      what the effect asked about does, null where none was: illegal-target, blocked,
              reveal-only (it is shown and stays face down), turns-up
  identity    whether every player is entitled to know the card (public) or its controller alone (private)
  rules       the numbers of the Comprehensive Rules that bore on the answer
  topics      the topics that explain it, as in `ask` and `export`
"""


def add_to(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = verbs.add_parser(
        "ways",
        help="tell how a face-down permanent may be turned face up",
        description="Tell how a face-down permanent may be turned face up, and what an effect that would do so does.\n"
        "Exit code 1: the scenario cannot be.",
        epilog=SCENARIO,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--json",
        action="store_true",
        required=True,
        help="a scenario as one JSON object on standard input, the answer as one on standard output",
    )
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Answer one scenario."""
    from bot.facedown.answer import as_object  # noqa: PLC0415 - see the package's docstring
    from bot.facedown.reader import read  # noqa: PLC0415
    from bot.facedown.ways import advise  # noqa: PLC0415

    if sys.stdin is None:  # it was closed by whoever started this
        raise JudgeError("There is no standard input; give the scenario there.")
    print(json.dumps(as_object(advise(read(sys.stdin.buffer.read()))), ensure_ascii=False))
    return 0

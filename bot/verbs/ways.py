"""`ways`: how a face-down object may be turned face up."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

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

Costs are mana symbols or the printed words. The answer's “rules” are numbers of the Comprehensive Rules,
its “topics” are those of `ask` and `export`.
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
    from bot.facedown.reader import read  # noqa: PLC0415 - see the package's docstring
    from bot.facedown.ways import advise  # noqa: PLC0415

    if sys.stdin is None:  # it was closed by whoever started this
        raise JudgeError("There is no standard input; give the scenario there.")
    print(json.dumps(asdict(advise(read(sys.stdin.buffer.read()))), ensure_ascii=False))
    return 0

"""A small library of cards, written by hand in the form of Scryfall's files, and how tests get it into a bot."""

from __future__ import annotations

import json

from bot.library.imports import import_files

LINKED = "turn-up-manifested-special-action"
"""A topic of the corpus whose words are a ruling of Cloudform; it has published texts in Chinese and Korean."""
CODES = {"zh-CN": "zhs", "pt-BR": "pt"}


def key(number):
    """The oracle id of a card of the tests."""
    return f"c0ffee00-0000-4000-8000-{number:012d}"


def printing(number, name, type_line, mana_cost="", text="", *, lang="en", printed=None, printed_type=None):
    """A printing of a card as Scryfall writes it."""
    return {
        "object": "card",
        "oracle_id": key(number),
        "layout": "normal",
        "name": name,
        "lang": CODES.get(lang, lang),
        "type_line": type_line,
        "mana_cost": mana_cost,
        "oracle_text": text,
        **({"printed_name": printed} if printed else {}),
        **({"printed_type_line": printed_type} if printed_type else {}),
    }


def ruling(number, date, text, source="wotc"):
    """A ruling as Scryfall writes it."""
    return {"object": "ruling", "oracle_id": key(number), "source": source, "published_at": date, "comment": text}


CLOUDFORM, GUIDE, BOLT, AURORA, HERALD, GHOST, GIANT = range(1, 8)
ENCHANTMENT = ("Cloudform", "Enchantment", "{1}{U}{U}", "When Cloudform enters, manifest the top card.")
MORPH = ("Abzan Guide", "Creature — Human Warrior", "{3}{W}{B}{G}", "Lifelink\nMorph {2}{W}{B}{G}")

CARDS = [
    printing(CLOUDFORM, *ENCHANTMENT),
    printing(CLOUDFORM, *ENCHANTMENT, lang="ko", printed="구름의 형상", printed_type="부여마법"),
    printing(CLOUDFORM, *ENCHANTMENT, lang="es", printed="Nubiforme", printed_type="Encantamiento"),
    printing(CLOUDFORM, *ENCHANTMENT, lang="pt-BR", printed="Nubiforme", printed_type="Encantamento"),
    printing(CLOUDFORM, *ENCHANTMENT, lang="zh-CN", printed="云雾化形", printed_type="结界"),
    printing(GUIDE, *MORPH),
    printing(GUIDE, *MORPH, lang="es", printed="Guía abzana", printed_type="Criatura — Guerrero humano"),
    printing(GUIDE, *MORPH, lang="ko", printed="아브잔 길잡이", printed_type="생물 — 인간 전사"),
    printing(BOLT, "Searing Bolt", "Instant", "{R}", "Searing Bolt deals 3 damage to any target."),
    printing(AURORA, "Aurora", "Sorcery", "{2}{W}"),
    printing(HERALD, "Dawn Herald", "Creature — Angel", "{4}{W}"),
    printing(HERALD, "Dawn Herald", "Creature — Angel", "{4}{W}", lang="es", printed="Aurora"),
    printing(GHOST, "Ghostly Visitor", "Creature — Spirit", "{2}{U}", "Flying"),
    {
        "object": "card",
        "oracle_id": key(GIANT),
        "layout": "adventure",
        "name": "Crushing Giant // Stamp",
        "lang": "en",
        "card_faces": [
            {"name": "Crushing Giant", "type_line": "Creature — Giant", "mana_cost": "{2}{R}", "oracle_text": "Reach"},
            {"name": "Stamp", "type_line": "Instant — Adventure", "mana_cost": "{1}{R}", "oracle_text": "Stamp."},
        ],
    },
]
OWN = "The creature card that Cloudform manifests gains flying and hexproof for as long as it is enchanted."
NOTE = "Two Cloudforms under one player share a drawer in the card shop."
LATEST = "If Cloudform leaves the battlefield, the manifested permanent stays face down there without flying."


def rulings(judge):
    """The rulings: one of Cloudform's is a wording of the corpus."""
    return [
        ruling(CLOUDFORM, "2014-11-24", judge.corpus.topics[LINKED].newest("en").words),
        ruling(CLOUDFORM, "2015-01-01", OWN),
        ruling(CLOUDFORM, "2016-02-03", NOTE, "scryfall"),
        ruling(CLOUDFORM, "2018-07-13", LATEST),
        ruling(GUIDE, "2014-09-20", "Abzan Guide has lifelink only while it is face up."),
        ruling(GIANT, "2019-10-04", "Stamp goes to exile with its Giant once the instant has resolved."),
        ruling(AURORA, "2020-01-01", "The lights of Aurora are white."),
        ruling(HERALD, "2020-01-01", "An angel announces the dawn."),
    ]


class Silent:
    """Is told how an import goes on."""

    def started(self, what, total):
        pass

    def advanced(self, done):
        pass


def take(path, judge, cards=None, notes=None, *, force=False):
    """Import cards and rulings into a library."""
    files = []
    for name, entries in (("cards.json", cards or CARDS), ("rulings.json", rulings(judge) if notes is None else notes)):
        file = path.parent / name
        file.write_text(json.dumps(entries), encoding="utf-8")
        files.append(str(file))
    return import_files(files, path, judge.corpus, Silent(), force=force)

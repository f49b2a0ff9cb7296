"""Small files of cards in the shapes of MTGJSON and Scryfall, written by hand."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import zipfile

from bot.library import Library
from bot.library.imports import import_files

LANGUAGES = {
    "de": "German",
    "es": "Spanish",
    "ko": "Korean",
    "pt-BR": "Portuguese (Brazil)",
    "zh-CN": "Chinese Simplified",
    "zh-TW": "Chinese Traditional",
}
SCRYFALL_CODES = {"zh-CN": "zhs", "zh-TW": "zht", "pt-BR": "pt"}


def face(name, number="a", *, whole=None, layout="normal", oracle_id=None, names=None, rulings=(), **more):
    """A face as MTGJSON writes it; `names` are printed names by language, `rulings` pairs of a date and a text."""
    written = {
        "name": whole or name,
        "layout": layout,
        "type": "Creature — Bear",
        "types": ["Creature"],
        "text": "",
        "identifiers": {"scryfallOracleId": oracle_id} if oracle_id else {},
        "foreignData": [
            {"language": LANGUAGES[language], "name": printed, "type": f"Type ({language})"}
            for language, printed in (names or {}).items()
        ],
        "rulings": [{"date": date, "text": text} for date, text in rulings],
        "legalities": {"vintage": "Legal"},
    }
    if whole:
        written |= {"faceName": name, "side": number}
        for foreign in written["foreignData"]:
            foreign["faceName"] = foreign["name"].split(" // ")[ord(number) - ord("a")]
    return written | more


def oracle(number):
    """An oracle id."""
    return f"00000000-0000-4000-8000-{number:012d}"


CLOUDFORM = face(
    "Cloudform",
    oracle_id=oracle(1),
    names={"es": "Forma de nube", "pt-BR": "Nubiforme", "ko": "구름형상", "zh-CN": "云形体", "zh-TW": "雲形體"},
    type="Enchantment",
    manaCost="{1}{U}{U}",
    text="When it enters, manifest the top card of your library.",
    rulings=[("2014-11-24", "Clouds are wet."), ("2018-07-13", "A cloud that is turned face up rains.")],
)
GUIDE = face(
    "Abzan Guide",
    oracle_id=oracle(2),
    names={"es": "Guía abzana", "pt-BR": "Guia Azban", "ko": "아브잔 길잡이", "de": "Abzan-Führer"},
    manaCost="{3}{W}{B}{G}",
    text="Lifelink\nMorph {2}{W}{B}{G} (You may cast this card face down.)",
)
GIANT = [
    face(
        "Crushing Giant",
        whole="Crushing Giant // Stamp",
        layout="adventure",
        oracle_id=oracle(3),
        names={"es": "Gigante machacón // Sello", "zh-CN": "碎骨巨人 // 一脚踩下"},
        manaCost="{2}{R}",
        rulings=[("2019-10-04", "Giants are large.")],
    ),
    face(
        "Stamp",
        "b",
        whole="Crushing Giant // Stamp",
        layout="adventure",
        oracle_id=oracle(3),
        names={"es": "Gigante machacón // Sello", "zh-CN": "碎骨巨人 // 一脚踩下"},
        type="Instant — Adventure",
        manaCost="{1}{R}",
        rulings=[("2019-10-04", "Giants are large.")],
    ),
]
HASTEN = face("Hasten", oracle_id=oracle(4), names={"es": "Acelerar"}, type="Sorcery")
QUICKEN = face("Quicken Up", oracle_id=oracle(5), names={"pt-BR": "Acelerar"}, type="Instant")
LANTERN = face("Tamsin's Lantern", oracle_id=oracle(6), type="Artifact")
CARDS = ([CLOUDFORM], [GUIDE], GIANT, [HASTEN], [QUICKEN], [LANTERN])


def atomic(*cards):
    """AtomicCards with these cards, each a list of faces."""
    return {"meta": {"date": "2026-01-31", "version": "5"}, "data": {str(faces[0]["name"]): faces for faces in cards}}


def set_file(*cards, code="TST"):
    """The file of a set."""
    return {"meta": {"date": "2026-02-28"}, "data": a_set(*cards, code=code)}


TOKEN = {"name": "Bear Token", "layout": "token", "type": "Token Creature — Bear", "identifiers": {}}


def a_set(*cards, code="TST"):
    return {
        "code": code,
        "name": "Test",
        "booster": {"sheets": [1, 2]},
        "cards": [f for c in cards for f in c],
        "languages": ["English"],
        "sealedProduct": [{"name": "A Box", "category": "booster_box"}],
        "tokens": [TOKEN, TOKEN],
    }


def deck(*cards):
    """The file of a deck."""
    boards = {"mainBoard": [f | {"count": 4} for c in cards for f in c], "sideBoard": [TOKEN]}
    return {"meta": {"date": "2026-02-28"}, "data": {"code": "TST", "name": "A Deck", "type": "Theme Deck"} | boards}


def printings(*sets):
    """AllPrintings with these sets, each a list of cards."""
    return {
        "meta": {"date": "2026-03-31"},
        "data": {f"S{n}": a_set(*cards, code=f"S{n}") for n, cards in enumerate(sets)},
    }


def scryfall(name, oracle_id, **more):
    """A card as Scryfall writes it."""
    plain = {"object": "card", "oracle_id": oracle_id, "name": name, "lang": "en", "layout": "normal"}
    return plain | {"type_line": "Creature — Bear", "mana_cost": "{1}{G}", "oracle_text": ""} | more


def scryfall_ruling(oracle_id, text, *, date="2020-01-01", source="wotc"):
    return {"object": "ruling", "oracle_id": oracle_id, "source": source, "published_at": date, "comment": text}


def packed(raw, how):
    """Bytes as they are published."""
    match how:
        case "gz":
            return gzip.compress(raw)
        case "xz":
            return lzma.compress(raw)
        case "bz2":
            return bz2.compress(raw)
        case "zip":
            return zipped({"inner/cards.json": raw, "README.txt": b"hello"})
    return raw


def zipped(members, method=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, raw in members.items():
            archive.writestr(name, raw)
    return file.getvalue()


class Silent:
    """Nobody is told how it goes on."""

    def started(self, what, total):
        pass

    def advanced(self, done):
        pass


class Shelf:
    """A library in a folder, and what is imported into it."""

    def __init__(self, folder, judge):
        self.folder = folder
        self.judge = judge
        self.file = folder / "library.sqlite3"
        self.library = Library(self.file, judge)

    def put(self, content, name="cards.json"):
        """Write a file: a document, or bytes."""
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return path

    def take(self, *contents, force=False):
        """Import documents together; what is reported."""
        return self.take_files(
            *(self.put(each, f"file{number}.json") for number, each in enumerate(contents)), force=force
        )

    def take_files(self, *given, force=False, progress=None):
        """Import paths or addresses."""
        return import_files(map(str, given), self.file, self.judge.corpus, progress or Silent(), force=force)

    def card(self, name, language="en"):
        return self.library.find(name, language).card

    def dump(self):
        """Everything that it answers, to compare with later."""
        cards = [self.card(faces[0]["name"]) for faces in CARDS]
        return self.library.summary(), cards, [self.library.rulings(card) for card in cards if card]

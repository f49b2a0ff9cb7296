"""What is read out of each kind of file, however it is packed."""

from __future__ import annotations

import datetime
import json

import pytest
from card_files import (
    CARDS,
    CLOUDFORM,
    GIANT,
    GUIDE,
    HASTEN,
    LANTERN,
    QUICKEN,
    atomic,
    face,
    oracle,
    packed,
    printings,
    scryfall,
    scryfall_ruling,
    set_file,
    zipped,
)

from bot.library.records import Source

EVERYTHING = json.dumps(atomic(*CARDS)).encode()


def names_of(card, language):
    return {(name.face, name.name) for name in card.names if name.language == language}


def test_a_card_of_atomic_cards_keeps_its_names_types_and_rulings(filled):
    card = filled.card("Cloudform")
    assert card.key == oracle(1)
    assert (card.name, card.layout, card.mana_cost) == ("Cloudform", "normal", "{1}{U}{U}")
    assert card.name_in("pt-BR") == "Nubiforme"
    assert card.name_in("fr") == "Cloudform"
    assert card.type_in("ko") == "Type (ko)"
    assert card.type_in("en") == "Enchantment"
    assert [(ruling.date, ruling.text) for ruling in filled.library.rulings(card)] == [
        (datetime.date(2018, 7, 13), "A cloud that is turned face up rains."),
        (datetime.date(2014, 11, 24), "Clouds are wet."),
    ]


def test_chinese_names_are_kept_apart_by_script(filled):
    card = filled.card("Cloudform")
    assert names_of(card, "zh-CN") == {(0, "云形体")}
    assert names_of(card, "zh-TW") == {(0, "雲形體")}


def test_a_card_of_two_faces_has_names_for_both_and_its_rulings_once(filled):
    card = filled.card("Crushing Giant // Stamp")
    assert [face.name for face in card.faces] == ["Crushing Giant", "Stamp"]
    assert card.mana_cost == "{2}{R}"
    assert names_of(card, "en") == {(0, "Crushing Giant // Stamp"), (1, "Crushing Giant"), (2, "Stamp")}
    assert names_of(card, "es") == {(0, "Gigante machacón // Sello"), (1, "Gigante machacón"), (2, "Sello")}
    assert card.type_in("es") == "Type (es)"
    assert len(filled.library.rulings(card)) == 1


def test_a_foreign_name_of_one_face_alone_is_that_faces_name(shelf):
    front, back = (
        each | {"foreignData": [{"language": "Spanish", "name": name}]}
        for each, name in zip(GIANT, ("A", "B"), strict=True)
    )
    shelf.take(atomic([front, back]))
    card = shelf.card("Crushing Giant")
    assert names_of(card, "es") == {(1, "A"), (2, "B")}
    assert card.name_in("es") == "Crushing Giant // Stamp"


@pytest.mark.parametrize("how", ["plain", "gz", "xz", "bz2", "zip"])
def test_files_are_told_apart_by_their_content_and_not_by_their_names(shelf, how):
    report = shelf.take(packed(EVERYTHING, how))
    assert report.changes.cards == len(CARDS)
    assert [(file.kind, file.date) for file in report.files] == [("MTGJSON cards", "2026-01-31")]


def test_a_byte_order_mark_is_no_part_of_the_document(shelf):
    assert shelf.take(b"\xef\xbb\xbf" + EVERYTHING).changes.cards == len(CARDS)


def test_several_streams_in_one_xz_file_are_one_document(shelf):
    half = len(EVERYTHING) // 2
    raw = packed(EVERYTHING[:half], "xz") + bytes(8) + packed(EVERYTHING[half:], "xz")
    assert shelf.take(raw).changes.cards == len(CARDS)


def test_a_zip_may_hold_the_files_of_several_sets(shelf):
    sets = {"A.json": set_file([CLOUDFORM], code="A"), "B.json": set_file([GUIDE], code="B")}
    report = shelf.take(zipped({name: json.dumps(document).encode() for name, document in sets.items()}))
    assert report.changes.cards == 2
    assert [file.kind for file in report.files] == ["MTGJSON set"] * 2


def test_the_hidden_companions_that_macos_puts_into_a_zip_are_no_documents(shelf):
    members = {"cards.json": EVERYTHING, "__MACOSX/._cards.json": b"\0\5\x16\7", ".cards.json": b""}
    assert shelf.take(zipped(members)).changes.cards == len(CARDS)


def test_a_set_has_other_lists_than_its_cards_wherever_they_stand(shelf):
    assert shelf.take(set_file([CLOUDFORM], GIANT)).changes.cards == 2
    turned = set_file([CLOUDFORM], [GUIDE])
    turned["data"] = dict(reversed(turned["data"].items()))
    report = shelf.take(turned)
    assert (report.changes.cards, report.files[0].kind) == (3, "MTGJSON set")
    assert shelf.library.suggest("Bear Token", "en") == []


def test_cards_of_one_name_are_cards_of_their_own(shelf):
    fox = {"type": "Creature — Fox", "manaCost": "{W}"}
    shelf.take(
        atomic(
            [
                face("Alpha", oracle_id=oracle(1), manaCost="{G}", rulings=[("2020-01-01", "Bears growl.")]),
                face("Alpha", oracle_id=oracle(2), rulings=[("2020-01-01", "Foxes bark.")], **fox),
            ]
        )
    )
    cards = [shelf.library.find(oracle(number), "en").card for number in (1, 2)]
    assert [card.faces[0].type_line for card in cards] == ["Creature — Bear", "Creature — Fox"]
    assert [[ruling.text for ruling in shelf.library.rulings(card)] for card in cards] == [
        ["Bears growl."],
        ["Foxes bark."],
    ]


def test_all_printings_put_the_printings_of_a_card_together(shelf):
    older = CLOUDFORM | {
        "foreignData": [{"language": "Spanish", "name": "Nubosidad"}],
        "rulings": CLOUDFORM["rulings"][:1],
    }
    report = shelf.take(printings([[CLOUDFORM], GIANT], [[older], [GUIDE]]))
    assert (report.changes.cards, report.files[0].kind, report.files[0].date) == (3, "MTGJSON printings", "2026-03-31")
    card = shelf.card("Cloudform")
    assert names_of(card, "es") == {(0, "Forma de nube"), (0, "Nubosidad")}
    assert card.name_in("es") == "Forma de nube"
    assert shelf.card("Nubosidad") == card
    assert len(shelf.library.rulings(card)) == 2
    assert len(shelf.card("Stamp").faces) == 2


def test_the_type_line_of_a_card_is_that_of_its_front_whichever_face_a_file_has_first(shelf):
    front, back = (
        each | {"foreignData": [each["foreignData"][0] | {"type": f"Tipo {each['side']}"}]} for each in GIANT
    )
    shelf.take(set_file([back, front]))
    assert shelf.card("Stamp").type_in("es") == "Tipo a"


def test_names_on_cards_that_pretend_to_be_something_else_find_them(shelf):
    shelf.take(atomic([CLOUDFORM | {"flavorName": "Nimbus, the Perfect Pet"}]))
    assert shelf.card("nimbus the perfect pet").name == "Cloudform"
    assert shelf.card("Cloudform").name_in("en") == "Cloudform"


def test_scryfall_cards_and_rulings_belong_together(shelf):
    report = shelf.take(
        [
            scryfall("Bear", oracle(1)),
            scryfall("Bear", oracle(1), lang="es", printed_name="Oso", printed_type_line="Criatura — Oso"),
            scryfall("Bear", oracle(1), lang="zhs", printed_name="熊大力士"),
            scryfall(
                "Day // Night",
                oracle(2),
                layout="transform",
                card_faces=[
                    {"name": "Day", "type_line": "Creature — Sun", "mana_cost": "{W}", "oracle_text": "Shines."},
                    {"name": "Night", "type_line": "Creature — Moon", "mana_cost": "", "oracle_text": "Dark."},
                ],
            ),
        ],
        [
            scryfall_ruling(oracle(1), "Bears are official."),
            scryfall_ruling(oracle(1), "Bears are cuddly.", source="scryfall"),
            scryfall_ruling(oracle(9), "Nobody knows this card."),
        ],
    )
    assert (report.changes.cards, report.changes.rulings, report.changes.strangers) == (2, 2, 1)
    bear = shelf.card("oso")
    assert (bear.name, bear.name_in("es"), bear.type_in("es")) == ("Bear", "Oso", "Criatura — Oso")
    assert names_of(bear, "zh-CN") == {(0, "熊大力士")}
    assert {ruling.text: ruling.source for ruling in shelf.library.rulings(bear)} == {
        "Bears are official.": Source.WOTC,
        "Bears are cuddly.": Source.SCRYFALL,
    }
    day = shelf.card("Night")
    assert (day.name, day.mana_cost, day.faces[1].mana_cost) == ("Day // Night", "{W}", None)


def test_scryfalls_printings_in_other_languages_give_the_faces_their_names(shelf):
    faces = [
        {"name": "Day", "type_line": "Creature — Sun", "printed_name": "Día", "flavor_name": "Noon"},
        {"name": "Night", "type_line": "Creature — Moon", "printed_name": "Noche"},
    ]
    two = scryfall("Day // Night", oracle(2), lang="es", layout="transform", card_faces=faces)
    shelf.take([two], [scryfall_ruling(oracle(2), " "), scryfall_ruling(oracle(2), "It is day.")])
    card = shelf.card("noche")
    assert names_of(card, "es") == {(0, "Día // Noche"), (1, "Día"), (2, "Noche"), (1, "Noon")}
    assert card.name_in("es") == "Día // Noche"
    assert [ruling.text for ruling in shelf.library.rulings(card)] == ["It is day."]


def test_tokens_emblems_and_art_cards_are_no_cards(shelf):
    shelf.take(
        [
            scryfall("Bear", oracle(1)),
            scryfall("Bear", oracle(2), layout="token"),
            scryfall("Bear", oracle(3), layout="art_series"),
            scryfall("Bear", oracle(4), layout="emblem"),
            scryfall("Bear // Bear", oracle(5), card_faces=[{"name": "Bear", "type_line": "Card"}] * 2),
        ]
    )
    assert shelf.library.summary().cards == 1


def test_a_card_printed_on_both_sides_is_the_card_itself(shelf):
    both = [{"name": "Bear", "oracle_id": oracle(1), "type_line": "Creature — Bear", "oracle_text": "Growls."}] * 2
    shelf.take([scryfall("Bear // Bear", None, layout="reversible_card", card_faces=both), scryfall("Fox", oracle(2))])
    bear = shelf.card("Bear")
    assert (bear.key, bear.name, len(bear.faces)) == (oracle(1), "Bear", 1)
    sides = [
        face("Bear", side, whole="Bear // Bear", layout="reversible_card", names={"es": "Oso // Oso"}) for side in "ab"
    ]
    report = shelf.take(atomic(sides, [face("Fox", oracle_id=oracle(2))]))
    assert (report.changes.cards, report.changes.gone) == (2, 0)
    assert names_of(shelf.card("Bear"), "es") == {(0, "Oso")}


def test_rulings_from_a_file_that_does_not_tell_who_wrote_them_say_so(filled):
    assert {ruling.source for ruling in filled.library.rulings(filled.card("Cloudform"))} == {Source.UNSTATED}


def test_whoever_says_who_wrote_a_ruling_knows_more(filled):
    wet, rains = (ruling["text"] for ruling in CLOUDFORM["rulings"])
    notes = [
        scryfall_ruling(oracle(1), rains, date="2018-07-13", source="scryfall"),
        scryfall_ruling(oracle(2), rains, date="2018-07-13", source="wotc"),
    ]
    filled.take(atomic(*CARDS), notes)
    assert {ruling.text: ruling.source for ruling in filled.library.rulings(filled.card("Cloudform"))} == {
        wet: Source.UNSTATED,
        rains: Source.WOTC,
    }


def test_who_wrote_a_ruling_is_still_known_after_a_file_that_does_not_tell(filled):
    wet, rains = (ruling["text"] for ruling in CLOUDFORM["rulings"])
    notes = [
        scryfall_ruling(oracle(1), wet, date="2014-11-24"),
        # Other files have other quotes and other days.
        scryfall_ruling(oracle(1), rains.replace(" ", "  ").upper(), source="scryfall"),
    ]
    known = {wet: Source.WOTC, rains: Source.SCRYFALL}
    filled.take(atomic(*CARDS), notes, force=True)
    for file in (atomic(*CARDS), set_file([CLOUDFORM]), set_file(GIANT)):
        filled.take(file)
        rulings = filled.library.rulings(filled.card("Cloudform"))
        assert {ruling.text: ruling.source for ruling in rulings} == known
    # What Wizards also wrote is official.
    filled.take(atomic(*CARDS), [*notes, scryfall_ruling(oracle(1), rains, source="wotc")])
    filled.take(atomic(*CARDS))
    assert {ruling.source for ruling in filled.library.rulings(filled.card("Cloudform"))} == {Source.WOTC}


def test_blank_rulings_and_null_values_say_nothing(shelf):
    card = LANTERN | {"rulings": [{"date": "2020-01-01", "text": " "}], "foreignData": None, "manaCost": None}
    shelf.take(atomic([card]))
    assert shelf.library.rulings(shelf.card("Tamsin's Lantern")) == []


def test_the_date_of_scryfalls_files_stands_in_their_names(shelf):
    report = shelf.take_files(shelf.put([scryfall("Bear", oracle(1))], "oracle-cards-20260131100203.json"))
    assert report.files[0].date == "2026-01-31"
    assert shelf.library.summary().date == datetime.date(2026, 1, 31)


@pytest.mark.parametrize("name", ["cards-20261399100203.json", "cards-2026.json", "20261301000000"])
def test_a_number_in_a_name_that_is_no_date_is_none(shelf, name):
    report = shelf.take_files(shelf.put([scryfall("Bear", oracle(1))], name))
    assert report.files[0].date is None
    assert shelf.library.summary().origins[0].date is None


def test_a_card_without_an_oracle_id_becomes_the_one_that_has_it(shelf):
    shelf.take(atomic([face("Bear", names={"es": "Oso"}, rulings=[("2020-01-01", "Bears growl.")])], [HASTEN]))
    nameless = shelf.card("Oso")
    assert nameless.key.startswith("name-")
    report = shelf.take([scryfall("Bear", oracle(7)), scryfall("Hasten", oracle(4))])
    assert shelf.card("Bear").key == oracle(7)
    assert report.changes.cards == 2


def test_in_one_import_a_card_with_and_without_oracle_id_is_one(shelf):
    shelf.take(set_file([face("Bear", oracle_id=oracle(7))], [face("Bear", names={"es": "Oso"})], [QUICKEN]))
    assert shelf.library.summary().cards == 2
    assert shelf.card("Oso").key == oracle(7)

"""From what people type to the card: every name in every language, in the order in which they come near."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing

import pytest
from card_files import CARDS, CLOUDFORM, GIANT, GUIDE, HASTEN, LANTERN, atomic, face, oracle, scryfall
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.library.mentions import find_names
from bot.library.model import Nearness
from bot.library.suggest import suggest
from bot.library.vocabulary import Vocabulary

NAMES = {
    (name, faces[0]["name"])
    for faces in CARDS
    for each in faces
    for foreign in (each, *each["foreignData"])
    for name in (foreign["name"], foreign.get("faceName"))
    if name
}
SHOCKS = [
    [face(name, oracle_id=oracle(200 + number))]
    for number, name in enumerate(
        ("Shock Troops", "Aftershock", "Shock", "Sudden Shock", "Shocker", "The Shock of Bears")
    )
]


def suggested(shelf, typed, language="en"):
    return [suggestion.name for suggestion in shelf.library.suggest(typed, language)]


def english(shelf, typed, language="en"):
    return [suggestion.english for suggestion in shelf.library.suggest(typed, language)]


@pytest.mark.parametrize(("name", "card"), sorted(NAMES))
def test_every_name_of_every_card_finds_it(filled_once, name, card):
    found = filled_once.library.suggest(name, "en")
    exact = [each.english for each in found if each.nearness is Nearness.EXACT]
    assert card in exact
    assert found[0].name == name


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("CLOUDFORM", "Cloudform"),
        ("ｃｌｏｕｄｆｏｒｍ", "Cloudform"),
        ("  cloudform ", "Cloudform"),
        ("guia abzana", "Abzan Guide"),
        ("GUÍA ABZANA", "Abzan Guide"),
        ("abzan fuhrer", "Abzan Guide"),
        ("아브잔길잡이", "Abzan Guide"),
        ("구름 형상", "Cloudform"),
        ("雲形體", "Cloudform"),
        ("云形体", "Cloudform"),
        ("crushing giant // stamp", "Crushing Giant // Stamp"),
        ("crushing giant/stamp", "Crushing Giant // Stamp"),
        ("crushing giant stamp", "Crushing Giant // Stamp"),
        ("sello", "Crushing Giant // Stamp"),
        ("tamsin’s lantern", "Tamsin's Lantern"),
        ("tamsins lantern", "Tamsin's Lantern"),
        ("tamsin lantern", "Tamsin's Lantern"),
        ("Cloudform // Cloudform", "Cloudform"),
        ("nubiforme//NUBIFORME", "Cloudform"),
    ],
)
def test_case_accents_width_spaces_and_punctuation_do_not_matter(filled, typed, card):
    [first, *_] = filled.library.suggest(typed, "en")
    assert (first.english, first.nearness) == (card, Nearness.EXACT)


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("cloudfrom", "Cloudform"),
        ("kloudform", "Cloudform"),
        ("loudform", "Cloudform"),
        ("lcoudform", "Cloudform"),
        ("cloud form", "Cloudform"),
        ("abzanguide", "Abzan Guide"),
        ("abzna giude", "Abzan Guide"),
        ("abzn gui", "Abzan Guide"),
        ("abzan the guide", "Abzan Guide"),
        ("nubifrme", "Cloudform"),
        ("gigante machcon", "Crushing Giant // Stamp"),
        ("아브잔 길자비", "Abzan Guide"),
        ("碎骨巨大", "Crushing Giant // Stamp"),
        ("碎巨骨人", "Crushing Giant // Stamp"),
        ("一踩脚下", "Crushing Giant // Stamp"),
    ],
)
def test_a_name_with_slips_in_it_is_offered(filled, typed, card):
    [first, *_] = filled.library.suggest(typed, "en")
    assert (first.english, first.nearness) == (card, Nearness.SIMILAR)
    assert filled.library.find(typed, "en").card is None


@pytest.mark.parametrize(
    "typed", ["", "  ", "//", "w", "zzzzzz", "xylophone quartet", "龟兔赛跑", "\u0000", "\ud800", "x" * 5000]
)
def test_what_is_like_no_name_offers_nothing(filled, typed):
    assert filled.library.suggest(typed, "en") == []
    assert filled.library.find(typed, "en").card is None


def test_exact_comes_before_beginning_before_words_before_slips(shelf):
    shelf.take(atomic(*SHOCKS))
    assert suggested(shelf, "shock") == ["Shock", "Shocker", "Shock Troops", "Sudden Shock", "The Shock of Bears"]
    assert suggested(shelf, "shock t") == ["Shock Troops"]
    assert suggested(shelf, "troops sho") == ["Shock Troops"]
    assert suggested(shelf, "bears sh") == ["The Shock of Bears"]
    assert suggested(shelf, "shcok")[0] == "Shock"


def test_a_name_that_begins_so_in_the_readers_language_comes_first(shelf):
    names = [("Aaa", {"es": "Gato", "de": "Gabel"}), ("Gate", {}), ("Bbb", {"pt-BR": "Garfo"})]
    shelf.take(
        atomic(*([face(name, oracle_id=oracle(n), names=more)] for n, (name, more) in enumerate(names, start=1)))
    )
    assert suggested(shelf, "ga", "es") == ["Gato", "Gate", "Garfo"]
    assert suggested(shelf, "ga", "en") == ["Gate", "Gato", "Garfo"]
    assert suggested(shelf, "ga", "pt-BR") == ["Garfo", "Gate", "Gato"]


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Æther Vial", "aether vial"),
        ("Aether Vial", "Æther Vial"),
        ("Cœur de Bœuf", "coeur de boeuf"),
        ("Große Straße", "grosse strasse"),
        ("Łowca Smoków", "lowca smokow"),
        ("Søren þe Bærsærk", "soren the baersaerk"),
    ],
)
def test_ligatures_and_letters_that_few_people_have_do_not_matter(shelf, name, typed):
    shelf.take(atomic([face(name, oracle_id=oracle(1))]))
    assert shelf.card(typed).name == name


def test_cards_of_one_name_are_told_apart_by_what_they_are(shelf):
    def alpha(number, kind, cost, text="It is first."):
        return scryfall("Alpha", oracle(number), type_line=kind, mana_cost=cost, oracle_text=text)

    shelf.take([alpha(1, "Creature — Bear", "{G}"), alpha(2, "Creature — Fox", "{1}{W}")])
    assert [each.label for each in shelf.library.suggest("alpha", "en")] == [
        "Alpha · Creature — Bear · {G}",
        "Alpha · Creature — Fox · {1}{W}",
    ]
    [other] = shelf.library.find("Alpha", "en").others
    assert other.label == "Alpha · Creature — Fox · {1}{W}"
    shelf.take([alpha(1, "Sorcery", ""), alpha(2, "Sorcery", "", "It is second.")], force=True)
    assert [each.label for each in shelf.library.suggest("alph", "en")] == [
        "Alpha · Sorcery · It is first.",
        "Alpha · Sorcery · It is second.",
    ]


@pytest.mark.parametrize(
    ("names", "typed", "offered"),
    [
        # However long the rest of a name is, its beginning is what was typed, with a slip.
        (["Tamsin's Lantern of Light"], "tamsn", ["Tamsin's Lantern of Light"]),
        (["Tamsin", "Tamsin's Lantern"], "tamsn", ["Tamsin", "Tamsin's Lantern"]),
        # Only the nearest are worth offering …
        (["Guardian Cloudform", "Cloudform"], "cloudfrom", ["Cloudform"]),
        (["Guardian Cloudform"], "cloudfrom", ["Guardian Cloudform"]),
        # … and what is hardly like it is not.
        (["The Old Guardian of the Cloudform"], "cloudfrom", []),
    ],
)
def test_of_names_with_slips_those_that_are_like_it_are_offered(shelf, names, typed, offered):
    shelf.take(atomic(*([face(name, oracle_id=oracle(n))] for n, name in enumerate(names, start=1))))
    assert suggested(shelf, typed) == offered


def test_words_in_the_order_in_which_they_were_typed_come_first(shelf):
    names = ["Bear So Great", "The Extremely Great Bear of the North"]
    shelf.take(atomic(*([face(name, oracle_id=oracle(n))] for n, name in enumerate(names, start=1))))
    assert suggested(shelf, "great bear") == ["The Extremely Great Bear of the North", "Bear So Great"]


def test_a_word_that_a_great_many_names_have_need_not_be_there(shelf, monkeypatch):
    monkeypatch.setattr("bot.library.vocabulary.FREQUENT", 3)
    names = ["Cloudform", "The Old Cloudforms", "The Bear", "The Fox", "The Wolf"]
    shelf.take(atomic(*([face(name, oracle_id=oracle(n))] for n, name in enumerate(names, start=1))))
    assert "Cloudform" in suggested(shelf, "the cloudfrom")


def test_a_card_is_suggested_once_by_the_name_that_comes_nearest(filled):
    assert suggested(filled, "giga") == ["Gigante machacón // Sello"]
    assert suggested(filled, "gigante machacon") == ["Gigante machacón"]


def test_the_same_name_of_two_cards_is_told_apart_in_both_languages(filled):
    spanish = filled.library.suggest("acelerar", "es")
    assert [each.english for each in spanish] == ["Hasten", "Quicken Up"]
    assert [each.label for each in spanish] == [
        "Acelerar (Español) — Hasten",
        "Acelerar (Português (Brasil)) — Quicken Up",
    ]
    assert english(filled, "Acelerar", "pt-BR") == ["Quicken Up", "Hasten"]
    found = filled.library.find("acelerar", "es")
    assert found.card.name == "Hasten"
    assert [other.english for other in found.others] == ["Quicken Up"]


def test_a_label_tells_what_the_card_is_called_otherwise(filled):
    assert filled.library.suggest("nubiforme", "es")[0].label == "Nubiforme (Português (Brasil)) — Forma de nube"
    assert filled.library.suggest("forma de nube", "es")[0].label == "Forma de nube (Español) — Cloudform"
    assert filled.library.suggest("cloudform", "ko")[0].label == "Cloudform (English) — 구름형상"
    assert filled.library.suggest("cloudform", "en")[0].label == "Cloudform"
    assert filled.library.suggest("abzan fuhrer", "en")[0].label == "Abzan-Führer (Deutsch) — Abzan Guide"


def test_a_name_in_several_languages_names_that_of_the_reader_first(shelf):
    shelf.take(atomic([face("Cloud", oracle_id=oracle(1), names={"de": "Nube", "pt-BR": "Nube", "es": "Nube"})]))
    assert shelf.library.suggest("nube", "es")[0].languages == ("es", "pt-BR", "de")
    assert shelf.library.suggest("nube", "en")[0].languages == ("es", "pt-BR", "de")
    assert shelf.library.suggest("nube", "pt-BR")[0].languages == ("pt-BR", "es", "de")


def test_the_name_written_as_typed_comes_before_one_that_differs_in_case_or_accents(shelf):
    names = ["Carpe diem", "Carpe Diem", "Carpé Diem"]
    shelf.take(atomic(*([face(name, oracle_id=oracle(n))] for n, name in enumerate(names, start=1))))
    for name in names:
        assert suggested(shelf, name)[0] == name


def test_a_name_without_a_letter_is_found_as_it_stands(shelf):
    shelf.take(atomic([face("_____", oracle_id=oracle(1))], [face("+2 Mace", oracle_id=oracle(2))]))
    assert suggested(shelf, "_____") == ["_____"]
    assert suggested(shelf, "+2 mace") == ["+2 Mace"]


def test_no_more_are_suggested_than_discord_shows(shelf):
    shelf.take(atomic(*([face(f"Bear {number}", oracle_id=oracle(number))] for number in range(40))))
    assert len(suggested(shelf, "bear")) == 25
    assert suggested(shelf, "bear 7") == ["Bear 7"]


def test_a_card_is_found_by_its_key_by_a_name_and_by_a_beginning_that_is_its_alone(filled):
    card = filled.card("Cloudform")
    assert filled.library.find(card.key, "en").card == card
    assert filled.library.find("cloudf", "en").card == card
    assert filled.library.find("nubi", "ko").card == card
    missing = filled.library.find("clowdform", "en")
    assert missing.card is None
    assert [other.english for other in missing.others] == ["Cloudform"]


@pytest.mark.parametrize(
    "typed", ["abc abd abe abf abg abh abi abj " * 9, "ab " * 90, "龟兔赛跑" * 50, "a龟" * 100, '"" ' * 90, "(" * 200]
)
def test_what_is_far_too_long_is_answered_in_no_time(filled_once, typed):
    before = time.process_time()
    assert filled_once.library.suggest(typed, "en") == []
    filled_once.library.mentions(typed * 10, "en")
    assert time.process_time() - before < 0.5


def test_a_beginning_of_several_names_is_nobodys(shelf):
    shelf.take(atomic(*SHOCKS))
    found = shelf.library.find("shoc", "en")
    assert found.card is None
    assert [other.name for other in found.others][:3] == ["Shock", "Shocker", "Shock Troops"]


TYPED = st.text(max_size=30) | st.builds(
    "{} {}".format,
    st.sampled_from(["guide", "*", '"', "AND", "OR NOT", "NEAR(", "^clo", "units:clo", "-", "길잡이", "碎骨巨人"]),
    st.text(max_size=8),
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(TYPED)
def test_whatever_is_typed_is_no_query_language(filled_once, judge, typed):
    folding = judge.corpus.folding
    with closing(sqlite3.connect(filled_once.file)) as connection:  # `Library` would answer nothing where this fails
        vocabulary = Vocabulary(connection)
        for suggestion in suggest(connection, vocabulary, folding, typed, "ko"):
            assert suggestion.name
        assert len(find_names(connection, judge, typed)) <= 5


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("what does Cloudform do", ["Cloudform"]),
        ("what happens to cloudform when it is tapped", ["Cloudform"]),
        ("NUBIFORME vira?", ["Nubiforme"]),
        ("¿Guía abzana boca abajo?", ["Guía abzana"]),
        ("아브잔길잡이를 뒤집으면?", ["아브잔 길잡이"]),
        ("碎骨巨人能不能翻开", ["碎骨巨人"]),
        ("can Abzan Guide block Crushing Giant", ["Abzan Guide", "Crushing Giant"]),
        ("crushing giant // stamp", ["Crushing Giant // Stamp"]),
        ("abzan guide abzan guide", ["Abzan Guide"]),
        ("tamsins lantern and Tamsin's Lantern", ["Tamsin's Lantern"]),
        ("Acelerar", ["Acelerar"]),
        ("what is a guide", []),
        ("manifest dread with a morph", []),
        ("", []),
    ],
)
def test_the_cards_that_a_question_names_are_found_in_it(filled, question, names):
    assert [mention.name for mention in filled.library.mentions(question, "en")] == names


def test_all_cards_of_a_name_are_told_the_nearest_to_the_reader_first(filled):
    [mention] = filled.library.mentions("Was ist Acelerar", "pt-BR")
    assert [card.english for card in mention.cards] == ["Quicken Up", "Hasten"]


EVERYDAY = [
    LANTERN | {"text": "Whenever you manifest, morph or stun a creature, draw. It gains speed."},
    CLOUDFORM
    | {
        "foreignData": [
            {
                "language": "Spanish",
                "name": "Nube",
                "text": "Para siempre. Gana prisa.",
                "flavorText": "es para siempre",
            }
        ]
    },
]


@pytest.fixture
def with_everyday_names(shelf):
    names = ["Manifest", "Morph", "Stun", "Speed", "Zap", "Ox", "Turn Inside"]
    cards = [[face(name, oracle_id=oracle(50 + number))] for number, name in enumerate(names)]
    always = [face("Forever", oracle_id=oracle(80), names={"es": "Para siempre", "zh-CN": "永恒", "ko": "영원"})]
    itself = [face("Gloomwurm", oracle_id=oracle(81), text="The power of gloomwurm is 2.")]
    shelf.take(atomic(*cards, always, itself, *([card] for card in EVERYDAY)))
    return shelf


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("can i stun a manifest with my morph", []),
        ("Stun it. Speed is what it gains", []),
        ("can i cast Stun on it", ["Stun"]),
        ("can i cast Morph on a Manifest", []),
        ("is it so para siempre", []),
        ("es Para siempre un conjuro", ["Para siempre"]),
        ("永恒的牌", []),
        ("영원 카드", []),
        ("can an Ox attack", []),
        ("my zap", []),
        ("my gloomwurm", ["Gloomwurm"]),  # only its own text says its name in small letters
        ("my Zap resolves", ["Zap"]),
        ("turn inside or outside", ["Turn Inside"]),
    ],
)
def test_everyday_words_are_no_names_unless_they_are_written_as_such(with_everyday_names, question, names):
    assert [mention.name for mention in with_everyday_names.library.mentions(question, "en")] == names


def test_a_word_inside_a_longer_phrase_of_the_game_is_no_name(shelf):
    shelf.take(atomic([face("Dread", oracle_id=oracle(1))], [HASTEN], GIANT, [GUIDE]))
    assert shelf.library.mentions("what does Manifest Dread do", "en") == []
    assert shelf.library.mentions("when manifesting Dread which one", "en") == []
    assert shelf.library.mentions("i cast Dread", "en") == []


def test_a_long_question_names_no_more_than_a_few_cards(shelf):
    cards = [[face(f"Great Bear {number}", oracle_id=oracle(number))] for number in range(20)]
    shelf.take(atomic(*cards))
    question = " ".join(f"Great Bear {number}" for number in range(20))
    assert len(shelf.library.mentions(question * 20, "en")) == 5

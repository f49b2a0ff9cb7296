"""Which card a question means, which of its rulings answer it, and whether they go before the corpus."""

from __future__ import annotations

import pytest
from hand_of_cards import CARDS, CLOUDFORM, LATEST, LINKED, OWN, key, printing, ruling, rulings, take

from bot import cards, messages
from bot.library import Library
from bot.shown import Shown
from bot.wording import about_answer, about_called

GOYF, CONFIDANT, COUNTERSPELL, STIFLE, BENDER, TRUCE, INDEX, SEASON, HUMILITY, OPALESCENCE, NAMESAKE, ELVES = range(
    20, 32
)
DREAM, OTHER_DREAM = 32, 33
NEW = [
    printing(GOYF, "Tarmogoyf", "Creature — Lhurgoyf", "{1}{G}", "Its power counts card types in all graveyards."),
    printing(CONFIDANT, "Dark Confidant", "Creature — Human Wizard", "{1}{B}", "Reveal the top card of your library."),
    printing(CONFIDANT, "Dark Confidant", "Creature", lang="es", printed="Confidente oscuro"),
    printing(CONFIDANT, "Dark Confidant", "Creature", lang="ko", printed="어둠의 심복"),
    printing(CONFIDANT, "Dark Confidant", "Creature", lang="zh-CN", printed="黑暗亲信"),
    printing(CONFIDANT, "Dark Confidant", "Creature", lang="pt-BR", printed="Confidente Sombrio"),
    printing(COUNTERSPELL, "Counterspell", "Instant", "{U}{U}", "Counter target spell."),
    printing(COUNTERSPELL, "Counterspell", "Instant", lang="zh-CN", printed="反击咒语"),
    printing(STIFLE, "Stifle", "Instant", "{U}", "Counter target activated or triggered ability."),
    printing(
        BENDER, "Willbender", "Creature — Wizard", "{2}{U}", "Morph {1}{U}\nWhen it is turned face up, change it."
    ),
    printing(TRUCE, "Truce", "Instant", "{2}{W}", lang="pt-BR", printed="Trégua"),
    printing(INDEX, "Index", "Sorcery", "{U}", lang="es", printed="Índice"),
    printing(SEASON, "Doubling Season", "Enchantment", "{4}{G}", "Twice that many of those counters."),
    printing(HUMILITY, "Humility", "Enchantment", "{2}{W}{W}", "All creatures lose all abilities."),
    printing(OPALESCENCE, "Opalescence", "Enchantment", "{2}{W}{W}", "Each other enchantment is a creature."),
    printing(NAMESAKE, "Manifest", "Sorcery", "{1}{W}", "Draw a card."),
    printing(ELVES, "Llanowar Elves", "Creature — Elf Druid", "{G}", "{T}: Add {G}."),
    printing(DREAM, "Frenetic Dream", "Sorcery", lang="pt-BR", printed="Sonho Frenético"),
    printing(DREAM, "Frenetic Dream", "Sorcery", lang="fr", printed="Rêve fou"),
    printing(OTHER_DREAM, "Frenzied Dream", "Sorcery", lang="fr", printed="Rêve fou"),
    printing(OTHER_DREAM, "Frenzied Dream", "Sorcery", lang="pt-BR", printed="Sonho Frenético"),
]
SPELLS = "If a spell deals damage to Tarmogoyf, that spell is still on the stack while damage is counted."
GRAVEYARDS = "The number that Tarmogoyf has changes as cards are put into graveyards."
LAYERS = "With a Humility and an Opalescence, the one that came last decides about power."
WALKERS = "Planeswalkers enter with double the normal amount of loyalty counters."
TRIGGERED = "Is that a triggered ability of Dark Confidant? If the card has X in its mana cost, X is 0 for that"
COSTS = "If the card has X in its mana cost, X is 0 for that."
KICKED = "Doubling Season affects permanents that enter with counters."
NOTES = [
    ruling(GOYF, "2020-01-01", SPELLS),
    ruling(GOYF, "2019-01-01", GRAVEYARDS),
    ruling(CONFIDANT, "2020-01-01", COSTS),
    ruling(SEASON, "2020-01-01", KICKED),
    ruling(SEASON, "2019-01-01", WALKERS),
    ruling(HUMILITY, "2020-01-01", LAYERS),
    ruling(BENDER, "2020-01-01", "You may choose the same target again."),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory, judge):
    """A library with a few more cards."""
    file = tmp_path_factory.mktemp("questions") / "cards.sqlite3"
    take(file, judge, CARDS + NEW, rulings(judge) + NOTES)
    library = Library(file, judge)
    yield library
    library.close()


@pytest.fixture
def answer(library, judge):
    """Answers a question."""
    return lambda question, language="en": cards.answer(library, judge, question, language)


def words(named):
    """The rulings that answer a question, as they stand there."""
    return [ruling.text for ruling, _ in named.scored]


# A name and nothing else


def test_every_name_alone_is_its_card_in_any_case(judge, answer):
    mechanic = {"Manifest"}
    for name, card in ((each.get("printed_name", each["name"]), each["oracle_id"]) for each in CARDS + NEW):
        for typed in (name, name.lower(), name.upper(), f"{name}?"):
            answered = answer(typed)
            if name in mechanic:
                assert (answered.named, answered.is_of_card, answered.found.mechanic.id) == (None, False, "manifest")
                continue
            assert answered.is_of_card, typed
            assert answered.named.is_all, typed
            meant = {answered.named.card.key, *(each.key for each in answered.named.others)}
            assert card in meant, typed
    assert answer(judge.corpus.topics[LINKED].title["ko"]).named is None


def test_a_name_alone_offers_nothing_of_the_corpus(answer):
    assert answer("Stifle").shown("en") == Shown.of_card(key(STIFLE), "en")


# The corpus, or the card


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("What does Dark Confidant do?", "en"),
        ("can I respond to Dark Confidant", "en"),
        ("Does Tarmogoyf target?", "en"),
        ("can I respond to Counterspell", "en"),
        ("Can I copy Tarmogoyf?", "en"),
        ("¿puedo responder a Confidente oscuro?", "es"),
        ("¿Confidente oscuro hace objetivo?", "es"),
        ("posso responder ao Confidente Sombrio?", "pt-BR"),
        ("어둠의 심복에 대응할 수 있나요?", "ko"),
        ("黑暗亲信需要指定目标吗", "zh-CN"),
    ],
)
def test_a_card_goes_first_where_nothing_speaks_of_what_the_corpus_answers(answer, question, language):
    answered = answer(question, language)
    assert answered.is_of_card
    assert answered.shown(language).open is None
    assert answered.shown(language).card in {key(CONFIDANT), key(GOYF), key(COUNTERSPELL)}


@pytest.mark.parametrize(
    ("question", "language", "topics"),
    [
        ("what is the name of a face-down Tarmogoyf?", "en", {"face-down-has-no-name"}),
        ("May I look at Dark Confidant that I manifested?", "en", {"look-at-own-face-down"}),
        ("Can the opponent respond when I unmorph Willbender?", "en", {"morph-turn-up-special-action"}),
        ("Puis-je Stifle the mana ability of Llanowar Elves", "en", {"mana-abilities-not-targetable"}),
        ("posso olhar meu Confidente Sombrio virado para baixo?", "pt-BR", {"look-at-own-face-down"}),
        ("¿cómo se llama un Confidente oscuro boca abajo?", "es", {"face-down-has-no-name"}),
        ("뒷면인 어둠의 심복의 이름은 무엇인가요", "ko", {"face-down-has-no-name"}),
        ("牌面朝下的黑暗亲信叫什么名字", "zh-CN", {"face-down-has-no-name"}),
    ],
)
def test_the_corpus_goes_first_where_the_question_speaks_of_what_it_answers(answer, question, language, topics):
    answered = answer(question, language)
    assert not answered.is_of_card
    assert answered.found.hits[0].topic.id in topics
    assert answered.shown(language).open is not None
    assert answered.shown(language).card is not None


def test_what_stands_on_a_card_speaks_of_it_too(answer):
    """Nobody need say of Willbender that it is a creature with morph, nor of Stifle what it counters."""
    assert not answer("Can I respond to Willbender?").is_of_card
    assert answer("Can I respond to Dark Confidant?").is_of_card


def test_a_ruling_that_comes_nearer_goes_before_a_general_answer(answer):
    answered = answer(TRIGGERED)
    assert answered.found.hits[0].topic.id == "triggered-ability-definition"
    assert answered.is_of_card
    assert words(answered.named)[0] == COSTS


def test_what_the_corpus_found_is_offered_beside_a_card_that_goes_first(answer):
    answered = answer(TRIGGERED)
    assert answered.found.hits
    assert answered.shown("en").choices[-1:] == Shown.of(answered.found, "en").choices[:1]


def test_the_words_of_a_name_are_not_said(answer):
    """Who names Counterspell says nothing of countering, and Doubling Season is in all of its rulings."""
    assert answer("Does Counterspell cost two?").is_of_card
    assert words(answer("Is Doubling Season doubling loyalty counters?").named)[0] == WALKERS


# Which card


@pytest.mark.parametrize(
    ("question", "card", "others"),
    [
        ("Does Tarmogoyf take damage from Searing Bolt", "Tarmogoyf", ["Searing Bolt"]),
        ("Does Searing Bolt deal damage to Tarmogoyf", "Tarmogoyf", ["Searing Bolt"]),
        ("Searing Bolt or Dark Confidant?", "Dark Confidant", ["Searing Bolt"]),
        ("Opalescence and Humility and power", "Humility", ["Opalescence"]),
        ("Dark Confidant with Doubling Season and loyalty counters", "Doubling Season", ["Dark Confidant"]),
    ],
)
def test_of_several_cards_the_one_whose_rulings_bear_is_shown_and_the_others_are_told(answer, question, card, others):
    named = answer(question).named
    assert named.card.name == card
    assert [each.english for each in named.others] == others
    said = about_answer(answer(question), messages.of("en"))
    assert f"You also name {others[0]}." in said


@pytest.mark.parametrize(
    ("question", "card"),
    [
        ("vamos fazer uma trégua no commander?", None),
        ("cuál es el índice de victorias", None),
        ("which index is that", None),
        ("is Index any good", "Index"),
        ("Does Truce work?", "Truce"),
        ("what does Truce of Index cost", None),
        ("my Great Truce Party is on Friday", None),
        ("how does the damage to tarmogoyf count with a spell on the stack", "Tarmogoyf"),
        ("黑暗亲信怎么样", "Dark Confidant"),
        ("is dark confidant any good", "Dark Confidant"),
        ("¿es bueno el Indice?", "Index"),  # the accent left out
        ("is counterspell any good", "Counterspell"),
        ("is tarmogoyf any good", "Tarmogoyf"),
        ("is stifle any good", None),  # six letters: it may be a word
    ],
)
def test_a_word_is_a_card_where_it_is_written_so_or_its_ruling_fits(answer, question, card):
    named = answer(question).named
    assert (named.card.name if named else None) == card


def test_a_card_of_which_nothing_is_known_gives_way_to_the_mechanics_that_come_nearest(answer):
    found = answer("Does Truce flicker a face-down creature?")
    assert (found.named, found.found.hits) == (None, ())
    assert "face-down" in [mechanic.id for mechanic in found.found.nearest]


# Which rulings


def test_only_rulings_that_have_something_to_do_with_the_question_answer_it(library, judge):
    card = library.find("Tarmogoyf", "en").card
    # The other shares a word with the question, too, but has less than half of what the first has.
    question = "spell, graveyards, damage"
    assert [score > 0.2 for _, score in library.ranked(card, question, judge.search(question))] == [True, True]
    assert [ruling.text for ruling, _ in cards.answering(library, judge, card, question)] == [SPELLS]
    cloudform = library.find("Cloudform", "en").card
    assert 0.05 < library.ranked(cloudform, "may it", judge.search("may it"))[0][1] < 0.15
    assert cards.answering(library, judge, cloudform, "may it") == ()


def test_every_day_words_about_a_card_are_understood_by_what_stands_on_it(library, judge):
    """Nothing says “face down” here but the card."""
    card = library.find("Willbender", "en").card
    for question in ("can I see it", "¿puedo verlo?"):
        found = judge.search(question, cards.context(judge, [card]))
        assert found.hits[0].topic.id == "look-at-own-face-down", question
        assert judge.search(question).hits == ()
    assert cards.answering(library, judge, card, "best pizza?") == ()


def test_a_card_is_looked_up_by_its_key_alone(library):
    assert cards.sheet(library, key(CLOUDFORM), ()).card.name == "Cloudform"
    assert cards.sheet(library, "Cloudform", ()) is None
    assert cards.sheet(library, key(999), ()) is None


def test_what_is_asked_of_a_card_comes_first_in_its_order(library, judge):
    looked, named = cards.look_for(library, judge, "Nubiforme", "which permanent stays without flying", "es")
    assert looked.card.name == "Cloudform"
    assert words(named)[0] == LATEST
    sheet = cards.sheet(library, key(CLOUDFORM), named.answering)
    assert sheet.answering == len(named.scored)
    assert sheet.rulings[0].text == LATEST
    assert OWN in [ruling.text for ruling in sheet.rulings]
    assert about_called(named, messages.of("en")) == []
    _, silent = cards.look_for(library, judge, "Cloudform", "best pizza?", "en")
    [said] = about_called(silent, messages.of("en"))
    assert said.startswith("None of its rulings")
    _, bare = cards.look_for(library, judge, "Cloudform", None, "en")
    assert about_called(bare, messages.of("en")) == []
    assert cards.look_for(library, judge, "Qqzzx", None, "en")[1] is None


# What is said above


def test_a_card_without_rulings_is_not_said_to_have_some(answer):
    [said] = about_answer(answer("can I respond to Counterspell"), messages.of("en"))
    assert said == "I have no ruling for that, and the card that you name has none at all."
    [said] = about_answer(answer("can I respond to Dark Confidant"), messages.of("en"))
    assert said == "I have no ruling for just that. These are the rulings of the card that you name."


def test_five_other_cards_are_told_at_most(library, judge):
    _, named = cards.look_for(library, judge, "Aurora", None, "en")
    many = cards.Named(named.card, 1, (), is_all=True, others=named.others * 9)
    [said] = about_called(many, messages.of("en"))
    assert said.count("Dawn Herald") == 5


def test_two_cards_that_share_both_names_are_told_apart_by_their_english_ones(library):
    for reader in ("pt-BR", "es"):
        labels = {each.label for each in library.suggest("reve fou", reader)}
        assert labels == {"Rêve fou (Français) — Frenetic Dream", "Rêve fou (Français) — Frenzied Dream"}

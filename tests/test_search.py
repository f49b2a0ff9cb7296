"""The search: the right ruling however it is asked for, an honest refusal otherwise, and never an exception."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.corpus.search import Judge
from bot.shown import Shown

CODES = ("en", "zh-CN", "ko", "pt-BR", "es")


@pytest.fixture(scope="module")
def twin(judge):
    """A second judge over the same rulings."""
    return Judge(judge.corpus)


def overview(judge, question):
    """The id of the mechanic whose overview answers a question."""
    mechanic = judge.search(question).mechanic
    return mechanic and mechanic.id


def answers(judge, question):
    """The topics found with their scores, the mechanics offered."""
    found = judge.search(question)
    return [(hit.topic.id, hit.score) for hit in found.hits], [mechanic.id for mechanic in found.nearest]


def best(judge, question):
    found = judge.search(question)
    return found.hits[0].topic.id if found.hits else None


NAMES = {
    "manifest": ["manifest", "显化", "발현", "구현화", "manifestar"],
    "manifest-dread": ["manifest dread", "显化惧象", "공포를 발현", "manifestar pavor", "manifestar miedo"],
    "morph": ["morph", "变身", "변이", "metamorfose", "metamorfosis"],
    "disguise": ["disguise", "伪装", "위장", "disfarce", "disfrazarse"],
    "cloak": ["cloak", "匿伏", "은폐", "ocultar", "enmascarar"],
    "adventure": ["adventure", "历险", "모험", "aventura"],
    "face-down": ["face down", "牌面朝下", "뒷면 상태", "boca abajo", "com a face voltada para baixo"],
    "triggered-ability": [
        "triggered ability",
        "触发式异能",
        "격발 능력",
        "habilidade desencadeada",
        "habilidad disparada",
    ],
}
ALIASES = {
    "manifest": ["manifested", "매니페스트", "구현화된"],
    "manifest-dread": ["manifestdread", "공포 발현"],
    "morph": ["unmorph", "morphs"],
    "face-down": ["facedown"],
    "double-faced": ["dfc", "mdfc", "double faced"],
    "adventure": ["adventurer card", "Bonecrusher Giant"],
}
SLIPS = {
    "manifest": ["manfest", "mainfest", "manifesst"],
    "manifest-dread": ["manfest dread", "manifest draed"],
    "morph": ["morhp", "metamorfsis"],
    "disguise": ["disgiuse"],
    "adventure": ["adventrue", "adveture"],
}
WRITTEN = {
    "manifest": [
        "MANIFEST",
        "  manifest?! ",
        "“manifest”",
        "‘manifest’",
        "**manifest**",
        "ｍａｎｉｆｅｓｔ",
        "顯化",
        "「显化」",
    ],
    "manifest-dread": ["Manifest-Dread", "manifest  dread", "顯化懼象", "공 포 를발현", "mani\u200bfest dread"],
    "triggered-ability": ["觸發式異能", "Triggered   Ability."],
}


@pytest.mark.parametrize(
    ("question", "mechanic"),
    [(word, mechanic) for table in (NAMES, ALIASES, SLIPS, WRITTEN) for mechanic in table for word in table[mechanic]],
)
def test_a_bare_mechanic_gets_its_own_overview(judge, question, mechanic):
    assert overview(judge, question) == mechanic


def test_a_name_wins_over_an_alias_and_an_alias_over_a_slip(judge):
    """Cloak, which comes before morph, is given two more aliases."""
    cloak = replace(judge.corpus.mechanics["cloak"], aliases={"en": ("morph", "morphe")})
    other = Judge(replace(judge.corpus, mechanics={**judge.corpus.mechanics, "cloak": cloak}))
    assert overview(judge, "morphe") == "morph"
    assert overview(other, "morphe") == "cloak"
    assert overview(other, "morph") == "morph"


def test_an_overview_holds_the_topics_of_the_mechanic_in_reading_order(judge):
    found = judge.search("manifest dread")
    assert [hit.topic.id for hit in found.hits] == [
        "manifest-dread-procedure",
        "manifest-dread-short-library",
        "manifest-dread-trigger-anyway",
        "telling-apart-order-and-cause",
    ]
    assert {hit.score for hit in found.hits} == {1.0}
    assert best(judge, "morph") == "morph-what-it-does"
    assert best(judge, "adventure") == "adventure-alternative-characteristics"


@pytest.mark.parametrize(
    ("question", "nearest"),
    [
        ("megamorph", ["face-down", "morph"]),
        ("megamorfose", ["face-down", "morph"]),
        ("megametamorfosis", ["face-down", "morph"]),
        ("威力变身", ["face-down", "morph"]),
        ("대변이", ["face-down", "morph"]),
        ("megamrph", ["face-down", "morph"]),
        ("ward", ["cloak", "disguise"]),
    ],
)
def test_a_mechanic_without_topics_is_refused_and_its_relatives_are_offered(judge, question, nearest):
    assert answers(judge, question) == ([], nearest)


def test_every_topic_is_found_by_its_id_and_by_its_title_in_every_language(judge):
    for topic in judge.corpus.topics.values():
        for name in (topic.id, topic.id.upper(), *topic.title.values()):
            assert answers(judge, name) == ([(topic.id, 1.0)], [])


def test_every_mechanic_with_topics_is_found_by_its_id(judge):
    with_topics = [mechanic.id for mechanic in judge.corpus.mechanics.values() if mechanic.topics]
    assert len(with_topics) == 16
    assert [overview(judge, mechanic) for mechanic in with_topics] == with_topics


QUESTIONS = {
    "I attacked with my morph and then flipped it face up. Is it untapped now?": "tapped-state-unchanged",
    "May I look at my opponent's face-down creatures?": "look-at-own-face-down",
    "Do I have to show my opponent the face-down card when it dies?": "reveal-on-leaving-or-game-end",
    "How much does it cost to cast a creature face down with morph?": "morph-face-down-spell-cost",
    "I only have one card left in my library and manifest dread. What happens?": "manifest-dread-short-library",
    "Can I cast my adventure card from exile during my opponent's turn?": "adventure-timing-from-exile",
    "Something turned my face-down sorcery face up, what now?": "instant-sorcery-stays-face-down",
    "翻开已横置的生物，它会重置吗": "tapped-state-unchanged",
    "显化出来的双面牌能转化吗": "dfc-manifested",
    "盖着的生物有名字吗，两个盖着的算同名吗": "face-down-has-no-name",
    "牌库里只剩一张牌的时候显化惧象会怎样": "manifest-dread-short-library",
    "复制历险咒语，复制品会被放逐吗": "adventure-copy-of-spell",
    "怎么判断一个异能是不是触发式异能": "triggered-ability-definition",
    "탭된 뒷면 생물을 앞면으로 뒤집으면 언탭되나요?": "tapped-state-unchanged",
    "상대의 뒷면 카드를 봐도 되나요?": "look-at-own-face-down",
    "구현화된 양면 카드는 변신할 수 있나요?": "dfc-manifested",
    "서고에 카드가 한 장뿐인데 공포를 발현하면 어떻게 되나요?": "manifest-dread-short-library",
    "카드를 여러 장 발현할 때 한꺼번에 들어오나요?": "manifest-several-one-at-a-time",
    "Quando minha criatura com a face para baixo morre, preciso revelar a carta?": "reveal-on-leaving-or-game-end",
    "Uma carta dupla face manifestada pode se transformar?": "dfc-manifested",
    "Qual é o valor de mana da mágica com a face para baixo na pilha?": "morph-face-down-spell-cost",
    "Como sei se uma habilidade é desencadeada?": "triggered-ability-definition",
    "Só tenho uma carta no grimório e manifesto pavor, o que acontece?": "manifest-dread-short-library",
    "Si mi criatura boca abajo muere, ¿tengo que enseñarla?": "reveal-on-leaving-or-game-end",
    "¿Puedo mirar las cartas boca abajo de mi oponente?": "look-at-own-face-down",
    "Copio un hechizo de aventura, ¿la copia va al exilio?": "adventure-copy-of-spell",
    "¿Cómo sé si una habilidad es activada?": "activated-ability-definition",
    "Me queda una sola carta en la biblioteca y manifiesto miedo, ¿qué pasa?": "manifest-dread-short-library",
}


@pytest.mark.parametrize(("question", "topic"), QUESTIONS.items())
def test_a_question_gets_the_topic_that_answers_it(judge, question, topic):
    assert best(judge, question) == topic


@pytest.mark.parametrize(
    ("question", "variant"),
    [
        ("May I look at my opponent's morph?", "may i look at my opponent’s MORPH"),
        ("May I look at my opponent's morph?", "“May I look at my opponent´s **morph**?”"),
        ("May I look at my opponent's morph?", "Ｍａｙ　Ｉ　ｌｏｏｋ　ａｔ　ｍｙ　ｏｐｐｏｎｅｎｔ＇ｓ　ｍｏｒｐｈ？"),
        ("显化出来的双面牌能转化吗", "顯化出來的雙面牌能轉化嗎？"),
        ("显化出来的双面牌能转化吗", "「显化」出来的双面牌，能转化吗！"),
        ("牌面朝下的永久物离开战场要展示吗", "牌面朝下的永久物離開戰場要展示嗎"),
        ("뒷면 생물은 이름이 있나요?", "뒷면생물은 이름이있나요"),
        ("뒷면 생물은 이름이 있나요?", "\u1103\u1171\u11baᄆ\u1167\u11ab 생물은 이름이 있나요?"),
        ("¿Cómo sé si una habilidad es activada?", "como se si una habilidad es activada"),
        ("¿Cómo sé si una habilidad es activada?", "CO\u0301MO SE\u0301 SI UNA HABILIDAD ES ACTIVADA?"),
        ("Uma mágica de aventura é anulada?", "uma magica de aventura e anulada"),
        ("Can I manifest a land?", "\u202eCan I mani\u200bfest a land?\u202c"),
    ],
)
def test_another_way_of_writing_gets_the_same_answer(judge, question, variant):
    assert answers(judge, question) == answers(judge, variant)
    assert best(judge, question) is not None


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("Can a manifestd double-facd card transfrom?", "dfc-manifested"),
        ("can i cast my advneture card from exlie in my opponents turn", "adventure-timing-from-exile"),
        ("uma carta duplaface manifestda pode se trasformar", "dfc-manifested"),
        ("copio un hechiso de avntura, la copia va al exlio", "adventure-copy-of-spell"),
    ],
)
def test_slips_inside_a_question_are_forgiven(judge, question, topic):
    assert best(judge, question) == topic


@pytest.mark.parametrize(
    ("question", "unlike"),
    [
        ("how many cards are banned in modern", "binned"),
        ("can i mutar encima", "matar"),
        ("ninguém desvirou", "desvirar"),
    ],
)
def test_a_word_that_players_often_write_is_no_slip_for_another(judge, question, unlike):
    assert unlike not in judge.take_apart(question).units


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("what happens when a face-down creature dies", "reveal-on-leaving-or-game-end"),
        ("does a tapped creature stay tapped when turned face up", "tapped-state-unchanged"),
        ("how do I turn a manifested creature up", "turn-up-manifested-special-action"),
        ("how does morph work", "morph-what-it-does"),
        ("face-down creature mana value", "face-down-permanent-characteristics"),
        ("what is an adventure", "has-an-adventure"),
        ("qué pasa cuando muere una criatura boca abajo", "reveal-on-leaving-or-game-end"),
        ("de qué color es una criatura boca abajo", "face-down-permanent-characteristics"),
        ("posso olhar minha criatura virada para baixo", "look-at-own-face-down"),
        ("o que acontece depois que a aventura resolve", "adventure-exile-on-resolution"),
        ("面朝下的生物死了要展示吗", "reveal-on-leaving-or-game-end"),
        ("面朝下的生物有名字吗", "face-down-has-no-name"),
        ("뒷면 생물이 죽으면 공개하나요", "reveal-on-leaving-or-game-end"),
        ("뒷면 생물은 이름이 있나요", "face-down-has-no-name"),
    ],
)
def test_what_a_beginner_asks_plainly_is_answered(judge, question, topic):
    assert best(judge, question) == topic


@pytest.mark.parametrize("question", ["target?", "cycling?", "and 3 mana", "为目标", "까도 돼?"])
def test_a_question_that_says_too_little_is_refused_though_its_words_are_known(judge, question):
    found = judge.search(question)
    assert found.question.features
    assert found.hits == ()


@pytest.mark.parametrize("question", ["exile it", "is that in exile", "is my library empty now", "está en el exilio?"])
def test_a_question_that_names_no_mechanic_must_say_more(judge, question):
    assert judge.search(question).hits == ()
    assert judge.search(f"adventure {question}").hits or judge.search(f"manifest {question}").hits


@pytest.mark.parametrize(
    "question",
    [
        "does kicker change the mana value on the stack",
        "can i respond to something in my draw step",
        "how many counters does it enter with if i reanimate it",
        "adventure half and color identity, does it count",
        "can i proxy a mox in this pod",
        "posso responder com instantânea na etapa de compra?",
        "puedo bloquear con una criatura girada?",
        "衍生物死了会触发吗",
        "헥스프루프랑 프로텍션 차이가 뭐예요",
    ],
)
def test_a_question_about_other_rules_in_words_that_the_corpus_knows_is_refused(judge, question):
    assert judge.search(question).hits == ()


@pytest.mark.parametrize(
    "question",
    [
        "If I flicker my face-down creature, does it come back face up?",
        "Does my face-down commander still deal commander damage?",
        "What does Brazen Borrower do?",
        "How does trample work with deathtouch?",
        "what is megamorph",
        "克隆一个牌面朝下的生物，它能翻开吗",
        "뒷면 생물을 깜빡이면 앞면으로 돌아오나요",
        "Clonei uma criatura virada para baixo, posso virar o clone?",
        "Clono una criatura boca abajo, ¿puedo poner el clon boca arriba?",
    ],
)
def test_a_question_near_the_rulings_that_none_of_them_answers_is_refused(judge, question):
    found = judge.search(question)
    assert found.hits == ()
    assert 1 <= len(found.nearest) <= 3
    assert all(mechanic.topics for mechanic in found.nearest)


@pytest.mark.parametrize(
    "question",
    [
        "What's the weather tomorrow?",
        "What is the capital of France?",
        "what is love",
        "what is it",
        "is",
        "How do I cook rice?",
        "My halloween disguise is a pirate",
        "lorem ipsum dolor sit amet",
        "hello",
        "import os; os.system('ls')",
        "今天天气怎么样",
        "什么是爱",
        "附近有什么好吃的",
        "你好",
        "오늘 날씨 어때?",
        "저녁 뭐 먹지",
        "안녕하세요",
        "Que horas são?",
        "o que é o amor",
        "¿Dónde está la tienda?",
        "¿Qué es un perro?",
        "hola",
        "asdf qwer zxcv",
        "aaaaaaaaaaaaaaaaaaaa",
        "amorphous remanifestation",
        "12345",
    ],
)
def test_what_has_nothing_to_do_with_the_rulings_is_refused(judge, question):
    assert judge.search(question).hits == ()


NOTHING = [
    "",
    "   ",
    "\n\t",
    "?!…",
    "🃏🔥🇧🇷",
    "❤️",
    "\0",
    "\u200b\u200d\ufeff",
    "\u202e\u2066",
    "-- ;",
    "%_*\\",
    "()[]{}",
]


@pytest.mark.parametrize("question", NOTHING)
def test_a_question_without_a_word_gets_nothing(judge, question):
    assert answers(judge, question) == ([], [])
    assert judge.search(question).question.units == ()


def test_a_question_that_touches_nothing_is_offered_the_mechanics_with_the_most_topics(judge):
    assert answers(judge, "asdf qwer zxcv") == ([], ["face-down", "manifest", "adventure"])


@pytest.mark.parametrize(
    ("question", "mechanic"),
    [
        ("manifest '; --", "manifest"),
        ('"manifest" OR 1=1', None),
        ("%manifest_*\\", "manifest"),
        ("||manifest|| `dread`", "manifest-dread"),
        ("man\0ifest", None),
        ("\u202emanifest", "manifest"),
        ("manifest🃏", "manifest"),
        ("@everyone manifest", None),
        ("manifest" + " " * 6000, "manifest"),
        ("x " * 3000 + "manifest", None),
    ],
)
def test_odd_characters_around_a_mechanic(judge, question, mechanic):
    assert overview(judge, question) == mechanic


@pytest.mark.parametrize(
    "piece", ["manifest ", "显化", "발현 ", "a", "' OR 1=1 -- ", "@everyone ", "\ud800", "{3}", "🃏"]
)
def test_six_thousand_characters_are_taken(judge, piece):
    found = judge.search((piece * 6000)[:6000])
    assert len(found.nearest) <= 3


WORDS = st.sampled_from(
    [
        *(
            "manifest",
            "dread",
            "morph",
            "mega",
            "face",
            "down",
            "up",
            "what",
            "name",
            "exile",
            "adventure",
            "copy",
            "x",
        ),
        *(
            "显化",
            "翻开",
            "牌",
            "变身",
            "뒷면",
            "발현",
            "된",
            "이름",
            "virar",
            "boca",
            "abajo",
            "até",
            "’s",
            "'",
            "-",
            "?",
            "2/2",
        ),
    ]
)
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60) | st.lists(WORDS, max_size=12).map(" ".join)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(ANY_TEXT)
def test_any_text_gets_the_same_well_formed_answer_from_any_judge(judge, twin, text):
    found = judge.search(text)
    assert answers(judge, text) == answers(twin, text)
    scores = [hit.score for hit in found.hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1.000001 for score in scores)
    assert len({hit.topic.id for hit in found.hits}) == len(scores)
    assert len(found.nearest) <= 3
    assert bool(found.question.units) is (bool(found.hits) is not bool(found.nearest))


def test_an_overview_is_shown_as_the_mechanic(judge):
    assert Shown.of(judge.search("manifest"), "ko") == Shown("0f4640", (), None, "ko")


def test_a_refusal_is_shown_as_the_mechanics_offered(judge):
    assert Shown.of(judge.search("megamorph"), "es") == Shown(None, ("a501c8", "a06a6a"), None, "es")


def test_a_topic_is_shown_open_with_the_other_good_ones_to_choose(judge):
    assert Shown.of(judge.search("dfc-manifested"), "en") == Shown(None, ("5320a7",), "5320a7", "en")
    shown = Shown.of(judge.search("Can a face-down creature be turned face up?"), "pt-BR")
    assert (shown.mechanic, shown.open, shown.language) == (None, shown.choices[0], "pt-BR")
    assert 2 <= len(set(shown.choices)) == len(shown.choices) <= 6


@pytest.mark.parametrize(
    ("question", "pair"),
    [
        ("Does turning a face-down creature up use the stack?", True),
        ("Can my opponent respond when I turn my manifested creature face up?", False),
        ("manifest", False),
        ("megamorph", False),
    ],
)
def test_two_rulings_are_shown_where_the_question_leaves_open_which_it_means(judge, question, pair):
    assert Shown.of(judge.search(question), "en").pair is pair


@pytest.mark.parametrize(
    ("typed", "language", "expected"),
    [
        ("manif", "en", ("manifest", "manifest")),
        ("manif", "zh-CN", ("显化", "manifest")),
        ("显", "en", ("manifest", "manifest")),
        ("顯", "es", ("manifestar", "manifest")),
        ("발", "pt-BR", ("manifestar", "manifest")),
        ("구현", "en", ("manifest", "manifest")),
        ("METAMORF", "ko", ("변이", "morph")),
        ("manifest dr", "ko", ("공포를 발현", "manifest-dread")),
        ("dread", "en", ("manifest dread", "manifest-dread")),
        ("boca ab", "en", ("face-down", "face-down")),
        ("mdfc", "en", ("double-faced card", "double-faced")),
        (
            "tapped-st",
            "es",
            ("Poner boca arriba o boca abajo no gira ni endereza el permanente", "tapped-state-unchanged"),
        ),
        ("横置", "en", ("Turning a permanent face up or down doesn't tap or untap it", "tapped-state-unchanged")),
    ],
)
def test_the_beginning_of_a_word_in_any_language_suggests_labels_in_the_language_asked_for(
    judge, typed, language, expected
):
    assert expected in judge.suggest(typed, language)


def test_nothing_typed_suggests_every_mechanic_that_has_topics(judge):
    assert [label for label, _ in judge.suggest("", "en")][:16] == [
        "activated ability",
        "Adventure",
        "card name",
        "cloak",
        "copy",
        "counters",
        "delayed triggered ability",
        "disguise",
        "double-faced card",
        "face-down",
        "mana ability",
        "manifest",
        "manifest dread",
        "morph",
        "replacement effect",
        "triggered ability",
    ]


def test_a_whole_question_suggests_the_topics_that_answer_it(judge):
    suggested = judge.suggest("May I look at my opponent's face-down creatures?", "es")
    assert suggested[0] == ("Puedes mirar tus cartas boca abajo cuando quieras, no las ajenas", "look-at-own-face-down")


@pytest.mark.parametrize("typed", ["asdf qwer zxcv", "天气"])
def test_what_fits_nothing_suggests_nothing(judge, typed):
    assert judge.suggest(typed, "en") == []


@settings(deadline=None, derandomize=True, max_examples=150)
@given(ANY_TEXT, st.sampled_from(CODES))
def test_any_text_suggests_at_most_25_different_things_that_are_there(judge, typed, language):
    suggested = judge.suggest(typed, language)
    assert len(suggested) <= 25
    assert len({entry_id for _, entry_id in suggested}) == len(suggested)
    for label, entry_id in suggested:
        known = judge.corpus.topics.get(entry_id) or judge.corpus.mechanics[entry_id]
        names = getattr(known, "title", None) or known.names
        assert label == names.get(language, names["en"])


def test_what_named_cards_are_about_counts_where_the_question_does_not_say_it(judge):
    question = "may my opponent look at it"
    morph = judge.features_of("Morph {2}{U}. When it is turned face up, draw a card.")
    assert judge.search(question).hits == ()
    assert judge.search(question, morph).hits[0].topic.id == "look-at-own-face-down"
    # Words of every day and no word of the game are no question about it, whatever the card.
    for nothing in ("best pizza in town", "xyzzy plugh"):
        assert judge.search(nothing, judge.features_of("Morph {2}{U}")).hits == ()
    assert judge.search("manifest", morph).mechanic.id == "manifest"


def test_features_speak_of_the_widest_mechanic_that_they_belong_to(judge):
    features = ["mechanic:megamorph", "mechanic:copy", "concept:turn-up", "concept:name", "word:manife", "card:ixidron"]
    assert judge.subjects(features) == {"face-down", "copy"}
    assert judge.subjects([]) == frozenset()


def test_names_are_names_and_other_words_for_them_are_not(judge):
    for name in ("manifest", "Manifest Dread", "manifest-dread", "显化", "tapped-state-unchanged", "metamorfosis"):
        assert judge.is_name(name), name
    for word in ("cloudform", "counterspell", "flip", "what is manifest", ""):
        assert not judge.is_name(word), word

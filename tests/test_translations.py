"""What `check` holds the machine translations and the terms to: one edit, one problem with its line and advice."""

from __future__ import annotations

import dataclasses
import shutil

import pytest
from spoiling import MARK, brief_copy, edit, problems_of

from bot.corpus.load import load
from bot.corpus.reading import read

SHA = "b7d9ac8de1e5a143e4ce1d1d6809df906cfc909f0ff3aab30b3dfdcbb30280cd"
"""Of the English text on what morph does."""


@pytest.fixture(scope="module")
def brief(tmp_path_factory):
    """The rulings, quicker to read."""
    return brief_copy(tmp_path_factory.mktemp("brief") / "rulings")


@pytest.fixture
def rulings(tmp_path, brief):
    """A copy to spoil."""
    return shutil.copytree(brief, tmp_path / "rulings")


def topic(name, entry_id):
    return (f"topics/{name}.yaml", f"- id: {entry_id}\n")


def text(language):
    """A pattern for the translation of this project into a language, up to the line before its words."""
    return rf"(- language: {language}\n        date: 2026-11-30\n(?:        .*\n)*?)        text: \|-\n"


def words(language, old, new):
    """An edit of the words of a translation; problems are told at its line `text:`."""
    return text(language) + rf"( .*){old}", rf"\1        {MARK}text: |-\n\g<2>{new}"


def field(language, old, new):
    """An edit of a field of a translation."""
    return (
        rf"(- language: {language}\n        date: 2026-11-30\n(?:        .*\n)*?)        {old}",
        rf"\1        {MARK}{new}",
    )


DOES = topic("morph", "morph-what-it-does")
RESOLVES = topic("morph", "morph-spell-resolves-as-2-2")
TURNS_UP = topic("morph", "morph-turn-up-special-action")
SEVERAL = topic("manifest", "manifest-several-one-at-a-time")
PROCEDURE = topic("manifest-dread", "manifest-dread-procedure")
LEAVING = topic("face-down", "reveal-on-leaving-or-game-end")
TRIGGERED = topic("abilities", "triggered-ability-definition")
LEGALITY = topic("adventure", "adventure-legality-alternative-characteristics")
ADVENTURE = topic("adventure", "adventure-copy-of-spell")
TAPPED = topic("face-down", "tapped-state-unchanged")
TERMS = ("terms.yaml", "terms:")
WARD = ("terms.yaml", "- id: ward\n")
PRIORITY = ("terms.yaml", "- id: priority\n")

CASES = {
    "a translation with another mana symbol": (
        DOES,
        *words("es", r"\{3\}", "{4}"),
        "its numbers are not those of its original: put in {3} and take out {4}",
    ),
    "a translation without a mana symbol": (
        DOES,
        *words("zh-CN", r"\{3\}", ""),
        "its numbers are not those of its original: put in {3}",
    ),
    "a translation with another power and toughness": (
        RESOLVES,
        *words("ko", "2/2", "2/3"),
        "its numbers are not those of its original: put in 2/2 and take out 2/3",
    ),
    "a translation with another number": (
        RESOLVES,
        *words("pt-BR", "mana 0", "mana 3"),
        "its numbers are not those of its original: put in 0 and take out 3",
    ),
    "a Spanish translation without a term": (
        TURNS_UP,
        *words("es", "prioridad", "preferencia"),
        "its original says “priority” (term “priority”), which is “prioridad” here; use it",
    ),
    "a Chinese translation without a term": (
        TURNS_UP,
        *words("zh-CN", "优先权", "先手"),
        "its original says “priority” (term “priority”), which is “优先权” here; use it",
    ),
    "a Korean translation without a term": (
        SEVERAL,
        text("ko") + "(.*)발현하게(.*)발현됩니다",
        rf"\1        {MARK}text: |-\n\2펼치게\3펼칩니다",
        "its original says “manifest” (term “manifest”), which is “발현” or “구현화” here; use it",
    ),
    "an English translation without a term": (
        PROCEDURE,
        r"(- language: en\n(?:        .*\n)*?)        text: \|-\n( .*)graveyard",
        rf"\1        {MARK}text: |-\n\2discard pile",
        "its original says “무덤” (term “graveyard”), which is “graveyard” or “graveyards” here; use it",
    ),
    "an English word where there is a term": (
        TURNS_UP,
        *words("es", "la pila", "la pila (stack)"),
        "“stack” is left in English; say “pila” (term “stack”)",
    ),
    "English words of several where there is a term": (
        TURNS_UP,
        *words("pt-BR", "ação especial", "ação especial, special action"),
        "“special action” is left in English; say “ação especial” (term “special-action”)",
    ),
    "an English word in Chinese": (
        TURNS_UP,
        *words("zh-CN", "特殊动作", "特殊动作special"),
        "“special” is not translated; translate it, or list it under “names” in terms.yaml",
    ),
    "an English word in Korean": (
        TURNS_UP,
        *words("ko", "특별 행동", "특별 행동(action)"),
        "“action” is not translated; translate it, or list it under “names” in terms.yaml",
    ),
    "a Chinese word in Portuguese": (
        TURNS_UP,
        *words("pt-BR", "pilha", "pilha 堆叠"),
        "“堆叠” is not translated; translate it, or list it under “names” in terms.yaml",
    ),
    "a name that is left out": (
        SEVERAL,
        *words("es", "Omarthis, Ghostfire Initiate", "este permanente"),
        "its original names “Omarthis, Ghostfire Initiate”; name it, too",
    ),
    "a term that only the English inside a Korean original says": (
        LEAVING,
        *words("ko", "무효화된", "없어진"),
        "its original says “countered” (term “counter-spell”), which is “무효화” here; use it",
    ),
    "a published text with an original": (
        LEGALITY,
        r"(- language: zh-CN\n.*\n        )provenance: official\n",
        rf"\1{MARK}provenance: official\n        translated_from: {{language: en, sha256: {SHA}}}\n",
        "a text with “translated_from” was translated here; its provenance is “machine”",
    ),
    "a translation that does not say what it was made from": (
        ADVENTURE,
        r"(language: ko\n.*\n        )(provenance: machine\n(?:        .*\n){3})        translated_from: .*\n.*\n",
        rf"\1{MARK}\2",
        (
            "“002” was not published in ko, so this was translated here; "
            "say with “translated_from” what it was made from"
        ),
    ),
    "a translation of an entry that is not there": (
        DOES,
        r"(- language: es\n(?:        .*\n)*?.*\{document: 004, entry: 6)(\}\n.*\n        )translated_from",
        rf"\g<1>0\2{MARK}translated_from",
        "topic “morph-what-it-does” has no en text of entry 60 of “004”; name the text that was translated",
    ),
    "a translation of a text that is not there": (
        TRIGGERED,
        *field("ko", "translated_from: {language: en", "translated_from: {language: ko"),
        "topic “triggered-ability-definition” has no ko text of entry 3 of “002”; name the text that was translated",
    ),
    "a translation from its own language": (
        LEAVING,
        r"translation: partly\n        left_in_english:\n.*\n((?:.*\n)*?        )translated_from: \{language: ko",
        rf"translation: full\n\1{MARK}translated_from: {{language: ko",
        "this was made from a text of its own language; remove it",
    ),
    "a second translation": (
        TAPPED,
        r"- (language: pt-BR\n.*\n.*\n)        card: .*\n.*\n((?:        .*\n)+)",
        rf"\g<0>      - {MARK}\1        card: cloudform\n        source: {{document: 003, entry: 7}}\n\2",
        "a second translation into pt-BR of “tapped-state-unchanged”; keep one of them",
    ),
    "a translation under another card": (
        DOES,
        *field("es", "card: abzan-guide", "card: cloudform"),
        "what was translated stands under “abzan-guide”; write that",
    ),
    "a fingerprint that is none": (
        DOES,
        *field("es", "translated_from: .*", "translated_from: {language: en, sha256: b7d9}"),
        "“sha256: b7d9” is no fingerprint of a text; write its 64 digits (0-9, a-f)",
    ),
    "an original without a fingerprint": (
        DOES,
        *field("es", "translated_from: .*", "translated_from: {language: en}"),
        "“translated_from” of a text of topic “morph-what-it-does” lacks “sha256”; add it",
    ),
    "a partial translation": (
        DOES,
        *field("es", "translation: full\n", "translation: partly\n        left_in_english: [La metamorfosis]\n"),
        "a translation made here is “full”; translate all of it",
    ),
    "a second reading before the translation": (
        DOES,
        *field("es", "reviewed: .*", "reviewed: 2026-11-29"),
        "“reviewed” lies before “date”; a translation is read after it was made",
    ),
    "a second reading of what was published": (
        TAPPED,
        r"(- language: zh-CN\n(?:        .*\n){5})        text",
        rf"\1        {MARK}reviewed: 2026-11-30\n        text",
        "“reviewed” is for the translations of this project; remove it",
    ),
    "a translation before what was published": (
        LEAVING,
        r"- (language: ko\n        date: 2024(?:.*\n)(?:        .*\n)+)      - (language: ko\n(?:        .*\n)+)",
        rf"- {MARK}\2      - \1",
        (
            "the texts of “reveal-on-leaving-or-game-end” are not sorted; order them by language "
            "(en, zh-CN, ko, pt-BR, es), within a language the newest first, machine translations last"
        ),
    ),
    "a note with other numbers": (
        DOES,
        r"note:\n((?:      .*\n)+?)      es: (.*)702\.37e",
        rf"{MARK}note:\n\1      es: \g<2>702.37c",
        "the note (es): its numbers are not those of its original: put in 702.37e and take out 702.37c",
    ),
    "a note that leaves a term in English": (
        DOES,
        r"note:\n((?:      .*\n)+?)      ko: (.*)변이 비용",
        rf"{MARK}note:\n\1      ko: \g<2>변이 cost 비용",
        "the note (ko): “cost” is not translated; translate it, or list it under “names” in terms.yaml",
    ),
    "a note without a language": (
        DOES,
        r"note:\n((?:      .*\n)+?)      es: .*\n",
        rf"{MARK}note:\n\1",
        "the note of “morph-what-it-does” lacks es; write it in English and translate it",
    ),
    "a title left in English": (
        DOES,
        r"title:\n((?:      .*\n)+?)      es: .*",
        rf"{MARK}title:\n\1      es: Qué permite hacer morph",
        "the title (es): “morph” is left in English; say “metamorfosis” (term “morph”)",
    ),
    "a term without its English words": (
        WARD,
        r"words:\n      en: .*\n((?:.*\n)*?)    taken_from:\n      en: .*\n",
        rf"{MARK}words:\n\1    taken_from:\n",
        "term “ward” lacks its English words; add them",
    ),
    "a term that is taken from nowhere": (
        WARD,
        r"taken_from:\n      en: .*\n",
        rf"{MARK}taken_from:\n",
        "“words” and “taken_from” of “ward” differ in en; give both or neither",
    ),
    "a term that is taken from an entry that is not there": (
        WARD,
        r"taken_from:\n((?:      .*\n)*)      es: .*\n",
        rf"{MARK}taken_from:\n\1      es: 004/2\n",
        "entry 004/2 has no es text, from which “ward” could be taken; correct it",
    ),
    "a term that is taken from something else": (
        WARD,
        r"taken_from:\n((?:      .*\n)*)      es: .*\n",
        rf"{MARK}taken_from:\n\1      es: hearsay\n",
        "“hearsay” is no place; write DOCUMENT/ENTRY, “card NAME”, “rule NUMBER” or “unconfirmed”",
    ),
    "an unconfirmed term without a doubt": (
        PRIORITY,
        r"- id: priority\n((?:    .*\n)*?)    doubt: .*\n",
        rf"- {MARK}id: priority\n\1",
        "“doubt” of “priority” says why unconfirmed words were chosen; give both or neither",
    ),
    "a term that is not what its mechanic is called": (
        ("terms.yaml", "- id: megamorph\n"),
        r"words:\n((?:      .*\n)*)      es: .*",
        rf"{MARK}words:\n\1      es: megamorfosis",
        "the mechanic “megamorph” is called “megametamorfosis” in es; list that among the words",
    ),
    "a name kept in a language that is none": (
        ("terms.yaml", "- id: duskmourn\n"),
        r"languages: \[",
        rf"{MARK}languages: [fr, ",
        "“fr” is no language; en, zh-CN, ko, pt-BR, es are",
    ),
    "an unknown key of a term": (
        WARD,
        r"    taken_from:",
        rf"    {MARK}origin: none\n    taken_from:",
        "this term has an unknown key “origin”; known keys are: doubt, id, taken_from, words",
    ),
}


@pytest.mark.parametrize(("place", "old", "new", "expected"), CASES.values(), ids=CASES)
def test_a_spoilt_translation_or_term_is_exactly_one_problem(rulings, place, old, new, expected):
    where = edit(rulings, place, old, new)
    assert problems_of(rulings) == [f"{where}: {expected}"]


ENGLISH_CHANGES = (DOES, r"(- language: en\n(?:        .*\n)*?        text: \|-\n.*)paying \{3\}", r"\1paying {4}")
"""A change that would be a wrong number in each translation, were it not that the translations are older."""


def test_a_changed_original_makes_its_translations_stale_and_is_no_problem(rulings):
    edit(rulings, *ENGLISH_CHANGES)
    corpus = load(rulings)
    changed = corpus.topics["morph-what-it-does"]
    sha256 = changed.newest("en").sha256
    lines = (rulings / DOES[0]).read_text(encoding="utf-8").split("\n")
    assert sha256 != SHA
    assert [str(each).partition(": ")[2] for each in corpus.stale] == [
        f"the en text (entry 6 of “004”) changed after this {language} translation; translate it anew, "
        f"write “sha256: {sha256}” and take “reviewed” out"
        for language in ("zh-CN", "ko", "pt-BR", "es")
    ]
    assert [lines[each.line - 1].split(":")[0].strip() for each in corpus.stale] == ["translated_from"] * 4
    assert {language: read(changed, language).changed for language in ("en", "zh-CN", "ko", "pt-BR", "es")} == {
        "en": False,
        "zh-CN": True,
        "ko": True,
        "pt-BR": True,
        "es": True,
    }


def test_a_translation_made_anew_is_stale_no_more(rulings):
    edit(rulings, *ENGLISH_CHANGES)
    sha256 = load(rulings).topics["morph-what-it-does"].newest("en").sha256
    for language in ("zh-CN", "ko", "pt-BR", "es"):
        edit(rulings, DOES, text(language) + r"( .*)\{3\}", r"\1        text: |-\n\g<2>{4}")
        edit(rulings, DOES, rf"(language: {language}\n(?:        .*\n)*?.*)sha256: \w+", rf"\1sha256: {sha256}")
    assert load(rulings).stale == ()


def test_a_newer_text_of_another_document_makes_translations_stale(rulings):
    newer = (
        "      - language: en\n        date: 2026-01-01\n        provenance: source\n        card: cloudform\n"
        "        source: {document: 003, entry: 99}\n        translation: original\n"
        "        text: |-\n          Morph is an ability.\n"
    )
    edit(rulings, DOES, r"    texts:\n", rf"    texts:\n{newer}")
    assert {each.message.partition(")")[0] for each in load(rulings).stale} == {"the en text (entry 99 of “003”"}


def test_the_rulings_have_no_stale_translation(judge):
    assert judge.corpus.stale == ()


def test_a_changed_korean_text_makes_what_completes_it_stale(judge):
    topic = judge.corpus.topics["reveal-on-leaving-or-game-end"]
    published = topic.newest("ko")
    changed = dataclasses.replace(published, words=f"{published.words} 끝.")
    spoilt = dataclasses.replace(topic, texts=tuple(changed if text is published else text for text in topic.texts))
    assert not read(topic, "ko").changed
    assert read(spoilt, "ko").changed
    assert not read(spoilt, "pt-BR").changed

"""The loader and its check: one edit of the real rulings, exactly the problem with its file, line and advice."""

from __future__ import annotations

import os
import re
import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spoiling import MARK, RULINGS, brief_copy, edit, problems_of

from bot.corpus.load import BrokenCorpusError, load
from bot.corpus.search import Judge

MORPH = ("topics/morph.yaml", "- id: morph-what-it-does\n")
TAPPED = ("topics/face-down.yaml", "- id: tapped-state-unchanged\n")
LOST = ("topics/morph.yaml", "- id: lost-abilities-block-morph-disguise\n")
WARD = ("mechanics.yaml", "- id: ward\n")
CARD_NAME = ("mechanics.yaml", "- id: card-name\n")
CLOUDFORM = ("cards.yaml", "- id: cloudform\n")
ASKED = ("asked/en.yaml", "  tapped-state-unchanged: |\n")


@pytest.fixture(scope="module")
def brief(tmp_path_factory):
    """The rulings, quicker to read."""
    return brief_copy(tmp_path_factory.mktemp("brief") / "rulings")


@pytest.fixture
def rulings(tmp_path, brief):
    """A copy to spoil."""
    return shutil.copytree(brief, tmp_path / "rulings")


@pytest.mark.parametrize("folder", ["rulings", "brief"])
def test_unspoilt_rulings_have_no_problem(folder, brief):
    assert len(load(RULINGS if folder == "rulings" else brief).topics) == 41


ORIGIN = "provenance “source” is for English texts and for them alone; a translation is official, machine or unstated"
STATE = "an English text is “original” or “none” (left on a page of another language); any other is “full” or “partly”"
LEFT = "“left_in_english” quotes what a text with “translation: partly” leaves in English; give both or neither"
ORDER = (
    "are not sorted; order them by language (en, zh-CN, ko, pt-BR, es), "
    "within a language the newest first, machine translations last"
)
BOTH_WAYS = "must name each other; add the one that is missing"
MORPH_SPELL = (
    "The face-down spell  has no mana cost and has a mana value of 0. When you cast a face-down spell, put it on the "
    "stack face down so no other player knows what it is, and pay {3}. This is an alternative cost."
)


def in_all(words, english=None):
    """A note that says the same in all languages, in English perhaps something else."""
    lines = [f"      {code}: {words}\n" for code in ("zh-CN", "ko", "pt-BR", "es")]
    return "".join([f"note:\n      en: {english or words}\n", *lines])


NOBODY = "there is no mechanic “bushido”; correct it, or add it to mechanics.yaml"

CASES = {
    "an unknown key of a topic": (
        MORPH,
        r"^    concepts",
        rf"    {MARK}mechanic: [morph]\n    concepts",
        "this topic has an unknown key “mechanic”; did you mean “mechanics”?",
    ),
    "an unknown key of a text": (
        MORPH,
        r"^        date",
        rf"        {MARK}dated: 2014-09-20\n        date",
        "a text of topic “morph-what-it-does” has an unknown key “dated”; did you mean “date”?",
    ),
    "an unknown language": (
        MORPH,
        r"^      es: ",
        rf"      {MARK}fr: Morphe\n      es: ",
        "“title” of topic “morph-what-it-does” has an unknown key “fr”; known keys are: en, es, ko, pt-BR, zh-CN",
    ),
    "an unknown key of a file": (
        ("cards.yaml", "cards:"),
        r"^cards:",
        rf"{MARK}version: 1\ncards:",
        "the file has an unknown key “version”; known keys are: cards",
    ),
    "a topic without a field": (
        MORPH,
        r"- (id: .*\n(?:.*\n){6})    mechanics: .*\n",
        rf"- {MARK}\1",
        "this topic lacks “mechanics”; add it",
    ),
    "a text without a field": (
        MORPH,
        r"- (language: .*\n.*\n.*\n)        card: .*\n",
        rf"- {MARK}\1",
        "a text of topic “morph-what-it-does” lacks “card”; add it",
    ),
    "an entry without an id": (
        ("cards.yaml", "cards:"),
        r"^cards:\n",
        rf"cards:\n  - {MARK}names: {{en: Nameless Race}}\n",
        "this card lacks “id”; add it",
    ),
    "an entry that is no mapping": (
        ("cards.yaml", "cards:"),
        r"^cards:\n",
        rf"cards:\n  - {MARK}Nameless Race\n",
        "this card must be a mapping (`key: value` lines)",
    ),
    "an empty field": (
        MORPH,
        r"^        date: .*",
        rf"        {MARK}date:",
        "“date” of a text of topic “morph-what-it-does” is empty; fill it in or remove the line",
    ),
    "a list where one value belongs": (
        MORPH,
        r"^        date: .*",
        rf"        {MARK}date: [2014-09-20]",
        "“date” of a text of topic “morph-what-it-does” must be one value, not a list or a mapping",
    ),
    "one value where a list belongs": (
        MORPH,
        r"^    mechanics: .*",
        rf"    {MARK}mechanics: morph",
        "“mechanics” of topic “morph-what-it-does” must be a list ([a, b] or one “- a” a line)",
    ),
    "a day that does not exist": (
        MORPH,
        r"date: 2014-09-20",
        rf"{MARK}date: 2014-02-30",
        "“date: 2014-02-30” is not a date; write it as YYYY-MM-DD",
    ),
    "a date in the form of a source": (
        MORPH,
        r"date: 2014-09-20",
        rf"{MARK}date: 20/09/2014",
        "“date: 20/09/2014” is not a date; write it as YYYY-MM-DD",
    ),
    "a date without its hyphens": (
        MORPH,
        r"edition: .*",
        rf"{MARK}edition: 20260417",
        "“edition: 20260417” is not a date; write it as YYYY-MM-DD",
    ),
    "an unknown provenance": (
        MORPH,
        r"provenance: source",
        rf"{MARK}provenance: gpt",
        "“provenance: gpt” is not known; use one of: source, official, machine, unstated",
    ),
    "an unknown language of a text": (
        MORPH,
        r"language: en",
        rf"{MARK}language: fr",
        "“language: fr” is not known; use one of: en, zh-CN, ko, pt-BR, es",
    ),
    "entry 0 of a document": (
        MORPH,
        r"\{document: 004, entry: 6\}",
        rf"{MARK}{{document: 004, entry: 0}}",
        "“entry: 0” must be a whole number from 1 to 999",
    ),
    "an unknown document": (
        MORPH,
        r"document: 004",
        rf"{MARK}document: 007",
        "there is no document “007”; sources.yaml lists them",
    ),
    "an id that is no slug": (
        ("gaps.yaml", "gaps:"),
        r"^gaps:\n",
        rf"gaps:\n  - {MARK}id: Adventure_omen\n    meaning: none\n",
        "the id “Adventure_omen” must be lower-case words joined by hyphens, 60 characters at most",
    ),
    "an id of 61 characters": (
        ("gaps.yaml", "gaps:"),
        r"^gaps:\n",
        rf"gaps:\n  - {MARK}id: {'a' * 61}\n    meaning: none\n",
        f"the id “{'a' * 61}” must be lower-case words joined by hyphens, 60 characters at most",
    ),
    "an id given twice": (
        CLOUDFORM,
        r"^  - id: emerald",
        rf"  - {MARK}id: cloudform\n    names: {{en: Cloudform}}\n\n  - id: emerald",
        "the id “cloudform” stands twice; give one of them another id",
    ),
    "an id that is gone": (
        ("ids.yaml", "cards:"),
        r"^  - cloudform",
        rf"  - {MARK}cloud-form\n  - cloudform",
        "“cloud-form” is gone from the cards; ids are permanent, so bring it back as it was",
    ),
    "an id that ids.yaml does not know": (
        CLOUDFORM,
        r"^  - id: emerald",
        rf"  - {MARK}id: cloudshift\n    names: {{en: Cloudshift}}\n\n  - id: emerald",
        "“cloudshift” is new; add it to “cards” in ids.yaml, or undo its renaming",
    ),
    "entries in the wrong order": (
        ("gaps.yaml", "gaps:"),
        r"^  - id: blink",
        rf"  - id: zebra\n    meaning: none\n  - {MARK}id: blink",
        "the list is not sorted: “blink-face-down” belongs before “zebra”",
    ),
    "a list in the wrong order": (
        LOST,
        r"mechanics: .*",
        rf"{MARK}mechanics: [face-down, disguise, morph]",
        (
            "“mechanics” of topic “lost-abilities-block-morph-disguise” is not sorted: "
            "“disguise” belongs before “face-down”"
        ),
    ),
    "a value that stands twice in a list": (
        LOST,
        r"mechanics: .*",
        rf"{MARK}mechanics: [disguise, disguise, face-down, morph]",
        "“disguise” stands twice in “mechanics” of topic “lost-abilities-block-morph-disguise”; remove one",
    ),
    "rule numbers in the order of the alphabet": (
        MORPH,
        r"numbers: .*",
        rf"{MARK}numbers: [702.168, 702.37a, 702.37c, 702.37e]",
        "“numbers” of “rules” of topic “morph-what-it-does” is not sorted: “702.37a” belongs before “702.168”",
    ),
    "words in the wrong order": (
        WARD,
        r"^    rules",
        rf"    aliases:\n      {MARK}en: wards; warded\n    rules",
        "“en” of “aliases” of mechanic “ward” is not sorted: “warded” belongs before “wards”",
    ),
    "a question that stands twice": (
        ASKED,
        r"\n",
        rf"{MARK}\n    Does it untap?\n    Does it untap?\n",
        "“Does it untap?” stands twice in “tapped-state-unchanged” of “topics”; remove one",
    ),
    "a future date": (
        MORPH,
        r"date: 2014-09-20",
        rf"{MARK}date: 2999-01-01",
        "“date: 2999-01-01” lies before Magic or in the future; correct it",
    ),
    "a date before Magic": (
        MORPH,
        r"date: 2014-09-20",
        rf"{MARK}date: 1993-08-04",
        "“date: 1993-08-04” lies before Magic or in the future; correct it",
    ),
    "a future edition": (
        MORPH,
        r"rules:\n      edition: .*",
        rf"{MARK}rules:\n      edition: 2999-01-01",
        "“edition: 2999-01-01” lies before Magic or in the future; correct it",
    ),
    "a second date that is the same": (
        MORPH,
        r"^        date: 2014-09-20",
        rf"        date: 2014-09-20\n        {MARK}date_elsewhere: 2014-09-20",
        "“date_elsewhere” repeats “date”; remove it",
    ),
    "a mechanic that is not there": (MORPH, r"mechanics: \[morph", rf"{MARK}mechanics: [bushido, morph", NOBODY),
    "a related mechanic that is not there": (WARD, r"related: \[", rf"{MARK}related: [bushido, ", NOBODY),
    "a parent that is not there": (WARD, r"related:", rf"{MARK}parent: bushido\n    related:", NOBODY),
    "a mechanic of a concept that is not there": (
        ("concepts.yaml", "- id: turn-up\n"),
        r"mechanic: face-down",
        rf"{MARK}mechanic: bushido",
        NOBODY,
    ),
    "a mechanic of a gap that is not there": (
        ("gaps.yaml", "- id: ward-itself\n"),
        r"mechanics: \[",
        rf"{MARK}mechanics: [bushido, ",
        NOBODY,
    ),
    "a concept that is not there": (
        MORPH,
        r"concepts: \[",
        rf"{MARK}concepts: [a-blurb, ",
        "there is no concept “a-blurb”; correct it, or add it to concepts.yaml",
    ),
    "a card that is not there": (
        MORPH,
        r"card: abzan-guide",
        rf"{MARK}card: abzan-guard",
        "there is no card “abzan-guard”; correct it, or add it to cards.yaml",
    ),
    "a card of a document that is not there": (
        ("sources.yaml", "004_"),
        r"card: abzan-guide",
        rf"{MARK}card: abzan-guard",
        "there is no card “abzan-guard”; correct it, or add it to cards.yaml",
    ),
    "a topic that is not there": (
        WARD,
        r"topics: \[\]",
        rf"{MARK}topics: [ward-cost]",
        "there is no topic “ward-cost”; correct it, or add it to topics/",
    ),
    "questions of a topic that is not there": (
        ASKED,
        r"^  tapped",
        rf"  {MARK}tapped-twice: |\n    Can I tap it twice?\n  tapped",
        "there is no topic “tapped-twice”; correct it, or add it to the topics",
    ),
    "a gap with the id of a topic": (
        ("gaps.yaml", "gaps:"),
        r"^  - id: tournament-policy",
        rf"  - {MARK}id: tapped-state-unchanged\n    meaning: none\n  - id: tournament-policy",
        "“tapped-state-unchanged” is a topic; give the gap another id",
    ),
    "a topic without English and without a fallback": (
        LOST,
        r"    fallback: ko\n    texts:",
        rf"    {MARK}texts:",
        (
            "topic “lost-abilities-block-morph-disguise” has no English text; "
            "say with “fallback:” which language is shown instead"
        ),
    ),
    "a fallback without a text": (
        LOST,
        r"fallback: ko",
        rf"{MARK}fallback: es",
        "topic “lost-abilities-block-morph-disguise” has no text in “es” to fall back to",
    ),
    "a fallback where there is English": (
        MORPH,
        r"^    texts:",
        rf"    {MARK}fallback: en\n    texts:",
        "topic “morph-what-it-does” has an English text; remove “fallback”",
    ),
    "a topic without texts": (
        MORPH,
        r"^    texts:\n(?:      .*\n)+",
        rf"    {MARK}texts: []\n",
        "topic “morph-what-it-does” has no text; quote a ruling or remove the topic",
    ),
    "texts in another order of languages": (
        TAPPED,
        r"- (language: zh-CN\n(?:        .*\n)+)      - (language: ko\n(?:        .*\n)+)",
        rf"- {MARK}\2      - \1",
        f"the texts of “tapped-state-unchanged” {ORDER}",
    ),
    "an older wording before a newer one": (
        TAPPED,
        r"- (language: en\n(?:        .*\n)+)      - (language: en\n(?:        .*\n)+)",
        rf"- {MARK}\2      - \1",
        f"the texts of “tapped-state-unchanged” {ORDER}",
    ),
    "a text of another topic": (
        MORPH,
        r"text: \|-\n.*",
        rf"{MARK}text: |-\n          {MORPH_SPELL}",
        "this text is identical to one of topic “morph-face-down-spell-cost”; keep it where it belongs",
    ),
    "a text that stands twice in a topic": (
        ("topics/face-down.yaml", "- id: same-permanent-targets-attachments\n"),
        r"\{document: 004, entry: 1\}(\n.*\n        )text",
        rf"{{document: 000, entry: 99}}\1{MARK}text",
        "this text stands twice in the topic; remove one",
    ),
    "an entry that is quoted already": (
        TAPPED,
        r"source: \{document: 003, entry: 7\}",
        rf"{MARK}source: {{document: 003, entry: 6}}",
        "entry 6 of “003” is already quoted (en); correct the number or remove the text",
    ),
    "a rule number with two letters": (
        MORPH,
        r"rules:\n(.*\n)      numbers: \[",
        rf"{MARK}rules:\n\1      numbers: [702.37aa, ",
        "“702.37aa” does not look like a rule number; write it like 708.2 or 701.40b",
    ),
    "a rule number with a letter that the rules leave out": (
        MORPH,
        r"rules:\n(.*\n)      numbers: \[",
        rf"{MARK}rules:\n\1      numbers: [702.37l, ",
        "“702.37l” does not look like a rule number; write it like 708.2 or 701.40b",
    ),
    "a note that cites a rule of no list": (
        MORPH,
        r"note:\n(?:      .*\n)+",
        rf"{MARK}{in_all('(708.9)')}",
        "the note (en) cites 708.9; add it to “rules” of “morph-what-it-does”",
    ),
    "a note of 451 characters": (
        MORPH,
        r"note:\n(?:      .*\n)+",
        rf"{MARK}{in_all('…', '…' * 451)}",
        "the note (en) has 451 characters; shorten it to 450",
    ),
    "a note without English": (
        MORPH,
        r"note:\n      en: .*\n",
        rf"{MARK}note:\n",
        "the note of “morph-what-it-does” lacks en; write it in English and translate it",
    ),
    "no note where the newest wording is not English": (
        TAPPED,
        r"    note:\n(?:      .*\n)+    texts",
        rf"    {MARK}texts",
        (
            "the newest wording of “tapped-state-unchanged” is not in English; "
            "say in “note:” what it adds, or that it says the same"
        ),
    ),
    "a title without a language": (
        MORPH,
        r"title:\n((?:      .*\n){4})      es: .*\n",
        rf"{MARK}title:\n\1",
        "the title of topic “morph-what-it-does” lacks es; write it in all languages",
    ),
    "a title of 101 characters": (
        MORPH,
        r"title:\n      en: .*",
        rf"{MARK}title:\n      en: {'x' * 101}",
        "the title (en) of topic “morph-what-it-does” has 101 characters; 100 are the most",
    ),
    "a name of 101 characters": (
        CARD_NAME,
        r"names:\n      en: .*",
        rf"{MARK}names:\n      en: {'x' * 101}",
        "the name (en) has 101 characters; 100 are the most",
    ),
    "a mechanic without its English name": (
        WARD,
        r"names:\n      en: .*\n",
        rf"{MARK}names:\n",
        "mechanic “ward” lacks its English name; add it",
    ),
    "a card without its English name": (
        CLOUDFORM,
        r"names:\n      en: .*\n",
        rf"{MARK}names:\n",
        "card “cloudform” lacks its English name; add it",
    ),
    "English that is no source": (MORPH, r"provenance: source", rf"{MARK}provenance: official", ORIGIN),
    "a translation that is a source": (LOST, r"provenance: unstated", rf"{MARK}provenance: source", ORIGIN),
    "English that is translated": (MORPH, r"translation: none", rf"{MARK}translation: full", STATE),
    "a translation that is the original": (TAPPED, r"translation: full", rf"{MARK}translation: original", STATE),
    "partly translated without what is left": (
        LOST,
        r"- (language: ko\n(?:        .*\n)+?)        left_in_english:\n          - .*\n",
        rf"- {MARK}\1",
        LEFT,
    ),
    "what is left of a text that is not partly translated": (
        MORPH,
        r"^        text:",
        rf"        {MARK}left_in_english: [Morph]\n        text:",
        LEFT,
    ),
    "what is left but does not stand in the text": (
        LOST,
        r"left_in_english:\n.*",
        rf"{MARK}left_in_english:\n          - (or the cost)",
        "“(or the cost)” does not stand in the text; quote it exactly",
    ),
    "a mechanic that leaves out a topic": (
        ("mechanics.yaml", "- id: disguise\n"),
        r"(topics: \[[^\]]*)telling-apart-order-and-cause, *",
        rf"{MARK}\1",
        f"topic “telling-apart-order-and-cause” and mechanic “disguise” {BOTH_WAYS}",
    ),
    "words that are the same once folded": (
        WARD,
        r"^    rules",
        rf"    {MARK}aliases:\n      en: Protecção; proteccao\n    rules",
        (
            "“proteccao” and “Protecção” (en) of “ward” are the same once case, accents and punctuation are left out; "
            "remove one"
        ),
    ),
    "a word without a letter": (
        WARD,
        r"^    rules",
        rf"    {MARK}aliases:\n      en: '!!; warded'\n    rules",
        "“!!” (en) of “ward” has no letter or digit; remove it",
    ),
    "fewer than three questions": (
        ASKED,
        r"^(  tapped.*\n)(?:    .*\n)+",
        rf"{MARK}\1    Does it come back untapped?\n    Does it come back tapped?\n",
        "topic “tapped-state-unchanged” has 2 questions; write 3 or more",
    ),
}


@pytest.mark.parametrize(("place", "old", "new", "expected"), CASES.values(), ids=CASES)
def test_a_spoilt_ruling_is_exactly_one_problem_with_its_line_and_advice(rulings, place, old, new, expected):
    where = edit(rulings, place, old, new)
    assert problems_of(rulings) == [f"{where}: {expected}"]


def test_a_topic_that_leaves_out_a_mechanic_is_told_at_the_mechanic(rulings):
    edit(rulings, LOST, r"mechanics: .*", "mechanics: [face-down, morph]")
    where = edit(rulings, ("mechanics.yaml", "- id: disguise\n"), r"topics:", f"{MARK}topics:")
    assert problems_of(rulings) == [
        f"{where}: topic “lost-abilities-block-morph-disguise” and mechanic “disguise” {BOTH_WAYS}"
    ]


def test_a_question_of_two_topics_is_told_however_it_is_written(rulings):
    edit(
        rulings,
        ("asked/en.yaml", "  same-permanent-targets-attachments: |\n"),
        r"\n",
        r"\n    Whose línes are these?\n",
    )
    where = edit(rulings, ASKED, r"\n", rf"{MARK}\n    WHOSE LINES ARE THESE\n")
    assert problems_of(rulings) == [
        f"{where}: “WHOSE LINES ARE THESE” is asked of “same-permanent-targets-attachments” too; keep it at one of them"
    ]


def test_a_topic_without_questions_in_a_language_is_told_at_the_file_of_questions(rulings):
    edit(rulings, ("asked/ko.yaml", "topics:"), r"^  tapped-state-unchanged: \|\n(?:    .*\n)+", "")
    assert problems_of(rulings) == ["asked/ko.yaml:1: topic “tapped-state-unchanged” has 0 questions; write 3 or more"]


def test_ids_given_in_two_files_are_told(rulings):
    shutil.copy(rulings / "topics/morph.yaml", rulings / "topics/zoo.yaml")
    lines = (rulings / "topics/zoo.yaml").read_text(encoding="utf-8").split("\n")
    ids = {number: line.removeprefix("  - id: ") for number, line in enumerate(lines, start=1) if "- id: " in line}
    assert len(ids) == 5
    assert problems_of(rulings) == [
        f"topics/zoo.yaml:{number}: the id “{entry_id}” stands twice; give one of them another id"
        for number, entry_id in ids.items()
    ]


def test_ids_with_the_same_short_key_are_told(rulings):
    """Both have f612e1 as 24-bit BLAKE2b."""
    new = "  - id: z7248\n    names: {en: zed}\n    rules: {edition: 2026-04-17, numbers: []}\n    topics: []\n"
    edit(rulings, WARD, r"\Z", rf"\n{new}")
    edit(rulings, ("ids.yaml", "mechanics:"), r"  - ward\n", r"  - ward\n  - z7248\n")
    same = "same-permanent-targets-attachments"
    where = edit(rulings, ("topics/face-down.yaml", "topics:"), rf"id: {same}", rf"{MARK}id: {same}")
    assert problems_of(rulings) == [
        f"{where}: the ids “{same}” and “z7248” have the same short key or are the same; give the new one another id"
    ]


def test_a_mechanic_that_is_its_own_ancestor_is_told(rulings):
    """It would keep the search from ever starting."""
    where = edit(
        rulings, ("mechanics.yaml", "- id: face-down\n"), r"^  - id: mana", rf"    {MARK}parent: morph\n\n  - id: mana"
    )
    [problem] = problems_of(rulings)
    assert problem.startswith(f"{where}: ")


def test_a_question_without_a_letter_or_digit_breaks_nothing_or_is_told(rulings):
    where = edit(rulings, ("asked/zh-CN.yaml", "  smalltalk-noise: |\n"), r"\n", rf"{MARK}\n    ？！。。。\n")
    try:
        corpus = load(rulings)
    except BrokenCorpusError as error:
        problems = [str(problem) for problem in error.problems]
    else:
        problems = [f"{where}: {Judge(corpus).search('？！。。。').hits}"]
    assert [problem.partition(": ")[0] for problem in problems] == [where]


def test_the_greatest_lengths_are_allowed(rulings):
    edit(rulings, MORPH, r"en: .*", f"en: {'x' * 100}")
    edit(rulings, MORPH, r"note:\n(?:      .*\n)+", in_all("…" * 450))
    edit(rulings, CARD_NAME, r"en: .*", f"en: {'x' * 100}")
    edit(rulings, ("gaps.yaml", "gaps:"), r"^gaps:\n", rf"gaps:\n  - id: {'a' * 60}\n    meaning: none\n")
    assert load(rulings).topics["morph-what-it-does"].title["en"] == "x" * 100


def test_all_problems_of_all_files_are_told_at_once_in_the_order_of_the_files(rulings):
    expected = [
        edit(rulings, WARD, r"related: \[", rf"{MARK}related: [bushido, ") + f": {NOBODY}",
        edit(rulings, MORPH, r"provenance: source", rf"{MARK}provenance: official") + f": {ORIGIN}",
        edit(rulings, MORPH, r"translation: none", rf"{MARK}translation: full") + f": {STATE}",
        edit(rulings, MORPH, r"card: abzan-guide", rf"{MARK}card: abzan-guard")
        + ": there is no card “abzan-guard”; correct it, or add it to cards.yaml",
    ]
    with pytest.raises(BrokenCorpusError) as caught:
        load(rulings)
    problems = caught.value.problems
    assert {str(problem) for problem in problems} == set(expected)
    places = [(problem.path, problem.line) for problem in problems]
    assert places == sorted(places)
    assert str(caught.value) == f"The rulings cannot be used: {expected[0]} (and 3 more; see `check`)."
    assert caught.value.exit_code == 69


def test_a_wrong_key_does_not_hide_a_wrong_reference_elsewhere(rulings):
    key = edit(rulings, CLOUDFORM, r"names:", rf"{MARK}aliasses: []\n    names:")
    reference = edit(rulings, WARD, r"related: \[", rf"{MARK}related: [bushido, ")
    assert problems_of(rulings) == [
        f"{key}: this card has an unknown key “aliasses”; did you mean “aliases”?",
        f"{reference}: {NOBODY}",
    ]


FILES = [
    *("asked/en.yaml", "asked/ko.yaml", "cards.yaml", "concepts.yaml", "gaps.yaml", "ids.yaml", "mechanics.yaml"),
    *("sources.yaml", "topics/face-down.yaml", "terms.yaml", "topics/face-down.yaml"),
    *("topics/morph.yaml", "traditional.yaml"),
]


@pytest.mark.parametrize("name", FILES)
def test_a_broken_file_is_told_once_and_not_as_what_is_missing_elsewhere(rulings, name):
    (rulings / name).write_text("topics: [\n", encoding="utf-8")
    [problem] = problems_of(rulings)
    assert problem.startswith(f"{name}:")
    assert ": this is not valid YAML: " in problem


@pytest.mark.parametrize("name", [name for name in FILES if not name.startswith("topics/")])
def test_a_missing_file_is_told_once(rulings, name):
    (rulings / name).unlink()
    assert problems_of(rulings) == [f"{name}:1: the file cannot be read: No such file or directory"]


def test_a_folder_without_topics_is_told_once(rulings):
    shutil.rmtree(rulings / "topics")
    assert problems_of(rulings) == ["topics:1: there is no file with topics; rulings stand in topics/*.yaml"]


def test_a_folder_that_is_not_there_is_told(tmp_path):
    folder = tmp_path / "none"
    assert problems_of(folder) == [f"{folder}:1: there is no such folder; give the folder that holds topics/"]


@pytest.fixture(scope="module")
def accidents(tmp_path_factory, brief):
    """A copy for many small accidents, one after the other."""
    return shutil.copytree(brief, tmp_path_factory.mktemp("accidents") / "rulings")


@settings(deadline=None, derandomize=True, max_examples=30)
@given(
    name=st.sampled_from(FILES),
    where=st.floats(0, 0.999),
    accident=st.sampled_from(["", "{0}\n{0}", "  {0}", "\t{0}", "{0}:", "- {0}", "{0} [", "x", "id: x", "texts: 1"]),
)
def test_an_accident_in_any_line_leaves_a_corpus_or_problems(accidents, name, where, accident):
    file = accidents / name
    whole = file.read_text(encoding="utf-8")
    lines = whole.split("\n")
    number = int(where * len(lines))
    lines[number] = accident.format(lines[number])
    try:
        file.write_text("\n".join(lines), encoding="utf-8")
        found = load(accidents).topics
    except BrokenCorpusError as error:
        found = error.problems
    finally:
        file.write_text(whole, encoding="utf-8")
    assert len(found) > 0


@pytest.mark.parametrize("name", ["more.yml", "notes.txt"])
def test_a_file_among_the_topics_that_nothing_reads_is_told(rulings, name):
    (rulings / "topics" / name).write_text("topics: []\n", encoding="utf-8")
    [problem] = problems_of(rulings)
    assert problem == f"topics/{name}:1: nothing reads this; topics stand in files called *.yaml, in no folder below"


def test_a_pipe_in_place_of_a_file_is_told_and_not_waited_for(rulings):
    os.mkfifo(rulings / "topics" / "zz.yaml")
    [problem] = problems_of(rulings)
    assert problem == "topics/zz.yaml:1: this is no ordinary file; put one in its place"


def test_a_text_passed_off_as_another_language_is_told(rulings):
    topics = rulings / "topics" / "morph.yaml"
    text = topics.read_text(encoding="utf-8")
    start = text.index("      - language: en", text.index("- id: morph-what-it-does"))
    end = text.find("\n\n", start)
    entry = text[start : end if end != -1 else len(text)].rstrip("\n")
    copy = entry.replace("language: en", "language: es").replace("provenance: source", "provenance: unstated")
    copy = re.sub("translation: \\w+", "translation: full", copy)
    topics.write_text(text.replace(entry, f"{entry}\n{copy}", 1), encoding="utf-8")
    assert any("the same words are said to be es here and en above" in problem for problem in problems_of(rulings))


def test_a_card_name_longer_than_any_is_told(rulings):
    where = edit(rulings, ("cards.yaml", "- id: cloudform"), r"en: Cloudform", rf"{MARK}en: {'x' * 201}")
    [problem] = problems_of(rulings)
    # It is told at `names`, one line above the name.
    assert problem == f"cards.yaml:{int(where.partition(':')[2]) - 1}: a name has 201 characters; 200 are the most"

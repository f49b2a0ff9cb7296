"""What is said about a ruling beside its words, the same on Discord and in the terminal."""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.corpus.model import Translation
from bot.corpus.reading import read
from bot.languages import BY_CODE, ENGLISH
from bot.library.model import OLD
from bot.text import shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.cards import Answer, Named, Sheet
    from bot.config import Config
    from bot.corpus.model import Card, Corpus, Rules, Text, Topic
    from bot.corpus.reading import Reading
    from bot.host.metrics import Counts
    from bot.library.model import Card as PrintedCard
    from bot.library.model import Ruling, Suggestion, Summary
    from bot.messages import Messages

NAME: Final = 100
"""Characters of the name of another card, with what tells it apart: five of them, escaped, fit into a message."""
MENTIONED: Final = 5
"""Other cards that are told: of the same name, or named beside the one that is shown."""


def told_apart(one: Topic, other: Topic, corpus: Corpus, say: Messages) -> str:
    """What is said when two rulings come equally near a question: that they answer different cases, and which."""
    only_one, only_other = (
        [
            corpus.mechanics[mechanic].name_in(say.language)
            for mechanic in mine.mechanics
            if mechanic not in theirs.mechanics and not _is_wider(mechanic, theirs, corpus)
        ]
        for mine, theirs in ((one, other), (other, one))
    )
    if only_one and only_other:
        return say("answer.two_close_about", one=say.listing(only_one), other=say.listing(only_other))
    return say("answer.two_close")


def _is_wider(mechanic: str, topic: Topic, corpus: Corpus) -> bool:
    """Whether a mechanic is the wider one of a mechanic of a topic: face-down tells nothing apart from manifest."""
    return any(corpus.mechanics[narrower].parent == mechanic for narrower in topic.mechanics)


def honesty(reading: Reading, say: Messages) -> list[str]:
    """What must be said about a text: that it is a fallback, a machine's, partly English, old, or not the newest."""
    text = reading.text
    said = []
    if reading.is_fallback:
        said.append(
            say(
                "answer.fallback",
                wanted=say(f"tongue.{reading.language}"),
                shown=say(f"tongue.{text.language}"),
            )
        )
    said += of_a_machine(reading, say)
    if text.translation is Translation.PARTLY:
        said.append(say("answer.partly"))
    if reading.newer:
        tongues = say.listing(say(f"tongue.{newer.language}") for newer in reading.newer)
        said.append(say("answer.newer", languages=tongues, date=say.date(reading.newer[0].date)))
    return said


def of_a_machine(reading: Reading, say: Messages) -> list[str]:
    """What must be said about a translation that is shown: that a machine made it, and that its original changed."""
    said = []
    if reading.text.is_machine:
        said.append(say("answer.machine", original=say(f"tongue.{reading.text.made_from}")))
    if reading.changed:
        original = (reading.complete or reading.text).made_from
        said.append(say("answer.changed", original=say(f"tongue.{original}")))
    return said


def note_in(note: str, say: Messages) -> str:
    """A note with its dates as the reader writes them; in the data they stand as YYYY-MM-DD."""
    return re.sub(
        r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)", lambda match: say.date(datetime.date.fromisoformat(match.group())), note
    )


def published(topic: Topic, text: Text, corpus: Corpus, say: Messages) -> str:
    """When and for which card a text was published; of a translation, its original, and when it was made."""
    line = say("answer.where", date=say.date(topic.worded(text)), card=card_name(corpus.cards[text.card], say))
    if text.translated_from is not None:
        line = say("answer.translated", where=line, date=say.date(text.date))
    if text.date_elsewhere is not None:
        line += f" ({say('answer.date_elsewhere', date=say.date(text.date_elsewhere))})"
    return line


def card_name(card: Card, say: Messages) -> str:
    """A card's name in the reader's language, else in English, marked when it may be another card."""
    name = card.names.get(say.language) or card.names["en"]
    return say("answer.probable_card", card=name) if card.doubt else name


def language_line(text: Text, say: Messages) -> str:
    """A text's language and who wrote it."""
    return say(
        "answer.language_footer",
        language=BY_CODE[text.language].native_name,
        provenance=say(f"provenance.{text.provenance.value}"),
    )


def footer(text: Text, say: Messages) -> str:
    """A text's language, who wrote it, and who wrote the title above it."""
    return f"{language_line(text, say)} · {say('answer.title')}"


def rules_line(rules: Rules, say: Messages) -> str:
    """Rule numbers, and the edition in which they have them."""
    return say("answer.rules_edition", numbers=", ".join(rules.numbers), date=say.date(rules.edition))


def what_it_is(card: PrintedCard, language: str) -> list[str]:
    """The English name of a card where it has another in the language, and the type and mana cost of each face.

    A face has its printed name and type in the language, where the library knows them.
    """
    english = [card.name] if card.name_in(language) != card.name else []
    if len(card.faces) == 1:
        return [*english, _parts(card.type_in(language), card.mana_cost)]
    printed = {name.face: name for name in reversed(card.names) if name.language == language}
    lines = []
    for face in card.faces:
        own = printed.get(face.number)
        name, type_line = (own.name, own.type_line) if own else (face.name, None)
        lines.append(f"{name}: {_parts(type_line or face.type_line, face.mana_cost)}")
    return [*english, *lines]


def how_translated(sheet: Sheet, say: Messages) -> list[str]:
    """What must be said about the languages of the rulings of a card."""
    count, total = sheet.translated(say.language), len(sheet.rulings)
    if say.language == ENGLISH or count == total:
        return []
    wanted, shown = say(f"tongue.{say.language}"), say(f"tongue.{ENGLISH}")
    if not count:
        return [say("card.untranslated", language=wanted, shown=shown)]
    return [say("card.partly_translated", count=count, total=total, language=wanted, shown=shown)]


def about_answer(answer: Answer, say: Messages) -> list[str]:
    """What must be said above a card with which a question is answered: that it is but the nearest, and what else."""
    named = answer.named
    if named is None or not answer.is_of_card:
        return []
    said = []
    if not named.is_firm:
        said.append(say("card.named") if named.rulings else say("card.named_silent"))
    if named.others:
        cards = _cards(named.others, say)
        said.append(say("card.others", cards=cards) if named.is_all else say("card.also_named", cards=cards))
    return said


def about_called(called: Named, say: Messages) -> list[str]:
    """What must be said above a card that was asked for: others of its name, and that it does not answer a question."""
    said = []
    if called.others:
        said.append(say("card.others", cards=_cards(called.others, say)))
    if called.rulings and not (called.scored or called.is_all):
        said.append(say("card.nothing_fits"))
    return said


def _cards(cards: Sequence[Suggestion], say: Messages) -> str:
    return say.listing(shorten(card.label, NAME) for card in cards[:MENTIONED])


class Worded(NamedTuple):
    """A ruling of a card in a language, else in English.

    Attributes:
        words: its words.
        complete: a translation of all of it, where the words have English left inside; None where they have none.
        about: what is said about it.
    """

    words: str
    complete: str | None
    about: str


def ruling_in(ruling: Ruling, say: Messages) -> Worded:
    """How a ruling of a card is shown to a reader."""
    text = ruling.in_language(say.language)
    about = [say.date(ruling.date)]
    if text is None or ruling.topic is None:
        source = say(f"card.source.{ruling.source}")
        if ruling.correction is not None:
            source = say("card.corrected", source=source, reason=ruling.correction.reason)
        return Worded(ruling.text, None, " · ".join([*about, source]))
    about.append(language_line(text, say))
    worded = ruling.topic.worded(text)
    if worded != ruling.date:
        about.append(say("card.wording", date=say.date(worded)))
    reading = read(ruling.topic, say.language)
    complete = reading.complete.words if reading.complete else None
    return Worded(text.words, complete, " · ".join([*about, *honesty(reading, say)]))


def library_lines(summary: Summary | None, today: datetime.date, say: Messages) -> list[str]:
    """What the library holds, where it comes from, and that it is old where it is."""
    if summary is None:
        return [say("about.library_none")]
    origins = say.listing(say("about.origin", kind=each.kind, date=say.date(each.day)) for each in summary.origins)
    age = summary.age(today)
    return [
        say("about.library", cards=summary.cards, rulings=summary.rulings, origins=origins),
        *([say("about.library_old", days=age)] if age > OLD else []),
    ]


def work_line(counts: Counts, say: Messages) -> str:
    """What the bot did since it started."""
    counted = say(
        "about.counted",
        answers=counts.answers,
        refusals=counts.refusals,
        flags=counts.flags,
        errors=counts.errors,
    )
    if counts.latency_ms is None:
        return counted
    return say("about.counted_in", counted=counted, milliseconds=f"{counts.latency_ms:.1f}")


def kept_lines(config: Config, say: Messages) -> list[str]:
    """What the bot keeps of people, as it is configured."""
    return [
        say("about.data_kept"),
        *([say("about.unanswered_kept")] if config.collect_unanswered else []),
        *([say("about.questions_logged")] if config.log_questions else []),
    ]


def _parts(*parts: str | None) -> str:
    return " · ".join(part for part in parts if part)

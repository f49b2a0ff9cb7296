"""The card library: every question that is asked of it. `open_library` asks it beside the event loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.languages import ENGLISH
from bot.library import queries
from bot.library.corrections import Corrections
from bot.library.links import Links
from bot.library.mentions import find_names
from bot.library.model import Found, Mention, Nearness
from bot.library.ranking import Ranking
from bot.library.snapshots import Snapshots
from bot.library.spelling import spell
from bot.library.suggest import called, suggest
from bot.library.vocabulary import Vocabulary

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from bot.corpus.search import Found as Answered
    from bot.corpus.search import Judge
    from bot.library.corrections import Correction
    from bot.library.model import Card, Ruling, Suggestion, Summary


class Library:
    """Imported cards and their rulings.

    Where there is no library, or one that cannot be read, it answers as an empty one would; once it is imported, also
    anew, it answers from that without being opened again. Every answer is as of one moment.
    """

    def __init__(self, path: Path, judge: Judge, corrections: Corrections | None = None) -> None:
        self._snapshots = Snapshots(path)
        self._judge = judge
        self._corrections = corrections or Corrections()
        self._links = Links(judge.corpus)
        self._ranking = Ranking(judge)
        self._vocabulary: tuple[int, Vocabulary] | None = None

    @property
    def generation(self) -> int:
        """A number that is another one whenever the library may have changed."""
        return self._snapshots.generation

    def close(self) -> None:
        """Close the file."""
        self._snapshots.close()

    def summary(self) -> Summary | None:
        """Where it comes from and how much it holds; None where nothing was imported."""
        return self._snapshots.read(queries.summary, None)

    def suggest(self, typed: str, language: str) -> list[Suggestion]:
        """The cards that may be meant by what somebody types, in any language; 25 at most, the nearest first.

        Names that are exactly that come before names that begin so, those before names with these words in them; where
        there is none of these, names that it may be with slips in it.
        """
        return self._snapshots.read(lambda connection: self._suggest(connection, typed, language), [])

    def find(self, named: str, language: str) -> Found:
        """The card of a key (as an autocomplete sends it) or of a name as people write it.

        A name is that of a card when it is exactly one of its names, or begins the names of one card alone.
        """

        def query(connection: sqlite3.Connection) -> Found:
            if (card := _by_key(connection, named)) is not None:
                return Found(card, ())
            near = self._suggest(connection, named, language)
            exact = [each for each in near if each.nearness is Nearness.EXACT]
            begun = [each for each in near if each.nearness is Nearness.BEGINNING]
            meant = exact or (begun if len(begun) == 1 else [])
            if not meant:
                return Found(None, tuple(near))
            return Found(queries.card(connection, meant[0].key), tuple(meant[1:]))

        return self._snapshots.read(query, Found(None, ()))

    def called(self, name: str, language: str) -> list[Suggestion]:
        """The cards that are called exactly so, the nearest to the reader first."""
        units = spell(self._judge.corpus.folding, name)
        return self._snapshots.read(lambda connection: called(connection, units, language), [])

    def cards(self, named: str) -> list[Card]:
        """The card of a key, or all cards that are called exactly so, in any language."""
        return self._snapshots.read(lambda connection: self._cards(connection, named), [])

    def rulings(self, card: Card) -> list[Ruling]:
        """The rulings of a card, the newest first, as the host wants them shown; empty where it has none."""
        return self._snapshots.read(lambda connection: self._rulings(connection, card), [])

    def ranked(self, card: Card, question: str, found: Answered | None = None) -> list[tuple[Ruling, float]]:
        """The rulings of a card with how well each answers a question (0: not at all), the best first.

        Args:
            card: the card.
            question: in any language.
            found: what the corpus has found for the question, where it was searched already.
        """
        names = [face.name for face in card.faces]
        return self._ranking.rank(question, found or self._judge.search(question), self.rulings(card), names)

    def ruling_keys(self, card: Card | None = None) -> frozenset[str]:
        """The keys of the rulings of a card, or of all that there are, as they were published."""
        return self._snapshots.read(lambda connection: queries.ruling_keys(connection, card), frozenset())

    def mentions(self, question: str, language: str) -> list[Mention]:
        """The cards that a question names, in its order: by whole names or names of faces, in any language."""

        def query(connection: sqlite3.Connection) -> list[Mention]:
            names = find_names(connection, self._judge, question)
            cards = [tuple(called(connection, name, language)) for name in names]
            # One name may be spelt in two ways.
            return list({each[0].name: Mention(each[0].name, each) for each in cards}.values())

        return self._snapshots.read(query, [])

    def _rulings(self, connection: sqlite3.Connection, card: Card) -> list[Ruling]:
        def corrected(ruling: str) -> Correction | None:
            return self._corrections.of(ruling, lambda named: card in self._cards(connection, named))

        return queries.rulings(connection, card, self._links, corrected)

    def _cards(self, connection: sqlite3.Connection, named: str) -> list[Card]:
        if (card := _by_key(connection, named)) is not None:
            return [card]
        near = called(connection, spell(self._judge.corpus.folding, named), ENGLISH)
        return [card for each in near if (card := queries.card(connection, each.key)) is not None]

    def _suggest(self, connection: sqlite3.Connection, typed: str, language: str) -> list[Suggestion]:
        return suggest(connection, self._words(connection), self._judge.corpus.folding, typed, language)

    def _words(self, connection: sqlite3.Connection) -> Vocabulary:
        generation = self._snapshots.generation
        if self._vocabulary is None or self._vocabulary[0] != generation:
            self._vocabulary = (generation, Vocabulary(connection))
        return self._vocabulary[1]


def _by_key(connection: sqlite3.Connection, named: str) -> Card | None:
    return queries.card(connection, named.strip()) if named.isascii() else None

"""The methods that are compared, each from the same texts: those of the corpus, and nothing else."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import bm25s
from rapidfuzz import fuzz, process

from bot.corpus.fold import Folding, units
from bot.corpus.model import Corpus
from bot.corpus.search import Judge

Rank = Callable[[str], list[str]]
"""A question in, topic ids out, the best first; an empty list refuses."""

DEPTH = 12
"""Texts fetched per question: several may belong to one topic."""


@dataclass(frozen=True)
class Texts:
    """The texts of a corpus, and the topic of each."""

    topics: tuple[str, ...]
    words: tuple[str, ...]

    def repeated_to(self, size: int) -> Texts:
        """The same texts over and over, each copy with a number so that no two are alike."""
        copies = -(-size // len(self.words))
        return Texts(
            (self.topics * copies)[:size],
            tuple(f"{text} {number}" for number in range(copies) for text in self.words)[:size],
        )

    def topics_of(self, numbers: list[int]) -> list[str]:
        """The topics of some texts, each once, in their order."""
        return list(dict.fromkeys(self.topics[number] for number in numbers))


def texts_of(corpus: Corpus) -> Texts:
    """Every text of every topic."""
    pairs = [(topic.id, text.words) for topic in corpus.topics.values() for text in topic.texts]
    return Texts(tuple(topic for topic, _ in pairs), tuple(words for _, words in pairs))


def corpus_repeated_to(corpus: Corpus, size: int) -> Corpus:
    """The same topics, each with its texts over and over until all have `size` texts together."""
    copies = -(-size // len(texts_of(corpus).words))
    topics = {topic.id: replace(topic, texts=topic.texts * copies) for topic in corpus.topics.values()}
    return replace(corpus, topics=topics)


def this_search(judge: Judge) -> Rank:
    """This project's search."""
    return lambda question: [hit.topic.id for hit in judge.search(question).hits]


def _tokens(text: str) -> list[str]:
    """Words, and pairs of neighbouring Chinese or Korean characters."""
    found = units(Folding({}).fold(text))
    pairs = [one + other for one, other in pairwise(found) if not one.isascii()]
    return [unit for unit in found if unit.isascii()] + pairs


def bm25(texts: Texts) -> Rank:
    """BM25 by bm25s, over words and pairs of characters."""
    index = bm25s.BM25()
    index.index([_tokens(words) for words in texts.words], show_progress=False)

    def rank(question: str) -> list[str]:
        tokens = _tokens(question)
        if not tokens:
            return []
        numbers, scores = index.retrieve([tokens], k=min(DEPTH, len(texts.words)), show_progress=False)
        return texts.topics_of([int(n) for n, score in zip(numbers[0], scores[0], strict=True) if score > 0])

    return rank


def fuzzy(texts: Texts) -> Rank:
    """rapidfuzz's token_set_ratio."""

    def rank(question: str) -> list[str]:
        best = process.extract(question, texts.words, scorer=fuzz.token_set_ratio, limit=DEPTH)
        return texts.topics_of([number for _, _, number in best])

    return rank


def fts5(texts: Texts) -> Rank:
    """SQLite's full-text search with trigrams."""
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE texts USING fts5(words, tokenize='trigram')")
    connection.executemany("INSERT INTO texts (rowid, words) VALUES (?, ?)", enumerate(texts.words, start=1))

    def rank(question: str) -> list[str]:
        folded = Folding({}).fold(question).replace(" ", "")
        trigrams = {folded[start : start + 3] for start in range(len(folded) - 2)}
        if not trigrams:
            return []
        query = " OR ".join(f'"{trigram}"' for trigram in sorted(trigrams))
        rows = connection.execute(
            "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?", (query, DEPTH)
        ).fetchall()
        return texts.topics_of([rowid - 1 for (rowid,) in rows])

    return rank

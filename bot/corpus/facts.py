"""How much the corpus holds, for `/about`, the log and the README."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot import __version__
from bot.corpus.coverage import coverage
from bot.languages import CODES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.corpus.coverage import Coverage
    from bot.corpus.model import Corpus, Mechanic


@dataclass(frozen=True, slots=True)
class Facts:
    """Counts of a corpus and the version of the bot that serves it."""

    version: str
    topics: int
    texts: int
    texts_by_language: Mapping[str, int]
    coverage: Coverage
    mechanics: tuple[Mechanic, ...]


def facts(corpus: Corpus) -> Facts:
    """Count a corpus; `mechanics` are those with topics, in the order of the index."""
    counts = Counter(text.language for topic in corpus.topics.values() for text in topic.texts)
    return Facts(
        version=__version__,
        topics=len(corpus.topics),
        texts=sum(counts.values()),
        texts_by_language={code: counts[code] for code in CODES},
        coverage=coverage(corpus),
        mechanics=tuple(mechanic for mechanic in corpus.mechanics.values() if mechanic.topics),
    )

"""What the bot counts of its own work since it started; nothing of it is about a person or a server."""

from __future__ import annotations

from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector

_PREFIX = "facedown_judge_"
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""The buckets of latencies: fine where answers should be (20 ms), coarse up to Discord's limit (3 s) and beyond."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The figures that `/about` shows.

    Attributes:
        answers: questions and names of cards that were answered with a ruling.
        refusals: those that had no answer.
        flags: answers that a flag turned.
        errors: what nobody foresaw.
        latency_ms: milliseconds from a command or click to the bot's answer to it, without the way to and from
            Discord, on average; None before the first.
    """

    answers: int
    refusals: int
    flags: int
    errors: int
    latency_ms: float | None


class Metrics:
    """The counters of one bot, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = known = CollectorRegistry()
        self.answers = Counter(f"{_PREFIX}answers", "Questions and cards answered with a ruling", registry=known)
        self.refusals = Counter(f"{_PREFIX}refusals", "Questions and card names without an answer", registry=known)
        self.flags = Counter(f"{_PREFIX}flags", "Answers turned into another language by a flag", registry=known)
        self.errors = Counter(f"{_PREFIX}errors", "Commands, clicks and events that failed", registry=known)
        self.limited = Counter(f"{_PREFIX}limited", "Commands, clicks and flags above a limit", registry=known)
        self.latency = Histogram(
            f"{_PREFIX}answer_seconds",
            "From a command or click to the bot's answer, without the way to and from Discord",
            buckets=_SECONDS,
            registry=known,
        )
        self.connected = Gauge(f"{_PREFIX}connected", "Whether all its shards are connected", registry=known)
        self.guilds = Gauge(f"{_PREFIX}guilds", "Servers that the bot is in", registry=known)
        ProcessCollector(registry=known)
        PlatformCollector(registry=known)

    def counts(self) -> Counts:
        """The figures so far."""
        answered = self._value("answer_seconds_count")
        return Counts(
            answers=int(self._value("answers_total")),
            refusals=int(self._value("refusals_total")),
            flags=int(self._value("flags_total")),
            errors=int(self._value("errors_total")),
            latency_ms=1000 * self._value("answer_seconds_sum") / answered if answered else None,
        )

    def _value(self, name: str) -> float:
        return self.registry.get_sample_value(f"{_PREFIX}{name}") or 0.0

"""Counts of what happens in a process: for the metrics, at the price of adding to a number.

The multiprocess mode of prometheus-client isn't used: it counts in memory-mapped files, so that a
full disk kills the process that counts something new (SIGBUS), and each process that ever ran
leaves its files, all of which are read for an answer.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from threading import local

Key = tuple[str, tuple[str, ...]]
"""A name, and the values of its labels."""
GAUGES: dict[str, float] = {}
"""The values of this process that rise and fall, by name."""


class Counts:
    """The counts of a process; each thread adds to its own, so that none waits for a lock."""

    def __init__(self) -> None:
        self._own = local()
        self._threads: list[dict[Key, float]] = []

    def add(self, key: Key, amount: float = 1) -> None:
        """Adds to a count."""
        try:
            counts = self._own.counts
        except AttributeError:
            counts = self._own.counts = {}
            self._threads.append(counts)
        counts[key] = counts.get(key, 0) + amount

    def totals(self) -> dict[Key, float]:
        """Returns all counts, of all threads together."""
        totals: dict[Key, float] = {}
        for counts in tuple(self._threads):
            for key, count in counts.copy().items():
                totals[key] = totals.get(key, 0) + count
        return totals


@dataclass(frozen=True)
class Counter:
    """A metric that counts events."""

    name: str
    text: str
    """The description."""
    labels: tuple[str, ...] = ()
    known: Mapping[str, Iterable[str]] = field(default_factory=dict)
    """The values of labels that are known before they occur, so that they begin at zero."""

    def add(self, *values: str, amount: float = 1) -> None:
        """Counts events with these values of the labels."""
        COUNTS.add((self.name, values), amount)


@dataclass(frozen=True)
class Histogram:
    """A metric that counts durations by their length, in seconds."""

    name: str
    text: str
    limits: tuple[float, ...]
    """The upper limits of the buckets."""
    labels: tuple[str, ...] = ()
    known: Mapping[str, Iterable[str]] = field(default_factory=dict)

    def add(self, *values: str, amount: float) -> None:
        """Counts a duration, given in seconds."""
        limit = (*self.limits, inf)[bisect_left(self.limits, amount)]
        COUNTS.add((f"{self.name}_bucket", (*values, str(limit))))
        COUNTS.add((f"{self.name}_sum", values), amount)


@dataclass(frozen=True)
class Gauge:
    """A metric of this process that rises and falls."""

    name: str
    text: str

    def set(self, value: float) -> None:
        """Sets the value."""
        GAUGES[self.name] = value


Metric = Counter | Histogram | Gauge


COUNTS = Counts()
"""The counts of this process; the server adds its children's counts to its own."""

"""Counters of events in a process, for the metrics. Counting costs no more than an addition.

pbm doesn't use the multiprocess mode of prometheus-client, which counts in memory-mapped files.
There, a full disk kills a process that adds a counter (SIGBUS). Each process leaves its files
behind, and every request for the metrics reads all of them.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from threading import local

Key = tuple[str, tuple[str, ...]]
"""The name of a metric, and the values of its labels."""
GAUGES: dict[str, float] = {}
"""Values by name for the metrics of this process that rise and fall."""


class Counts:
    """The counts of a process.

    Each thread has separate counts, so that no thread waits for a lock.
    """

    def __init__(self) -> None:
        self._own = local()
        self._threads: list[dict[Key, float]] = []

    def add(self, key: Key, amount: float = 1) -> None:
        """Adds an amount to a count of this thread."""
        try:
            counts = self._own.counts
        except AttributeError:
            counts = self._own.counts = {}
            self._threads.append(counts)
        counts[key] = counts.get(key, 0) + amount

    def totals(self) -> dict[Key, float]:
        """Returns the sums of all threads' counts."""
        totals: dict[Key, float] = {}
        # Iterate over copies, because other threads may add keys in the meantime.
        for counts in tuple(self._threads):
            for key, count in counts.copy().items():
                totals[key] = totals.get(key, 0) + count
        return totals


@dataclass(frozen=True)
class Counter:
    """A metric that counts events."""

    name: str
    text: str
    """The description that the metrics page shows."""
    labels: tuple[str, ...] = ()
    initial_labels: Mapping[str, Iterable[str]] = field(default_factory=dict)
    """Values of each label that are listed from the start, with a count of 0."""

    def add(self, *values: str, amount: float = 1) -> None:
        """Counts `amount` events with these label values."""
        COUNTS.add((self.name, values), amount)


@dataclass(frozen=True)
class Histogram:
    """A metric that counts durations in buckets."""

    name: str
    text: str
    limits: tuple[float, ...]
    """Upper limits of the buckets in seconds."""
    labels: tuple[str, ...] = ()
    initial_labels: Mapping[str, Iterable[str]] = field(default_factory=dict)

    def add(self, *values: str, amount: float) -> None:
        """Counts a duration of `amount` seconds."""
        limit = (*self.limits, inf)[bisect_left(self.limits, amount)]
        COUNTS.add((f"{self.name}_bucket", (*values, str(limit))))
        COUNTS.add((f"{self.name}_sum", values), amount)


@dataclass(frozen=True)
class Gauge:
    """A metric of this process that can rise and fall."""

    name: str
    text: str

    def set(self, value: float) -> None:
        GAUGES[self.name] = value


Metric = Counter | Histogram | Gauge


COUNTS = Counts()
"""The counts of this process. The server adds the counts of its child processes to its own."""

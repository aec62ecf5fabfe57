"""Limit the time spent on updating a site."""

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field


@dataclass
class Throttle:
    """The times at which pieces of work may be repeated: the longer one takes, the later."""

    share: float = 0.05
    """The part of the time that any of them may take."""
    clock: Callable[[], float] = time.monotonic
    _next: dict[Hashable, float] = field(default_factory=dict)

    def note(self, work: Hashable, seconds: float) -> None:
        """Notes that work was done just now, and how long it took."""
        now = self.clock()
        self._next = {each: moment for each, moment in self._next.items() if moment > now}
        self._next[work] = now + seconds / self.share

    @property
    def waiting(self) -> set[Hashable]:
        """The work that may not be done again yet."""
        now = self.clock()
        return {each for each, moment in self._next.items() if moment > now}

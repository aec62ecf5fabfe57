"""The pace of repeated work: what takes long is repeated less often."""

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Work = TypeVar("Work", bound=Hashable)


@dataclass
class Pace(Generic[Work]):
    """The times at which pieces of work may be done again."""

    share: float = 0.05
    """The part of the time that any of them may take."""
    clock: Callable[[], float] = time.monotonic
    _next: dict[Work, float] = field(default_factory=dict)

    def note(self, work: Work, seconds: float) -> None:
        """Notes that work was done just now, and took so long."""
        now = self.clock()
        self._next = {each: moment for each, moment in self._next.items() if moment > now}
        self._next[work] = now + seconds / self.share

    def may(self, work: Work) -> bool:
        """Returns True if work may be done again now."""
        return self._next.get(work, 0) <= self.clock()

    @property
    def waiting(self) -> list[Work]:
        """The work that may not be done again yet."""
        return [each for each in self._next if not self.may(each)]

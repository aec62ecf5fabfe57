"""The budget of a search for a proof or a robot's move."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

CLOCK_EVERY = 32
"""The number of positions between two checks of the clock."""
MAX_POSITIONS = 4_000_000
"""The most positions that a search keeps in memory, of about 100 bytes each."""
MAX_ENTRIES = 2_000_000
"""The most entries of a table that is made for one proof, within seconds."""


class BudgetExhausted(Exception):
    """The budget is exhausted."""


@dataclass
class SearchBudget:
    """A budget of seconds and positions; when either is exhausted, the search ends.

    The same number of positions gives the same move everywhere, as long as the time suffices.
    """

    seconds: float = float("inf")
    positions: int = MAX_POSITIONS
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)
    used: int = field(init=False)
    """The number of positions searched so far."""
    ended_by: Literal["", "time", "memory"] = field(init=False)
    """The limit that was reached: the seconds, or the positions, which are kept in memory."""
    _until: float = field(init=False, repr=False)
    _check_at: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.used, self._check_at, self.ended_by = 0, CLOCK_EVERY, ""
        self._until = self.clock() + self.seconds

    def spend(self, positions: int = 1) -> None:
        """Counts positions searched; raises BudgetExhausted, and from then on every time."""
        self.used += positions
        if self.used > self.positions:
            self.ended_by = self.ended_by or "memory"
            raise BudgetExhausted
        if self.used >= self._check_at:
            self._check_at = self.used + CLOCK_EVERY
            self._check_time()

    def _check_time(self) -> None:
        if self.clock() > self._until:
            self.positions = 0
            self.ended_by = "time"
            raise BudgetExhausted

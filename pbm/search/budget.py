"""The budget of a search for a proof or a robot's move."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

CLOCK_EVERY = 32
"""Number of positions between two checks of the clock."""
MAX_POSITIONS = 4_000_000
"""Maximum number of positions that a search keeps in memory. Each takes about 100 bytes."""
MAX_ENTRIES = 2_000_000
"""Maximum number of entries of a table for a single proof. Making it takes seconds."""


class BudgetExhausted(Exception):
    """The search has used up its seconds or positions."""


@dataclass
class SearchBudget:
    """A budget of seconds and positions. The search ends when either is used up.

    If the time is sufficient, the same number of positions gives the same move on every machine.
    """

    seconds: float = float("inf")
    positions: int = MAX_POSITIONS
    clock: Callable[[], float] = field(default=time.monotonic, repr=False)
    used: int = field(init=False)
    """Number of positions searched so far."""
    ended_by: Literal["", "time", "memory"] = field(init=False)
    """The limit that was reached. It is `memory` for positions, because they are kept in memory."""
    _until: float = field(init=False, repr=False)
    _check_at: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.used, self._check_at, self.ended_by = 0, CLOCK_EVERY, ""
        self._until = self.clock() + self.seconds

    def spend(self, positions: int = 1) -> None:
        """Counts searched positions.

        Raises BudgetExhausted if the budget is used up.
        """
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

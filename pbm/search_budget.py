"""How much may be spent on a search."""

import time
from dataclasses import dataclass, field

LOOK = 32
"""After so many positions the time is looked at."""
MEMORY = 4_000_000
"""The most positions that a search keeps, of about 100 bytes each."""


class SpentError(Exception):
    """The budget is spent."""


@dataclass
class Budget:
    """Seconds and positions; once either is spent, the search ends."""

    seconds: float
    positions: int = MEMORY
    spent: int = field(default=0, init=False)
    _until: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._until = time.monotonic() + self.seconds

    def take(self) -> None:
        """Looks at one more position; raises SpentError."""
        self.spent += 1
        if self.spent > self.positions:
            raise SpentError
        if self.spent % LOOK == 0 and time.monotonic() > self._until:
            self.positions = 0  # for whatever asks next, too
            raise SpentError

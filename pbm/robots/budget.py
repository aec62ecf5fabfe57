"""What a robot may spend on a move."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

CLOCK_EVERY = 64
"""After so many positions the clock is looked at."""


class SpentError(Exception):
    """Nothing is left to think with."""


@dataclass
class Budget:
    """Positions that may be looked at; the time is a ceiling for slow machines and large boards.

    The same number of positions gives the same move everywhere, as long as the time suffices.
    """

    positions: int
    seconds: float = float("inf")
    clock: Callable[[], float] = time.monotonic
    used: int = field(default=0, init=False)
    _until: float = field(init=False)
    _look: int = field(default=CLOCK_EVERY, init=False)

    def __post_init__(self) -> None:
        self._until = self.clock() + self.seconds

    def spend(self, positions: int = 1) -> None:
        """More positions; raises SpentError when there is nothing left."""
        self.used += positions
        if self.used > self.positions:
            raise SpentError
        if self.used > self._look:
            self._look = self.used + CLOCK_EVERY
            self._check_time()

    def _check_time(self) -> None:
        if self.clock() > self._until:
            raise SpentError

"""Skip boards on which a robot's turn failed for a while, so others come first."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_hex

from pbm.process.lazy_logger import get_logger
from storage import TransientError

log = get_logger()
SECONDS = 300
"""The time for which a board is skipped."""


@dataclass(frozen=True)
class Backoff:
    """The boards on which robots' turns failed, in memory."""

    clock: Callable[[], float] = time.monotonic
    _until: dict[tuple[str, int], float] = field(default_factory=dict)

    def has(self, game: str, number: int) -> bool:
        """Returns True if this board is to be skipped now."""
        return self._until.get((game, number), 0) > self.clock()

    def skip(self, game: str, number: int) -> None:
        """Skips a board for a while."""
        self._until[game, number] = self.clock() + SECONDS

    def add(self, game: str, number: int, error: BaseException) -> None:
        """Logs an error on a board; unless it is transient, the board is skipped for a while."""
        if isinstance(error, TransientError):  # another process changed the board
            log.warning("robot turn postponed", game=game, board=number, error=type(error).__name__)
            return
        self.skip(game, number)
        reference = token_hex(4)
        log.error("robot turn failed", game=game, board=number, reference=reference, exc_info=error)

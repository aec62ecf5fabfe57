"""Skip boards for a while after a robot's turn failed there, so that others come first."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_hex

from pbm.process.lazy_logger import get_logger
from storage import TransientError

log = get_logger()
SECONDS = 300
"""Seconds for which a board is skipped after a failed turn."""


@dataclass(frozen=True)
class Backoff:
    """The boards on which robots' turns failed lately. They are kept in memory only."""

    clock: Callable[[], float] = time.monotonic
    _until: dict[tuple[str, int], float] = field(default_factory=dict)

    def has(self, game: str, number: int) -> bool:
        """Whether this board should be skipped now."""
        return self._until.get((game, number), 0) > self.clock()

    def skip(self, game: str, number: int) -> None:
        self._until[game, number] = self.clock() + SECONDS

    def add(self, game: str, number: int, error: BaseException) -> None:
        """Logs an error on a board. Unless the error is transient, skips the board for a while."""
        if isinstance(error, TransientError):  # another process changed the board
            log.warning("robot turn postponed", game=game, board=number, error=type(error).__name__)
            return
        self.skip(game, number)
        reference = token_hex(4)
        log.error("robot turn failed", game=game, board=number, reference=reference, exc_info=error)

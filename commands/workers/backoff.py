"""Boards on which something went wrong: they are let alone for a while, and others come first."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_hex

import structlog

from storage import TransientError

SECONDS = 300

log = structlog.get_logger()


@dataclass(frozen=True)
class Backoff:
    """What those who move for robots remember of boards."""

    clock: Callable[[], float] = time.monotonic
    _until: dict[tuple[str, int], float] = field(default_factory=dict)

    def has(self, game: str, number: int) -> bool:
        """Whether this board is to be let alone now."""
        return self._until.get((game, number), 0) > self.clock()

    def add(self, game: str, number: int, error: BaseException) -> None:
        """Notes what went wrong; the board is looked at again later."""
        if isinstance(error, TransientError):  # somebody else was at it
            log.warning("robot must wait", game=game, board=number, error=type(error).__name__)
            return
        self._until[game, number] = self.clock() + SECONDS
        where = {"game": game, "board": number, "reference": token_hex(4)}
        log.error("robot failed", **where, exc_info=error)

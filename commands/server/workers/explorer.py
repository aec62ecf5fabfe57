"""Store the moves of finished games by position, a few games at a time."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from commands.system.stored_types import Database, UnitOfWork
from pbm.clock import DAY
from pbm.errors import BoardFrozenError
from pbm.match.explored_moves import PlayedMove, played_moves
from pbm.process.lazy_logger import get_logger
from pbm.stored_values import FinishedBoard, Scan

log = get_logger()
BATCH_SIZE = 50
"""Number of boards in one transaction."""
TICK_SECONDS = 1.0
"""Seconds that a tick may spend on it. At least one batch is explored."""
OVERLAP = timedelta(minutes=5)
"""Maximum time between the start of a transaction and its commit."""


class Explorer:
    """Explores games as they finish: all boards once a day, and otherwise only changed ones.

    An imported board isn't found as a change, because it has the time at which its game changed.
    Such boards, and others missed because of a clock that was set back or a transaction that lasted
    longer than OVERLAP, are found within a day.
    """

    def __init__(self) -> None:
        self._last_scan: Scan | None = None
        """The last scan after which no game was left to explore."""
        self._scanned_all: datetime | None = None

    def explore(self, database: Database, now: datetime) -> None:
        """Explores finished games within the time limit of a tick."""
        last = self._scanned_all
        everything = last is None or not last <= now < last + DAY
        with _left_to_next_tick():
            with database.snapshot() as work:
                scan = work.explored.begin_scan(now - OVERLAP)
            last_scan = None if everything else self._last_scan
            if _explore(database, Counter(), time.monotonic() + TICK_SECONDS, last_scan):
                self._last_scan = scan
                self._scanned_all = now if everything else last


def explore_finished(
    database: Database,
    seconds: float = TICK_SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> Counter[str]:
    """Explores finished games within `seconds`. Returns the number of explored boards by game."""
    explored = Counter[str]()
    with _left_to_next_tick():
        _explore(database, explored, clock() + seconds, clock=clock)
    return explored


@contextmanager
def _left_to_next_tick() -> Iterator[None]:
    """Logs an error. The next tick does the remaining work."""
    try:
        yield
    except Exception:
        log.exception("failed to explore finished games")


def _explore(
    database: Database,
    explored: Counter[str],
    until: float,
    last_scan: Scan | None = None,
    *,
    clock: Callable[[], float] = time.monotonic,
) -> bool:
    """Explores games until the time `until`, and adds them to `explored`.

    `last_scan`: an earlier scan. If given, only boards that have changed since are explored.

    Returns whether all games are explored.
    """
    from storage import retry_after_contention  # noqa: PLC0415 - it is slow to load

    last, explore_batch = 0, retry_after_contention(_explore_batch)
    try:
        while batch := explore_batch(database, last, last_scan):
            explored.update(board.game for board in batch)
            last = batch[-1].id
            if len(batch) == BATCH_SIZE and clock() >= until:
                return False
    finally:
        if explored:
            log.info("finished games explored", boards=explored.total())
    return True


def _explore_batch(
    database: Database, after: int, last_scan: Scan | None
) -> Sequence[FinishedBoard]:
    """Explores a batch of boards with ids above `after`, and returns them.

    The games are replayed outside of a write transaction, so that no other work has to wait.
    """
    with database.snapshot() as work:
        waiting = work.explored.waiting(BATCH_SIZE, after, last_scan)
        moves = [_moves(work, board) for board in waiting]
    if waiting:
        with database.work() as work:
            for board, played in zip(waiting, moves, strict=True):
                work.explored.put(board, played)
    return waiting


def _moves(work: UnitOfWork, finished: FinishedBoard) -> list[PlayedMove]:
    """Returns the moves of a board.

    Returns an empty list after an error, so that the board isn't tried again.
    """
    try:
        board = work.boards.find(finished.game, finished.number)
        is_current = board is not None and board.match.checksum == finished.checksum
        return list(played_moves(board.match)) if board and is_current else []
    except BoardFrozenError:
        return []
    except Exception as error:  # one board mustn't prevent others from being explored
        if work.is_database_error(error):
            raise
        log.exception("failed to explore a game", game=finished.game, board=finished.number)
        return []

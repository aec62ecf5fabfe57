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
from pbm.stored import FinishedBoard, Look

log = get_logger()
BATCH_SIZE = 50
"""The boards of one unit of work."""
TICK_SECONDS = 1.0
"""The time that a tick may take for it: a batch at least."""
OVERLAP = timedelta(minutes=5)
"""A transaction may commit later than it began."""


class Explorer:
    """Explores games as they finish; looks at all boards once a day, and else at changed ones.

    Boards that are imported have changed when their game did, but are new. A clock that was set
    back, or a transaction that lasted longer than the overlap, is made up for within the day.
    """

    def __init__(self) -> None:
        self._looked: Look | None = None
        """The last look after which nothing was left."""
        self._looked_at_all: datetime | None = None

    def explore(self, database: Database, now: datetime) -> None:
        """Explores finished games, as far as the time of a tick suffices."""
        last = self._looked_at_all
        everything = last is None or not last <= now < last + DAY
        with _left_to_next_tick():
            with database.snapshot() as work:
                look = work.explored.look(now - OVERLAP)
            looked = None if everything else self._looked
            if _explore(database, Counter(), time.monotonic() + TICK_SECONDS, looked):
                self._looked = look
                self._looked_at_all = now if everything else last


def explore_finished(
    database: Database,
    seconds: float = TICK_SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> Counter[str]:
    """Returns the numbers of boards by game whose moves were put there, as far as time suffices."""
    explored = Counter[str]()
    with _left_to_next_tick():
        _explore(database, explored, clock() + seconds, clock=clock)
    return explored


@contextmanager
def _left_to_next_tick() -> Iterator[None]:
    """Logs an error: what was to be done is done by the next tick."""
    try:
        yield
    except Exception:
        log.exception("finished games not explored")


def _explore(
    database: Database,
    explored: Counter[str],
    until: float,
    looked: Look | None = None,
    *,
    clock: Callable[[], float] = time.monotonic,
) -> bool:
    """Explores games until this time, and counts them; returns True if none is left.

    `looked`: an earlier look, since which they have changed.
    """
    from storage import again_after_contention  # noqa: PLC0415 - it is slow to load

    last, explore_batch = 0, again_after_contention(_explore_batch)
    try:
        while batch := explore_batch(database, last, looked):
            explored.update(board.game for board in batch)
            last = batch[-1].id
            if len(batch) == BATCH_SIZE and clock() >= until:
                return False
    finally:
        if explored:
            log.info("finished games explored", boards=explored.total())
    return True


def _explore_batch(database: Database, after: int, looked: Look | None) -> Sequence[FinishedBoard]:
    """Returns the boards, with ids after this, that it explored.

    Nobody waits while the games are replayed.
    """
    with database.snapshot() as work:
        waiting = work.explored.waiting(BATCH_SIZE, after, looked)
        moves = [_moves(work, board) for board in waiting]
    if waiting:
        with database.work() as work:
            for board, played in zip(waiting, moves, strict=True):
                work.explored.put(board, played)
    return waiting


def _moves(work: UnitOfWork, finished: FinishedBoard) -> list[PlayedMove]:
    """Returns the moves of a board; none if that fails, so that it isn't tried again."""
    try:
        board = work.boards.find(finished.game, finished.number)
        is_current = board is not None and board.match.checksum == finished.checksum
        return list(played_moves(board.match)) if board and is_current else []
    except BoardFrozenError:
        return []
    except Exception as error:  # one board must not keep the others from being explored
        if work.is_database_error(error):
            raise
        log.exception("game not explored", game=finished.game, board=finished.number)
        return []

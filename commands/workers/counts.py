"""Adapts the kept counts to what has changed, a batch at a time."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from pbm.process.lazy_logger import get_logger

if TYPE_CHECKING:
    from storage import Database


BATCH_SIZE = 500
"""The changes of one unit of work."""
TICK_SECONDS = 1.0
"""The time that a tick may take for it: a batch at least."""

log = get_logger()


def adapt_counts(
    database: "Database",
    seconds: float = TICK_SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Adapts the kept counts; what is left is looked at by all who read them."""
    until = clock() + seconds
    try:
        while True:
            with database.work() as work:
                adapted = work.kept_counts.adapt(BATCH_SIZE)
            if adapted < BATCH_SIZE or clock() > until:
                return
    except Exception:  # the next tick tries again
        log.exception("counts not adapted")

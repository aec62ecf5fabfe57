"""Makes lines that run next to a server take turns with it, and limits their time.

SQLite has one writer at a time and gives its lock to any program that requests it next. Programs
therefore queue for a lock of their own. After each line, a program leaves the database free for as
long as the line took, so that the server can store emails in between.
"""

import fcntl
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from commands.system.only_server import other_server
from pbm.errors import NotAllowedError

MAX_SECONDS = 10
"""Maximum processor time of a line in seconds. Incoming mail may have to wait that long."""
MAX_PAUSE_SECONDS = 0.25
"""Maximum pause after a line, in seconds. SQLite retries its lock every 100 ms, so the server gets
it within this time.
"""


@contextmanager
def line_turn(database: Path | None) -> Iterator[None]:
    """Runs a line when it is this program's turn.

    Raises NotAllowedError if the line takes too much processor time.

    `database`: the file of an SQLite database, or None for databases that allow several writers.
    """
    with _time_limit():
        if database is None or not database.exists() or not other_server(database):
            yield
            return
        with _queued(database.parent):
            started = time.monotonic()
            try:
                yield
            finally:
                time.sleep(min(time.monotonic() - started, MAX_PAUSE_SECONDS))


@contextmanager
def _queued(folder: Path) -> Iterator[None]:
    """Waits for the lock of a folder and holds it."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # Some network file systems don't support such locks.
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def _time_limit() -> Iterator[None]:
    """Interrupts the line after MAX_SECONDS of processor time, like Ctrl-C does.

    It works in the middle of any computation.
    """
    before = signal.signal(signal.SIGPROF, _end)
    signal.setitimer(signal.ITIMER_PROF, MAX_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _end(_number: int, _frame: FrameType | None) -> None:
    raise NotAllowedError(
        f"This command took more than {MAX_SECONDS} seconds, so pbm stopped it. Nothing has "
        "changed. Try a smaller request."
    )

"""Turns of lines that this program runs itself next to a server, and a limit on their time.

SQLite has one writer at a time and gives its lock to whoever asks next. So programs queue for it,
and each leaves it free for as long as its line took: the server takes its emails in between.
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
"""Maximum processor time of a line, for which an email may have to wait."""
MAX_PAUSE_SECONDS = 0.25
"""SQLite asks for the lock every 100 ms."""


@contextmanager
def line_turn(database: Path | None) -> Iterator[None]:
    """Runs a line when it is this program's turn; raises NotAllowedError if the line takes long.

    `database`: the file of an SQLite database. Other databases have many writers.
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
    """Waits until no other program has the lock of a folder, and holds it."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some network file systems have no such locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def _time_limit() -> Iterator[None]:
    """Ends what takes too much processor time, like Ctrl-C does: whatever it is computing."""
    before = signal.signal(signal.SIGPROF, _end)
    signal.setitimer(signal.ITIMER_PROF, MAX_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _end(_number: int, _frame: FrameType | None) -> None:
    raise NotAllowedError(
        f"This line took more than {MAX_SECONDS} seconds of processor time, so it was ended and "
        "nothing was done. Ask for less in one line."
    )

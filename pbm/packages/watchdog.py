"""Note the calls of other packages' games in this process, and limit their time.

A call may end the process or never return, even in C code that no exception can interrupt. So each
call is noted in a file before it is made (see `stuck_games`). If it takes MAX_SECONDS, a timer of
the kernel ends the process.
"""

import faulthandler
import os
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path

from pbm.packages.stuck_games import NOTES_SIZE, open_notes

MAX_SECONDS = 10.0
"""Maximum seconds of a call. With SQLite, other processes wait three times as long for a
transaction.
"""
STANDARD_ERROR = 2


class Watchdog:
    """The running calls of this process, one for each thread."""

    def __init__(self) -> None:
        self._data: Path | None = None
        self._notes: int | None = None
        self._reset()

    @property
    def data(self) -> Path | None:
        """The data folder with the notes. None if calls aren't noted."""
        return self._data

    @data.setter
    def data(self, folder: Path | None) -> None:
        if folder != self._data:
            self._data = folder
            self._reset()

    def begin(self, note: str) -> None:
        """Notes a call in this thread, and starts its time limit."""
        with self._lock:
            if not self._is_ready:
                self._prepare()
            # Note the call before it begins, because it may end the process.
            self._calls[threading.get_ident()] = note, time.monotonic() + MAX_SECONDS
            self._update()

    def end(self) -> None:
        """Removes the note of this thread's call."""
        with self._lock:
            self._calls.pop(threading.get_ident(), None)
            self._update()

    def _reset(self) -> None:
        """Forgets the calls and the file. After a fork they belong to the parent."""
        if self._notes is not None:
            os.close(self._notes)
        self._lock = threading.Lock()
        self._calls: dict[int, tuple[str, float]] = {}
        """The note of each thread's call, and the time of its end, the earliest first."""
        self._notes = None
        self._is_ready = False

    def _prepare(self) -> None:
        if self._data:
            with suppress(OSError):  # the folder may belong to another user
                self._notes = open_notes(self._data)
                os.lseek(self._notes, NOTES_SIZE, os.SEEK_SET)
        stacks = STANDARD_ERROR if self._notes is None else self._notes
        # SIGALRM's default action follows. It ends the process even if the call is in C code.
        faulthandler.register(signal.SIGALRM, file=stacks, all_threads=True, chain=True)
        # The first server creates the folder only after it has loaded the games.
        self._is_ready = self._data is None or self._data.exists()

    def _update(self) -> None:
        """Writes the notes, and sets the timer to the earliest end."""
        until = next((until for _, until in self._calls.values()), None)
        seconds_left = 0 if until is None else max(until - time.monotonic(), 0.001)
        signal.setitimer(signal.ITIMER_REAL, seconds_left)
        if self._notes is not None:
            notes = "\n".join(note for note, _ in self._calls.values()).encode()[:NOTES_SIZE]
            with suppress(OSError):
                os.pwrite(self._notes, notes.ljust(NOTES_SIZE, b"\0"), 0)


WATCHDOG = Watchdog()
os.register_at_fork(after_in_child=WATCHDOG._reset)  # noqa: SLF001 - its own

"""The lock of a data folder's delivery worker: its holder knows that the last one has ended."""

import fcntl
import secrets
from pathlib import Path
from typing import Self


class WorkerLock:
    """A locked file, which the operating system unlocks when the process ends, even by a signal."""

    def __init__(self, path: Path) -> None:
        path.touch(mode=0o600)
        self._file = path.open("r+")
        self.acquired = False
        """True if this process holds the lock."""
        self.held_elsewhere = False
        """True if another process held the lock at the last attempt."""

    def acquire(self) -> str:
        """Returns the worker's name, which all holders of the lock share; empty if not acquired."""
        self.held_elsewhere = False
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.held_elsewhere = True
            return ""
        except OSError:  # this file system has no locks
            return ""
        self.acquired = True
        return self._name()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _name(self) -> str:
        self._file.seek(0)
        name = self._file.read().strip()
        if not name:
            name = secrets.token_hex(8)
            self._file.write(f"{name}\n")
            self._file.flush()
        return name

"""One delivery worker's claim to a data folder: it knows that whoever had it before is dead."""

import fcntl
import secrets
from pathlib import Path
from typing import Self


class WorkerLock:
    """A locked file, which the system lets go when its process ends, however that is."""

    def __init__(self, path: Path) -> None:
        path.touch(mode=0o600)
        self._file = path.open("r+")
        self.acquired = self.held_elsewhere = False
        """Whether it is ours, and whether it was another's when it was last asked for."""

    def acquire(self) -> str:
        """The name that goes with the claim, the same for all who ever have it; else empty."""
        self.held_elsewhere = False
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.held_elsewhere = True
            return ""
        except OSError:  # this folder's system knows no locks
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

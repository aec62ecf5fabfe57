"""Record the number of the last commit in a file next to the database, to detect lost commits.

The file is written after the commit, so it may be behind the database but is never ahead of it. The
file isn't synced. After a power failure it may be outdated, and then it can't show lost commits.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from pbm.wording import counted

MAX_BYTES = 200


class LostCommitsError(Exception):
    """The database is older than the last commit in its file."""


@dataclass(frozen=True, slots=True, order=True)
class Commit:
    """A commit of a database: its generation and its number.

    A new generation doesn't reset numbers.
    """

    database: str
    generation: int
    number: int

    def write(self) -> str:
        """Returns the line for the file, in the format that `read` parses."""
        return f"{self.database} {self.generation} {self.number}\n"

    @classmethod
    def read(cls, line: str) -> "Commit | None":
        """Returns the commit in a line of the file, or None if it is empty or damaged."""
        words = line.split()
        if len(words) != 3 or not (words[1] + words[2]).isdecimal() or not line.endswith("\n"):
            return None
        return cls(words[0], int(words[1]), int(words[2]))

    def loss(self, current: "Commit") -> str:
        """Returns which commits are missing if `current` is now the database's last commit.

        Returns an empty string if none are.
        """
        if current.database != self.database:
            return "it is a different database, or pbm created it because the file was missing"
        if current >= self:
            return ""
        if current.generation < self.generation:
            return f"it is from an earlier generation ({current.generation}, not {self.generation})"
        return f"it has lost the last {counted(self.number - current.number, 'commit')}"


class LastCommit:
    """The file with the last commit. All processes of the server write it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def read(self) -> Commit | None:
        """Returns the last commit, or None if it isn't known."""
        with self._locked():
            return self._read()

    def record(self, commit: Commit) -> None:
        """Records a commit that is on disk, unless the file has a later or foreign one."""
        # The commit can't be undone, so an outdated file is better than an error.
        with suppress(OSError), self._locked():
            last = self._read()
            if last is None or (last.database == commit.database and last < commit):
                self._write(commit)

    def begin(self, commit: Commit) -> None:
        """Records the first commit of a new generation, whatever the file has."""
        with self._locked():
            self._write(commit)

    def close(self) -> None:
        os.close(self._file)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        # flock doesn't exclude other threads, because they use the same file descriptor.
        with self._lock:
            fcntl.flock(self._file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def _read(self) -> Commit | None:
        return Commit.read(os.pread(self._file, MAX_BYTES, 0).decode("ascii", errors="replace"))

    def _write(self, commit: Commit) -> None:
        line = commit.write().encode()
        os.pwrite(self._file, line, 0)
        os.ftruncate(self._file, len(line))

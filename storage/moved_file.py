"""Detect that the file of an SQLite database was moved or replaced while it is open.

SQLite continues to write into the open file, wherever that file is now. Unless somebody puts it
back, everything stored in the meantime is lost.
"""

import os
from pathlib import Path

from sqlalchemy import Engine

URI = "file:"


class MovedDatabaseError(Exception):
    """The file at the database's path isn't the open one.

    Somebody may still put the open file back.
    """


class DatabaseFile:
    """An open database file, identified by its device and inode."""

    def __init__(self, path: Path | None) -> None:
        """`path`: where the file was just opened, or None for a database without a file."""
        self._path = path.absolute() if path else None
        self._opened = self._identity()

    @classmethod
    def of(cls, engine: Engine) -> "DatabaseFile":
        """Returns the file that an engine has opened."""
        name = engine.url.database or ""
        plain = name and name != ":memory:" and not name.startswith(URI)
        return cls(Path(name) if plain and engine.dialect.name == "sqlite" else None)

    @property
    def problem(self) -> str:
        """The reason why the file can't be used, in words. Empty if it is still at its path."""
        current = self._identity()
        if current == self._opened or self._path is None:
            return ""
        return f"{self._path.name} {'was replaced' if current else 'disappeared'}"

    def check(self) -> None:
        """Raises MovedDatabaseError if the file is no longer at its path."""
        if problem := self.problem:
            raise MovedDatabaseError(
                f"{problem} while pbm was using it. Restore the original file ({self._path}), or "
                "stop the server"
            )

    def _identity(self) -> tuple[int, int] | None:
        """Returns the device and inode of the file at the path, or None if there is none."""
        try:
            status = os.stat(self._path) if self._path else None  # noqa: PTH116 - quicker
        except OSError:
            return None
        return (status.st_dev, status.st_ino) if status else None

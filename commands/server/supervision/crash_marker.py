"""Detect at startup that the last server died, because it left the file of a running server."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NAME = "running"


@contextmanager
def detect_crash(folder: Path) -> Iterator[bool]:
    """Makes the file, and removes it at a clean end; yields True if the last server died."""
    file = folder / NAME
    has_crashed = file.exists()
    with suppress(OSError):
        file.touch(mode=0o600)
    yield has_crashed
    with suppress(OSError):
        file.unlink(missing_ok=True)

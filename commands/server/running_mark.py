"""The file that marks a running server; at a start it tells that the last server died."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NAME = "running"


@contextmanager
def running_mark(folder: Path) -> Iterator[bool]:
    """Makes the file, and removes it at a clean end; yields True if the last server died."""
    mark = folder / NAME
    has_died = mark.exists()
    with suppress(OSError):
        mark.touch(mode=0o600)
    yield has_died
    with suppress(OSError):
        mark.unlink(missing_ok=True)

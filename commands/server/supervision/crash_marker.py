"""Detect at startup that the last server died, because it left its marker file behind."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NAME = "running"


@contextmanager
def detect_crash(folder: Path) -> Iterator[bool]:
    """Creates the marker file and removes it at a clean end.

    Yields whether the file already existed. In that case, the last server crashed.
    """
    file = folder / NAME
    has_crashed = file.exists()
    with suppress(OSError):
        file.touch(mode=0o600)
    yield has_crashed
    with suppress(OSError):
        file.unlink(missing_ok=True)

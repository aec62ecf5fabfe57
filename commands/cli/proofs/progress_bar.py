"""Shows the progress of making a table in the terminal."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class ProgressBar:
    """A progress bar that starts again for each stage."""

    def __init__(self, bar: Any) -> None:
        self._bar, self._task = bar, bar.add_task("")

    def begin(self, stage: str, rows: int) -> None:
        self._bar.reset(self._task, description=stage, total=rows)

    def row_done(self) -> None:
        """Advances the bar by one row."""
        self._bar.advance(self._task)


@contextmanager
def making_progress() -> Iterator[ProgressBar]:
    """Yields a progress bar on standard error. It is invisible if that isn't a terminal."""
    from rich.console import Console  # noqa: PLC0415 - rich is slow to load
    from rich.progress import Progress  # noqa: PLC0415

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        yield ProgressBar(bar)

"""Shows the progress of a long search in a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass

SHOWN_AFTER = 1.0
"""Seconds after which a search shows its progress."""
INTERVAL = 0.2
"""Seconds between two updates."""


@contextmanager
def shown_progress(describe: Callable[[], str]) -> Iterator[None]:
    """Shows the block's progress and duration on standard error if that is a terminal.

    `describe`: returns the text to show. Nothing is shown while it is empty.
    """
    if not sys.stderr.isatty():
        yield
        return
    done = Event()
    thread = Thread(target=_show_until, args=(done, describe), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _show_until(done: Event, describe: Callable[[], str]) -> None:
    if done.wait(SHOWN_AFTER):
        return
    from rich.console import Console  # noqa: PLC0415 - rich is slow to load
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    while not describe():  # Tables show their own progress while they are made.
        if done.wait(INTERVAL):
            return
    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(describe(), total=None)
        while not done.wait(INTERVAL):
            bar.update(task, description=describe())

"""Make pages in several processes, for the first time and after an upgrade."""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context, parent_process
from typing import Any

from commands.site.subject import Subject
from commands.site.updating.making import KnownFiles, Made, PageMaker

Work = Sequence[tuple[Subject, KnownFiles]]
"""Subjects, each with the files that it has."""
AHEAD = 3
"""The pieces of work that wait for each process."""
Opened = Callable[[ExitStack], PageMaker]
"""Opens what a process needs; it can be pickled."""
_own: list[Any] = []
"""The maker of this process."""


class MakerPool:
    """Processes that make pages."""

    def __init__(self, opened: Opened, processes: int) -> None:
        """`opened`: makes the maker of a process."""
        self._processes = processes
        self._pool = ProcessPoolExecutor(
            processes, get_context("spawn"), initializer=_begin, initargs=(opened,)
        )

    def make(self, work: Iterable[Work]) -> Iterator[Made]:
        """Yields the outcomes of pieces of work, which are taken as they are needed."""
        waiting: deque[Future[list[Made]]] = deque()
        for piece in work:
            waiting.append(self._pool.submit(_make, piece))
            if len(waiting) >= self._processes * AHEAD:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()

    def close(self) -> None:
        """Ends the processes, once they have done what they are doing."""
        self._pool.shutdown(cancel_futures=True)


def cores() -> int:
    """Returns the number of cores that this process may use."""
    return len(os.sched_getaffinity(0))


def _begin(opened: Opened) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    stack = ExitStack()
    _own[:] = [opened(stack), stack]


def _end_with_parent() -> None:
    """Ends this process when the one that started it is killed: another may work on the site."""
    parent = parent_process()
    assert parent is not None  # noqa: S101 - this runs in a process of the pool
    parent.join()
    os._exit(1)


def _make(work: Work) -> list[Made]:
    return list(_own[0].make(work))

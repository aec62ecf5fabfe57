"""Processes as /proc shows them, and the end of a whole family."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

ZOMBIE = "Z"
"""The state of a process that has ended, but hasn't been reaped yet."""


class Process(NamedTuple):
    """A process as /proc shows it."""

    pid: int
    state: str
    parent: int
    threads: int
    pages: int
    """Pages of resident memory."""


def processes() -> Iterator[Process]:
    """Yields all processes."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):  # it has just ended
                fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
                state, numbers = fields[0].decode(), [int(fields[at]) for at in (1, 17, 21)]
                yield Process(int(folder.name), state, *numbers)


def threads_of(user: int) -> int:
    """Returns the number of threads that count for a user."""
    return sum(process.threads for process in processes() if _is_of(process, user))


def descendants(pid: int) -> Iterator[Process]:
    """Yields the children of a process, their children, and so on."""
    by_parent: dict[int, list[Process]] = {}
    for process in processes():
        by_parent.setdefault(process.parent, []).append(process)
    waiting = by_parent.pop(pid, [])
    while waiting:
        process = waiting.pop()
        yield process
        waiting += by_parent.pop(process.pid, [])


def kill_descendants(pid: int) -> bool:
    """Kills all descendants of this process; returns True if any were alive."""
    alive = [process.pid for process in descendants(pid) if process.state != ZOMBIE]
    for each in alive:
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)
    return bool(alive)


def kill_all() -> None:
    """Kills until no child is left; none can escape, as orphans become children of this process."""
    while True:
        kill_descendants(os.getpid())
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)


def _is_of(process: Process, user: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process.pid}").stat().st_uid == user
    return False

"""Processes as /proc shows them, and the end of a whole family."""

import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

NAMESPACES, LANDLOCK, NONE = "namespaces", "landlock", "none"
"""The ways to keep engines apart from everything else."""
ZOMBIE = "Z"
"""The state of a process that has ended, but hasn't been reaped yet."""
COUNTED = (b"VmRSS:", b"VmSwap:", b"VmPTE:", b"HugetlbPages:")
"""The lines on memory in use in a process' status: pages, and the tables of them."""
SOCKET_BYTES = 512 * 1024
"""The most that waits in a socket of a pair, of what its other end has sent."""
MOST_MAPPINGS = 4096
"""The kernel needs about 400 bytes for each, which it counts nowhere."""
HAS_ENDED = (FileNotFoundError, ProcessLookupError)


class Process(NamedTuple):
    """A process as /proc shows it."""

    pid: int
    state: str
    parent: int
    threads: int


def processes() -> Iterator[Process]:
    """Yields all processes."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):  # it has just ended
                fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
                state, numbers = fields[0].decode(), [int(fields[at]) for at in (1, 17)]
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


def used_memory(pids: Iterable[int]) -> int:
    """Returns the bytes of memory of these processes together, and of what is in their sockets.

    Raises PermissionError if one hides it.
    """
    used, sockets = 0, set[str]()
    for pid in pids:
        with suppress(*HAS_ENDED):
            used += _memory(pid)
            try:
                for task in Path(f"/proc/{pid}/task").iterdir():  # each may have files of its own
                    sockets |= _sockets(task / "fd")
            except PermissionError:
                if _memory(pid):  # the files of one that has ended are shown to root alone
                    raise
    return used + len(sockets) * SOCKET_BYTES


def _memory(pid: int) -> int:
    """Returns the bytes of memory of a process; 0 if it has ended, but hasn't been reaped yet."""
    lines = Path(f"/proc/{pid}/status").read_bytes().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(COUNTED)) * 1024


def has_many_mappings(pid: int) -> bool:
    """Returns True if a process has more than MOST_MAPPINGS; raises PermissionError."""
    with suppress(*HAS_ENDED), Path(f"/proc/{pid}/maps").open("rb") as lines:
        return any(islice(lines, MOST_MAPPINGS, None))
    return False


def kill_descendants(pid: int) -> bool:
    """Kills all descendants of this process; returns True if any were alive."""
    alive = [process.pid for process in descendants(pid) if process.state != ZOMBIE]
    for descendant in alive:
        with suppress(ProcessLookupError):
            os.kill(descendant, signal.SIGKILL)
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


def _sockets(folder: Path) -> set[str]:
    """Returns the names of the sockets among open files."""
    sockets = set()
    with suppress(*HAS_ENDED):
        for descriptor in folder.iterdir():
            with suppress(FileNotFoundError):  # it was closed meanwhile
                sockets.add(str(descriptor.readlink()))
    return {link for link in sockets if link.startswith("socket:")}


def _is_of(process: Process, user: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process.pid}").stat().st_uid == user
    return False

"""Processes and their memory as /proc shows them, and how to kill all descendants of one."""

import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

NAMESPACES, LANDLOCK, NONE = "namespaces", "landlock", "none"
"""The kinds of isolation."""
ZOMBIE = "Z"
"""The state of a process that has ended but whose parent hasn't reaped it yet."""
COUNTED = (b"VmRSS:", b"VmSwap:", b"VmPTE:", b"HugetlbPages:")
"""The lines of /proc/PID/status that count memory in use: pages, and page tables."""
SOCKET_BYTES = 512 * 1024
"""Maximum number of unread bytes that one socket of a pair holds."""
MAX_MAPPINGS = 4096
"""Maximum number of memory mappings of a process. Each takes about 400 bytes in the kernel, and no
other limit includes them.
"""
HAS_ENDED = (FileNotFoundError, ProcessLookupError)


class Process(NamedTuple):
    """A process as /proc shows it."""

    pid: int
    state: str
    parent: int
    threads: int


def processes() -> Iterator[Process]:
    """Yields all processes of this machine or namespace."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):  # The process has just ended.
                # The process name is in parentheses, and may itself contain spaces and parentheses.
                fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
                state, numbers = fields[0].decode(), [int(fields[at]) for at in (1, 17)]
                yield Process(int(folder.name), state, *numbers)


def threads_of(user: int) -> int:
    """Returns the number of threads that the kernel counts for a user."""
    return sum(process.threads for process in processes() if _is_of(process, user))


def descendants(pid: int) -> Iterator[Process]:
    """Yields the children of a process, their children and so on."""
    by_parent: dict[int, list[Process]] = {}
    for process in processes():
        by_parent.setdefault(process.parent, []).append(process)
    waiting = by_parent.pop(pid, [])
    while waiting:
        process = waiting.pop()
        yield process
        waiting += by_parent.pop(process.pid, [])


def used_memory(pids: Iterable[int]) -> int:
    """Returns the bytes of memory that these processes and their sockets use together.

    Raises PermissionError if a process hides its memory.
    """
    used, sockets = 0, set[str]()
    for pid in pids:
        with suppress(*HAS_ENDED):
            used += _memory(pid)
            try:
                # Each thread may have open files of its own.
                for task in Path(f"/proc/{pid}/task").iterdir():
                    sockets |= _sockets(task / "fd")
            except PermissionError:
                if _memory(pid):  # Only root can see the files of a process that has ended.
                    raise
    return used + len(sockets) * SOCKET_BYTES


def _memory(pid: int) -> int:
    """Returns the bytes of memory that a process uses. It is 0 for a zombie."""
    lines = Path(f"/proc/{pid}/status").read_bytes().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(COUNTED)) * 1024


def has_many_mappings(pid: int) -> bool:
    """Whether a process has more than MAX_MAPPINGS mappings. Raises PermissionError."""
    with suppress(*HAS_ENDED), Path(f"/proc/{pid}/maps").open("rb") as lines:
        return any(islice(lines, MAX_MAPPINGS, None))
    return False


def kill_descendants(pid: int) -> bool:
    """Kills all descendants of this process. Returns whether any of them were alive."""
    alive = [process.pid for process in descendants(pid) if process.state != ZOMBIE]
    for descendant in alive:
        with suppress(ProcessLookupError):
            os.kill(descendant, signal.SIGKILL)
    return bool(alive)


def kill_all() -> None:
    """Kills all descendants of this process until none is left.

    None can escape, because orphans become children of this process.
    """
    while True:
        kill_descendants(os.getpid())
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)


def _sockets(folder: Path) -> set[str]:
    """Returns the names of the sockets among the open files in a folder of /proc."""
    sockets = set()
    with suppress(*HAS_ENDED):
        for descriptor in folder.iterdir():
            with suppress(FileNotFoundError):  # The file was closed in the meantime.
                sockets.add(str(descriptor.readlink()))
    return {link for link in sockets if link.startswith("socket:")}


def _is_of(process: Process, user: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process.pid}").stat().st_uid == user
    return False

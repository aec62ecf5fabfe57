"""Starts one program under limits, watches it, and lets nothing of it remain.

It runs as a script in a process of its own, which loads nothing but the standard library: limits
must hold before the program's first instruction, and code between fork and exec isn't safe in the
server, which has threads. As a subreaper it is the parent of whatever the program's children leave
behind, also of those that left their group and session; so all of them can be found and killed.
When the server dies, its end of the control socket closes, and that is enough.
"""

import ctypes
import json
import os
import resource
import select
import shutil
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38
POLL_SECONDS = 0.1
MEGABYTE = 2**20
BLOCK = 4096
ZOMBIE = "Z"
"""The state of a process that has ended, but was not asked yet how."""

Orders = dict[str, Any]


class Process(NamedTuple):
    """A line of /proc."""

    pid: int
    state: str
    parent: int
    threads: int
    pages: int


def main() -> None:
    """Orders come as JSON, then the program and its words."""
    orders: Orders = json.loads(sys.argv[1])
    os.set_inheritable(orders["control"], False)
    control = socket.socket(fileno=orders["control"])
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    pid, problem = _start(orders, sys.argv[2:])
    _close_pipes()
    with suppress(OSError):  # the server may be gone
        control.send(problem or f"started {pid}\n".encode())
        control.send(_watch(control, pid, orders).encode())
    _kill_all()
    shutil.rmtree(Path.cwd(), ignore_errors=True)  # the server, if it still lives, does the rest


def _start(orders: Orders, command: list[str]) -> tuple[int, bytes]:
    """Its process, and what kept it from starting, if anything did."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        _exec_engine(orders, command, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        return pid, pipe.read()


def _exec_engine(orders: Orders, command: list[str], problem: int) -> NoReturn:
    """In the new process: limits, then the user, then the program."""
    try:
        os.setsid()
        os.umask(0o077)
        _limit(orders)
        if orders["user"] is not None:
            _become_user(*orders["user"])
        _prctl(PR_SET_NO_NEW_PRIVS, 1)
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.execv(command[0], command)  # noqa: S606 - no shell is wanted
    except OSError as error:
        os.write(problem, f"couldn't be started: {error.strerror}\n".encode())
    os._exit(127)


def _limit(orders: Orders) -> None:
    threads = sum(process.threads for process in _processes() if _owned(process, orders))
    most = {
        resource.RLIMIT_AS: orders["memory"] * MEGABYTE,
        resource.RLIMIT_CPU: orders["cpu"],
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: orders["file"] * MEGABYTE,
        resource.RLIMIT_NOFILE: orders["files"],
        resource.RLIMIT_NPROC: threads + orders["processes"],  # counts all that the user runs
    }
    for kind, limit in most.items():
        allowed = resource.getrlimit(kind)[1]
        least = limit if allowed == resource.RLIM_INFINITY else min(limit, allowed)
        resource.setrlimit(kind, (least, least))


def _owned(process: Process, orders: Orders) -> bool:
    """Whether it counts for the user as whom the program runs."""
    user = orders["user"][0] if orders["user"] else os.getuid()
    with suppress(OSError):
        return Path(f"/proc/{process.pid}").stat().st_uid == user
    return False


def _become_user(user: int, group: int) -> None:
    os.setgroups([])
    os.setgid(group)
    os.setuid(user)


def _close_pipes() -> None:
    """So that they end when the program does."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)


def _watch(control: socket.socket, pid: int, orders: Orders) -> str:
    """Waits until the server wants an end, the program ends, or it takes too much."""
    while not select.select([control], [], [], POLL_SECONDS)[0]:
        ended = _reap(pid)
        if ended is not None:
            return f"{ended}\n"
        excess = _exceeded_limit(orders)
        if excess:
            return f"{excess}\n"
    return ""


def _reap(pid: int) -> str | None:
    """How the program ended, if it did; others that ended are reaped in passing."""
    how = None
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            if found[0] == pid:
                how = _exit_description(os.waitstatus_to_exitcode(found[1]))
    return how


def _exit_description(code: int) -> str:
    if code >= 0:
        return f"ended with exit status {code}"
    return f"was killed by {signal.Signals(-code).name}"


def _exceeded_limit(orders: Orders) -> str:
    """Of which all its processes together took too much, or nothing."""
    found = list(_descendants(os.getpid()))
    if len(found) > orders["processes"]:
        return f"had more than {orders['processes']} processes"
    used = sum(process.pages for process in found) * resource.getpagesize()
    if used > orders["memory"] * MEGABYTE:
        return f"used more than {orders['memory']} MB of memory"
    if _exceeds_disk(orders["disk"] * MEGABYTE):
        return f"wrote more than {orders['disk']} MB"
    return ""


def _exceeds_disk(most: int) -> bool:
    """Whether there is more in its folder; looks no further once it is found."""
    written, folders = 0, [Path.cwd()]
    while folders:
        for entry in _entries(folders.pop()):
            written += BLOCK
            with suppress(OSError):  # it may be gone by now
                written += entry.stat(follow_symlinks=False).st_blocks * 512
                if entry.is_dir(follow_symlinks=False):
                    folders.append(Path(entry.path))
            if written > most:
                return True
    return False


def _entries(folder: Path) -> Iterator["os.DirEntry[str]"]:
    with suppress(OSError), os.scandir(folder) as entries:
        yield from entries


def kill_descendants(pid: int) -> bool:
    """Kills all that descend from this process; whether any of them were alive."""
    alive = [process.pid for process in _descendants(pid) if process.state != ZOMBIE]
    for each in alive:
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)
    return bool(alive)


def _kill_all() -> None:
    """Kills until no child is left; nobody can slip away, as orphans become our children."""
    while True:
        kill_descendants(os.getpid())
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.001)


def _descendants(pid: int) -> Iterator[Process]:
    by_parent: dict[int, list[Process]] = {}
    for process in _processes():
        by_parent.setdefault(process.parent, []).append(process)
    waiting = by_parent.pop(pid, [])
    while waiting:
        process = waiting.pop()
        yield process
        waiting += by_parent.pop(process.pid, [])


def _processes() -> Iterator[Process]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):  # it has just ended
                facts = (folder / "stat").read_bytes().rpartition(b")")[2].split()
                state, numbers = facts[0].decode(), [int(facts[at]) for at in (1, 17, 21)]
                yield Process(int(folder.name), state, *numbers)


def _prctl(option: int, value: int) -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


if __name__ == "__main__":
    main()

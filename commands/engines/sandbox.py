"""Starts one engine under limits, watches it, and kills all of its processes at the end.

It runs as a script in a process of its own, which loads nothing but the standard library: limits
must hold before the engine's first instruction, and code between fork and exec isn't safe in the
server, which has threads. As a subreaper it becomes the parent of all orphaned descendants of the
engine, even of those that left its group and session, and so can find and kill every one.
When the server dies, its end of the control socket closes, and the sandbox ends the engine.
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
"""The state of a process that has ended, but hasn't been reaped yet."""

Config = dict[str, Any]
"""The fields of `EngineLimits`, and `control`, the file descriptor of the control socket."""


class Process(NamedTuple):
    """A process as /proc shows it."""

    pid: int
    state: str
    parent: int
    threads: int
    pages: int
    """Pages of resident memory."""


def main() -> None:
    """Runs the sandbox; its arguments are the `Config` as JSON, then the engine's command."""
    config: Config = json.loads(sys.argv[1])
    os.set_inheritable(config["control"], False)
    control = socket.socket(fileno=config["control"])
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    pid, error = _start(config, sys.argv[2:])
    _close_pipes()
    with suppress(OSError):  # the server may be gone
        control.send(error or f"started {pid}\n".encode())
        control.send(_watch(control, pid, config).encode())
    _kill_all()
    shutil.rmtree(Path.cwd(), ignore_errors=True)  # the server, if still running, does the rest


def _start(config: Config, command: list[str]) -> tuple[int, bytes]:
    """Starts the engine; returns its process id, and the error if it couldn't be started."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        _exec_engine(config, command, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        return pid, pipe.read()


def _exec_engine(config: Config, command: list[str], error_pipe: int) -> NoReturn:
    """Sets the limits and the user in the new process, and replaces it by the engine."""
    try:
        os.setsid()
        os.umask(0o077)
        _set_limits(config)
        if config["user"] is not None:
            _become_user(*config["user"])
        _prctl(PR_SET_NO_NEW_PRIVS, 1)
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.execv(command[0], command)  # noqa: S606 - it must run without a shell
    except OSError as error:
        os.write(error_pipe, f"couldn't be started: {error.strerror}\n".encode())
    os._exit(127)


def _set_limits(config: Config) -> None:
    threads = sum(process.threads for process in _processes() if _belongs_to_user(process, config))
    limits = {
        resource.RLIMIT_AS: config["memory"] * MEGABYTE,
        resource.RLIMIT_CPU: config["cpu"],
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: config["file"] * MEGABYTE,
        resource.RLIMIT_NOFILE: config["files"],
        resource.RLIMIT_NPROC: threads + config["processes"],  # the kernel counts all of the user's
    }
    for kind, limit in limits.items():
        hard = resource.getrlimit(kind)[1]
        lowest = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (lowest, lowest))


def _belongs_to_user(process: Process, config: Config) -> bool:
    """Returns True if the process counts for the user as which the engine runs."""
    user = config["user"][0] if config["user"] else os.getuid()
    with suppress(OSError):
        return Path(f"/proc/{process.pid}").stat().st_uid == user
    return False


def _become_user(user: int, group: int) -> None:
    os.setgroups([])
    os.setgid(group)
    os.setuid(user)


def _close_pipes() -> None:
    """Closes the engine's pipes here, so that they end when the engine does."""
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)


def _watch(control: socket.socket, pid: int, config: Config) -> str:
    """Waits until the server closes, the engine ends, or it exceeds a limit; returns a report."""
    while not select.select([control], [], [], POLL_SECONDS)[0]:
        end = _reap(pid)
        if end is not None:
            return f"{end}\n"
        excess = _exceeded_limit(config)
        if excess:
            return f"{excess}\n"
    return ""


def _reap(pid: int) -> str | None:
    """Reaps all children that have ended; returns how the engine ended, if it did."""
    description = None
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            if found[0] == pid:
                description = _exit_description(os.waitstatus_to_exitcode(found[1]))
    return description


def _exit_description(code: int) -> str:
    if code >= 0:
        return f"ended with exit status {code}"
    return f"was killed by {signal.Signals(-code).name}"


def _exceeded_limit(config: Config) -> str:
    """Returns a sentence on the limit that all processes together exceed; empty for none."""
    found = list(_descendants(os.getpid()))
    if len(found) > config["processes"]:
        return f"had more than {config['processes']} processes"
    used = sum(process.pages for process in found) * resource.getpagesize()
    if used > config["memory"] * MEGABYTE:
        return f"used more than {config['memory']} MB of memory"
    if _exceeds_disk(config["disk"] * MEGABYTE):
        return f"wrote more than {config['disk']} MB"
    return ""


def _exceeds_disk(limit: int) -> bool:
    """Returns True if the folder holds more bytes; stops counting once it is certain."""
    written, folders = 0, [Path.cwd()]
    while folders:
        for entry in _entries(folders.pop()):
            written += BLOCK
            with suppress(OSError):  # it may be gone by now
                written += entry.stat(follow_symlinks=False).st_blocks * 512
                if entry.is_dir(follow_symlinks=False):
                    folders.append(Path(entry.path))
            if written > limit:
                return True
    return False


def _entries(folder: Path) -> Iterator["os.DirEntry[str]"]:
    with suppress(OSError), os.scandir(folder) as entries:
        yield from entries


def kill_descendants(pid: int) -> bool:
    """Kills all descendants of this process; returns True if any were alive."""
    alive = [process.pid for process in _descendants(pid) if process.state != ZOMBIE]
    for each in alive:
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)
    return bool(alive)


def _kill_all() -> None:
    """Kills until no child is left; none can escape, as orphans become children of this process."""
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
                fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
                state, numbers = fields[0].decode(), [int(fields[at]) for at in (1, 17, 21)]
                yield Process(int(folder.name), state, *numbers)


def _prctl(option: int, value: int) -> None:
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


if __name__ == "__main__":
    main()

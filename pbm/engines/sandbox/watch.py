"""Watches a running engine for its end, and for limits that only all its processes exceed.

The kernel itself would count all memory of a control group (cgroup v2, `memory.max`). But to make
one needs a subtree that is delegated to pbm's user, and in our unit, as in containers, all of them
are read-only (ProtectControlGroups): that keeps more from an attacker than it would bring. So what
is counted nowhere else can't be made (see `call_filter` and `landlock`), a file system in memory
has a size, and all the rest is added up here, ten times a second.
"""

import os
import select
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pbm.engines.sandbox.config import MEGABYTE, Config
from pbm.engines.sandbox.processes import (
    MOST_MAPPINGS,
    descendants,
    has_many_mappings,
    used_memory,
)

POLL_SECONDS = 0.1
BLOCK = 4096


def watch(control: socket.socket, pid: int, config: Config) -> str:
    """Waits until the server closes, the engine ends, or it exceeds a limit; returns a report."""
    while not select.select([control], [], [], POLL_SECONDS)[0]:
        end = _reap(pid)
        excess = exceeded_limit(config)  # also at the end, which a full disk may have caused
        if excess or end:
            return f"{excess or end}\n"
    return ""


def _reap(pid: int) -> str:
    """Reaps all children that have ended; returns how the engine ended, if it did."""
    description = ""
    with suppress(ChildProcessError):
        while (reaped := os.waitpid(-1, os.WNOHANG))[0]:
            if reaped[0] == pid:
                description = _exit_description(os.waitstatus_to_exitcode(reaped[1]))
    return description


def _exit_description(code: int) -> str:
    if code >= 0:
        return f"ended with exit status {code}"
    return f"was killed by {signal.Signals(-code).name}"


def exceeded_limit(config: Config) -> str:
    """Returns a sentence on the limit that all processes together exceed; empty for none."""
    processes = list(descendants(os.getpid()))
    if len(processes) > config["processes"]:
        return f"had more than {config['processes']} processes"
    pids = [process.pid for process in processes]
    try:
        if used_memory(pids) > config["memory"] * MEGABYTE:
            return f"used more than {config['memory']} MB of memory"
        if any(map(has_many_mappings, pids)):
            return f"mapped its memory in more than {MOST_MAPPINGS} pieces"
    except PermissionError:
        return "hid the memory that it uses"
    try:
        if _exceeds_disk(config["disk"] * MEGABYTE):
            return f"wrote more than {config['disk']} MB"
    except OSError:  # a folder that nobody may read, or whose path is too long
        return "hid the files that it wrote"
    return ""


def _exceeds_disk(limit: int) -> bool:
    """Returns True if the folder holds more bytes; stops counting once it is certain."""
    written, folders, device = 0, [Path.cwd()], Path.cwd().stat().st_dev
    while folders:
        for entry in _entries(folders.pop()):
            with suppress(FileNotFoundError):  # it may be gone by now
                status = entry.stat(follow_symlinks=False)
                if status.st_dev != device:  # a visible file of the machine, which it can't change
                    continue
                written += BLOCK + status.st_blocks * 512
                if entry.is_dir(follow_symlinks=False):
                    folders.append(Path(entry.path))
            if written > limit:
                return True
    return False


def _entries(folder: Path) -> Iterator["os.DirEntry[str]"]:
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
        yield from entries

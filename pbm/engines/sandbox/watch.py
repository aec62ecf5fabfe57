"""Watches a running engine for its end, and for limits on all its processes together.

The kernel could count the memory of a control group (cgroup v2, `memory.max`). pbm can't use that:
its user would need a delegated subtree, but in pbm's systemd unit and in containers all control
groups are read-only (ProtectControlGroups). Making them writable would help an attacker more than
it would help us.

So `call_filter` and `landlock` prevent memory that can't be counted, the file system in memory has
a maximum size, and this module adds up all other memory ten times a second.
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
    MAX_MAPPINGS,
    descendants,
    has_many_mappings,
    used_memory,
)

POLL_SECONDS = 0.1
BLOCK = 4096


def watch(control: socket.socket, pid: int, config: Config) -> str:
    """Waits until the server closes the socket, the engine ends, or it exceeds a limit.

    Returns the report. It is empty if the server closed the socket.
    """
    while not select.select([control], [], [], POLL_SECONDS)[0]:
        end = _reap(pid)
        # Checked even if the engine has ended, because a full disk may be the cause.
        excess = exceeded_limit(config)
        if excess or end:
            return f"{excess or end}\n"
    return ""


def _reap(pid: int) -> str:
    """Reaps all children that have ended. Returns how the engine ended, or an empty string."""
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
    """Returns a text about the limit that all processes together exceed, or an empty string."""
    processes = list(descendants(os.getpid()))
    if len(processes) > config["processes"]:
        return f"ran more than {config['processes']} processes at once"
    pids = [process.pid for process in processes]
    try:
        if used_memory(pids) > config["memory"] * MEGABYTE:
            return f"used more than {config['memory']} MB of memory"
        if any(map(has_many_mappings, pids)):
            return f"created more than {MAX_MAPPINGS} memory mappings"
    except PermissionError:
        return "used memory that pbm can't measure"
    try:
        if _exceeds_disk(config["disk"] * MEGABYTE):
            return f"wrote more than {config['disk']} MB to disk"
    except OSError:  # A folder that nobody may read, or whose path is too long.
        return "wrote files that pbm can't measure"
    return ""


def _exceeds_disk(limit: int) -> bool:
    """Whether the files in the folder take more than `limit` bytes."""
    written, folders, device = 0, [Path.cwd()], Path.cwd().stat().st_dev
    while folders:
        for entry in _entries(folders.pop()):
            with suppress(FileNotFoundError):  # The file was deleted in the meantime.
                status = entry.stat(follow_symlinks=False)
                # Skip files of the machine, because the engine can't write to them.
                if status.st_dev != device:
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

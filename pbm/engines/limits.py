"""Resource limits of engines, and the operating system user that runs them."""

import os
import pwd
from dataclasses import dataclass
from pathlib import Path

from pbm.engines.sandbox.config import FIRST_OWN_USER
from pbm.errors import NotAllowedError, UsageError

MAX_PROCESS_ID = 2**22


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """The limits of one engine.

    Memory, processes and disk space are limits for all its processes together.
    """

    first_ms: int = 1000
    """Milliseconds for its first turn."""
    turn_ms: int = 100
    """Milliseconds for each later turn."""
    memory: int = 1024
    """Megabytes of memory."""
    processes: int = 64
    """Maximum number of processes and threads."""
    cpu: int = 600
    """Seconds of CPU time of each process for a whole game."""
    files: int = 64
    """Maximum number of files that a process may have open."""
    file: int = 1
    """Maximum size in megabytes of each file that it writes."""
    disk: int = 16
    """Megabytes for all files in its folder. One extra block is counted for each file."""
    line: int = 256
    """Maximum number of bytes in a line of its output."""
    unread: int = 4096
    """Maximum number of bytes of output after its reply."""
    errors: int = 2**20
    """Maximum number of bytes of its standard error to save, if it is saved at all."""
    user: tuple[int, int] | None = None
    """The ids of the user and group that run the engine.

    If it is None and pbm runs as root, each engine has a user of its own. If it is None and pbm
    doesn't run as root, the server's user runs the engine.
    """
    hidden: tuple[str, ...] = ()
    """The server's files and folders, which engines must not see."""


def find_user(name: str) -> tuple[int, int] | None:
    """Returns the ids of this user and its group, or None if the name is empty.

    Raises NotAllowedError if there is a name but pbm doesn't run as root, because only root can
    change its user. Also raises it if there is no name and root has no user ids for the engines.
    """
    if not name:
        _check_own_users()
        return None
    if os.geteuid() != 0:
        raise NotAllowedError(
            "PBM_BOT_USER only works if pbm runs as root. Unset it, or run pbm as root."
        )
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        raise UsageError(
            f'The user "{name}" in PBM_BOT_USER doesn\'t exist on this machine.'
        ) from None
    return entry.pw_uid, entry.pw_gid


def _check_own_users() -> None:
    """Raises NotAllowedError if engines would run as root although the admin didn't ask for it."""
    if os.geteuid() == 0 and not is_mapped(FIRST_OWN_USER + MAX_PROCESS_ID):
        raise NotAllowedError(
            "pbm is running as root, but can't give each engine its own user on this machine. Set "
            "PBM_BOT_USER to one user for all engines, or to root to run them as root."
        )


def is_mapped(user: int) -> bool:
    """Whether this user id exists in our user namespace. In a container, few ids do."""
    with Path("/proc/self/uid_map").open() as file:
        ranges = [tuple(map(int, line.split())) for line in file]
    return any(first <= user < first + count for first, _, count in ranges)

"""Resource limits of engines, and the user that runs them."""

import os
import pwd
from dataclasses import dataclass
from pathlib import Path

from pbm.engines.sandbox.config import FIRST_OWN_USER
from pbm.errors import NotAllowedError, UsageError

MAX_PROCESS_ID = 2**22


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """The limits of one engine; its memory is counted over all its processes."""

    first_ms: int = 1000
    """Time for its first turn."""
    turn_ms: int = 100
    """Time for every other turn."""
    memory: int = 1024
    """In megabytes."""
    processes: int = 64
    """The most processes, threads included, as the kernel counts."""
    cpu: int = 600
    """CPU time of each of its processes for a whole game, in seconds."""
    files: int = 64
    """The most files open at once."""
    file: int = 1
    """Megabytes of each file that it writes."""
    disk: int = 16
    """Megabytes of all files in its folder; each file counts one block more."""
    line: int = 256
    """Bytes of one line of its output."""
    unread: int = 4096
    """Bytes of output beyond its reply."""
    errors: int = 2**20
    """Bytes of its standard error that are saved, if they are saved at all."""
    user: tuple[int, int] | None = None
    """Ids of the user and group as which it runs; None for one of its own, where pbm runs as root,
    and otherwise the server's."""
    hidden: tuple[str, ...] = ()
    """The server's own files and folders, of which it sees none."""


def find_user(name: str) -> tuple[int, int] | None:
    """Returns the ids of this user and its group, or None for no name.

    Raises NotAllowedError unless pbm runs as root, which alone can change its user; and, for root
    without a name, where there are no ids for users of the engines' own.
    """
    if not name:
        _check_own_users()
        return None
    if os.geteuid() != 0:
        raise NotAllowedError("PBM_BOT_USER only works where pbm runs as root.")
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        raise UsageError(f'PBM_BOT_USER: there is no user "{name}" on this machine.') from None
    return entry.pw_uid, entry.pw_gid


def _check_own_users() -> None:
    """Raises NotAllowedError if engines would have to run as root, without that being said."""
    if os.geteuid() == 0 and not is_mapped(FIRST_OWN_USER + MAX_PROCESS_ID):
        raise NotAllowedError(
            "pbm runs as root, where it can't give every engine a user of its own. "
            "Set PBM_BOT_USER to a user for all engines, or to root if they shall run as root."
        )


def is_mapped(user: int) -> bool:
    """Returns True if this user exists in our user namespace; a container has few."""
    with Path("/proc/self/uid_map").open() as file:
        ranges = [tuple(map(int, line.split())) for line in file]
    return any(first <= user < first + count for first, _, count in ranges)

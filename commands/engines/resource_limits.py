"""Resource limits of engines, and the user as which they run."""

import os
import pwd
from dataclasses import dataclass

from pbm.errors import NotAllowedError, UsageError


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """The limits of one engine; memory is that of all its processes together."""

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
    """Ids of the user and group as which it runs; None for the server's own."""


def find_user(name: str) -> tuple[int, int] | None:
    """Returns the ids of this user and its group, or None for no name.

    Raises NotAllowedError unless pbm runs as root, which alone can change its user.
    """
    if not name:
        return None
    if os.geteuid() != 0:
        raise NotAllowedError("PBM_BOT_USER only works where pbm runs as root.")
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        raise UsageError(f'PBM_BOT_USER: there is no user "{name}" on this machine.') from None
    return entry.pw_uid, entry.pw_gid

"""What a program may take, and as whom it runs."""

import os
import pwd
from dataclasses import dataclass

from pbm.errors import NotAllowedError, UsageError


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """Of one program; memory is that of all its processes together."""

    first_ms: int = 1000
    """For its first turn."""
    turn_ms: int = 100
    """For every other."""
    memory: int = 1024
    """In megabytes."""
    processes: int = 64
    """With threads, as the kernel counts."""
    cpu: int = 600
    """In seconds, of each of its processes, for a whole game."""
    files: int = 64
    """Open at once."""
    file: int = 1
    """Megabytes of a file it writes."""
    disk: int = 16
    """Megabytes of all that it leaves in its folder; each file counts for a block more."""
    line: int = 256
    """Bytes of a line of its output."""
    unread: int = 4096
    """Bytes of output beyond its answer."""
    errors: int = 2**20
    """Bytes of its standard error that are kept, where they are kept."""
    user: tuple[int, int] | None = None
    """User and group as whom it runs; None for the server's own."""


def find_user(name: str) -> tuple[int, int] | None:
    """The user and group of this name; refuses what this server can't change to."""
    if not name:
        return None
    if os.geteuid() != 0:
        raise NotAllowedError("PBM_BOT_USER only works where pbm runs as root.")
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        raise UsageError(f'PBM_BOT_USER: there is no user "{name}" on this machine.') from None
    return entry.pw_uid, entry.pw_gid

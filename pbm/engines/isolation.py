"""Finds out how well this machine can isolate engines from the server and from each other."""

import os
import shutil
import socket
from dataclasses import dataclass
from functools import cache

from pbm.engines.launcher import launch_sandbox, new_folder
from pbm.engines.limits import EngineLimits
from pbm.engines.sandbox import landlock
from pbm.engines.sandbox.processes import LANDLOCK, NAMESPACES, NONE

TRIAL_SECONDS = 60
"""Seconds after which a sandbox that doesn't respond is considered broken. Busy machines are slow.
"""
CHUNK = 4096
SENTENCES = {
    NAMESPACES: (
        "in its own namespaces: it can't see other processes or use the network, and can write "
        "only to its own /tmp"
    ),
    LANDLOCK: (
        "confined by Landlock: it can't signal other processes or use the network, and can "
        "write only to its own folder"
    ),
    NONE: (
        "without isolation, because this machine allows neither namespaces nor Landlock: it can "
        "write wherever its user can, and signal that user's processes"
    ),
}


@dataclass(frozen=True, slots=True)
class Isolation:
    """The way in which engines are isolated on this machine."""

    kind: str

    @property
    def complete(self) -> bool:
        """Whether engines can't harm the server or one another."""
        return self.kind != NONE

    @property
    def sentence(self) -> str:
        """The end of a sentence that begins with "Each engine runs"."""
        return SENTENCES[self.kind]


@cache
def find_isolation() -> Isolation:
    """Returns the best isolation that works here. The result of the trial is cached."""
    if works(NAMESPACES):
        return Isolation(NAMESPACES)
    return Isolation(LANDLOCK if landlock.version() >= landlock.SCOPE_VERSION else NONE)


def works(kind: str) -> bool:
    """Whether a sandbox of this kind can run a program that does nothing."""
    program = shutil.which("true")
    if program is None:
        return False
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            limits = EngineLimits(user=(os.getuid(), os.getgid()))
            sandbox = launch_sandbox((program,), limits, new_folder(), theirs.fileno(), kind)
        ours.settimeout(TRIAL_SECONDS)
        report = b""
        try:
            while chunk := ours.recv(CHUNK):
                report += chunk
        except TimeoutError:
            return False
        finally:
            # The sandbox ends when this socket closes.
            ours.close()
            sandbox.communicate()
    return report.endswith(b"exit status 0\n")

"""Control of processes by the kernel: their end with their parent, priority and name."""

import ctypes
import signal

PR_SET_PDEATHSIG = 1
PR_SET_NAME = 15
LOW_PRIORITY = 10
"""The niceness of searches, so that mail comes first."""


def end_with_parent() -> None:
    """Has the kernel kill this process when its parent dies."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def name_process(name: str) -> None:
    """Gives this process a name, which `ps` and `top` show; the kernel cuts it at 15 bytes."""
    ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode())

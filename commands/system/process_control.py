"""Control of processes by the kernel: their end with their parent, and their priority."""

import ctypes
import signal

PR_SET_PDEATHSIG = 1
LOW_PRIORITY = 10
"""The niceness of searches, so that mail comes first."""


def end_with_parent() -> None:
    """Has the kernel kill this process when its parent dies."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

"""Control of processes by the kernel: end with the parent, priority, name, and open files."""

import ctypes
import errno
import os
import resource
import signal
from contextlib import suppress

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
LARGE_BYTES = 2**20
PR_SET_PDEATHSIG = 1
PR_SET_NAME = 15
LOW_PRIORITY = 10
"""The niceness of searches, so that mail comes first."""
SPARE_FILES = 5
"""With fewer files left than this a process can't work."""


def end_with_parent() -> None:
    """Has the kernel kill this process when its parent dies."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def name_process(name: str) -> None:
    """Gives this process a name, which `ps` and `top` show; the kernel cuts it at 15 bytes."""
    ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode())


def release_large_blocks() -> None:
    """Has the C library give large blocks of memory back once they are free, here and in children.

    Else it keeps the first ones for later: the 19 MB in which a password is hashed, for ever. To
    get them anew takes 13 ms of processor time a hash.
    """
    with suppress(AttributeError):  # glibc alone keeps them
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
        mallopt(M_TRIM_THRESHOLD, 2 * LARGE_BYTES)


def is_out_of_files(pid: int) -> bool:
    """Returns True if a process, or the one that asks, may open hardly any more files."""
    try:
        count = len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208 - as quick as can be
        limit, _ = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    except OSError as error:  # it may just have ended
        return error.errno == errno.EMFILE
    return limit != resource.RLIM_INFINITY and count + SPARE_FILES > limit

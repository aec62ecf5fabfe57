"""Controls processes by the kernel: end with the parent, priority, name, and open files."""

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
"""Niceness of processes that search for moves and proofs, so that email is handled first."""
SPARE_FILES = 5
"""Minimum number of files that a process must still be able to open."""


def end_with_parent() -> None:
    """Makes the kernel kill this process when its parent ends."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def name_process(name: str) -> None:
    """Gives this process a name for `ps` and `top`. The kernel cuts it at 15 bytes."""
    ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode())


def release_large_blocks() -> None:
    """Makes the C library return large blocks of memory when they are freed, also in children.

    Otherwise, it would keep its first large blocks forever, such as the 19 MB for hashing a
    password. The cost is 13 ms of processor time for allocating such a block again.
    """
    with suppress(AttributeError):  # only glibc keeps blocks
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
        mallopt(M_TRIM_THRESHOLD, 2 * LARGE_BYTES)


def is_out_of_files(pid: int) -> bool:
    """Whether this process or process `pid` can open hardly any more files."""
    try:
        count = len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208 - as quick as can be
        limit, _ = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    except OSError as error:  # the process may just have ended
        return error.errno == errno.EMFILE
    return limit != resource.RLIM_INFINITY and count + SPARE_FILES > limit

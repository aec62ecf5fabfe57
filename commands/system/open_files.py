"""The files that a process has open, and how many it may have."""

import errno
import os
import resource

SPARE = 5
"""With fewer files left than this a process can't work."""


def is_out_of_files(pid: int) -> bool:
    """Returns True if a process, or the one that asks, may open hardly any more files."""
    try:
        count = len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208 - as quick as can be
        limit, _ = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    except OSError as error:  # it may just have ended
        return error.errno == errno.EMFILE
    return limit != resource.RLIM_INFINITY and count + SPARE > limit

"""Folders that several tests read from, and the one they write to."""

import os
from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent


def _quick_folder() -> str:
    """Returns a folder in memory, where it has 2 GB; paths of sockets in it must be short."""
    memory = "/dev/shm"
    try:
        system = os.statvfs(memory)
    except OSError:
        return "/tmp"
    is_fit = system.f_bavail * system.f_frsize > 2e9 and not system.f_flag & os.ST_NOEXEC
    return memory if is_fit and os.access(memory, os.W_OK) else "/tmp"


FOLDER = _quick_folder()

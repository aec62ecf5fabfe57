"""What the server's processes have in common."""

import ctypes
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

PR_SET_PDEATHSIG = 1


def end_with_parent() -> None:
    """From now on this process is killed when whoever started it dies."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


@contextmanager
def signals_held_back() -> Iterator[None]:
    """What is started meanwhile never sees the signals that stop the server and all its group."""
    resource_tracker.ensure_running()  # which would let the signals through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

"""What the server's processes have in common."""

import ctypes
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from multiprocessing.context import ForkServerContext

PR_SET_PDEATHSIG = 1
LOADED = ["commands.carrier", "commands.porter", "commands.thinker"]
"""Loaded once, and then there in each process: loading takes a second of a processor."""


def context() -> ForkServerContext:
    """Makes processes; from one that has nothing but modules, as ours has threads and locks."""
    made = get_context("forkserver")
    made.set_forkserver_preload(LOADED)
    return made


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

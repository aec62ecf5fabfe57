"""Block the signals that stop the server while it starts child processes."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def blocked_stop_signals() -> Iterator[None]:
    """Blocks the stop signals, so that processes started in this context never get them.

    A terminal sends these signals to the whole process group. Only the main process must handle
    them, because it stops the other processes in order.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

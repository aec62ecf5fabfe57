"""The signals that stop the server."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def blocked_stop_signals() -> Iterator[None]:
    """Blocks the stop signals, so that processes started meanwhile never get them.

    They are sent to the whole process group; the server itself handles them later.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

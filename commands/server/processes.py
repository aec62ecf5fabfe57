"""What the server's processes have in common."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)
PRELOADED = [
    "commands.outbound.delivery_worker",
    "commands.server.smtp_worker",
    "commands.server.background_worker",
]
"""Loaded once, and then there in each process: loading takes a second of a processor."""


def process_context() -> ForkServerContext:
    """Makes processes; from one that has nothing but modules, as ours has threads and locks."""
    made = get_context("forkserver")
    made.set_forkserver_preload(PRELOADED)
    return made


def start_process(
    run: Callable[..., None], *args: object, name: str, daemon: bool = False
) -> tuple[BaseProcess, Connection]:
    """A process that does this, and our end of a pipe to it; a daemon has no children."""
    theirs, ours = process_context().Pipe(duplex=False)
    process = process_context().Process(target=run, args=(*args, theirs), name=name, daemon=daemon)
    with blocked_stop_signals():
        process.start()
    theirs.close()
    return process, ours


def stop_process(process: BaseProcess, pipe: Connection, seconds: float) -> None:
    """Closes the pipe, at which such a process ends by itself; kills it where it doesn't."""
    pipe.close()
    process.join(seconds)
    if process.is_alive():
        process.kill()


@contextmanager
def blocked_stop_signals() -> Iterator[None]:
    """What is started meanwhile never sees the signals that stop the server and all its group.

    The server itself hears them later.
    """
    resource_tracker.ensure_running()  # which would let the signals through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

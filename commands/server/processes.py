"""Starting and stopping the server's child processes."""

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
"""Loaded once for all processes: loading takes a second of processor time."""


def process_context() -> ForkServerContext:
    """Returns a context that forks a process with only modules, as ours has threads and locks."""
    context = get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    return context


def start_process(
    run: Callable[..., None], *args: object, name: str, daemon: bool = False
) -> tuple[BaseProcess, Connection]:
    """Starts a process; returns it and our end of a pipe to it. A daemon can't have children."""
    theirs, ours = process_context().Pipe(duplex=False)
    process = process_context().Process(target=run, args=(*args, theirs), name=name, daemon=daemon)
    with blocked_stop_signals():
        process.start()
    theirs.close()
    return process, ours


def stop_process(process: BaseProcess, pipe: Connection, seconds: float) -> None:
    """Closes the pipe, which makes the process end; kills it if it hasn't after these seconds."""
    pipe.close()
    process.join(seconds)
    if process.is_alive():
        process.kill()


@contextmanager
def blocked_stop_signals() -> Iterator[None]:
    """Blocks the stop signals, so that processes started meanwhile never get them.

    They are sent to the whole process group; the server itself handles them later.
    """
    resource_tracker.ensure_running()  # its start would unblock the signals
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

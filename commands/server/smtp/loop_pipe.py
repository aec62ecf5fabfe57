"""The pipe to the writer, used in the event loop of an SMTP process.

Emails are parsed and passed on, and their results are received, as in a `WriterPipe`. But small
emails are parsed in the loop, because parsing them takes less time than handing them to a thread.
Large emails are parsed in a thread so that other clients don't wait.
"""

import asyncio
import os
import select
import threading
from collections.abc import Callable
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from typing import Any

from commands.server.writer.fair_worker import FairWorker
from commands.server.writer.writer_pipe import STOP, finish, pass_on

SMALL_BYTES = 32 * 1024
"""Maximum size of an email that is parsed in the loop."""


class LoopPipe:
    """The end of the pipe to the writer in an SMTP process. Call its methods in the event loop."""

    def __init__(self, pipe: Connection, on_stop: Callable[[], object]) -> None:
        """`on_stop`: called when the main process asks this process to stop."""
        self._pipe = pipe
        self._on_stop = on_stop
        self._loop = asyncio.get_running_loop()
        self._reader = FairWorker("reader")
        self._sending = threading.Lock()
        self._writable = select.poll()
        self._writable.register(pipe.fileno(), select.POLLOUT)
        self._numbers = count()
        self._waiting: dict[int, asyncio.Future[Any]] = {}

    def submit(self, network: str, size: int, read: Callable[[], object]) -> "asyncio.Future[Any]":
        """Parses an email or a typed line and passes it on, like `WriterPipe.submit`.

        `size`: its number of bytes.
        """
        number, done = next(self._numbers), self._loop.create_future()
        self._waiting[number] = done
        job = partial(self._pass_on, number, read, network)
        if size <= SMALL_BYTES and self._is_free():
            job()
        else:
            self._reader.submit(network, job)
        return done

    def listen(self) -> None:
        """Receives results in the loop from now on. The process exits with the main process."""
        self._loop.add_reader(self._pipe.fileno(), self._receive)

    def _pass_on(self, number: int, read: Callable[[], object], network: str) -> None:
        if result := pass_on(self._pipe, self._sending, number, read, network):
            self._loop.call_soon_threadsafe(self._finish, number, result)

    def _is_free(self) -> bool:
        """Whether a small email can be sent now without waiting for the main process."""
        return not self._sending.locked() and bool(self._writable.poll(0))

    def _receive(self) -> None:
        try:
            results = self._pipe.recv()
        except (EOFError, OSError):
            os._exit(1)  # without the main process, no mail can be stored
        if results == STOP:
            self._on_stop()
            return
        for number, result in results:
            self._finish(number, result)

    def _finish(self, number: int, result: str | bytes) -> None:
        done = self._waiting.pop(number)
        if not done.done():  # it is cancelled if its client is gone
            finish(done, result)

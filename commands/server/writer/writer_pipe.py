"""The pipe to the writer, in a process that receives mail.

The process parses each email and sends it to the main process, which stores it and sends back the
result.
"""

import asyncio
import os
import pickle
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from typing import Any

from commands.server.writer.fair_worker import FairWorker
from mail.smtp.receiver_interface import Busy, TemporaryFailure
from pbm.process.lazy_logger import get_logger

PROTOCOL = pickle.HIGHEST_PROTOCOL
STOP = "stop"
STORED, BUSY = "", "busy"
"""Results of an email. Any other string is the reference of an error in the log.

The result of a typed line is its answer, as bytes.
"""

log = get_logger()


class WriterPipe:
    """A process's end of the pipe to the writer."""

    def __init__(self, pipe: Connection, on_stop: Callable[[], object]) -> None:
        self._pipe = pipe
        self._on_stop = on_stop
        self._reader = FairWorker("reader")
        self._sending = threading.Lock()
        self._numbers = count()
        self._waiting: dict[int, Future[Any]] = {}

    def submit(self, network: str, read: Callable[[], object]) -> "Future[Any]":
        """Parses an email, or a typed line, by calling `read`, and passes it on to the writer.

        `network`: the sender's network. Networks take turns.

        Returns a future that is done once the email is stored. For a typed line, its result is the
        answer. If the writer is busy or fails, the future raises Busy or TemporaryFailure.
        """
        number, done = next(self._numbers), Future[Any]()
        done.set_running_or_notify_cancel()
        self._waiting[number] = done
        self._reader.submit(network, partial(self._pass_on, number, read, network))
        return done

    def _pass_on(self, number: int, read: Callable[[], object], network: str) -> None:
        if result := pass_on(self._pipe, self._sending, number, read, network):
            finish(self._waiting.pop(number), result)

    def listen(self) -> None:
        """Receives the results of emails until the main process ends.

        Calls `on_stop` after STOP.
        """
        try:
            while (results := self._pipe.recv()) != STOP:
                self._finish_all(results)
            self._on_stop()
            while True:
                self._finish_all(self._pipe.recv())
        except (EOFError, OSError):
            os._exit(1)  # without the main process, no mail can be stored

    def _finish_all(self, results: list[tuple[int, str | bytes]]) -> None:
        for number, result in results:
            finish(self._waiting.pop(number), result)


def pass_on(
    pipe: Connection,
    sending: threading.Lock,
    number: int,
    read: Callable[[], object],
    network: str,
) -> str:
    """Parses an email and sends it to the writer. Returns its result if that fails, or STORED.

    Parsing happens here because the writer is the bottleneck.

    `sending`: the lock for writing to the pipe.
    """
    try:
        # `Connection.send` is slower: it looks up reducers for each object.
        message = pickle.dumps((number, read(), network), PROTOCOL)
        with sending:
            pipe.send_bytes(message)
    except ConnectionError:  # the main process died, and this one soon exits
        return BUSY
    except Exception as error:  # noqa: BLE001 - after any error, the client sends the email again
        return log_error(error)
    return STORED


def finish(done: "Future[Any] | asyncio.Future[Any]", result: str | bytes) -> None:
    """Completes a future with the result of an email or a typed line, which may be an error."""
    if isinstance(result, bytes) or result == STORED:
        done.set_result(result)
    else:
        done.set_exception(Busy() if result == BUSY else TemporaryFailure(result))


def log_error(error: BaseException | None) -> str:
    """Logs an error and returns its reference for the client. Returns STORED without an error."""
    if error is None:
        return STORED
    reference = secrets.token_hex(4)
    log.error("failed to store an email", reference=reference, exc_info=error)
    return reference

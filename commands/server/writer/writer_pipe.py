"""The end of the pipe to the writer in a process that takes mail in, and parses it.

Such a process leaves it to the server to store the mails, and hears of each when that is done.
"""

import os
import pickle
import secrets
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from typing import Any

from commands.server.writer.fair_worker import FairWorker
from mail.smtp.receiver import Busy, TemporaryFailure
from pbm.process.lazy_logger import get_logger

PROTOCOL = pickle.HIGHEST_PROTOCOL
STOP = "stop"
STORED, BUSY = "", "busy"
"""Results of a mail; any other string is the reference of its error in the log.

The result of a line typed in the shell is its answer, in bytes.
"""

log = get_logger()


class WriterPipe:
    """A process's end of the pipe to the writer."""

    def __init__(self, pipe: Connection, on_stop: Callable[[], object]) -> None:
        self._pipe = pipe
        self._on_stop = on_stop
        self._reader = FairWorker("reader")
        self._numbers = count()
        self._waiting: dict[int, Future[Any]] = {}

    def submit(self, network: str, read: Callable[[], object]) -> "Future[Any]":
        """Passes on the mail that `read` parses; returns a future that is done once it is stored.

        The future raises Busy or TemporaryFailure. `network`: the sender's; they take turns. What
        is read may also be a line typed in the shell: its answer is the result.
        """
        number, done = next(self._numbers), Future[Any]()
        done.set_running_or_notify_cancel()
        self._waiting[number] = done
        self._reader.submit(network, partial(self._pass_on, number, read, network))
        return done

    def _pass_on(self, number: int, read: Callable[[], object], network: str) -> None:
        """Parses a mail and sends it; parsed here, as the writer is the bottleneck."""
        try:
            # `send` would look for its own ways to pickle each object
            self._pipe.send_bytes(pickle.dumps((number, read(), network), PROTOCOL))
        except ConnectionError:  # the server died, and this process will
            self._finish(number, BUSY)
        except Exception as error:  # noqa: BLE001 - after any error the client sends it again
            self._finish(number, log_error(error))

    def listen(self) -> None:
        """Receives the results of mails until STOP; and further ones until the server ends."""
        try:
            while (results := self._pipe.recv()) != STOP:
                self._finish_all(results)
            self._on_stop()
            while True:
                self._finish_all(self._pipe.recv())
        except (EOFError, OSError):
            os._exit(1)  # without the server no mail can be stored

    def _finish_all(self, results: list[tuple[int, str | bytes]]) -> None:
        for number, result in results:
            self._finish(number, result)

    def _finish(self, number: int, result: str | bytes) -> None:
        done = self._waiting.pop(number)
        if isinstance(result, bytes) or result == STORED:
            done.set_result(result)
        else:
            done.set_exception(Busy() if result == BUSY else TemporaryFailure(result))


def log_error(error: BaseException | None) -> str:
    """Returns STORED; or logs an error, and returns its reference for the client."""
    if error is None:
        return STORED
    reference = secrets.token_hex(4)
    log.error("mail not stored", reference=reference, exc_info=error)
    return reference

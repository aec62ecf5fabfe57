"""The doors' process as the server sees it: its letters are handed over, and it is told of them.

What a client sends comes through a pipe, and the client hears 250 when we say that it is safe;
when either of us dies, it hears nothing, and sends again.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import structlog

from commands.server.processes import blocked_stop_signals, process_context
from commands.server.smtp_worker import BUSY, OPEN, STOP, log_error, run_smtp_worker
from commands.settings import Settings
from mail.reading.incoming import IncomingMail
from mail.smtp.receiver import Busy
from pbm.errors import UsageError

STOP_SECONDS = 20

log = structlog.get_logger()


class SmtpProcess:
    """Runs the doors, and opens them anew when their process dies."""

    def __init__(
        self, settings: Settings, receive: Callable[[IncomingMail], "Future[None]"]
    ) -> None:
        self._settings = settings
        self._receive = receive
        self._process: BaseProcess | None = None

    def open(self) -> None:
        """Begins to take letters; raises Usage where that can't be."""
        self._pipe, theirs = process_context().Pipe()
        self._process = process_context().Process(
            target=run_smtp_worker, args=(self._settings, theirs), name="doors", daemon=True
        )
        with blocked_stop_signals():
            self._process.start()
        theirs.close()
        self._check_open()
        threading.Thread(target=self._take, args=(self._pipe,), name="porter", daemon=True).start()

    def check(self) -> None:
        """Opens the doors again if their process has died."""
        if self._process and not self._process.is_alive():
            log.error("doors died")
            self.open()

    def stop(self) -> None:
        """Takes no more letters; those in hand are finished."""
        if self._process is None:
            return
        try:
            self._pipe.send(STOP)
        except OSError:
            log.warning("doors were closed already")
        self._process.join(STOP_SECONDS)
        if self._process.is_alive():
            self._process.kill()

    def _check_open(self) -> None:
        try:
            result = self._pipe.recv()
        except EOFError:
            result = "The doors can't be opened: their process died."
        if result != OPEN:
            raise UsageError(result)

    def _take(self, pipe: Connection) -> None:
        """Hands over what comes, until the process ends."""
        send_result = ResultPipe(pipe)
        try:
            while True:
                self._hand_over(send_result, *pipe.recv())
        except (EOFError, OSError):
            pipe.close()

    def _hand_over(self, send_result: "ResultPipe", number: int, mail: IncomingMail) -> None:
        try:
            done = self._receive(mail)
        except Busy:
            send_result(number, BUSY)
        else:
            done.add_done_callback(lambda it: send_result(number, log_error(it.exception())))


class ResultPipe:
    """Says what became of letters; from several threads, and to nobody once the process is gone."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()

    def __call__(self, number: int, result: str) -> None:
        with self._lock:
            try:
                self._pipe.send((number, result))
            except OSError:
                log.warning("doors closed before an answer")

"""The server's handle on the SMTP process: receives its mails, and sends their results back.

A client's mail comes through a pipe, and the client gets its 250 once the server has sent the
result that it is stored. If either process dies before, the client gets no answer, and sends again.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from commands.server.processes import blocked_stop_signals, process_context
from commands.server.smtp_worker import BUSY, OPEN, STOP, log_error, run_smtp_worker
from commands.settings import Settings
from mail.reading.incoming import IncomingMail
from mail.smtp.receiver import Busy
from pbm.errors import UsageError
from pbm.lazy_logger import get_logger

STOP_SECONDS = 20

log = get_logger()


class SmtpProcess:
    """Runs the SMTP process, and restarts it when it dies."""

    def __init__(
        self, settings: Settings, receive: Callable[[IncomingMail], "Future[None]"]
    ) -> None:
        self._settings = settings
        self._receive = receive
        self._process: BaseProcess | None = None

    def open(self) -> None:
        """Starts to receive mail; raises UsageError if that isn't possible."""
        self._pipe, theirs = process_context().Pipe()
        self._process = process_context().Process(
            target=run_smtp_worker, args=(self._settings, theirs), name="smtp", daemon=True
        )
        with blocked_stop_signals():
            self._process.start()
        theirs.close()
        self._check_open()
        threading.Thread(
            target=self._receive_all, args=(self._pipe,), name="smtp results", daemon=True
        ).start()

    def check(self) -> None:
        """Starts another process if the last one has died."""
        if self._process and not self._process.is_alive():
            log.error("smtp process died")
            self.open()

    def stop(self) -> None:
        """Stops receiving mail, once the mails that have arrived are processed."""
        if self._process is None:
            return
        try:
            self._pipe.send(STOP)
        except OSError:
            log.warning("smtp process already gone")
        self._process.join(STOP_SECONDS)
        if self._process.is_alive():
            self._process.kill()

    def _check_open(self) -> None:
        try:
            result = self._pipe.recv()
        except EOFError:
            result = "The SMTP process can't listen: it died."
        if result != OPEN:
            raise UsageError(result)

    def _receive_all(self, pipe: Connection) -> None:
        """Receives the mails in the pipe until the process ends."""
        send_result = ResultPipe(pipe)
        try:
            while True:
                self._receive_one(send_result, *pipe.recv())
        except (EOFError, OSError):
            pipe.close()

    def _receive_one(self, send_result: "ResultPipe", number: int, mail: IncomingMail) -> None:
        try:
            done = self._receive(mail)
        except Busy:
            send_result(number, BUSY)
        else:
            done.add_done_callback(
                lambda future: send_result(number, log_error(future.exception()))
            )


class ResultPipe:
    """Sends the results of mails to the SMTP process while it lives; thread-safe."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()

    def __call__(self, number: int, result: str) -> None:
        """Sends the result of the mail with this number."""
        with self._lock:
            try:
                self._pipe.send((number, result))
            except OSError:
                log.warning("smtp process gone before a result")

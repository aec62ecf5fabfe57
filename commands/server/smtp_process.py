"""The server's handle on the SMTP process: receives its mails, and sends their results back.

A client's mail comes through a pipe, and the client gets its 250 once the server has sent the
result that it is stored. If either process dies before, the client gets no answer, and sends again.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress

from commands.server.child_process import ChildProcess
from commands.server.fork_server import ForkServer
from commands.server.handshake import check_listens
from commands.server.smtp_worker import BUSY, STOP, log_error, run_smtp_worker
from commands.server.supervised_process import SupervisedProcess
from commands.settings import Settings
from mail.reading.incoming import IncomingMail
from mail.smtp.receiver import Busy
from pbm.lazy_logger import get_logger

STOP_SECONDS = 20
DRAIN_SECONDS = 5
"""The time to take over the mails that a dead process had sent completely."""

Receive = Callable[[IncomingMail, str], "Future[None]"]
"""Takes a mail and its network; its future is done once the mail is stored."""

log = get_logger()


class SmtpProcess(SupervisedProcess):
    """Runs the SMTP process; when stopped, the mails that have arrived are processed first."""

    def __init__(self, settings: Settings, fork_server: ForkServer, receive: Receive) -> None:
        super().__init__("smtp", run_smtp_worker, settings, fork_server, STOP_SECONDS)
        self._receive = receive

    def stop(self) -> None:
        """Stops receiving mail, once the mails that have arrived are processed."""
        if not self.child:
            return
        with suppress(OSError):  # it has died
            self.child.send(STOP)
        self.child.wait(self._stop_seconds)
        self.child.kill()
        self._discard(self.child)

    def _start(self) -> None:
        """Starts to receive mail; raises UsageError if the settings don't allow that."""
        child = ChildProcess(self._fork_server, self._run, self._settings)
        check_listens(child, "SMTP")
        self.child, self._results = (
            child,
            threading.Thread(
                target=self._receive_all, args=(child,), name="smtp results", daemon=True
            ),
        )
        self._results.start()

    def _discard(self, child: ChildProcess) -> None:
        """Takes over the mails that the dead process had sent completely, and closes the pipes."""
        self._results.join(DRAIN_SECONDS)
        if not self._results.is_alive():  # it would read from what is opened next
            child.close()

    def _receive_all(self, child: ChildProcess) -> None:
        """Receives the mails in the pipe until the process ends."""
        with suppress(EOFError, OSError):
            while True:
                self._receive_one(child, *child.pipe.recv())

    def _receive_one(
        self, child: ChildProcess, number: int, mail: IncomingMail, network: str
    ) -> None:
        try:
            done = self._receive(mail, network)
        except Busy:
            _send_result(child, number, BUSY)
        else:
            done.add_done_callback(
                lambda future: _send_result(child, number, _result(future.exception()))
            )


def _result(error: BaseException | None) -> str:
    """Returns the result of a mail; logs an error, unless the mail is only to be sent later."""
    return BUSY if isinstance(error, Busy) else log_error(error)


def _send_result(child: ChildProcess, number: int, result: str) -> None:
    """Sends the result of the mail with this number, if the process still lives."""
    try:
        child.send((number, result))
    except OSError:
        log.warning("smtp process gone before a result")

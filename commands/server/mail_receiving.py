"""Processes that take mail in, as the server sees them: it stores their mails, and tells them so.

A mail comes through a pipe, and the process hears that it is stored once that is on disk. If either
process dies before, nobody hears that, and the mail comes again.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial

from commands.server.processes.child_process import ChildProcess
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.supervised_process import SupervisedProcess, run_named
from commands.server.writer.writer_pipe import BUSY, STOP, log_error
from commands.settings import Settings
from commands.system.essential_thread import essential_thread
from mail.reading.incoming import IncomingMail
from mail.smtp.receiver import Busy
from pbm.process.lazy_logger import get_logger

DRAIN_SECONDS = 5
"""The time to take over the mails that a dead process had sent completely."""

Receive = Callable[[IncomingMail, str], "Future[None]"]
"""Takes a mail and its network; its future is done once the mail is stored."""

log = get_logger()


class MailReceivingProcess(SupervisedProcess):
    """Runs a process that takes mail in; when stopped, it first hears of those it has sent."""

    def __init__(
        self,
        name: str,
        run: Callable[..., None],
        settings: Settings,
        fork_server: ForkServer,
        stop_seconds: float,
        *,
        receive: Receive,
    ) -> None:
        super().__init__(name, run, settings, fork_server, stop_seconds)
        self._receive = receive
        self._results_lock = threading.Lock()
        self._unsent: dict[ChildProcess, list[tuple[int, str]]] = {}

    def stop(self) -> None:
        """Stops receiving mail, once the mails that have arrived are processed."""
        if not self.child:
            return
        with suppress(OSError):  # it has died
            self.child.send(STOP)
        self.child.wait(self._stop_seconds)
        self.child.kill()
        self._discard(self.child)

    def make_child(self) -> ChildProcess:
        """Returns a new process; raises UsageError if the settings forbid that."""
        run = partial(run_named, self.name, self._run)
        return ChildProcess(self._fork_server, run, self._settings)

    def check_started(self, child: ChildProcess) -> None:
        """Waits until a new process takes mail; raises UsageError if the settings forbid that."""

    def result(self, error: BaseException | None) -> str:
        """Returns the result of a mail; logs an error, unless the mail is only to come later."""
        return BUSY if isinstance(error, Busy) else log_error(error)

    def _start(self) -> None:
        """Starts to receive mail; raises UsageError if the settings don't allow that."""
        child = self.make_child()
        self.check_started(child)
        self.child, self._results = (
            child,
            essential_thread(partial(self._receive_all, child), f"{self.name} results"),
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
            self._send(child, [(number, BUSY)])
        else:
            done.add_done_callback(
                lambda future: self._add_result(child, number, self.result(future.exception()))
            )

    def _add_result(self, child: ChildProcess, number: int, result: str) -> None:
        with self._results_lock:
            self._unsent.setdefault(child, []).append((number, result))

    def send_results(self) -> None:
        """Sends the results of the mails since the last call: each message wakes the process."""
        with self._results_lock:
            unsent, self._unsent = self._unsent, {}
        for child, results in unsent.items():
            self._send(child, results)

    def _send(self, child: ChildProcess, results: Sequence[tuple[int, str | bytes]]) -> None:
        """Sends the results of mails by their numbers, if the process still lives."""
        try:
            child.send(results)
        except OSError:
            event = f"{self.name} process gone before a result"
            log.warning(event)

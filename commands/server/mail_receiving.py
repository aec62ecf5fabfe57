"""The main process's handles on processes that receive mail.

Such a process sends each email through a pipe, and gets the result once the email is on disk. If
either process dies before that, the client gets no result and sends the email again.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial

from commands.server.processes.arrived_messages import arrived_messages
from commands.server.processes.child_process import ChildProcess
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.supervised_process import SupervisedProcess, run_named
from commands.server.writer.writer_pipe import BUSY, STOP, log_error
from commands.settings import Settings
from commands.system.essential_thread import essential_thread
from mail.reading.incoming import IncomingMail
from mail.smtp.receiver_interface import Busy
from pbm.process.lazy_logger import get_logger

DRAIN_SECONDS = 5
"""Seconds to read the emails that a dead process had already sent completely."""

Receive = Callable[[IncomingMail, str], "Future[None]"]
"""Takes an email and its network. The future is done once the email is stored."""

log = get_logger()


class MailReceivingProcess(SupervisedProcess):
    """Runs a process that receives mail.

    When it is stopped, it first gets its remaining results.
    """

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
        """Stops receiving mail, and waits until the emails that have arrived are handled."""
        if not self.child:
            return
        with suppress(OSError):  # the process has died
            self.child.send(STOP)
        self.child.wait(self._stop_seconds)
        self.child.kill()
        self._discard(self.child)

    def make_child(self) -> ChildProcess:
        """Returns a new process. Raises UsageError if the settings make that impossible."""
        run = partial(run_named, self.name, self._run)
        return ChildProcess(self._fork_server, run, self._settings)

    def check_started(self, child: ChildProcess) -> None:
        """Waits until a new process receives mail.

        Raises UsageError if its settings prevent that.
        """

    def result(self, error: BaseException | None) -> str:
        """Returns the result of an email.

        Logs any error except Busy, after which the email is resent.
        """
        return BUSY if isinstance(error, Busy) else log_error(error)

    def _start(self) -> None:
        """Starts the process. Raises UsageError if its settings prevent it from receiving mail."""
        child = self.make_child()
        self.check_started(child)
        self.child, self._results = (
            child,
            essential_thread(partial(self._receive_all, child), f"{self.name} results"),
        )
        self._results.start()

    def _discard(self, child: ChildProcess) -> None:
        """Reads the emails that the dead process had sent completely, then closes the pipes."""
        self._results.join(DRAIN_SECONDS)
        # A thread that still runs would read from the next file that gets this descriptor.
        if not self._results.is_alive():
            child.close()

    def _receive_all(self, child: ChildProcess) -> None:
        """Receives emails through the pipe until the process ends."""
        with suppress(OSError):
            for messages in arrived_messages(child.pipe):
                for message in messages:
                    self._receive_one(child, *message)

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
        """Sends all results since the last call together. Each message wakes the process."""
        with self._results_lock:
            unsent, self._unsent = self._unsent, {}
        for child, results in unsent.items():
            self._send(child, results)

    def _send(self, child: ChildProcess, results: Sequence[tuple[int, str | bytes]]) -> None:
        """Sends the results of emails, by their numbers, unless the process has died."""
        try:
            child.send(results)
        except OSError:
            event = f"{self.name} process ended before it returned a result"
            log.warning(event)

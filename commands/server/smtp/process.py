"""The main process's handles on the SMTP processes.

A client gets its 250 once its email is stored. If either process dies before that, the client gets
no answer and sends the email again.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

from commands.server.mail_receiving import MailReceivingProcess, Receive
from commands.server.processes.child_process import ChildProcess, check_listens
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.supervised_process import run_named
from commands.server.smtp.listeners import process_kind
from commands.server.smtp.sockets import SmtpSockets
from commands.server.smtp.worker import run_smtp_worker
from commands.server.typed_lines import RunLine, TypedLine
from commands.settings import Settings
from mail.reading.incoming import IncomingMail

STOP_SECONDS = 20


class SmtpProcess(MailReceivingProcess):
    """Runs an SMTP process. When it is stopped, it first handles the emails that have arrived."""

    def __init__(
        self,
        settings: Settings,
        fork_server: ForkServer,
        receive: Receive,
        sockets: SmtpSockets,
        number: int = 1,
        *,
        run_line: RunLine,
    ) -> None:
        """`number`: the number of this process among the server's SMTP processes, from 1."""
        kind = process_kind(settings)
        name = f"{kind}-{number}" if number > 1 else kind
        super().__init__(
            name, run_smtp_worker, settings, fork_server, STOP_SECONDS, receive=receive
        )
        self._run_line = run_line
        self._sockets = sockets
        self._number = number - 1

    def make_child(self) -> ChildProcess:
        """Returns a process that uses the shared sockets.

        Raises UsageError if they can't be opened.
        """
        protocols, files = self._sockets.take(self._number)
        worker = partial(self._run, protocols=protocols, number=self._number)
        run = partial(run_named, self.name, worker)
        return ChildProcess(self._fork_server, run, self._settings, files=files)

    def check_started(self, child: ChildProcess) -> None:
        """Waits until the process listens.

        Raises UsageError if its settings make that impossible.
        """
        check_listens(child, "SMTP")

    def stop(self) -> None:
        """Stops receiving mail, and waits until the emails that have arrived are handled."""
        self._sockets.release(self._number)
        super().stop()

    def _receive_one(
        self, child: ChildProcess, number: int, mail: IncomingMail | TypedLine, network: str
    ) -> None:
        if isinstance(mail, TypedLine):
            self._run_line(mail, lambda answer: self._send(child, [(number, answer)]))
        else:
            super()._receive_one(child, number, mail, network)

    def _discard(self, child: ChildProcess) -> None:
        self._sockets.forget(self._number)
        super()._discard(child)


class SmtpProcesses:
    """All SMTP processes of a server."""

    def __init__(
        self, settings: Settings, fork_server: ForkServer, receive: Receive, run_line: RunLine
    ) -> None:
        sockets = SmtpSockets(settings)
        self.processes = [
            SmtpProcess(settings, fork_server, receive, sockets, number, run_line=run_line)
            for number in range(1, settings.smtp_workers + 1)
        ]

    def stop(self) -> None:
        """Stops all processes at the same time."""
        with ThreadPoolExecutor(len(self.processes)) as threads:
            for stopping in [threads.submit(process.stop) for process in self.processes]:
                stopping.result()

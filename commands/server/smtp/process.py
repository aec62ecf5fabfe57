"""The server's handles on the SMTP processes.

A client gets its 250 once its mail is stored. If either process dies before, the client gets no
answer, and sends again.
"""

import os
import socket
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock

from commands.server.mail_receiving import MailReceivingProcess, Receive
from commands.server.processes.child_process import ChildProcess, check_listens
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.supervised_process import run_named
from commands.server.smtp.listeners import PIPE, limits_of, listen_addresses
from commands.server.smtp.worker import run_smtp_worker
from commands.server.typed_lines import RunLine, TypedLine
from commands.settings import Settings
from mail.reading.incoming import IncomingMail
from mail.smtp.connection_table import size_of_part
from pbm.errors import UsageError
from pbm.process.lazy_logger import get_logger

# The sockets at which the SMTP processes of a server listen, and the table of their connections.
#
# Both belong to the main process, and outlive each of the others: a client that connects while a
# process is replaced waits for another one, and no connection is refused or lost with the queue of
# one that has died, as it would be if each had its own (SO_REUSEPORT).

NONE = -1
"""No descriptor."""

log = get_logger()


class SmtpSockets:
    """The sockets, open as long as any process uses them; thread-safe."""

    def __init__(self, settings: Settings) -> None:
        self._addresses = listen_addresses(settings)
        self._part = size_of_part(limits_of(settings))
        self._size = self._part * settings.smtp_workers
        self._lock = Lock()
        self._users: set[int] = set()
        self._opened: list[tuple[str, socket.socket]] = []
        """The sockets, each with its protocol."""
        self._table = NONE

    def take(self, number: int) -> tuple[Sequence[str], Sequence[int]]:
        """Returns the protocols of the sockets, and descriptors: of the table, and of the sockets.

        Raises UsageError if the settings don't allow to listen there.
        """
        with self._lock:
            self._users.add(number)
            if self._table == NONE:
                self._open()
            self._clear(number)
            files = [self._table, *(each.fileno() for _, each in self._opened)]
            return [protocol for protocol, _ in self._opened], files

    def forget(self, number: int) -> None:
        """Forgets the connections of a process that has died."""
        with self._lock:
            if self._table != NONE:
                self._clear(number)

    def release(self, number: int) -> None:
        """Notes that a process is to stop; closes the sockets with the last one."""
        with self._lock:
            self._users.discard(number)
            if not self._users:
                self._close()

    def _clear(self, number: int) -> None:
        os.pwrite(self._table, bytes(self._part), number * self._part)

    def _open(self) -> None:
        self._table = os.memfd_create("pbm-connections")
        os.ftruncate(self._table, self._size)
        for protocol, address in self._addresses:
            try:
                self._opened += [(protocol, each) for each in address.open()]
            except OSError as error:
                if protocol == PIPE:  # some file systems have no sockets
                    log.warning("pbm receive must work on its own", path=address, error=error)
                    continue
                self._close()
                raise UsageError(f"Can't listen on {address}: {error.strerror or error}") from error

    def _close(self) -> None:
        for _, each in self._opened:
            each.close()
        protocols = {protocol for protocol, _ in self._opened}
        for protocol, address in self._addresses:
            if protocol in protocols:  # else the file may be another server's
                address.remove()
        self._opened = []
        if self._table != NONE:
            os.close(self._table)
            self._table = NONE


STOP_SECONDS = 20


class SmtpProcess(MailReceivingProcess):
    """Runs an SMTP process; when stopped, the mails that have arrived are processed first."""

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
        """`number`: that among the SMTP processes of the server, which share the sockets."""
        name = f"smtp-{number}" if number > 1 else "smtp"
        super().__init__(
            name, run_smtp_worker, settings, fork_server, STOP_SECONDS, receive=receive
        )
        self._run_line = run_line
        self._sockets = sockets
        self._number = number - 1

    def make_child(self) -> ChildProcess:
        """Returns a process with the sockets; raises UsageError if they can't be opened."""
        protocols, files = self._sockets.take(self._number)
        worker = partial(self._run, protocols=protocols, number=self._number)
        run = partial(run_named, self.name, worker)
        return ChildProcess(self._fork_server, run, self._settings, files=files)

    def check_started(self, child: ChildProcess) -> None:
        """Waits until it listens; raises UsageError if the settings don't allow that."""
        check_listens(child, "SMTP")

    def stop(self) -> None:
        """Stops receiving mail, once the mails that have arrived are processed."""
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
    """The SMTP processes of a server."""

    def __init__(
        self, settings: Settings, fork_server: ForkServer, receive: Receive, run_line: RunLine
    ) -> None:
        sockets = SmtpSockets(settings)
        self.processes = [
            SmtpProcess(settings, fork_server, receive, sockets, number, run_line=run_line)
            for number in range(1, settings.smtp_workers + 1)
        ]

    def stop(self) -> None:
        """Stops all of them at the same time."""
        with ThreadPoolExecutor(len(self.processes)) as threads:
            for stopping in [threads.submit(process.stop) for process in self.processes]:
                stopping.result()

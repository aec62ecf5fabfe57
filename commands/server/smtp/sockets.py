"""The sockets on which the SMTP processes of a server listen, and the table of their connections.

Both belong to the main process and outlive the others. A client that connects while a process is
replaced waits for another one. If each process had its own socket (SO_REUSEPORT), the connections
in the queue of a dead process would be refused or lost.
"""

import os
import socket
from collections.abc import Sequence
from threading import Lock

from commands.server.smtp.listeners import PIPE, limits_of, listen_addresses
from commands.settings import Settings
from mail.smtp.connection_table import size_of_part
from pbm.errors import UsageError
from pbm.process.lazy_logger import get_logger

log = get_logger()
NONE = -1
"""No descriptor."""


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

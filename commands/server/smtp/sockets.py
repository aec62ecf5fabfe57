"""The sockets on which the SMTP processes of a server listen, and the table of their connections.

Both belong to the main process and outlive the SMTP processes. A client that connects while a
process is being replaced is served by another one. If each process had its own socket
(SO_REUSEPORT), the connections in the queue of a dead process would be refused or lost.
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
"""The descriptor of a file that isn't open."""


class SmtpSockets:
    """The shared sockets and table, which are open while any process uses them. Thread-safe."""

    def __init__(self, settings: Settings) -> None:
        self._addresses = listen_addresses(settings)
        self._part = size_of_part(limits_of(settings))
        self._size = self._part * settings.smtp_workers
        self._lock = Lock()
        self._users: set[int] = set()
        self._opened: list[tuple[str, socket.socket]] = []
        """The protocol and the socket of each listener."""
        self._table = NONE

    def take(self, number: int) -> tuple[Sequence[str], Sequence[int]]:
        """Opens the files for an SMTP process if they aren't open yet.

        Returns the protocol of each socket, and the descriptors of the table and of each socket.
        Raises UsageError if the settings make it impossible to listen.
        """
        with self._lock:
            self._users.add(number)
            if self._table == NONE:
                self._open()
            self._clear(number)
            files = [self._table, *(each.fileno() for _, each in self._opened)]
            return [protocol for protocol, _ in self._opened], files

    def forget(self, number: int) -> None:
        """Clears the connections of a process that has died from the table."""
        with self._lock:
            if self._table != NONE:
                self._clear(number)

    def release(self, number: int) -> None:
        """Removes a process from the users of the files. The last one closes them."""
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
                if protocol == PIPE:  # some file systems don't support sockets
                    log.warning("pbm receive can't use this server", path=address, error=error)
                    continue
                self._close()
                raise UsageError(
                    f"pbm can't listen on {address}: {error.strerror or error}."
                ) from error

    def _close(self) -> None:
        for _, opened in self._opened:
            opened.close()
        protocols = {protocol for protocol, _ in self._opened}
        for protocol, address in self._addresses:
            if protocol in protocols:  # otherwise, the file may belong to another server
                address.remove()
        self._opened = []
        if self._table != NONE:
            os.close(self._table)
            self._table = NONE

"""A small HTTP server that limits connections, and the size and duration of each request."""

import re
import socket
import time
from contextlib import suppress
from io import BytesIO
from socketserver import TCPServer, ThreadingMixIn
from threading import Lock
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
from wsgiref.types import WSGIApplication

from mail.smtp.listen_addresses import WAITING_CONNECTIONS, TcpPort

MAX_CONNECTIONS = 8
"""Maximum number of connections.

A new connection above this limit closes the oldest one, so that slow clients don't block others.
"""
MAX_BODY_BYTES = 4096
"""Maximum size of a request body in bytes. A larger request isn't answered."""
CONTENT_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,9})[ \t]*\r\n", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding:[ \t]*chunked", re.IGNORECASE)
END_OF_CHUNKS = b"0\r\n\r\n"
MAX_SECONDS = 5.0
"""Seconds for a whole request, however slowly it arrives, and again for its answer."""
MAX_BYTES = 8192
"""Maximum size of the request line and headers in bytes."""
END_OF_HEAD = b"\r\n\r\n"


class LimitedRequest(WSGIRequestHandler):
    """A request that is read completely at first, within the limits, and not logged."""

    def setup(self) -> None:
        super().setup()
        self.rfile = BytesIO(_read_request(self.connection))

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing.

        Metrics are requested every few seconds, and other paths contain secrets.
        """


class LimitedServer(ThreadingMixIn, WSGIServer):
    """Serves each connection in a thread and closes the oldest ones. One request per connection."""

    daemon_threads = True
    # With a short queue, the kernel resets connections when many clients connect simultaneously.
    request_queue_size = WAITING_CONNECTIONS

    def __init__(
        self, address: TcpPort, app: WSGIApplication, connections: int = MAX_CONNECTIONS
    ) -> None:
        """Starts to listen. Raises OSError if that isn't possible."""
        self._connections = connections
        self._open: dict[socket.socket, None] = {}
        """The open connections, oldest first."""
        self._lock = Lock()
        addresses = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
        self.address_family = addresses[0][0]
        super().__init__((address.host, address.port), LimitedRequest)
        self.set_app(app)

    def server_bind(self) -> None:
        """Binds the socket.

        The base class would also look up the host's name, which may take a long time.
        """
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]
        self.setup_environ()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serves a connection. Closes the oldest one if there are too many."""
        with self._lock:
            if len(self._open) >= self._connections:
                oldest = next(iter(self._open))
                del self._open[oldest]
                with suppress(OSError):  # its thread may have closed it already
                    # wakes the connection's thread, which then ends
                    oldest.shutdown(socket.SHUT_RDWR)
            self._open[request] = None
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serves a connection in its thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._open.pop(request, None)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Does nothing, because clients often disconnect."""


def _read_request(connection: socket.socket) -> bytes:
    """Returns the request, or nothing if it doesn't arrive within the limits."""
    read, deadline = b"", time.monotonic() + MAX_SECONDS
    try:
        while (missing := _missing(read)) > 0:
            connection.settimeout(max(deadline - time.monotonic(), 0.001))
            if not (piece := connection.recv(missing)):
                return b""
            read += piece
    except OSError:
        return b""
    connection.settimeout(MAX_SECONDS)
    return read if missing == 0 else b""


def _missing(read: bytes) -> int:
    """Returns the maximum number of bytes still to read: 0 at the end, -1 if there are too many.

    A chunked body isn't decoded.
    """
    head, end, body = read.partition(END_OF_HEAD)
    if not end:
        return MAX_BYTES - len(read) or -1
    if CHUNKED.search(head):
        return 0 if body.endswith(END_OF_CHUNKS) else MAX_BODY_BYTES - len(body) or -1
    length_header = CONTENT_LENGTH.search(head + end)
    length = int(length_header[1]) if length_header else 0
    return max(length - len(body), 0) if length <= MAX_BODY_BYTES else -1

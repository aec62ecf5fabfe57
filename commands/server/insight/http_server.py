"""A small HTTP server with limits: on connections, on the size of a request, and on its time."""

import socket
import time
from contextlib import suppress
from io import BytesIO
from socketserver import TCPServer, ThreadingMixIn
from threading import Lock
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
from wsgiref.types import WSGIApplication

from mail.smtp.listen_addresses import TcpPort

MAX_CONNECTIONS = 8
"""For each further one the oldest is closed, so that slow clients keep nobody out."""
MAX_SECONDS = 5.0
"""The time for a whole request, however slowly it comes, and again for its answer."""
MAX_BYTES = 8192
"""The largest request line with headers."""
END_OF_HEAD = b"\r\n\r\n"


class LimitedRequest(WSGIRequestHandler):
    """A request that is read at once, within the limits, and not logged."""

    def setup(self) -> None:
        """Reads the request."""
        super().setup()
        self.rfile = BytesIO(_read_head(self.connection))

    def log_message(self, format: str, *args: Any) -> None:
        """Logs nothing: the metrics are asked for every few seconds."""


class LimitedServer(ThreadingMixIn, WSGIServer):
    """Serves each connection in a thread, the newest MAX_CONNECTIONS; each may send one request."""

    daemon_threads = True
    request_queue_size = MAX_CONNECTIONS

    def __init__(self, address: TcpPort, app: WSGIApplication) -> None:
        """Listens; raises OSError."""
        self._open: dict[socket.socket, None] = {}
        """The connections in the order in which they came."""
        self._lock = Lock()
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
        self.address_family = found[0][0]
        super().__init__((address.host, address.port), LimitedRequest)
        self.set_app(app)

    def server_bind(self) -> None:
        """Binds the socket; the library would ask the DNS for our name, which may take long."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]
        self.setup_environ()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serves a connection; closes the oldest one if there are too many."""
        with self._lock:
            if len(self._open) >= MAX_CONNECTIONS:
                oldest = next(iter(self._open))
                del self._open[oldest]
                with suppress(OSError):  # its thread may have closed it
                    oldest.shutdown(socket.SHUT_RDWR)  # wakes its thread
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
        """Does nothing: clients come and go."""


def _read_head(connection: socket.socket) -> bytes:
    """Returns the request without a body; nothing if it doesn't come within the limits."""
    head, deadline = b"", time.monotonic() + MAX_SECONDS
    try:
        while END_OF_HEAD not in head and len(head) <= MAX_BYTES:
            connection.settimeout(max(deadline - time.monotonic(), 0.001))
            if not (piece := connection.recv(MAX_BYTES)):
                return b""
            head += piece
    except OSError:
        return b""
    connection.settimeout(MAX_SECONDS)
    return head.partition(END_OF_HEAD)[0] + END_OF_HEAD if len(head) <= MAX_BYTES else b""

"""Connect to a mail server to check whether it answers."""

import socket
from contextlib import closing, suppress
from dataclasses import replace

from mail.smtp.listen_addresses import ListenAddress, TcpPort, UnixSocket

SECONDS = 10
"""Timeout for the greeting in seconds. A server that works greets immediately."""
MAX_BYTES = 512
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - not listened on
UNKNOWN_CLIENT = b"PROXY UNKNOWN\r\n"
"""PROXY header that a proxy sends for its own connections, such as health checks."""


def read_greeting(place: ListenAddress, *, proxied: bool = False) -> str:
    """Returns the first line that the server at this address sends.

    Raises OSError if there is none.

    `proxied`: whether the server expects a PROXY header.
    """
    with closing(_connected(place)) as connection:
        connection.settimeout(SECONDS)
        if proxied:
            connection.sendall(UNKNOWN_CLIENT)
        greeting = connection.recv(MAX_BYTES)
        with suppress(OSError):  # a busy server hangs up immediately
            connection.sendall(b"QUIT\r\n")
    if not greeting:
        raise ConnectionError("the server closed the connection without a greeting")
    return greeting.partition(b"\r\n")[0].decode("ascii", errors="replace")


def reachable(place: ListenAddress) -> ListenAddress:
    """Returns the address at which clients reach a server that listens on this address."""
    if isinstance(place, UnixSocket):
        return place
    return replace(place, host=ANY_ADDRESS.get(place.host, place.host))


def _connected(place: ListenAddress) -> socket.socket:
    place = reachable(place)
    if isinstance(place, TcpPort):
        return socket.create_connection((place.host, place.port), SECONDS)
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.settimeout(SECONDS)
        connection.connect(str(place.path))
    except OSError:
        connection.close()
        raise
    return connection

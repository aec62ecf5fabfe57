"""Connects to a mail server as a client that only wants to know if it answers."""

import socket
from contextlib import closing, suppress
from dataclasses import replace

from mail.smtp.listen_addresses import ListenAddress, TcpPort, UnixSocket

SECONDS = 10
"""The time for the greeting; a server greets at once unless it hangs."""
MAX_BYTES = 512
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where to reach who listens there
UNKNOWN_CLIENT = b"PROXY UNKNOWN\r\n"
"""A PROXY header by which the connection is the proxy's own."""


def read_greeting(place: ListenAddress, *, proxied: bool = False) -> str:
    """Returns the first line of the server that listens there; raises OSError if there is none.

    `proxied`: it expects a PROXY header.
    """
    with closing(_connected(place)) as connection:
        connection.settimeout(SECONDS)
        if proxied:
            connection.sendall(UNKNOWN_CLIENT)
        greeting = connection.recv(MAX_BYTES)
        with suppress(OSError):  # a busy server hangs up at once
            connection.sendall(b"QUIT\r\n")
    if not greeting:
        raise ConnectionError("it hung up without a greeting")
    return greeting.partition(b"\r\n")[0].decode("ascii", errors="replace")


def reachable(place: ListenAddress) -> ListenAddress:
    """Returns the address at which a server is reached that listens at this one."""
    if isinstance(place, UnixSocket):
        return place
    return replace(place, host=ANY_ADDRESS.get(place.host, place.host))


def _connected(place: ListenAddress) -> socket.socket:
    place = reachable(place)
    if isinstance(place, TcpPort):
        return socket.create_connection((place.host, place.port), SECONDS)
    made = socket.socket(socket.AF_UNIX)
    try:
        made.settimeout(SECONDS)
        made.connect(str(place.path))
    except OSError:
        made.close()
        raise
    return made

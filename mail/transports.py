"""Closing network connections at once, without waiting for the other side."""

from asyncio import BaseTransport, WriteTransport
from contextlib import suppress


def abort(transport: BaseTransport | None) -> None:
    """Drop a connection that may have ended already."""
    if isinstance(transport, WriteTransport):
        # In Python 3.11.2, a TLS transport that was closed twice has no protocol left to abort.
        with suppress(AttributeError):
            transport.abort()

"""Close network connections immediately, without waiting for the other side."""

from asyncio import BaseTransport, WriteTransport
from contextlib import suppress


def abort(transport: BaseTransport | None) -> None:
    """Closes a connection, which may have ended already, without sending buffered data."""
    if isinstance(transport, WriteTransport):
        # In Python 3.11.2, a TLS transport that was closed twice has no protocol left to abort.
        with suppress(AttributeError):
            transport.abort()

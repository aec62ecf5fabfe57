"""Close network connections immediately, without waiting for the peer."""

from asyncio import BaseTransport, WriteTransport
from contextlib import suppress


def abort(transport: BaseTransport | None) -> None:
    """Closes a connection without sending buffered data. The connection may have ended already."""
    if isinstance(transport, WriteTransport):
        # In Python 3.11.2, a TLS transport that was closed twice has no protocol left to abort.
        with suppress(AttributeError):
            transport.abort()

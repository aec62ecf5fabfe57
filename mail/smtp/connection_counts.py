"""The open connections, and limits of their number."""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Generic, Protocol, TypeVar

from mail.smtp.limits import SmtpLimits

NETWORK_BITS = 64
"""The prefix length of IPv6 networks: an owner of one address usually has the whole network."""
IPV4_NETWORK_BITS = 24
"""The prefix length of the IPv4 networks that take turns."""


class CountedConnection(Protocol):
    """A connection to be counted."""

    source: str
    """The source, as returned by `source_of`; empty if connections aren't counted by source."""
    public: bool
    """True if it came to a listener for anybody."""


CountedConnectionType = TypeVar("CountedConnectionType", bound=CountedConnection)


class ConnectionCounts(Generic[CountedConnectionType]):
    """The open connections of all listeners."""

    def __init__(self, limits: SmtpLimits) -> None:
        self._limits = limits
        self.connections: set[CountedConnectionType] = set()

    def is_full(self, *, public: bool) -> bool:
        """Returns True at the limit of connections; public ones don't block our mail server."""
        count = sum(connection.public == public for connection in self.connections)
        return count >= self._limits.connections

    def is_crowded(self, source: str) -> bool:
        """Returns True if no more connections from this source are allowed."""
        count = sum(connection.source == source for connection in self.connections)
        return bool(source) and count >= self._limits.connections_per_address


def source_of(address: object) -> str:
    """Returns the source of an address: IPv4 address or IPv6 network; empty for others."""
    try:
        found = ip_address(str(address))
    except ValueError:
        return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((int(found), NETWORK_BITS), strict=False))


def network_of(source: str) -> str:
    """Returns the network of a source; empty if it has none."""
    if not source or ":" in source:
        return source
    return str(ip_network((source, IPV4_NETWORK_BITS), strict=False))

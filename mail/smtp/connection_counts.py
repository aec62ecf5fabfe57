"""Who is connected, and whether there is room for more."""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Generic, Protocol, TypeVar

from mail.smtp.limits import SmtpLimits

NETWORK_BITS = 64
"""Of IPv6: whoever has one address of such a network has all of them."""


class CountedConnection(Protocol):
    """A connection."""

    source: str
    """Where it comes from, as `source_of` has it; empty where connections aren't counted."""
    for_strangers: bool
    """Whether it came by a door for anybody."""


CountedConnectionType = TypeVar("CountedConnectionType", bound=CountedConnection)


class ConnectionCounts(Generic[CountedConnectionType]):
    """All connections, whatever door they came in by."""

    def __init__(self, limits: SmtpLimits) -> None:
        self._limits = limits
        self.guests: set[CountedConnectionType] = set()

    def is_full(self, *, for_strangers: bool) -> bool:
        """Whether there are as many as there may be; strangers don't shut out our mail server."""
        here = sum(guest.for_strangers == for_strangers for guest in self.guests)
        return here >= self._limits.connections

    def is_crowded(self, source: str) -> bool:
        """Whether there are as many from there as there may be."""
        here = sum(guest.source == source for guest in self.guests)
        return bool(source) and here >= self._limits.connections_per_address


def source_of(address: object) -> str:
    """What counts as one address: an IPv4 address, or an IPv6 network; empty for others."""
    try:
        found = ip_address(str(address))
    except ValueError:
        return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((int(found), NETWORK_BITS), strict=False))

"""The addresses and networks of SMTP clients, for limits and for taking turns."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

NETWORK_BITS = 64
"""The prefix length of IPv6 networks: an owner of one address usually has the whole network."""
IPV4_NETWORK_BITS = 24
"""The prefix length of the IPv4 networks that take turns."""
KNOWN_ADDRESSES = 1000
"""The number of latest addresses whose sources and networks are remembered."""


@lru_cache(KNOWN_ADDRESSES)
def source_of(address: object) -> str:
    """Returns the source of an address: IPv4 address or IPv6 network; empty for others."""
    try:
        found = ip_address(str(address))
    except ValueError:
        return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((int(found), NETWORK_BITS), strict=False))


@lru_cache(KNOWN_ADDRESSES)
def network_of(source: str) -> str:
    """Returns the network of a source; empty if it has none."""
    if not source or ":" in source:
        return source
    return str(ip_network((source, IPV4_NETWORK_BITS), strict=False))

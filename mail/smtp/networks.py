"""Group SMTP clients by source and network.

Limits apply to each source, and networks take turns.
"""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

NETWORK_BITS = 64
"""Prefix length of IPv6 networks. The owner of one address usually has the whole network."""
IPV4_NETWORK_BITS = 24
"""Prefix length of IPv4 networks. Their clients share one turn."""
KNOWN_ADDRESSES = 1000
"""Number of recent addresses whose sources and networks are cached."""


@lru_cache(KNOWN_ADDRESSES)
def source_of(address: object) -> str:
    """Returns the source of an address: the IPv4 address, or the network of an IPv6 address.

    Returns an empty string for anything else.
    """
    try:
        ip = ip_address(str(address))
    except ValueError:
        return ""
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or ip_network((int(ip), NETWORK_BITS), strict=False))


@lru_cache(KNOWN_ADDRESSES)
def network_of(source: str) -> str:
    """Returns the network of a source, or an empty string if the source is empty."""
    if not source or ":" in source:
        return source
    return str(ip_network((source, IPV4_NETWORK_BITS), strict=False))

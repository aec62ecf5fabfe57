"""The open connections, and limits of their number."""

import mmap
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Generic, Protocol, TypeVar

from mail.reading.mail_size import MAX_MAIL_BYTES

# The limits of clients.

MAX_LINE_LENGTH = 64 * 1024
"""The largest piece of a line that is read at once; longer lines are accepted too."""
MAX_COMMAND_LENGTH = 2048
"""The longest command; RFC 5321 asks for 512 bytes, and RFC 3461 for 600 more."""


@dataclass(frozen=True)
class SmtpLimits:
    """The limits of a server, an address, a connection and a mail."""

    connections: int = 100
    connections_per_address: int = 20
    connection_seconds: float = 120
    """The time after which a connection ends, after the mail that is being received."""
    mails: int = 100
    """The most mails on one connection."""
    commands: int = 1000
    """The most commands on one connection; counted by replies, so that invalid ones count too."""
    recipients: int = 50
    size: int = MAX_MAIL_BYTES
    """The largest mail in bytes."""
    idle_seconds: float = 60
    """The timeout without a command, or without a byte of a mail."""
    mail_seconds: float = 300
    """The timeout from DATA to the end of the mail, and again from there to our reply."""
    proxy_seconds: float = 5
    """The timeout of the PROXY header."""
    drain_seconds: float = 10
    """The time for unfinished mails when the server stops."""


# The open connections of all processes that serve one address, in memory that they share.

WORD = 8
"""The bytes of a number, and of a source."""
NUMBERS = 2
"""The numbers at the start of a part: of connections to public listeners, and to others."""
FREE = bytes(WORD)


def size_of_part(limits: SmtpLimits) -> int:
    """Returns the bytes of a process's part: one place more than connections are allowed.

    A connection takes its place before it is known to be one too many.
    """
    return WORD * (NUMBERS + limits.connections + 1)


class ConnectionTable:
    """A table with a part for each process, which alone writes there; all read all of it.

    A process notes a connection first, and then counts all connections. So two never both take the
    last place, and there is no lock with which one could die.
    """

    def __init__(self, memory: mmap.mmap, limits: SmtpLimits, number: int) -> None:
        """`number`: the number of the process, whose part must be empty."""
        self._memory = memory
        self._size = size_of_part(limits)
        self._start = number * self._size
        first = self._start + WORD * NUMBERS
        self._free = list(range(first, self._start + self._size, WORD))
        self._places: dict[str, list[int]] = {}

    @classmethod
    def of_one_process(cls, limits: SmtpLimits) -> "ConnectionTable":
        """Returns a table that no other process shares."""
        return cls(mmap.mmap(-1, size_of_part(limits)), limits, 0)

    def add(self, amount: int, *, public: bool) -> None:
        """Adds to the number of this process's connections."""
        at = self._start + WORD * public
        self._memory[at : at + WORD] = (self._number(at) + amount).to_bytes(WORD, "little")

    def count(self, *, public: bool) -> int:
        """Returns the number of connections of all processes."""
        starts = range(WORD * public, len(self._memory), self._size)
        return sum(self._number(start) for start in starts)

    def add_source(self, source: str) -> None:
        """Notes a connection from this source."""
        at = self._free.pop()
        self._places.setdefault(source, []).append(at)
        self._memory[at : at + WORD] = _key(source)

    def remove_source(self, source: str) -> None:
        """Forgets a connection from this source."""
        at = self._places[source].pop()
        if not self._places[source]:
            del self._places[source]
        self._memory[at : at + WORD] = FREE
        self._free.append(at)

    def count_source(self, source: str) -> int:
        """Returns the number of connections of all processes from this source."""
        return self._memory[:].count(_key(source))

    def _number(self, at: int) -> int:
        return int.from_bytes(self._memory[at : at + WORD], "little")


def _key(source: str) -> bytes:
    """Returns the bytes of a source: a hash, so that no two sources or numbers look alike."""
    return blake2b(source.encode(), digest_size=WORD).digest()


NETWORK_BITS = 64
"""The prefix length of IPv6 networks: an owner of one address usually has the whole network."""
IPV4_NETWORK_BITS = 24
"""The prefix length of the IPv4 networks that take turns."""

KNOWN_ADDRESSES = 1000
"""The number of latest addresses whose sources and networks are remembered."""


class CountedConnection(Protocol):
    """A connection to be counted."""

    source: str
    """The source, as returned by `source_of`; empty if connections aren't counted by source."""
    public: bool
    """True if it came to a listener for anybody."""


CountedConnectionType = TypeVar("CountedConnectionType", bound=CountedConnection)


class ConnectionCounts(Generic[CountedConnectionType]):
    """The open connections of all listeners: this process's, and the number of all."""

    def __init__(self, limits: SmtpLimits, table: ConnectionTable) -> None:
        self._limits = limits
        self._table = table
        self.connections: set[CountedConnectionType] = set()
        """The connections of this process."""

    def add(self, connection: CountedConnectionType) -> bool:
        """Adds a connection; returns False at the limit of all processes.

        Connections to public listeners don't block our mail server.
        """
        self._table.add(1, public=connection.public)
        if self._table.count(public=connection.public) > self._limits.connections:
            self._table.add(-1, public=connection.public)
            return False
        self.connections.add(connection)
        return True

    def set_source(self, connection: CountedConnectionType, source: str) -> bool:
        """Sets a connection's source; returns False if that has too many in all processes."""
        if not source:
            return True
        self._table.add_source(source)
        if self._table.count_source(source) > self._limits.connections_per_address:
            self._table.remove_source(source)
            return False
        connection.source = source
        return True

    def remove(self, connection: CountedConnectionType) -> None:
        """Removes a connection that has ended, if it was added."""
        if connection in self.connections:
            self.connections.remove(connection)
            self._table.add(-1, public=connection.public)
            if connection.source:
                self._table.remove_source(connection.source)


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

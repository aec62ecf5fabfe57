"""Count the open connections of all processes that serve one address, in shared memory."""

import mmap
from hashlib import blake2b

from mail.smtp.smtp_limits import SmtpLimits

WORD = 8
"""Size in bytes of a number, and of the key of a source."""
NUMBERS = 2
"""Numbers at the start of each section: connections of our mail server, and public ones."""
FREE = bytes(WORD)


def size_of_part(limits: SmtpLimits) -> int:
    """Returns the size in bytes of a process's section.

    It has one slot more than the maximum number of connections.

    A connection takes its slot before pbm checks whether there are too many.
    """
    return WORD * (NUMBERS + limits.connections + 1)


class ConnectionTable:
    """A table in shared memory with one section for each process.

    All processes read every section, but each process writes only to its own section.

    A process adds a connection first, and then counts all connections. So two processes never both
    take the last slot, and there is no lock that a dying process could keep.
    """

    def __init__(self, memory: mmap.mmap, limits: SmtpLimits, number: int) -> None:
        """`number`: number of the process, whose section must be empty."""
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
        """Returns the number of connections in all processes."""
        starts = range(WORD * public, len(self._memory), self._size)
        return sum(self._number(start) for start in starts)

    def add_source(self, source: str) -> None:
        """Enters a connection from this source."""
        at = self._free.pop()
        self._places.setdefault(source, []).append(at)
        self._memory[at : at + WORD] = _key(source)

    def remove_source(self, source: str) -> None:
        """Removes a connection from this source."""
        at = self._places[source].pop()
        if not self._places[source]:
            del self._places[source]
        self._memory[at : at + WORD] = FREE
        self._free.append(at)

    def count_source(self, source: str) -> int:
        """Returns the number of connections from this source in all processes."""
        return self._memory[:].count(_key(source))

    def _number(self, at: int) -> int:
        return int.from_bytes(self._memory[at : at + WORD], "little")


def _key(source: str) -> bytes:
    """Returns the key of a source as a hash, so that sources and numbers can't be confused."""
    return blake2b(source.encode(), digest_size=WORD).digest()

"""Count the open connections of all processes that serve one address, in shared memory."""

import mmap
from hashlib import blake2b

from mail.smtp.smtp_limits import SmtpLimits

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

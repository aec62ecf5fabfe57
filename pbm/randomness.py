"""Drawing lots so that anyone can draw them again: SHA-256 of a seed and a counter.

`numbers("5")` hashes the ASCII text `5:0`, then `5:1` and so on, and gives each digest as a
big-endian number of 256 bits. `below(n, numbers)` passes over those from which some remainders
would be likelier than others, and gives the remainder of the first that is left.
"""

import hashlib
from collections.abc import Iterator
from itertools import count


def numbers(seed: str) -> Iterator[int]:
    """The endless row of 256-bit numbers that belongs to a seed."""
    for counter in count():
        digest = hashlib.sha256(f"{seed}:{counter}".encode("ascii")).digest()
        yield int.from_bytes(digest, "big")


def below(limit: int, row: Iterator[int]) -> int:
    """A number from 0 to `limit - 1`, each as likely, from the next of the row that serves."""
    fair = 2**256 // limit * limit
    return next(number for number in row if number < fair) % limit

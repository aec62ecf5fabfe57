"""Reproducible random numbers: SHA-256 of a seed and a counter.

`numbers("5")` hashes the ASCII texts `5:0`, `5:1` and so on, and yields each digest as a big-endian
number of 256 bits. `below(n, numbers)` skips numbers that would make some remainders more likely
than others, and returns the remainder of the first number that it doesn't skip.
"""

import hashlib
from collections.abc import Iterator
from itertools import count

MAX_SEED = 999_999_999
"""Maximum seed of a board. A board has no other source of randomness."""


def numbers(seed: str) -> Iterator[int]:
    """Yields the endless sequence of 256-bit numbers for a seed."""
    for counter in count():
        digest = hashlib.sha256(f"{seed}:{counter}".encode("ascii")).digest()
        yield int.from_bytes(digest, "big")


def below(limit: int, row: Iterator[int]) -> int:
    """Returns a number from 0 to `limit - 1`. All numbers are equally likely.

    `row`: random numbers. The first suitable number is used.
    """
    fair = 2**256 // limit * limit
    return next(number for number in row if number < fair) % limit

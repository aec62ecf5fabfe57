"""The squares that a piece can still come to, if no other piece moves."""

from collections.abc import Sequence
from typing import Any

from pbm.squares import bits


def region(steps: Any, free: int, square: int) -> int:
    """Returns the free squares within reach by any number of steps; `steps`: those from each."""
    found, edge = 0, 1 << square
    while edge:
        near = 0
        for each in bits(edge):
            near |= steps[each]
        edge = near & free & ~found
        found |= edge
    return found


def have_come_apart(before: Sequence[int], after: Sequence[int]) -> bool:
    """Returns True if two regions shared squares, and share none now."""
    return bool(before[0] & before[1]) and not after[0] & after[1]

"""Sets of squares as Python ints: square i is bit i."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

KNIGHT = tuple((dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx) != abs(dy))


def bits(mask: int) -> Iterator[int]:
    """Yields the squares of a set, the lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=1 << 13)
def squares_of(mask: int) -> tuple[int, ...]:
    """Returns the squares of a set, the lowest first.

    Cached, for the few sets that are used very often.
    """
    return tuple(bits(mask))


def mask_of(squares: Iterable[int]) -> int:
    """Returns the set of these squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


@cache
def leaps(columns: int, rows: int, steps: tuple[tuple[int, int], ...] = KNIGHT) -> tuple[int, ...]:
    """Returns, for each square (row * columns + column), the set of squares one step away."""
    return tuple(
        mask_of(
            (row + dy) * columns + column + dx
            for dx, dy in steps
            if 0 <= column + dx < columns and 0 <= row + dy < rows
        )
        for row in range(rows)
        for column in range(columns)
    )

"""The sizes of squares in pixels."""

NARROWEST_PHONE = 320
"""Width of a board in pixels on the narrowest screens. A board whose squares would be too small is
wider.
"""
WIDE = 536
"""Width of a board in pixels on wide screens."""
LARGEST = 75
"""Maximum size of a square in pixels."""
LABEL_WIDTH = 20
"""Width of the row labels in pixels."""
SMALLEST = 22
"""Minimum size of a square in pixels."""
SMALLEST_STONE = 14
"""Minimum size of a square in pixels on boards whose pieces have no signs."""
SMALL = 36
"""Size in pixels below which a square is hard to tap with a finger."""


def square_sizes(columns: int, *, is_lined: bool = False) -> tuple[int, int]:
    """Returns the size of a square in pixels on phones and on wide screens.

    `is_lined`: whether the labels of rows are as wide as a square.
    """
    if is_lined:
        narrow, wide = (
            min(max(width // (columns + 1), SMALLEST_STONE), LARGEST)
            for width in (NARROWEST_PHONE, WIDE)
        )
        return narrow, wide
    narrow, wide = (
        min(max((width - LABEL_WIDTH) // max(columns, 1), SMALLEST), LARGEST)
        for width in (NARROWEST_PHONE, WIDE)
    )
    return narrow, wide

"""The symmetries of rectangular boards: rotations and reflections.

They don't change the value of a position in any game.
"""

from functools import lru_cache
from itertools import product

from pbm.geometry.bit_sets import bits

SHAPES = 32
"""Maximum number of board shapes whose symmetries are cached."""

Image = tuple[int, int, tuple[int, ...]]
"""Rows and columns of a board's image and, for each square, the set that contains only its image.
"""


def least_image(rows: int, columns: int, *sets: int) -> tuple[int, ...]:
    """Returns the least image of a position. It is the same for all rotations and reflections.

    `sets`: the sets of squares that make up the position. A square is `row * columns + column`.
    """
    squares = [tuple(bits(square_set)) for square_set in sets]
    return min(
        (height, width, *[sum(map(to.__getitem__, piece_squares)) for piece_squares in squares])
        for height, width, to in images(rows, columns)
    )


@lru_cache(SHAPES)
def images(rows: int, columns: int) -> tuple[Image, ...]:
    """Returns the eight images of a board. A quarter turn exchanges rows and columns."""
    return tuple(_image(rows, columns, *how) for how in product((False, True), repeat=3))


def _image(rows: int, columns: int, down: bool, across: bool, turned: bool) -> Image:
    places = product(
        range(rows)[:: -1 if down else 1],
        range(columns)[:: -1 if across else 1],
    )
    if turned:
        return columns, rows, tuple(1 << column * rows + row for row, column in places)
    return rows, columns, tuple(1 << row * columns + column for row, column in places)

"""The symmetries of rectangular boards: rotations and reflections, which change no game's value."""

from functools import lru_cache
from itertools import product

from pbm.bit_sets import bits

SHAPES = 32
"""Maximum number of board shapes whose symmetries are kept in memory."""

Image = tuple[int, int, tuple[int, ...]]
"""The rows and columns of a board's image, and for each square the set of its one image."""


def least_image(rows: int, columns: int, *sets: int) -> tuple[int, ...]:
    """Returns the least of a position's images: the same for all its rotations and reflections.

    `sets`: the sets of squares of which the position consists, square `row * columns + column`.
    """
    squares = [tuple(bits(each)) for each in sets]
    return min(
        (height, width, *[sum(map(to.__getitem__, own)) for own in squares])
        for height, width, to in images(rows, columns)
    )


@lru_cache(SHAPES)
def images(rows: int, columns: int) -> tuple[Image, ...]:
    """Returns a board's eight images; a quarter turn exchanges its rows and columns."""
    return tuple(_image(rows, columns, *how) for how in product((False, True), repeat=3))


def _image(rows: int, columns: int, down: bool, across: bool, turned: bool) -> Image:
    places = product(
        range(rows)[:: -1 if down else 1],
        range(columns)[:: -1 if across else 1],
    )
    if turned:
        return columns, rows, tuple(1 << column * rows + row for row, column in places)
    return rows, columns, tuple(1 << row * columns + column for row, column in places)

"""Rotations and reflections of places, and of sets of places on all levels of a 4 by 4 board."""

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pbm.games.knightpanic import Board

Sets = NDArray[np.uint64]
"""An array of sets of places, one for each placement."""
COUNT = 8
SIZE = 4
LEVEL = SIZE**2
"""Number of bits of a level. It is small enough for an array with the images of all its sets."""


class Symmetries:
    """The eight symmetries of a board, numbered from 0. Number 0 is the identity."""

    def __init__(self, levels: int) -> None:
        self._levels = levels
        self._tables = np.array(
            [
                [_images(SIZE - level, symmetry) for level in range(levels)]
                for symmetry in product((False, True), repeat=3)
            ]
        )
        """For each symmetry and level, the images of all sets of places on the level."""

    def images(self, sets: Sets, symmetries: NDArray[np.int8] | int) -> Sets:
        """Returns the images of sets. `symmetries`: one symmetry for each set, or one for all."""
        images = np.zeros_like(sets)
        for level in range(self._levels):
            shift = np.uint64(level * LEVEL)
            part = sets >> shift & np.uint64((1 << LEVEL) - 1)
            images |= self._tables[symmetries, level, part].astype(np.uint64) << shift
        return images


@cache
def symmetries_of(board: Board) -> Symmetries:
    """Returns the symmetries of a board. Their tables are computed once."""
    return Symmetries(board.levels)


def place_images(size: int) -> list[list[int]]:
    """Returns for each symmetry of a flat board the images of all its places."""
    places = [divmod(place, size) for place in range(size * size)]
    turned = product((False, True), repeat=3)
    images = ([_image(size, *place, symmetry) for place in places] for symmetry in turned)
    return [[row * size + column for row, column in image] for image in images]


def _images(width: int, symmetry: tuple[bool, ...]) -> NDArray[np.uint16]:
    """Returns the image of each set of places on a level with this number of rows and columns."""
    sets = np.arange(1 << LEVEL, dtype=np.uint16)
    images = np.zeros_like(sets)
    for row, column in product(range(width), repeat=2):
        to_row, to_column = _image(width, row, column, symmetry)
        images |= (sets >> (row * SIZE + column) & 1) << (to_row * SIZE + to_column)
    return images


def _image(width: int, row: int, column: int, symmetry: tuple[bool, ...]) -> tuple[int, int]:
    """Returns the image of a place.

    The three parts of a symmetry are whether it reverses the rows, whether it reverses the columns,
    and whether it then exchanges rows and columns.
    """
    row_turned, column_turned, exchanged = symmetry
    row = width - 1 - row if row_turned else row
    column = width - 1 - column if column_turned else column
    return (column, row) if exchanged else (row, column)

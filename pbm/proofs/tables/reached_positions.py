"""Sets of positions that are reached by a move, as bits.

A row represents the pieces of the player who has moved, and each bit in it those of the player to
move. The positions that all moves of one placement reach are found by joining a few rows.
"""

import numpy as np
from numpy.typing import NDArray

from pbm.proofs.tables.flat_placements import Indexes

Flags = NDArray[np.bool_]


class ReachedPositions:
    """A set of positions, by the indexes of both players' sets of places; empty at first."""

    def __init__(self, sets: int) -> None:
        self._sets = sets
        self._bits = np.zeros((sets, (sets + 7) // 8), np.uint8)

    def set_row(self, row: int, columns: Flags) -> None:
        """Sets a whole row."""
        self._bits[row] = np.packbits(columns, bitorder="little")

    def add(self, rows: Indexes, column: int) -> None:
        """Adds the positions of a column in these rows."""
        byte, bit = divmod(column, 8)
        self._bits[rows, byte] |= np.uint8(1 << bit)

    def remove(self, rows: Indexes, column: int) -> None:
        """Removes the positions of a column in these rows."""
        byte, bit = divmod(column, 8)
        self._bits[rows, byte] &= np.uint8(0xFF ^ 1 << bit)

    def in_any(self, rows: Indexes) -> Flags:
        """Returns, for each column, True if one of these rows has it."""
        joined = np.bitwise_or.reduce(self._bits[rows], axis=0)
        return np.unpackbits(joined, count=self._sets, bitorder="little").view(np.bool_)

"""Sets of positions, stored as a matrix of bits.

A row represents the set of places of the player who has just moved. Each bit of the row represents
a set of places of the player to move. To look up the positions after all moves of a placement,
`in_any` joins their rows.
"""

import numpy as np
from numpy.typing import NDArray

from pbm.proofs.tables.flat_placements import Indexes

Flags = NDArray[np.bool_]


class ReachedPositions:
    """A set of positions, indexed by both players' sets of places. It is empty at first."""

    def __init__(self, sets: int) -> None:
        self._sets = sets
        self._bits = np.zeros((sets, (sets + 7) // 8), np.uint8)

    def set_row(self, row: int, columns: Flags) -> None:
        self._bits[row] = np.packbits(columns, bitorder="little")

    def add(self, rows: Indexes, column: int) -> None:
        byte, bit = divmod(column, 8)
        self._bits[rows, byte] |= np.uint8(1 << bit)

    def remove(self, rows: Indexes, column: int) -> None:
        byte, bit = divmod(column, 8)
        self._bits[rows, byte] &= np.uint8(0xFF ^ 1 << bit)

    def in_any(self, rows: Indexes) -> Flags:
        """Returns for each column whether at least one of these rows contains it."""
        joined = np.bitwise_or.reduce(self._bits[rows], axis=0)
        return np.unpackbits(joined, count=self._sets, bitorder="little").view(np.bool_)

"""Assigns numbers to flat placements: the places of the player to move, and of the opponent.

Sets of the player to move that are rotations or reflections of one another form a class. Each class
has a row of entries. The row has one entry for each set of the other player that doesn't overlap
the smallest set of the class. The entries are ordered by these sets, compared as integers.
"""

from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pbm.geometry.bit_sets import bits
from pbm.proofs.tables.symmetries import LEVEL, Sets, place_images

CHOOSE = np.array(
    [[comb(many, few) for few in range(LEVEL + 1)] for many in range(LEVEL + 1)], np.int32
)
Indexes = NDArray[np.int64]


class FlatPlacements:
    """All placements with this number of pieces on a flat board, up to symmetry."""

    def __init__(self, size: int, pieces: int) -> None:
        self.sets = sets_of(size * size, pieces)
        """All sets of this number of places, sorted as integers."""
        self.images = np.array([self._images(places) for places in place_images(size)])
        """For each symmetry, the indexes of the images of all sets."""
        self.rows, self.weights = np.unique(self.images.min(axis=0), return_counts=True)
        """The index of the smallest set of each class, and the number of sets in the class."""
        self.width = comb(size * size - pieces, pieces)
        """The number of entries of a row."""
        self.entries = self.rows.size * self.width

    def _images(self, places: list[int]) -> Indexes:
        images = np.zeros_like(self.sets)
        for place, image in enumerate(places):
            images |= (self.sets >> np.uint64(place) & np.uint64(1)) << np.uint64(image)
        return self.index(images)

    def index(self, sets: Sets) -> Indexes:
        return np.searchsorted(self.sets, sets)

    def columns(self, row: int) -> Indexes:
        """Returns the index of the other player's set for each entry of a row."""
        return np.flatnonzero(self.sets & self.sets[self.rows[row]] == 0)

    def number(self, mover: int, other: int) -> int:
        """Returns the number of the entry of a placement.

        `mover`: the places of the player to move.
        """
        first, second = self.index(np.array([mover, other], np.uint64))
        symmetry = self.images[:, first].argmin()
        mover, other = self.sets[self.images[symmetry, [first, second]]].tolist()
        row = int(np.searchsorted(self.rows, self.images[symmetry, first]))
        return row * self.width + _rank(other, mover)


def _rank(other: int, mover: int) -> int:
    """Returns the number of smaller sets of the same size that don't overlap `mover`."""
    beside = (place - (mover & (1 << place) - 1).bit_count() for place in bits(other))
    return sum(comb(place, count) for count, place in enumerate(beside, 1))


def sets_of(places: int, pieces: int) -> Sets:
    """Returns all sets of `pieces` of the first `places` places, sorted as integers."""
    chosen = np.array(list(combinations(range(places), pieces)), np.uint64)
    sets: Sets = np.sort((np.uint64(1) << chosen).sum(axis=1, dtype=np.uint64))
    return sets


@cache
def flat_placements(size: int, pieces: int) -> FlatPlacements:
    """Returns the placements on a board of this size. They are computed once."""
    return FlatPlacements(size, pieces)

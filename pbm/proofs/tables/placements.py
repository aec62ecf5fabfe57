"""Assigns numbers to placements: sets of occupied places, and the half of the player to move.

Sets that are rotations or reflections of one another form a class. To number a placement, a
symmetry turns its set into the smallest set of the class, and also turns the player's half. The
number combines the class with the turned half.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pbm.games.knightpanic import Board, landing_places
from pbm.geometry.bit_sets import bits, mask_of
from pbm.proofs.tables.flat_placements import CHOOSE
from pbm.proofs.tables.symmetries import COUNT, LEVEL, Sets, symmetries_of

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int32]


class Placements:
    """All placements with this number of pieces of each player, up to symmetry."""

    def __init__(self, board: Board, pieces: int) -> None:
        self._symmetries = symmetries_of(board)
        self._pieces, self._halves = pieces, comb(2 * pieces, pieces)
        self._sets = stable_sets(board, 2 * pieces)
        images = [self._symmetries.images(self._sets, turn) for turn in range(COUNT)]
        self._turns = np.argmin(images, axis=0).astype(np.int8)
        """For each set, the symmetry that turns it into the smallest set of its class."""
        self._smallest_sets, classes = np.unique(np.min(images, axis=0), return_inverse=True)
        self._classes = classes.astype(np.int32)
        self.total = self._sets.size * self._halves
        """The number of all placements."""
        self.count = self._smallest_sets.size * self._halves
        """The number of placements whose set is the smallest of its class."""
        self._same = self._smallest_numbers()
        """For each number, the smallest number of the same placement.

        A placement can have several, because a set can be its own image.
        """

    @property
    def places(self) -> Iterator[int]:
        """The places that are occupied in at least one placement."""
        return bits(int(np.bitwise_or.reduce(self._sets)))

    def all(self) -> tuple[Sets, Sets]:
        """Returns both players' sets in every placement, ordered by number."""
        places = range(2 * self._pieces)
        halves = np.array(sorted(map(mask_of, combinations(places, self._pieces))), np.uint64)
        occupied = np.repeat(self._smallest_sets, halves.size)
        mover = self.spread(np.tile(halves, self._smallest_sets.size), occupied)
        return mover, occupied & ~mover

    def numbers(self, mover: Sets, other: Sets) -> Numbers:
        """Returns the numbers of placements. `mover`: the sets of the player to move."""
        index = np.searchsorted(self._sets, mover | other)
        mover = self._symmetries.images(mover, self._turns[index])
        numbers: Numbers = self._same[self._numbers(mover, self._classes[index])]
        return numbers

    def _smallest_numbers(self) -> Numbers:
        smallest, (mover, _) = np.arange(self.count, dtype=np.int32), self.all()
        classes = np.repeat(np.arange(self._smallest_sets.size, dtype=np.int32), self._halves)
        for turn in range(1, COUNT):
            is_unchanged = self._symmetries.images(self._smallest_sets, turn) == self._smallest_sets
            alike = np.flatnonzero(np.repeat(is_unchanged, self._halves))
            images = self._symmetries.images(mover[alike], turn)
            smallest[alike] = np.minimum(smallest[alike], self._numbers(images, classes[alike]))
        return smallest

    def _numbers(self, mover: Sets, classes: Numbers) -> Numbers:
        ranks = self._ranks(mover, self._smallest_sets[classes])
        return classes * np.int32(self._halves) + ranks

    def _ranks(self, sets: Sets, among: Sets) -> Numbers:
        """Returns for each set the number of smaller sets of the same size within `among`."""
        ranks = np.zeros(sets.size, np.int32)
        passed, held = np.zeros(sets.size, np.int8), np.zeros(sets.size, np.int8)
        for place in self.places:
            here = contains(sets, place)
            held += here
            ranks += np.where(here, CHOOSE[passed, held], 0)
            passed += contains(among, place)
        return ranks

    def spread(self, sets: Sets, among: Sets) -> Sets:
        """Moves sets of the first places to the places in `among`, and keeps their order."""
        spread, passed = np.zeros_like(sets), np.zeros_like(sets)
        for place in self.places:
            free = contains(among, place).astype(np.uint64)
            spread |= (sets >> passed & free) << np.uint64(place)
            passed += free
        return spread


@cache
def placements_of(board: Board, pieces: int) -> Placements:
    """Returns the placements with this number of pieces of each player. They are computed once."""
    return Placements(board, pieces)


def stable_sets(board: Board, pieces: int) -> Sets:
    """Returns all sets of places that this number of pieces can occupy, sorted as integers."""
    stable = (
        occupied
        for count in range(pieces + 1)
        for ground in combinations(bits(board.ground), count)
        for occupied in _piled_up(board, mask_of(ground), pieces - count, 1)
    )
    return np.array(sorted(stable), np.uint64)


def contains(sets: Sets, place: int) -> Flags:
    """Returns an array that shows which sets contain this place."""
    flags: Flags = sets >> np.uint64(place) & np.uint64(1) != 0
    return flags


def _piled_up(board: Board, below: int, pieces: int, level: int) -> Iterator[int]:
    """Yields every set that puts `pieces` pieces on top of `below`, from this level up."""
    if not pieces:
        yield below
        return
    lowest = level * LEVEL
    supported = list(bits(landing_places(board, below) >> lowest << lowest))
    for count in range(1, min(pieces, len(supported)) + 1):
        for chosen in combinations(supported, count):
            yield from _piled_up(board, below | mask_of(chosen), pieces - count, level + 1)

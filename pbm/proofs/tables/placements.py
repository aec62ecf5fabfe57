"""Numbering of placements: sets of occupied places, of which half belong to the player to move.

Sets that are images of one another, turned or reflected, are one class. A number is made of the
class, and of the player's half after the symmetry that leads to the least set of the class.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from pbm.bit_sets import bits, mask_of
from pbm.games.knightpanic import Board, landing_places

# Rotations and reflections: of places, and of sets of places on all levels of the 4 by 4 board.

Sets = NDArray[np.uint64]
"""An array of sets of places, one for each placement."""
COUNT = 8
SIZE = 4
LEVEL = SIZE**2
"""The number of bits of a level: so few that an array holds the images of all its sets."""


class Symmetries:
    """The eight symmetries of a board, numbered; number 0 leaves everything as it is."""

    def __init__(self, levels: int) -> None:
        self._levels = levels
        self._tables = np.array(
            [
                [_images(SIZE - level, symmetry) for level in range(levels)]
                for symmetry in product((False, True), repeat=3)
            ]
        )
        """By symmetry and level, the image of each set of places on the level."""

    def images(self, sets: Sets, symmetries: NDArray[np.int8] | int) -> Sets:
        """Returns the image of each set under its own symmetry, or under the same one."""
        found = np.zeros_like(sets)
        for level in range(self._levels):
            shift = np.uint64(level * LEVEL)
            part = sets >> shift & np.uint64((1 << LEVEL) - 1)
            found |= self._tables[symmetries, level, part].astype(np.uint64) << shift
        return found


@cache
def symmetries_of(board: Board) -> Symmetries:
    """Returns the symmetries of a board; their tables are made once."""
    return Symmetries(board.levels)


def place_images(size: int) -> list[list[int]]:
    """Returns, for each symmetry of a flat board, the image of each of its places."""
    places = [divmod(place, size) for place in range(size * size)]
    turned = product((False, True), repeat=3)
    images = ([_image(size, *place, symmetry) for place in places] for symmetry in turned)
    return [[row * size + column for row, column in image] for image in images]


def _images(width: int, symmetry: tuple[bool, ...]) -> NDArray[np.uint16]:
    """Returns the image of each set of places on a level of this number of rows and columns."""
    sets = np.arange(1 << LEVEL, dtype=np.uint16)
    images = np.zeros_like(sets)
    for row, column in product(range(width), repeat=2):
        to_row, to_column = _image(width, row, column, symmetry)
        images |= (sets >> (row * SIZE + column) & 1) << (to_row * SIZE + to_column)
    return images


def _image(width: int, row: int, column: int, symmetry: tuple[bool, ...]) -> tuple[int, int]:
    """Returns the image of a place: its row turned, its column turned, both exchanged."""
    row_turned, column_turned, exchanged = symmetry
    row = width - 1 - row if row_turned else row
    column = width - 1 - column if column_turned else column
    return (column, row) if exchanged else (row, column)


Flags = NDArray[np.bool_]
Numbers = NDArray[np.int32]


class Placements:
    """The placements of a number of pieces of each player, up to symmetry."""

    def __init__(self, board: Board, pieces: int) -> None:
        self._symmetries = symmetries_of(board)
        self._pieces, self._halves = pieces, comb(2 * pieces, pieces)
        self._sets = stable_sets(board, 2 * pieces)
        images = [self._symmetries.images(self._sets, turn) for turn in range(COUNT)]
        self._turns = np.argmin(images, axis=0).astype(np.int8)
        """For each set, the symmetry that leads to the least set of its class."""
        self._least, classes = np.unique(np.min(images, axis=0), return_inverse=True)
        self._classes = classes.astype(np.int32)
        self.total = self._sets.size * self._halves
        """The number of all placements."""
        self.count = self._least.size * self._halves
        """The number of placements with the least set of their class."""
        self._same = self._smallest_numbers()
        """For each number, the smallest one of the same placement: a set can be its own image."""

    @property
    def places(self) -> Iterator[int]:
        """The places that are ever occupied."""
        return bits(int(np.bitwise_or.reduce(self._sets)))

    def all(self) -> tuple[Sets, Sets]:
        """Returns both players' pieces in every placement, in the order of its number."""
        places = range(2 * self._pieces)
        halves = np.array(sorted(map(mask_of, combinations(places, self._pieces))), np.uint64)
        occupied = np.repeat(self._least, halves.size)
        own = self._spread(np.tile(halves, self._least.size), occupied)
        return own, occupied & ~own

    def numbers(self, own: Sets, other: Sets) -> Numbers:
        """Returns the number of each placement."""
        index = np.searchsorted(self._sets, own | other)
        own = self._symmetries.images(own, self._turns[index])
        found: Numbers = self._same[self._numbers(own, self._classes[index])]
        return found

    def _smallest_numbers(self) -> Numbers:
        smallest, (own, _) = np.arange(self.count, dtype=np.int32), self.all()
        classes = np.repeat(np.arange(self._least.size, dtype=np.int32), self._halves)
        for turn in range(1, COUNT):
            kept = self._symmetries.images(self._least, turn) == self._least
            alike = np.flatnonzero(np.repeat(kept, self._halves))
            images = self._symmetries.images(own[alike], turn)
            smallest[alike] = np.minimum(smallest[alike], self._numbers(images, classes[alike]))
        return smallest

    def _numbers(self, own: Sets, classes: Numbers) -> Numbers:
        ranks = self._ranks(own, self._least[classes])
        return classes * np.int32(self._halves) + ranks

    def _ranks(self, sets: Sets, among: Sets) -> Numbers:
        """Returns the number of smaller sets of the same size, of the places in `among`."""
        ranks = np.zeros(sets.size, np.int32)
        passed, held = np.zeros(sets.size, np.int8), np.zeros(sets.size, np.int8)
        for place in self.places:
            here = has(sets, place)
            held += here
            ranks += np.where(here, CHOOSE[passed, held], 0)
            passed += has(among, place)
        return ranks

    def _spread(self, sets: Sets, among: Sets) -> Sets:
        """Maps sets of the first places to sets of the places in `among`, in their order."""
        found, passed = np.zeros_like(sets), np.zeros_like(sets)
        for place in self.places:
            free = has(among, place).astype(np.uint64)
            found |= (sets >> passed & free) << np.uint64(place)
            passed += free
        return found


@cache
def placements_of(board: Board, pieces: int) -> Placements:
    """Returns the placements of a number of pieces of each player; they are found once."""
    return Placements(board, pieces)


def stable_sets(board: Board, pieces: int) -> Sets:
    """Returns all sets of a number of places that pieces can occupy, in order as numbers."""
    found = (
        occupied
        for count in range(pieces + 1)
        for ground in combinations(bits(board.ground), count)
        for occupied in _piled_up(board, mask_of(ground), pieces - count, 1)
    )
    return np.array(sorted(found), np.uint64)


def has(sets: Sets, place: int) -> Flags:
    """Returns True for each set with this place."""
    found: Flags = sets >> np.uint64(place) & np.uint64(1) != 0
    return found


def _piled_up(board: Board, below: int, pieces: int, level: int) -> Iterator[int]:
    """Yields the set of places below this level with all piles of a number of pieces on it."""
    if not pieces:
        yield below
        return
    lowest = level * LEVEL
    supported = list(bits(landing_places(board, below) >> lowest << lowest))
    for count in range(1, min(pieces, len(supported)) + 1):
        for chosen in combinations(supported, count):
            yield from _piled_up(board, below | mask_of(chosen), pieces - count, level + 1)


CHOOSE = np.array(
    [[comb(many, few) for few in range(LEVEL + 1)] for many in range(LEVEL + 1)], np.int32
)


# Numbering of flat placements: a set of places for the player to move, and one for the other.
#
# Sets of the player to move that are images of one another, turned or reflected, are one class.
# Each
# class has a row of entries: one for each set of the other player beside the least set of the
# class,
# in the order of the sets as numbers.

Indexes = NDArray[np.int64]


class FlatPlacements:
    """The placements of a number of pieces of each player on a flat board, up to symmetry."""

    def __init__(self, size: int, pieces: int) -> None:
        self.sets = sets_of(size * size, pieces)
        """All sets of this number of places, in order."""
        self.images = np.array([self._images(places) for places in place_images(size)])
        """By symmetry, the index of each set's image."""
        self.rows, self.weights = np.unique(self.images.min(axis=0), return_counts=True)
        """The index of the least set of each class, and the number of its sets."""
        self.width = comb(size * size - pieces, pieces)
        """The number of entries of a row."""
        self.entries = self.rows.size * self.width

    def _images(self, places: list[int]) -> Indexes:
        found = np.zeros_like(self.sets)
        for place, image in enumerate(places):
            found |= (self.sets >> np.uint64(place) & np.uint64(1)) << np.uint64(image)
        return self.index(found)

    def index(self, sets: Sets) -> Indexes:
        """Returns the index of each set."""
        return np.searchsorted(self.sets, sets)

    def columns(self, row: int) -> Indexes:
        """Returns the index of the other player's set for each entry of a row."""
        return np.flatnonzero(self.sets & self.sets[self.rows[row]] == 0)

    def number(self, own: int, other: int) -> int:
        """Returns the number of a placement's entry, seen by the player to move."""
        first, second = self.index(np.array([own, other], np.uint64))
        symmetry = self.images[:, first].argmin()
        own, other = self.sets[self.images[symmetry, [first, second]]].tolist()
        row = int(np.searchsorted(self.rows, self.images[symmetry, first]))
        return row * self.width + _rank(other, own)


def _rank(other: int, own: int) -> int:
    """Returns the number of smaller sets of the same size beside a player's own set."""
    beside = (place - (own & (1 << place) - 1).bit_count() for place in bits(other))
    return sum(comb(place, count) for count, place in enumerate(beside, 1))


def sets_of(places: int, pieces: int) -> Sets:
    """Returns all sets of a number of the first places, in order as numbers."""
    chosen = np.array(list(combinations(range(places), pieces)), np.uint64)
    found: Sets = np.sort((np.uint64(1) << chosen).sum(axis=1, dtype=np.uint64))
    return found


@cache
def flat_placements(size: int, pieces: int) -> FlatPlacements:
    """Returns the placements on such a board; they are found once."""
    return FlatPlacements(size, pieces)

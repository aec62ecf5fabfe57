"""Numbering of all placements of Knight Panic on the flat 4 by 4 board.

Placements are seen by the player to move: the colour of the pieces doesn't matter, since the
board looks the same from both edges and knights move alike in all directions. With k pieces each
there are (16 choose k) * (16-k choose k) placements.
"""

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pbm.bits import bits, leaps, mask_of
from pbm.games.knightpanic import KnightPanic, Position
from pbm.proofs.knowledge import Knowledge, Numbering
from pbm.proofs.retrograde import Graph

SIZE = 4
PLACES = SIZE * SIZE
LEAPS = leaps(SIZE, SIZE)
Sets = NDArray[np.uint32]
"""An array of sets of places, one for each placement."""


class KnightPanicKnowledge(Knowledge):
    """The knowledge of Knight Panic: the flat 4 by 4 board is small enough for a table."""

    def numbering(self, position: Position) -> "PanicNumbering | None":
        """Returns the numbering of all placements with as many pieces; nothing is ever captured."""
        options = position.options
        if options.size != SIZE or options.space != "2d":
            return None
        return PanicNumbering(position.sides[0].bit_count(), options.tie)


class PanicNumbering(Numbering):
    """The numbering by the places of the player to move, then by the other's among the rest."""

    kept = True
    version = KnightPanic.version

    def __init__(self, pieces: int, tie: str) -> None:
        self.key = f"knightpanic-{SIZE}-{pieces}-{tie.replace('_', '-')}"
        self.placements = comb(PLACES, pieces) * comb(PLACES - pieces, pieces)
        self._pieces = pieces
        self._mover_wins = tie == "mover_wins"

    def number(self, position: Position) -> int:
        """Returns the number of a position, in order of the sets as numbers."""
        own, other = position.sides[position.turn], position.sides[1 - position.turn]
        return int(self._numbers(np.array([own], np.uint32), np.array([other], np.uint32))[0])

    def graph(self) -> Graph:
        """Returns the graph; a move turns the board, so the other player's pieces come first."""
        own, other = self._all()
        ended = self._ended(own, other)
        going_on = np.flatnonzero(ended == 0)
        sources, targets = [], []
        for origin in range(PLACES):
            for target in bits(LEAPS[origin]):
                free = going_on[_can_move(own[going_on], other[going_on], origin, target)]
                moved = own[free] ^ np.uint32(1 << origin | 1 << target)
                sources.append(free.astype(np.int32))
                targets.append(self._numbers(other[free], moved))
        return Graph(ended, np.concatenate(sources), np.concatenate(targets))

    def _all(self) -> tuple[Sets, Sets]:
        """Returns every placement, in the order of its number."""
        sets = _subsets(PLACES, self._pieces)
        others = _subsets(PLACES - self._pieces, self._pieces)
        own = np.repeat(sets, others.size)
        return own, _spread(np.tile(others, sets.size), ~own)

    def _numbers(self, own: Sets, other: Sets) -> NDArray[np.int32]:
        everywhere = np.full_like(own, (1 << PLACES) - 1)
        rest = comb(PLACES - self._pieces, self._pieces)
        return _rank(own, everywhere) * np.int32(rest) + _rank(other, ~own)

    def _ended(self, own: Sets, other: Sets) -> NDArray[np.int8]:
        """Returns the results: trapped pieces lose; if both players have some, by the tie rule."""
        trapped, traps = _any_trapped(own, own | other), _any_trapped(other, own | other)
        ended = np.where(trapped, -1, np.where(traps, 1, 0))
        return np.where(trapped & traps, -1 if self._mover_wins else 1, ended).astype(np.int8)


def _can_move(own: Sets, other: Sets, origin: int, target: int) -> NDArray[np.bool_]:
    able: NDArray[np.bool_] = own & np.uint32(1 << origin) != 0
    able &= (own | other) & np.uint32(1 << target) == 0
    return able


def _any_trapped(pieces: Sets, occupied: Sets) -> NDArray[np.bool_]:
    """Returns True for each placement in which a piece has no empty place within reach."""
    trapped = np.zeros(pieces.size, np.bool_)
    for place in range(PLACES):
        reach = np.uint32(LEAPS[place])
        trapped |= (pieces & np.uint32(1 << place) != 0) & (reach & ~occupied == 0)
    return trapped


def _subsets(places: int, pieces: int) -> Sets:
    """Returns all sets of this many places, in order as numbers."""
    return np.array(sorted(map(mask_of, combinations(range(places), pieces))), np.uint32)


def _rank(sets: Sets, among: Sets) -> NDArray[np.int32]:
    """Returns the number of smaller sets of the same size, of the places in `among`."""
    rank = np.zeros(sets.size, np.int32)
    passed, held = np.zeros(sets.size, np.int8), np.zeros(sets.size, np.int8)
    for place in range(PLACES):
        here = sets >> np.uint32(place) & np.uint32(1) != 0
        held += here
        rank += np.where(here, CHOOSE[passed, held], 0)
        passed += (among >> np.uint32(place) & np.uint32(1) != 0).astype(np.int8)
    return rank


def _spread(sets: Sets, among: Sets) -> Sets:
    """Maps sets of the first places to sets of the places in `among`, in their order."""
    found, passed = np.zeros_like(sets), np.zeros_like(sets)
    for place in range(PLACES):
        free = among >> np.uint32(place) & np.uint32(1)
        found |= (sets >> passed & free) << np.uint32(place)
        passed += free
    return found


CHOOSE = np.array(
    [[comb(many, few) for few in range(PLACES + 1)] for many in range(PLACES + 1)], np.int32
)

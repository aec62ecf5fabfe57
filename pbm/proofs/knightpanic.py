"""Numbering of all placements of Knight Panic on the 4 by 4 board, flat and stacking.

Placements are seen by the player to move: the colour of the pieces doesn't matter, since the
board looks the same from both edges and knights move alike in all directions. A placement is a set
of occupied places, in which each piece off the ground stands on four others, and the choice of the
half of them that belongs to the player to move.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
from numpy.typing import NDArray

from pbm.bits import bits, mask_of
from pbm.games.knightpanic import (
    LARGEST,
    SMALLEST,
    Board,
    KnightPanic,
    Options,
    Position,
    landing_places,
    pinned_pieces,
)
from pbm.proofs.knowledge import Knowledge, Numbering
from pbm.proofs.retrograde import Graph

SIZE = 4
MAX_STACKING = 4
"""The most pieces of each player with a table of the stacking game; 6 make it 11 times as large."""
Sets = NDArray[np.uint64]
"""An array of sets of places, one for each placement."""
Flags = NDArray[np.bool_]


class KnightPanicKnowledge(Knowledge):
    """The knowledge of Knight Panic: the 4 by 4 board is small enough for a table."""

    def starts(self) -> Iterator[str]:
        """Yields boards of all sizes with all rules: the larger ones may have quick wins."""
        spaces = ("-2d", "-3d -win_no_move", "-3d -lose_no_move")
        for size in range(SMALLEST, LARGEST + 1):
            for extra, space in product(range(size // 2), spaces):
                for tie in ("-mover_wins", "-mover_loses"):
                    yield f"-size={size} -extra={extra} {space} {tie}"

    def numbering(self, position: Position) -> "PanicNumbering | None":
        """Returns the numbering of all placements with as many pieces; nothing is ever captured."""
        options, pieces = position.options, position.sides[0].bit_count()
        if options.size != SIZE or (options.space == "3d" and pieces > MAX_STACKING):
            return None
        return PanicNumbering(position.board, options, pieces)


class PanicNumbering(Numbering):
    """The numbering by the set of occupied places, then by those of the player to move."""

    kept = True
    version = KnightPanic.version

    def __init__(self, board: Board, options: Options, pieces: int) -> None:
        rules = (options.space, str(pieces), options.tie, options.pinned or "")
        self.key = f"knightpanic-{SIZE}-{'-'.join(filter(None, rules))}".replace("_", "-")
        self._board, self._pieces = board, pieces
        self._mover_wins = options.tie == "mover_wins"
        self._pinned_wins = options.pinned == "win_no_move"
        self._occupied = _stable_sets(board, 2 * pieces)
        self._halves = comb(2 * pieces, pieces)
        self.placements = self._occupied.size * self._halves

    def number(self, position: Position) -> int:
        """Returns the number of a position, in order of the sets as numbers."""
        own, other = position.sides[position.turn], position.sides[1 - position.turn]
        return int(self._numbers(np.array([own], np.uint64), np.array([other], np.uint64))[0])

    def graph(self) -> Graph:
        """Returns the graph; a move turns the board, so the other player's pieces come first."""
        own, other = self._all()
        ended = self._ended(own, other)
        going_on = np.flatnonzero(ended == 0).astype(np.int32)
        own, other = own[going_on], other[going_on]
        landing, pinned = self._landing(own | other), self._pinned(own | other)
        sources, targets = [], []
        for origin in self._places:
            able = _has(own & ~pinned, origin)
            for target in bits(self._board.attacks[origin]):
                moving = able & _has(landing, target)
                moved = own[moving] ^ np.uint64(1 << origin | 1 << target)
                sources.append(going_on[moving])
                targets.append(self._numbers(other[moving], moved))
        return Graph(ended, np.concatenate(sources), np.concatenate(targets))

    @property
    def _places(self) -> Iterator[int]:
        """The places that are ever occupied."""
        return bits(int(np.bitwise_or.reduce(self._occupied)))

    def _all(self) -> tuple[Sets, Sets]:
        """Returns every placement, in the order of its number."""
        places = range(2 * self._pieces)
        halves = np.array(sorted(map(mask_of, combinations(places, self._pieces))), np.uint64)
        occupied = np.repeat(self._occupied, halves.size)
        own = self._spread(np.tile(halves, self._occupied.size), occupied)
        return own, occupied & ~own

    def _numbers(self, own: Sets, other: Sets) -> NDArray[np.int32]:
        occupied = own | other
        first = np.searchsorted(self._occupied, occupied).astype(np.int32)
        return first * np.int32(self._halves) + self._rank(own, occupied)

    def _ended(self, own: Sets, other: Sets) -> NDArray[np.int8]:
        """Returns the results for the player to move; if both win, by the tie rule."""
        landing, pinned = self._landing(own | other), self._pinned(own | other)
        movable = [side & ~pinned for side in (own, other)]
        trapped = [self._any_trapped(pieces, landing) for pieces in movable]
        all_pinned = [pieces == 0 for pieces in movable]
        won = trapped[1] | all_pinned[0 if self._pinned_wins else 1]
        lost = trapped[0] | all_pinned[1 if self._pinned_wins else 0]
        ended = won.astype(np.int8) - lost
        return np.where(won & lost, -1 if self._mover_wins else 1, ended).astype(np.int8)

    def _any_trapped(self, movable: Sets, landing: Sets) -> Flags:
        """Returns True for each placement in which a movable piece has no move."""
        trapped = np.zeros(movable.size, np.bool_)
        for place in self._places:
            reach = np.uint64(self._board.attacks[place])
            trapped |= _has(movable, place) & (reach & landing == 0)
        return trapped

    def _landing(self, occupied: Sets) -> Sets:
        found: Sets = landing_places(self._board, occupied)
        return found

    def _pinned(self, occupied: Sets) -> Sets:
        found: Sets = pinned_pieces(self._board, occupied)
        return found

    def _rank(self, sets: Sets, among: Sets) -> NDArray[np.int32]:
        """Returns the number of smaller sets of the same size, of the places in `among`."""
        rank = np.zeros(sets.size, np.int32)
        passed, held = np.zeros(sets.size, np.int8), np.zeros(sets.size, np.int8)
        for place in self._places:
            here = _has(sets, place)
            held += here
            rank += np.where(here, CHOOSE[passed, held], 0)
            passed += _has(among, place)
        return rank

    def _spread(self, sets: Sets, among: Sets) -> Sets:
        """Maps sets of the first places to sets of the places in `among`, in their order."""
        found, passed = np.zeros_like(sets), np.zeros_like(sets)
        for place in self._places:
            free = _has(among, place).astype(np.uint64)
            found |= (sets >> passed & free) << np.uint64(place)
            passed += free
        return found


@cache
def _stable_sets(board: Board, pieces: int) -> Sets:
    """Returns all sets of so many places that pieces can occupy, in order as numbers."""
    found = (
        occupied
        for count in range(pieces + 1)
        for ground in combinations(bits(board.ground), count)
        for occupied in _piled_up(board, mask_of(ground), pieces - count, 1)
    )
    return np.array(sorted(found), np.uint64)


def _piled_up(board: Board, below: int, pieces: int, level: int) -> Iterator[int]:
    """Yields the set of places below this level with all piles of so many pieces on it."""
    if not pieces:
        yield below
        return
    lowest = level * SIZE**2
    supported = list(bits(landing_places(board, below) >> lowest << lowest))
    for count in range(1, min(pieces, len(supported)) + 1):
        for chosen in combinations(supported, count):
            yield from _piled_up(board, below | mask_of(chosen), pieces - count, level + 1)


def _has(sets: Sets, place: int) -> Flags:
    found: Flags = sets >> np.uint64(place) & np.uint64(1) != 0
    return found


CHOOSE = np.array(
    [[comb(many, few) for few in range(SIZE**2 + 1)] for many in range(SIZE**2 + 1)], np.int32
)

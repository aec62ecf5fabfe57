"""Tables of all placements of Knight Panic on the 4 by 4 board, flat and stacking.

A placement is described from the view of the player to move. The colour of the pieces doesn't
matter, because the board looks the same from both edges and knights move alike in all directions.
Nothing is ever captured. A placement is therefore a set of occupied places, half of which belong to
the player to move. Each piece above the ground is on top of four other pieces.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np

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
from pbm.geometry.bit_sets import bits
from pbm.proofs.knowledge import Knowledge, Numbering
from pbm.proofs.tables.flat_panic import MAX_SETS, FlatNumbering, set_count
from pbm.proofs.tables.panic_ends import PanicEnds
from pbm.proofs.tables.placements import contains, placements_of
from pbm.proofs.tables.retrograde import Graph
from pbm.proofs.tables.symmetries import SIZE


class KnightPanicKnowledge(Knowledge):
    """How to prove values of Knight Panic. Tables of the 4 by 4 board are made when needed."""

    def starts(self) -> Iterator[str]:
        """Yields boards of all sizes with all rules, because large ones may have quick wins."""
        spaces = ("-2d", "-3d -win_no_move", "-3d -lose_no_move")
        for size in range(SMALLEST, LARGEST + 1):
            for extra, space in product(range(size // 2), spaces):
                for tie in ("-mover_wins", "-mover_loses"):
                    yield f"-size={size} -extra={extra} {space} {tie}"

    def stored_numbering(self, position: Position) -> FlatNumbering | None:
        """Returns the numbering of a larger flat board, unless its table would be too large."""
        small = position.options.size == SIZE or position.options.space == "3d"
        return None if small or set_count(position) > MAX_SETS else FlatNumbering(position)

    def stored_starts(self) -> Iterator[str]:
        """Yields the largest board that can have a table, with both tie rules."""
        yield from ("-size=5 -extra=0", "-size=5 -extra=0 -mover_loses")

    def numbering(self, position: Position) -> "PanicNumbering | None":
        """Returns the numbering of all placements with the same number of pieces."""
        if position.options.size != SIZE:
            return None
        pieces = position.sides[0].bit_count()
        return PanicNumbering(position.board, position.options, pieces)

    def text(self, position: Position) -> str:
        """Returns the turn and the rows, from the first row of the lowest level."""
        board, (white, black) = position.board, position.sides
        levels = []
        for level in range(board.levels):
            firsts = (level * board.size**2 + row * board.size for row in range(board.size - level))
            spans = (range(first, first + board.size - level) for first in firsts)
            levels.append(
                "/".join("".join(_sign(white, black, at) for at in span) for span in spans)
            )
        return f"{position.turn + 1} {'|'.join(levels)}"


def _sign(white: int, black: int, place: int) -> str:
    return "o" if white >> place & 1 else "x" if black >> place & 1 else "."


class PanicNumbering(Numbering):
    """The numbering of all placements with the same rules and number of pieces."""

    kept = True
    version = KnightPanic.version

    def __init__(self, board: Board, options: Options, pieces: int) -> None:
        rules = (options.space, str(pieces), options.tie, options.pinned or "")
        self.key = f"knightpanic-{SIZE}-{'-'.join(filter(None, rules))}".replace("_", "-")
        self._board, self._placements = board, placements_of(board, pieces)
        self._ends = PanicEnds(board, options)
        self.placements, self.entries = self._placements.total, self._placements.count

    def number(self, position: Position) -> int:
        """Returns the number of a position. Its rotations and reflections have the same number."""
        mover, other = position.sides[position.turn], position.sides[1 - position.turn]
        numbers = self._placements.numbers(
            np.array([mover], np.uint64), np.array([other], np.uint64)
        )
        return int(numbers[0])

    def graph(self) -> Graph:
        """Returns the graph of all placements and moves.

        After a move, the other player is to move. The number of the new placement therefore begins
        with the pieces of that player.
        """
        mover, other = self._placements.all()
        ended = self._ends.results(mover, other)
        unfinished = np.flatnonzero(ended == 0).astype(np.int32)
        mover, other = mover[unfinished], other[unfinished]
        landing = landing_places(self._board, mover | other)
        pinned = pinned_pieces(self._board, mover | other)
        sources, targets = [], []
        for origin in self._placements.places:
            able = contains(mover & ~pinned, origin)
            for target in bits(self._board.attacks[origin]):
                moving = able & contains(landing, target)
                moved = mover[moving] ^ np.uint64(1 << origin | 1 << target)
                sources.append(unfinished[moving])
                targets.append(self._placements.numbers(other[moving], moved))
        return Graph(ended, np.concatenate(sources), np.concatenate(targets))

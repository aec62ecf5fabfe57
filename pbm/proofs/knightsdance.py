"""Tables of all placements of the two knights in Knight's Dance. The kings never move."""

from collections.abc import Iterator
from itertools import product
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from pbm.games.knightsdance import KnightsDance, Position, write_placement
from pbm.geometry.bit_sets import KNIGHT
from pbm.proofs.knowledge import Knowledge, Numbering
from pbm.proofs.tables.retrograde import Graph

MAX_SQUARES = 400
"""Maximum number of squares of a board with a table, such as 20 by 20."""
Grid = NDArray[np.bool_]
"""Truth values, indexed by the squares of White's knight and of Black's."""


class KnightsDanceKnowledge(Knowledge):
    """How to prove values of Knight's Dance. A board of n squares has a table of 2n² entries."""

    def starts(self) -> Iterator[str]:
        """Yields boards with up to 20 rows and columns, with all rules."""
        sides = range(1, isqrt(MAX_SQUARES) + 1)
        for rows, columns, *rules in product(sides, sides, ("", " -misere"), ("", " -jumpblock")):
            yield f"-rows={rows} -cols={columns}{''.join(rules)}"

    def numbering(self, position: Position) -> "DanceNumbering | None":
        """Returns the numbering of all placements of the knights, with either player to move."""
        placement = position.placement
        return (
            DanceNumbering(position) if placement.rows * placement.columns <= MAX_SQUARES else None
        )

    def text(self, position: Position) -> str:
        """Returns the position in the game's own notation."""
        return write_placement(position.placement)


class DanceNumbering(Numbering):
    """Assigns numbers to positions by the turn, White's knight and Black's knight."""

    version = KnightsDance.version

    def __init__(self, position: Position) -> None:
        _, self._rows, self._columns, self._kings, _ = position.placement
        self._squares = self._rows * self._columns
        self._misere, self._jumpblock = position.misere, position.jumpblock
        shape = (self._rows, self._columns, *self._kings)
        rules = f"{'-misere' * self._misere}{'-jumpblock' * self._jumpblock}"
        self.key = f"knightsdance-{'-'.join(map(str, shape))}{rules}"
        self.placements = self.entries = 2 * self._squares**2

    def number(self, position: Position) -> int:
        turn, _, _, _, (white, black) = position.placement
        return (turn * self._squares + white) * self._squares + black

    def graph(self) -> Graph:
        """Returns the graph of both players' moves, one direction of jumps after the other."""
        captured = [self._captured(turn) for turn in (0, 1)]
        stuck = [np.ones_like(grid) for grid in captured]
        sources, targets = [], []
        for turn, leap in product((0, 1), KNIGHT):
            able = self._possible(turn, *leap) & (captured[turn] == 0)
            stuck[turn] &= ~able
            before = np.flatnonzero(able) + turn * self._squares**2
            sources.append(before.astype(np.int32))
            targets.append((before + self._step(turn, *leap)).astype(np.int32))
        ended = np.where(captured, captured, np.where(stuck, -1, 0)).ravel()
        ended = -ended if self._misere else ended
        return Graph(ended.astype(np.int8), np.concatenate(sources), np.concatenate(targets))

    def _captured(self, turn: int) -> NDArray[np.int8]:
        """Returns -1 where the player to move has lost a piece, and 1 if they captured a king."""
        mine, theirs = self._knights(turn)
        lost = (theirs == self._kings[turn]) | (theirs == mine)
        return np.where(lost, -1, np.where(mine == self._kings[1 - turn], 1, 0)).astype(np.int8)

    def _knights(self, turn: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Returns the squares of the mover's and the opponent's knight at each grid point."""
        grid = np.indices((self._squares, self._squares), np.int32)
        return grid[turn], grid[1 - turn]

    def _possible(self, turn: int, dx: int, dy: int) -> Grid:
        """Returns the grid points at which the mover's knight can make this jump."""
        mine, theirs = self._knights(turn)
        row, column = mine // self._columns + dy, mine % self._columns + dx
        able = (row >= 0) & (row < self._rows) & (column >= 0) & (column < self._columns)
        able &= row * self._columns + column != self._kings[turn]
        for blocker in self._blockers(dx, dy) if self._jumpblock else ():
            beside = mine + blocker
            able &= (beside != theirs) & ~np.isin(beside, self._kings)
        return able

    def _blockers(self, dx: int, dy: int) -> tuple[int, int]:
        """Returns the offsets of the two squares on which a piece blocks a jump.

        The first is a step along the jump's long leg. The second is a diagonal step.
        """
        across, along = dx // abs(dx), dy // abs(dy) * self._columns
        return (across if abs(dx) == 2 else along), across + along

    def _step(self, turn: int, dx: int, dy: int) -> int:
        """Returns how a jump changes the number of a position, including the turn."""
        leap = dy * self._columns + dx
        over = self._squares**2
        return leap + (-over) if turn else leap * self._squares + over

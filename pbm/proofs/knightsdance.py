"""Numbering of all placements of the two knights in Knight's Dance; the kings never move."""

from collections.abc import Iterator
from itertools import combinations, product
from math import isqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pbm.bit_sets import KNIGHT
from pbm.games.knightsdance import KnightsDance, Placement, Position, write_placement
from pbm.proofs.knowledge import Knowledge, Numbering
from pbm.proofs.starts.start_counts import StartCount
from pbm.proofs.tables.retrograde import Graph, Scores, analyse

LARGEST = 400
"""The most squares of a board with a table: 20 by 20."""
Grid = NDArray[np.bool_]
"""An array of truth values by the squares of White's knight, then of Black's."""


class KnightsDanceKnowledge(Knowledge):
    """The knowledge of Knight's Dance; a table holds twice the squares squared."""

    def starts(self) -> Iterator[str]:
        """Yields boards of up to 20 rows and columns with all rules."""
        sides = range(1, isqrt(LARGEST) + 1)
        for rows, columns, *rules in product(sides, sides, ("", " -misere"), ("", " -jumpblock")):
            yield f"-rows={rows} -cols={columns}{''.join(rules)}"

    def numbering(self, position: Position) -> "DanceNumbering | None":
        """Returns the numbering of all placements of the knights, with either player to move."""
        placement = position.placement
        return DanceNumbering(position) if placement.rows * placement.columns <= LARGEST else None

    def text(self, position: Position) -> str:
        """Returns the position in the game's own notation."""
        return write_placement(position.placement)


class DanceNumbering(Numbering):
    """The numbering by the turn, then by the squares of White's and of Black's knight."""

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
        """Returns the number of a position, with turn, White and Black as its digits."""
        turn, _, _, _, (white, black) = position.placement
        return (turn * self._squares + white) * self._squares + black

    def graph(self) -> Graph:
        """Returns the graph of both players' moves, leap by leap."""
        captured = [self._captured(turn) for turn in (0, 1)]
        stuck = [np.ones_like(grid) for grid in captured]
        sources, targets = [], []
        for turn, leap in product((0, 1), KNIGHT):
            able = self._able(turn, *leap) & (captured[turn] == 0)
            stuck[turn] &= ~able
            before = np.flatnonzero(able) + turn * self._squares**2
            sources.append(before.astype(np.int32))
            targets.append((before + self._step(turn, *leap)).astype(np.int32))
        ended = np.where(captured, captured, np.where(stuck, -1, 0)).ravel()
        ended = -ended if self._misere else ended
        return Graph(ended.astype(np.int8), np.concatenate(sources), np.concatenate(targets))

    def _captured(self, turn: int) -> NDArray[np.int8]:
        """Returns -1 where the player to move has lost a piece, 1 where they captured the king."""
        mine, theirs = self._knights(turn)
        lost = (theirs == self._kings[turn]) | (theirs == mine)
        return np.where(lost, -1, np.where(mine == self._kings[1 - turn], 1, 0)).astype(np.int8)

    def _knights(self, turn: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Returns the squares of the mover's knight and of the other's, on every grid point."""
        grid = np.indices((self._squares, self._squares), np.int32)
        return grid[turn], grid[1 - turn]

    def _able(self, turn: int, dx: int, dy: int) -> Grid:
        """Returns the grid points at which the mover can make this leap."""
        mine, theirs = self._knights(turn)
        row, column = mine // self._columns + dy, mine % self._columns + dx
        able = (row >= 0) & (row < self._rows) & (column >= 0) & (column < self._columns)
        able &= row * self._columns + column != self._kings[turn]
        for blocker in self._blockers(dx, dy) if self._jumpblock else ():
            beside = mine + blocker
            able &= (beside != theirs) & ~np.isin(beside, self._kings)
        return able

    def _blockers(self, dx: int, dy: int) -> tuple[int, int]:
        """Returns the offsets at which pieces block a leap: along its long leg, and diagonally."""
        across, along = dx // abs(dx), dy // abs(dy) * self._columns
        return (across if abs(dx) == 2 else along), across + along

    def _step(self, turn: int, dx: int, dy: int) -> int:
        """Returns the change of the number by a leap, the turn included."""
        leap = dy * self._columns + dx
        over = self._squares**2
        return leap + (-over) if turn else leap * self._squares + over


# Counts of all starts of Knight's Dance: four pieces on any four squares of a board.
#
# Boards that are turned or reflected are alike, and so are the colours: only one pair of kings of
# each class is analysed, with either player to move.

RULES = ("", "-misere", "-jumpblock", "-misere -jumpblock")
OVER = 1
"""The score of what can't be a start: a game that is over, or two pieces on one square."""


class _Longest(NamedTuple):
    """A longest game, and its start; none yet if it has no plies."""

    plies: int = 0
    start: str = ""


def count_boards(largest: int) -> Iterator[StartCount]:
    """Yields the counts of all boards with at most this number of rows and columns.

    A board with fewer rows than columns stands for the one turned by a quarter, too.
    """
    for rows, columns in product(range(2, largest + 1), repeat=2):
        if 3 <= columns >= rows:
            yield from (count_starts(rows, columns, rules) for rules in RULES)


def count_starts(rows: int, columns: int, rules: str) -> StartCount:
    """Returns the counts of the starts on a board, those left out that are over at once."""
    counts, win, loss = np.zeros(3, np.int64), _Longest(), _Longest()
    for kings, copies in king_pairs(rows, columns):
        start = Position(
            Placement(0, rows, columns, kings, kings), "-misere" in rules, "-jumpblock" in rules
        )
        values = _values(start)
        counts += copies * np.array([np.sum(values > 1), np.sum(values < -1), np.sum(values == 0)])
        win, loss = _longer(win, start, values), _longer(loss, start, -values)
    won, lost, endless = map(int, counts)
    return StartCount(rows, columns, rules, won, lost, endless, *win, *loss)


def king_pairs(rows: int, columns: int) -> Iterator[tuple[tuple[int, int], int]]:
    """Yields one pair of squares of each class, and the number of pairs in the class."""
    symmetries = list(_symmetries(rows, columns))
    for pair in combinations(range(rows * columns), 2):
        images = {tuple(sorted(image[square] for square in pair)) for image in symmetries}
        if pair == min(images):
            yield pair, len(images)


def _symmetries(rows: int, columns: int) -> Iterator[list[int]]:
    """Yields each symmetry of the board, as the images of its squares."""
    squares = np.arange(rows * columns).reshape(rows, columns)
    for turned in (squares, squares.T) if rows == columns else (squares,):
        for down, across in product((1, -1), repeat=2):
            yield turned[::down, ::across].ravel().tolist()


def _values(start: Position) -> Scores:
    """Returns the scores by the player to move, White's knight and Black's."""
    squares, kings = start.placement.rows * start.placement.columns, start.placement.kings
    scores = analyse(DanceNumbering(start).graph()).reshape(2, squares, squares)
    scores[:, kings] = scores[:, :, kings] = OVER
    scores[:, range(squares), range(squares)] = OVER
    scores[scores == -OVER] = OVER
    return scores


def _longer(found: _Longest, start: Position, scores: Scores) -> _Longest:
    """Returns the longest win, of the wins found before and the wins in an array of scores."""
    number = int(np.argmax(scores))
    plies = int(scores.flat[number]) - 1
    if plies <= found.plies:
        return found
    turn, white, black = map(int, np.unravel_index(number, scores.shape))
    placement = start.placement._replace(turn=turn, knights=(white, black))
    return _Longest(plies, write_placement(placement))

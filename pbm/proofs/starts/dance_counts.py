"""Counts all starts of Knight's Dance: four pieces on any four squares of a board.

Boards that are rotations or reflections of each other are equivalent, and so are the colours. Only
one pair of kings of each class is analyzed, with either player to move.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from pbm.games.knightsdance import Placement, Position, write_placement
from pbm.proofs.knightsdance import DanceNumbering
from pbm.proofs.starts.start_counts import StartCount
from pbm.proofs.tables.retrograde import Scores, analyse

RULES = ("", "-misere", "-jumpblock", "-misere -jumpblock")
OVER = 1
"""The score of a placement that can't be a start: the game is over, or two pieces share a square.
"""


class _Longest(NamedTuple):
    """A game of maximum length, and its start. The fields are empty if there is none yet."""

    plies: int = 0
    start: str = ""


def count_boards(largest: int) -> Iterator[StartCount]:
    """Yields the counts of all boards with at most this number of rows and columns.

    Boards have at least as many columns as rows, because all other boards are quarter turns of
    them.
    """
    for rows, columns in product(range(2, largest + 1), repeat=2):
        if 3 <= columns >= rows:
            yield from (count_starts(rows, columns, rules) for rules in RULES)


def count_starts(rows: int, columns: int, rules: str) -> StartCount:
    """Returns the counts of the starts on a board, without starts at which the game is over."""
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
    """Yields one pair of squares of each symmetry class, and the number of pairs in the class."""
    symmetries = list(_symmetries(rows, columns))
    for pair in combinations(range(rows * columns), 2):
        images = {tuple(sorted(image[square] for square in pair)) for image in symmetries}
        if pair == min(images):
            yield pair, len(images)


def _symmetries(rows: int, columns: int) -> Iterator[list[int]]:
    """Yields each symmetry of the board, as a list of the images of all squares."""
    squares = np.arange(rows * columns).reshape(rows, columns)
    for turned in (squares, squares.T) if rows == columns else (squares,):
        for down, across in product((1, -1), repeat=2):
            yield turned[::down, ::across].ravel().tolist()


def _values(start: Position) -> Scores:
    """Returns the scores, indexed by the player to move, White's knight and Black's knight."""
    squares, kings = start.placement.rows * start.placement.columns, start.placement.kings
    scores = analyse(DanceNumbering(start).graph()).reshape(2, squares, squares)
    scores[:, kings] = scores[:, :, kings] = OVER
    scores[:, range(squares), range(squares)] = OVER
    # A game that is over has the score 1 or -1. Neither is a start.
    scores[scores == -OVER] = OVER
    return scores


def _longer(so_far: _Longest, start: Position, scores: Scores) -> _Longest:
    """Returns the longest win among these scores, or `so_far` if that win is longer."""
    number = int(np.argmax(scores))
    plies = int(scores.flat[number]) - 1
    if plies <= so_far.plies:
        return so_far
    turn, white, black = map(int, np.unravel_index(number, scores.shape))
    placement = start.placement._replace(turn=turn, knights=(white, black))
    return _Longest(plies, write_placement(placement))

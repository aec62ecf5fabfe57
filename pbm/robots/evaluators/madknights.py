"""Evaluation of Mad Knights: the longest remaining path, or OUT for players who have left."""

from pbm.games.madknights import Position
from pbm.geometry.bit_sets import KNIGHT
from pbm.robots.territory import territory

MOBILITY = 0.4
OUT = -10.0


def evaluate(position: Position) -> tuple[float, ...]:
    """Returns the longest path through squares reached first, plus a little for mobility."""
    board, free, knights, turn, gone, _, _ = position
    field = territory(board.size, board.size, KNIGHT)
    squares = [-1 if seat in gone else knight for seat, knight in enumerate(knights)]
    reached = field.reached_first(free, squares, turn)
    return tuple(
        field.longest_path(reached[seat], knight)
        + MOBILITY * (board.attacks[knight] & free).bit_count()
        if knight >= 0
        else OUT
        for seat, knight in enumerate(squares)
    )

"""Evaluation of Knight's Duel: the longest remaining path."""

from pbm.games.knightsduel import Position
from pbm.geometry.bit_sets import KNIGHT
from pbm.robots.territory import territory

MOBILITY = 0.4


def evaluate(position: Position) -> tuple[float, ...]:
    """Returns the longest path through squares reached first, plus a little for mobility."""
    board, active, knights, turn, _ = position
    field = territory(board.columns, board.rows, KNIGHT)
    reached = field.reached_first(active, knights, turn)
    return tuple(
        field.longest_path(reached[seat], knight)
        + MOBILITY * (board.attacks[knight] & active).bit_count()
        for seat, knight in enumerate(knights)
    )

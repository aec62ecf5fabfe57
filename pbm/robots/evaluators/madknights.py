"""Mad Knights: who has the longest walk left; nothing for those who have left."""

from pbm.bits import KNIGHT
from pbm.games.madknights import Position
from pbm.robots.territory import territory

MOBILITY = 0.4
OUT = -10.0


def evaluate(position: Position) -> tuple[float, ...]:
    """The longest walk on the squares reached first, and a little for the choice of moves."""
    board, free, knights, turn, gone, _, _ = position
    field = territory(board.size, board.size, KNIGHT)
    walkers = [-1 if seat in gone else knight for seat, knight in enumerate(knights)]
    claimed = field.claims(free, walkers, turn)
    return tuple(
        field.walk(claimed[seat], knight) + MOBILITY * (board.attacks[knight] & free).bit_count()
        if knight >= 0
        else OUT
        for seat, knight in enumerate(walkers)
    )

"""Knight's Duel: who has the longer walk left."""

from pbm.bits import KNIGHT
from pbm.games.knightsduel import Position
from pbm.robots.territory import territory

MOBILITY = 0.4


def evaluate(position: Position) -> tuple[float, ...]:
    """The longest walk on the squares reached first, and a little for the choice of moves."""
    board, active, knights, turn, _ = position
    field = territory(board.columns, board.rows, KNIGHT)
    claimed = field.claims(active, knights, turn)
    return tuple(
        field.walk(claimed[seat], knight) + MOBILITY * (board.attacks[knight] & active).bit_count()
        for seat, knight in enumerate(knights)
    )

"""Evaluation of Knight Panic: a piece with few moves is in danger."""

from pbm.bits import bits
from pbm.games.knightpanic import Position, landing_places, pinned_pieces

DANGER = (20.0, 7.0, 2.5, 1.0)
"""The penalty of a piece with no move, with one, two or three of them."""
MOBILITY = 0.05
PINNED = 0.3


def evaluate(position: Position) -> tuple[float, ...]:
    """Returns the evaluation. Pinned pieces can't be trapped; if all are, the rules decide."""
    board, options, sides, _, _ = position
    occupied = sides[0] | sides[1]
    landing, pinned = landing_places(board, occupied), pinned_pieces(board, occupied)
    worth = PINNED if options.pinned != "lose_no_move" else -PINNED
    attacks, above = board.attacks, board.above
    return tuple(
        worth * (side & pinned).bit_count()
        + sum(
            _safety((attacks[piece] & landing & ~above[piece]).bit_count())
            for piece in bits(side & ~pinned)
        )
        for side in sides
    )


def _safety(moves: int) -> float:
    danger = DANGER[moves] if moves < len(DANGER) else 0.0
    return MOBILITY * moves - danger

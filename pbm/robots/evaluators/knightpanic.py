"""Evaluation of Knight Panic: a piece with few moves is in danger."""

from pbm.games.knightpanic import Position, targets_by_side

DANGER = (20.0, 7.0, 2.5, 1.0)
"""Penalties for a piece with no move, one move, two and three moves."""
MOBILITY = 0.05
PINNED = 0.3


def evaluate(position: Position) -> tuple[float, ...]:
    """Penalizes pieces with few moves. Pinned pieces can't be trapped.

    If all pieces of a side are pinned, the rules decide the game.
    """
    worth = PINNED if position.options.pinned != "lose_no_move" else -PINNED
    return tuple(
        worth * (side.bit_count() - len(targets))
        + sum(_safety(reached.bit_count()) for reached in targets.values())
        for side, targets in zip(position.sides, targets_by_side(position), strict=True)
    )


def _safety(moves: int) -> float:
    danger = DANGER[moves] if moves < len(DANGER) else 0.0
    return MOBILITY * moves - danger

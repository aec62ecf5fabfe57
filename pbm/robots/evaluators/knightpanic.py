"""Evaluation of Knight Panic: a piece with few moves is in danger."""

from pbm.games.knightpanic import Position, targets_by_side

DANGER = (20.0, 7.0, 2.5, 1.0)
"""The penalty of a piece with no move, with one, two or three of them."""
MOBILITY = 0.05
PINNED = 0.3


def evaluate(position: Position) -> tuple[float, ...]:
    """Returns the evaluation. Pinned pieces can't be trapped; if all are, the rules decide."""
    worth = PINNED if position.options.pinned != "lose_no_move" else -PINNED
    return tuple(
        worth * (side.bit_count() - len(targets))
        + sum(_safety(reached.bit_count()) for reached in targets.values())
        for side, targets in zip(position.sides, targets_by_side(position), strict=True)
    )


def _safety(moves: int) -> float:
    danger = DANGER[moves] if moves < len(DANGER) else 0.0
    return MOBILITY * moves - danger

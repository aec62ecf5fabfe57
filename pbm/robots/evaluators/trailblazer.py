"""Evaluation of Trailblazer: the longest path, and the distance to the other player's start."""

from pbm.games.trailblazer import WAYS, Position
from pbm.robots.territory import territory

STEPS = tuple(WAYS.values())
NO_WAY = 30
NEARNESS = 0.5


def evaluate(position: Position) -> tuple[float, ...]:
    """Returns the longest path through cells reached first, plus the nearness to the goal."""
    board, cells, paths, turn, _ = position
    field = territory(board.size, board.size, STEPS)
    free = (1 << board.size**2) - 1 & ~(paths[0] | paths[1])
    reached = field.reached_first(free, cells, turn)
    values = []
    for seat, cell in enumerate(cells):
        goal = board.starts[1 - seat]
        distance = field.distance(free | 1 << goal, cell, goal)
        nearness = NEARNESS * (NO_WAY - (NO_WAY if distance is None else distance))
        values.append(field.longest_path(reached[seat], cell) + nearness)
    return tuple(values)

"""Trailblazer: the longest walk, and who is nearer to the other's start."""

from pbm.games.trailblazer import WAYS, Position
from pbm.robots.territory import territory

STEPS = tuple(WAYS.values())
NO_WAY = 30
NEARNESS = 0.5


def evaluate(position: Position) -> tuple[float, ...]:
    """The cells reached first, and how short the way to the goal is."""
    board, cells, paths, turn, _ = position
    field = territory(board.size, board.size, STEPS)
    free = (1 << board.size**2) - 1 & ~(paths[0] | paths[1])
    claimed = field.claims(free, cells, turn)
    worth = []
    for seat, cell in enumerate(cells):
        goal = board.starts[1 - seat]
        way = field.distance(free | 1 << goal, cell, goal)
        nearness = NEARNESS * (NO_WAY - (NO_WAY if way is None else way))
        worth.append(field.walk(claimed[seat], cell) + nearness)
    return tuple(worth)

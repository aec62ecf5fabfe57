"""Moves that the other piece comes too late to prevent."""

from pbm.bits import bits
from pbm.proofs.step_graph import StepGraph


def has_safe_moves(
    graph: StepGraph, free: int, piece: int, other: int, moves: int, *, other_begins: bool
) -> bool:
    """Returns True if a piece is sure to have so many moves, unless the other is stuck before.

    It is sure of them if on some path the other piece comes to each square too late. False proves
    nothing. `other_begins`: the other piece moves first.
    """
    open_squares, reached, front = [], 0, 1 << other
    for number in range(moves):
        if number or other_begins:
            front = graph.spread(front) & free & ~reached
            reached |= front
        open_squares.append(free & ~reached)
    for number in range(moves - 2, -1, -1):  # only squares from which the path can go on
        open_squares[number] &= graph.spread(open_squares[number + 1])
    return _has_path(graph.steps, piece, open_squares, 0, 0)


def _has_path(
    steps: tuple[int, ...], square: int, open_squares: list[int], taken: int, depth: int
) -> bool:
    """Returns True if a path has each of its squares among those that are open at that depth."""
    exits = steps[square] & open_squares[depth] & ~taken
    depth += 1
    if depth == len(open_squares):
        return exits != 0
    for exit_ in bits(exits):
        if _has_path(steps, exit_, open_squares, taken | 1 << exit_, depth):
            return True
    return False

"""Finds moves of a piece that the other piece can't prevent in time."""

from pbm.geometry.bit_sets import bits
from pbm.proofs.search.step_graph import StepGraph
from pbm.search.budget import SearchBudget

STEPS_PER_POSITION = 50
"""Number of steps of this search that take as long as searching one position."""


def has_safe_moves(  # noqa: PLR0917 - as many facts make the question
    graph: StepGraph,
    free: int,
    piece: int,
    other: int,
    moves: int,
    budget: SearchBudget,
    *,
    other_begins: bool,
) -> bool:
    """Whether a piece certainly has this number of moves, unless the other piece is stuck before.

    It has them if there is a path on which the other piece reaches each square too late. If the
    result is False, nothing is proved. Raises BudgetExhausted.

    `other_begins`: whether the other piece moves first.
    """
    open_squares, reached, front = [], 0, 1 << other
    for number in range(moves):
        if number or other_begins:
            front = graph.spread(front) & free & ~reached
            reached |= front
        open_squares.append(free & ~reached)
    # Keep only the squares from which the path can continue.
    for number in range(moves - 2, -1, -1):
        open_squares[number] &= graph.spread(open_squares[number + 1])
    return _SafePaths(graph.steps, open_squares, budget).has_path(piece, 0, 0)


class _SafePaths:
    """Searches for a path whose squares are all open at the time when it enters them."""

    def __init__(
        self, steps: tuple[int, ...], open_squares: list[int], budget: SearchBudget
    ) -> None:
        self._steps, self._open_squares, self._budget = steps, open_squares, budget
        self._taken_steps = 0

    def has_path(self, square: int, taken: int, depth: int) -> bool:
        """Whether there is a path from a square that avoids the squares in `taken`."""
        exits = self._steps[square] & self._open_squares[depth] & ~taken
        depth += 1
        if depth == len(self._open_squares):
            return exits != 0
        self._taken_steps += 1
        if not self._taken_steps % STEPS_PER_POSITION:
            self._budget.spend()
        return any(self.has_path(exit_, taken | 1 << exit_, depth) for exit_ in bits(exits))

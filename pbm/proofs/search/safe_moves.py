"""Moves that the other piece comes too late to prevent."""

from pbm.bit_sets import bits
from pbm.proofs.search.step_graph import StepGraph
from pbm.search_budget import SearchBudget

STEPS_PER_POSITION = 50
"""The steps of a search for safe moves in the time of a position that is searched."""


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
    """Returns True if a piece surely has this number of moves, unless the other is stuck before.

    It is sure of them if on some path the other piece comes to each square too late. False proves
    nothing. `other_begins`: the other piece moves first. Raises BudgetExhausted.
    """
    open_squares, reached, front = [], 0, 1 << other
    for number in range(moves):
        if number or other_begins:
            front = graph.spread(front) & free & ~reached
            reached |= front
        open_squares.append(free & ~reached)
    for number in range(moves - 2, -1, -1):  # only squares from which the path can go on
        open_squares[number] &= graph.spread(open_squares[number + 1])
    return _SafePaths(graph.steps, open_squares, budget).lead_on(piece, 0, 0)


class _SafePaths:
    """A search of a path that has only squares that are open at that depth."""

    def __init__(
        self, steps: tuple[int, ...], open_squares: list[int], budget: SearchBudget
    ) -> None:
        self._steps, self._open_squares, self._budget = steps, open_squares, budget
        self._taken_steps = 0

    def lead_on(self, square: int, taken: int, depth: int) -> bool:
        """Returns True if there is a path from a square, past squares that are taken."""
        exits = self._steps[square] & self._open_squares[depth] & ~taken
        depth += 1
        if depth == len(self._open_squares):
            return exits != 0
        self._taken_steps += 1
        if not self._taken_steps % STEPS_PER_POSITION:
            self._budget.spend()
        return any(self.lead_on(exit_, taken | 1 << exit_, depth) for exit_ in bits(exits))

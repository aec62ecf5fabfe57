"""Longest paths of a piece in a region that no other piece can enter."""

from pbm.geometry.bit_sets import bits
from pbm.proofs.search.step_graph import StepGraph
from pbm.search.budget import SearchBudget


class LongestPaths:
    """Searches for paths on one board. Results are remembered."""

    def __init__(self, graph: StepGraph, budget: SearchBudget) -> None:
        self._graph, self._budget = graph, budget
        self._bounds: dict[int, tuple[int, int]] = {}
        """Lower and upper bounds of the number of moves, by region and square."""

    def longest(self, square: int, region: int, enough: int) -> int:
        """Returns the maximum number of moves of a path from a square through a region.

        All squares of the region must be reachable. The search stops at `enough` moves.
        """
        moves = min(enough, self._graph.most_moves(square, region))
        while not self.reaches(square, region, moves):
            moves -= 1
        return moves

    def reaches(self, square: int, region: int, moves: int) -> bool:
        """Whether there is a path with this number of moves from a square through a region."""
        exits = self._graph.steps[square] & region
        if moves < 2 or not exits:
            return moves <= exits.bit_count()
        key = region << 10 | square
        least, most = self._bounds.get(key) or (1, self._graph.most_moves(square, region))
        if least < moves <= most:
            self._budget.spend()
            if self._continues(exits, region, moves):
                least = moves
            else:
                most = moves - 1
            self._bounds[key] = least, most
        return moves <= least

    def _continues(self, exits: int, region: int, moves: int) -> bool:
        """Whether a path with this number of moves begins with one of the exits."""
        around = self._graph.around
        for _, exit_ in self._narrowest_first(exits, region):
            if self.reaches(exit_, around(exit_, region & ~(1 << exit_)), moves - 1):
                return True
        return False

    def _narrowest_first(self, exits: int, region: int) -> list[tuple[int, int]]:
        """Returns the exits with the number of free squares next to each, smallest number first."""
        steps = self._graph.steps
        return sorted(((steps[exit_] & region).bit_count(), exit_) for exit_ in bits(exits))

"""Finds the ends of races by counting moves, once the pieces can no longer meet."""

from pbm.proofs.search.longest_paths import LongestPaths
from pbm.proofs.search.race import NEVER, Race
from pbm.proofs.search.step_graph import StepGraph
from pbm.search.budget import SearchBudget

MAX_REGION = 64
"""Maximum number of squares of a region in which to search for paths."""


class Regions:
    """Finds the ends of races in which neither piece can enter the other piece's region."""

    def __init__(self, graph: StepGraph, budget: SearchBudget) -> None:
        self._graph = graph
        self._paths = LongestPaths(graph, budget)

    def plies_if_apart(self, race: Race) -> int | None:
        """Returns the plies to the end, odd if the player to move wins.

        Returns None if the pieces can meet. Raises BudgetExhausted.
        """
        region = self._alone(race.mover, race.free, self._graph.steps[race.other])
        theirs = None if region is None else self._alone(race.other, race.free, 0)
        if region is None or theirs is None:
            return None
        own_goal = self._plies(race.mover, region, race.goal) - 1
        their_goal = self._plies(race.other, theirs, race.other_goal)
        if own_goal < NEVER or their_goal < NEVER:
            return self._until_goal(race, region, theirs, own_goal, their_goal)
        return self._until_stuck(race.mover, region, race.other, theirs)

    def _alone(self, square: int, free: int, near: int) -> int | None:
        """Returns all free squares that can be reached from a square.

        Returns None if there are more than MAX_REGION squares, or if one of them is in `near`.
        """
        squares = front = self._graph.steps[square] & free
        while not squares & near:
            if not front:
                return squares
            front = self._graph.spread(front) & free & ~squares
            squares |= front
            if squares.bit_count() > MAX_REGION:
                return None
        return None

    def _plies(self, square: int, region: int, goal: int) -> int:
        """Returns the plies until a piece reaches its goal if the other piece moves first.

        Returns 2 * NEVER if the piece can't reach its goal.
        """
        moves = self._graph.distance(square, region, goal) if goal else None
        return 2 * (NEVER if moves is None else moves)

    def _until_goal(
        self, race: Race, region: int, theirs: int, own_goal: int, their_goal: int
    ) -> int:
        """Returns the plies until a piece reaches its goal, or a piece that can't is stuck."""
        plies = min(own_goal, their_goal)
        if own_goal > NEVER:
            return min(plies, 2 * self._paths.longest(race.mover, region, (plies + 1) // 2))
        if their_goal > NEVER:
            return min(plies, 2 * self._paths.longest(race.other, theirs, plies // 2) + 1)
        return plies

    def _until_stuck(self, mover: int, region: int, other: int, theirs: int) -> int:
        """Returns the plies until the first piece is stuck.

        It first finds the longest path of the piece that seems to have fewer moves. If the other
        piece has as many moves, its exact number isn't needed.
        """
        graph, paths = self._graph, self._paths
        most, their_most = graph.most_moves(mover, region), graph.most_moves(other, theirs)
        if most <= their_most:
            moves = paths.longest(mover, region, most)
            if paths.reaches(other, theirs, moves):
                return 2 * moves
            return 2 * paths.longest(other, theirs, moves) + 1
        moves = paths.longest(other, theirs, their_most)
        if paths.reaches(mover, region, moves + 1):
            return 2 * moves + 1
        return 2 * paths.longest(mover, region, moves)

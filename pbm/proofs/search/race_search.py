"""Exact search of races.

First the result is found, then its distance: a win is tried within 1, 3, 5 ... plies, a loss
within 0, 2, 4 ... The search stores bounds of the distance of a position. As each ply takes a
square, the free squares say who moves, and with it whose goal is which: so a key needs neither.
For the same reason one search is for races with the same goals only.

First are tried the moves that leave the own piece the largest lead: more squares that it would be
the first to enter. This order saves most of the positions on larger boards.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from pbm.proofs.search.race import NEVER, Race, StepGraph
from pbm.proofs.value import Result, Value
from pbm.search_budget import BudgetExhausted, SearchBudget
from pbm.squares import bits

# Longest paths of a piece that is alone in its region.


class LongestPaths:
    """A search of paths on the same board, which remembers its results."""

    def __init__(self, graph: StepGraph, budget: SearchBudget) -> None:
        self._graph, self._budget = graph, budget
        self._bounds: dict[int, tuple[int, int]] = {}
        """The moves that can be made at least and at most, by region and square."""

    def longest(self, square: int, region: int, enough: int) -> int:
        """Returns the most moves that can be made from a square through a region.

        All squares of the region have to be reachable. Returns `enough` if it is as many or more.
        """
        moves = min(enough, self._graph.most_moves(square, region))
        while not self.reaches(square, region, moves):
            moves -= 1
        return moves

    def reaches(self, square: int, region: int, moves: int) -> bool:
        """Returns True if this number of moves can be made from a square through a region."""
        exits = self._graph.steps[square] & region
        if moves < 2 or not exits:
            return moves <= exits.bit_count()
        key = region << 10 | square
        least, most = self._bounds.get(key) or (1, self._graph.most_moves(square, region))
        if least < moves <= most:
            self._budget.spend()
            if self._goes_on(exits, region, moves):
                least = moves
            else:
                most = moves - 1
            self._bounds[key] = least, most
        return moves <= least

    def _goes_on(self, exits: int, region: int, moves: int) -> bool:
        """Returns True if one of the exits leads to a path that is long enough."""
        around = self._graph.around
        for _, exit_ in self._narrowest_first(exits, region):
            if self.reaches(exit_, around(exit_, region & ~(1 << exit_)), moves - 1):
                return True
        return False

    def _narrowest_first(self, exits: int, region: int) -> list[tuple[int, int]]:
        """Returns exits with the number of squares next to them, in ascending order."""
        steps = self._graph.steps
        return sorted(((steps[exit_] & region).bit_count(), exit_) for exit_ in bits(exits))


# Pieces that can't meet any more: only the number of each one's own moves matters.

LARGEST = 64
"""The most squares of a region in which paths are searched."""


class Regions:
    """The free squares around pieces on the same board."""

    def __init__(self, graph: StepGraph, budget: SearchBudget) -> None:
        self._graph = graph
        self._paths = LongestPaths(graph, budget)

    def apart(self, race: Race) -> int | None:
        """Returns the plies to the end, odd if the player to move wins; None if they can meet.

        Raises BudgetExhausted.
        """
        region = self._alone(race.own, race.free, self._graph.steps[race.other])
        theirs = None if region is None else self._alone(race.other, race.free, 0)
        if region is None or theirs is None:
            return None
        own_goal = self._plies(race.own, region, race.goal) - 1
        their_goal = self._plies(race.other, theirs, race.other_goal)
        if own_goal < NEVER or their_goal < NEVER:
            return self._until_goal(race, region, theirs, own_goal, their_goal)
        return self._until_stuck(race.own, region, race.other, theirs)

    def _alone(self, square: int, free: int, near: int) -> int | None:
        """Returns all free squares reachable from a square.

        Returns None if there are more than LARGEST, or one of them is near the other piece.
        """
        found = front = self._graph.steps[square] & free
        while not found & near:
            if not front:
                return found
            front = self._graph.spread(front) & free & ~found
            found |= front
            if found.bit_count() > LARGEST:
                return None
        return None

    def _plies(self, square: int, region: int, goal: int) -> int:
        """Returns the plies until a piece reaches its goal, if the other one moves first.

        Returns 2 * NEVER if it can't.
        """
        moves = self._graph.distance(square, region, goal) if goal else None
        return 2 * (NEVER if moves is None else moves)

    def _until_goal(
        self, race: Race, region: int, theirs: int, own_goal: int, their_goal: int
    ) -> int:
        """Returns the plies until a goal is reached, or a piece without one is stuck before."""
        plies = min(own_goal, their_goal)
        if own_goal > NEVER:
            return min(plies, 2 * self._paths.longest(race.own, region, (plies + 1) // 2))
        if their_goal > NEVER:
            return min(plies, 2 * self._paths.longest(race.other, theirs, plies // 2) + 1)
        return plies

    def _until_stuck(self, own: int, region: int, other: int, theirs: int) -> int:
        """Returns the plies until the first piece is stuck; a bound is enough for the other."""
        graph, paths = self._graph, self._paths
        most, their_most = graph.most_moves(own, region), graph.most_moves(other, theirs)
        if most <= their_most:
            moves = paths.longest(own, region, most)
            if paths.reaches(other, theirs, moves):
                return 2 * moves
            return 2 * paths.longest(other, theirs, moves) + 1
        moves = paths.longest(other, theirs, their_most)
        if paths.reaches(own, region, moves + 1):
            return 2 * moves + 1
        return 2 * paths.longest(own, region, moves)


# Moves that the other piece comes too late to prevent.


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


DEEPEST = 150
"""The most free squares with which the result is searched before its distance."""
LONGEST = 180
"""The longest searched game, in plies: each ply is four calls deep, of 1000 that Python allows."""
SAFE_PLIES = 14
"""The most plies for which safe moves are looked for."""
LEAD = 10
"""The weight of a square of a lead, in exits of a piece."""


class RaceSearch:
    """A search of races on the same board, which remembers its results."""

    def __init__(self, race: Race, budget: SearchBudget) -> None:
        self._steps, self._mirror = race.steps, race.mirror
        self._budget = budget
        self._graph = _graph(race.steps)
        self._regions = Regions(self._graph, budget)
        self._won: dict[int, int] = {}
        self._at_most: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """The plies within which a position is lost, and won, by position."""
        self._more_than: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """The plies within which it isn't lost, and won."""
        self.searched = 0
        """The positions searched until all was found that `value` returned last."""

    def value(self, race: Race, *, distance: bool = True) -> Value | None:
        """Returns the value, with its distance if that is wanted and the budget suffices."""
        result = plies = None
        with suppress(BudgetExhausted):
            if race.free.bit_count() <= DEEPEST:
                result = Result.WON if self.wins(race) else Result.LOST
                self.searched = self._budget.used
            if distance or result is None:
                plies = self._distance(race, result)
                self.searched = self._budget.used
        if plies is not None:
            return Value(Result.WON if plies % 2 else Result.LOST, plies)
        return Value(result, least=self._least(race, result)) if result else None

    def _distance(self, race: Race, result: Result | None) -> int | None:
        """Returns the plies to the end; None if they are more than LONGEST."""
        lengths = range(result is Result.WON, LONGEST, 2) if result else range(LONGEST)
        return next((plies for plies in lengths if self._within(*race[1:6], plies)), None)

    def _least(self, race: Race, result: Result) -> int | None:
        """Returns the fewest plies that aren't searched in vain; None if no search was finished."""
        failed = self._more_than[result is Result.WON].get(_key(race.free, race.own, race.other))
        return None if failed is None else failed + 2

    def wins(self, race: Race) -> bool:
        """Returns True if the player to move wins; raises BudgetExhausted."""
        return self._wins(*race[1:6]) == 1

    def within(self, race: Race, plies: int) -> bool:
        """Returns True if it is won within an odd number of plies, or lost within an even one."""
        if plies >= race.free.bit_count() + bool(race.goal):  # no game lasts longer
            return self._wins(*race[1:6]) == plies & 1
        return plies >= 0 and self._within(*race[1:6], plies)

    def moves(self, race: Race) -> Iterator[int]:
        """Yields the squares within reach in the order of the search."""
        ordered = self._ordered(race.reach, race.free, race.other)
        return (square for _, square, _ in ordered)

    def lost(self, race: Race) -> bool:
        """Returns True if it is already known to be lost."""
        return self._won.get(_key(race.free, race.own, race.other)) == 0

    def _wins(self, free: int, own: int, other: int, goal: int, other_goal: int) -> int:
        key = _key(free, own, other)
        known = self._won.get(key)
        if known is None:
            self._budget.spend()
            race = Race(self._steps, free, own, other, goal, other_goal, self._mirror)
            distance = self._regions.apart(race)
            known = self._has_winning_move(race) if distance is None else distance & 1
            self._won[key] = known
        return known

    def _has_winning_move(self, race: Race) -> int:
        reach = race.distinct
        if reach & race.goal:
            return 1
        return any(
            not self._wins(rest, race.other, square, race.other_goal, race.goal)
            for _, square, rest in self._ordered(reach, race.free, race.other)
        )

    def _within(  # noqa: PLR0917 - packed into one, they would cost a third of the time
        self, free: int, own: int, other: int, goal: int, other_goal: int, plies: int
    ) -> bool:
        key, wins = _key(free, own, other), plies & 1
        if plies >= self._at_most[wins].get(key, NEVER):
            return True
        if plies <= self._more_than[wins].get(key, -1) or self._won.get(key, wins) != wins:
            return False
        self._budget.spend()
        race = Race(self._steps, free, own, other, goal, other_goal, self._mirror)
        found = self._search(race, plies)
        (self._at_most if found else self._more_than)[wins][key] = plies
        return found

    def _search(self, race: Race, plies: int) -> bool:
        wins = plies & 1 == 1
        reach = race.distinct
        if reach & race.goal:
            return wins
        if plies < 2 and not wins:
            return not reach
        distance = self._regions.apart(race)
        if distance is not None:
            return distance & 1 == plies & 1 and distance <= plies
        if plies <= SAFE_PLIES and self._lasts_longer(race, plies):
            return False
        return wins == any(  # one move that wins, or none that doesn't lose
            self._within(rest, race.other, square, race.other_goal, race.goal, plies - 1) == wins
            for _, square, rest in self._ordered(reach, race.free, race.other)
        )

    def _lasts_longer(self, race: Race, plies: int) -> bool:
        """Returns True if the piece that should be stuck by then has too many safe moves."""
        if race.goal or race.other_goal:
            return False
        losing, winning = (race.other, race.own) if plies & 1 else (race.own, race.other)
        moves = plies // 2 + 1
        return has_safe_moves(
            self._graph,
            race.free,
            losing,
            winning,
            moves,
            self._budget,
            other_begins=plies & 1 == 1,
        )

    def _ordered(self, reach: int, free: int, other: int) -> list[tuple[int, int, int]]:
        """Returns squares within reach and the free squares after each, most restricting first."""
        steps, theirs = self._steps, self._steps[other]
        lead_counts = free.bit_count() <= DEEPEST  # far from the end it tells nothing
        found = []
        for square in bits(reach):
            rest = free & ~(1 << square)
            order = (theirs & rest).bit_count() - (steps[square] & rest).bit_count()
            if lead_counts:
                order += LEAD * self._graph.lead(other, square, rest)
            found.append((order, square, rest))
        found.sort()
        return found


@lru_cache(maxsize=8)
def _graph(steps: tuple[int, ...]) -> StepGraph:
    """Returns the graph of a board, which on a large one takes as long as many positions."""
    return StepGraph(steps)


def _key(free: int, own: int, other: int) -> int:
    return free << 20 | own << 10 | other

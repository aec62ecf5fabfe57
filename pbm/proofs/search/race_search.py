"""Exact search of races.

The search finds the result first, then its distance. It tries a win within 1, 3, 5 ... plies, or a
loss within 0, 2, 4 ... plies, and stores bounds of each position's distance. Each ply takes one
square, so the free squares determine who is to move and whose goal is which. The keys of positions
contain neither. For the same reason, one search may only be used for races with the same goals.

Moves are ordered by the lead that they give: how many more squares the mover's piece would be the
first to enter. On larger boards, most positions need no search thanks to this order.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from pbm.geometry.bit_sets import bits
from pbm.proofs.search.race import NEVER, Race
from pbm.proofs.search.regions import Regions
from pbm.proofs.search.safe_moves import has_safe_moves
from pbm.proofs.search.step_graph import StepGraph
from pbm.proofs.value import Result, Value
from pbm.search.budget import BudgetExhausted, SearchBudget

MAX_FREE_SQUARES = 150
"""Maximum number of free squares with which the result is searched before the distance."""
MAX_PLIES = 180
"""Maximum length of a searched game in plies. Each ply takes four of Python's 1000 nested calls."""
SAFE_PLIES = 14
"""Maximum number of plies to the end at which safe moves are searched."""
LEAD = 10
"""The weight of a square of lead in the order of moves. An exit of a piece has weight 1."""


class RaceSearch:
    """A search of races on one board. Results are remembered."""

    def __init__(self, race: Race, budget: SearchBudget) -> None:
        self._steps, self._mirror = race.steps, race.mirror
        self._budget = budget
        self._graph = _graph(race.steps)
        self._regions = Regions(self._graph, budget)
        self._won: dict[int, int] = {}
        self._at_most: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """By position, the plies within which it is lost, and within which it is won."""
        self._more_than: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """By position, the plies within which it isn't lost, and within which it isn't won."""
        self.searched = 0
        """Number of positions searched for the last result of `value`."""

    def value(self, race: Race, *, distance: bool = True) -> Value | None:
        """Returns the value, with its distance if requested and if the budget is enough."""
        result = plies = None
        with suppress(BudgetExhausted):
            if race.free.bit_count() <= MAX_FREE_SQUARES:
                result = Result.WON if self.wins(race) else Result.LOST
                self.searched = self._budget.used
            if distance or result is None:
                plies = self._distance(race, result)
                self.searched = self._budget.used
        if plies is not None:
            return Value(Result.WON if plies % 2 else Result.LOST, plies)
        return Value(result, least=self._lower_bound(race, result)) if result else None

    def _distance(self, race: Race, result: Result | None) -> int | None:
        """Returns the number of plies to the end, or None if it is more than MAX_PLIES."""
        lengths = range(result is Result.WON, MAX_PLIES, 2) if result else range(MAX_PLIES)
        return next((plies for plies in lengths if self._within(*race[1:6], plies)), None)

    def _lower_bound(self, race: Race, result: Result) -> int | None:
        """Returns the minimum number of plies to the end that the searches leave possible.

        Returns None if no search for the distance was finished.
        """
        failed = self._more_than[result is Result.WON].get(_key(race.free, race.mover, race.other))
        return None if failed is None else failed + 2

    def wins(self, race: Race) -> bool:
        """Whether the player to move wins. Raises BudgetExhausted."""
        return self._wins(*race[1:6]) == 1

    def within(self, race: Race, plies: int) -> bool:
        """Whether the race is won within an odd number of plies, or lost within an even one."""
        if plies >= race.free.bit_count() + bool(
            race.goal
        ):  # No game lasts longer than this, so only the winner matters.
            return self._wins(*race[1:6]) == plies & 1
        return plies >= 0 and self._within(*race[1:6], plies)

    def moves(self, race: Race) -> Iterator[int]:
        """Yields the squares within reach in the order in which the search tries them."""
        ordered = self._ordered(race.reach, race.free, race.other)
        return (square for _, square, _ in ordered)

    def is_lost(self, race: Race) -> bool:
        """Whether the search has already proved that the player to move loses."""
        return self._won.get(_key(race.free, race.mover, race.other)) == 0

    def _wins(self, free: int, mover: int, other: int, goal: int, other_goal: int) -> int:
        key = _key(free, mover, other)
        stored = self._won.get(key)
        if stored is None:
            self._budget.spend()
            race = Race(self._steps, free, mover, other, goal, other_goal, self._mirror)
            distance = self._regions.plies_if_apart(race)
            stored = self._has_winning_move(race) if distance is None else distance & 1
            self._won[key] = stored
        return stored

    def _has_winning_move(self, race: Race) -> int:
        reach = race.distinct
        if reach & race.goal:
            return 1
        return any(
            not self._wins(rest, race.other, square, race.other_goal, race.goal)
            for _, square, rest in self._ordered(reach, race.free, race.other)
        )

    def _within(  # noqa: PLR0917 - packed into one, they would cost a third of the time
        self, free: int, mover: int, other: int, goal: int, other_goal: int, plies: int
    ) -> bool:
        key, wins = _key(free, mover, other), plies & 1
        if plies >= self._at_most[wins].get(key, NEVER):
            return True
        if plies <= self._more_than[wins].get(key, -1) or self._won.get(key, wins) != wins:
            return False
        self._budget.spend()
        race = Race(self._steps, free, mover, other, goal, other_goal, self._mirror)
        is_within = self._search(race, plies)
        (self._at_most if is_within else self._more_than)[wins][key] = plies
        return is_within

    def _search(self, race: Race, plies: int) -> bool:
        wins = plies & 1 == 1
        reach = race.distinct
        if reach & race.goal:
            return wins
        if plies < 2 and not wins:
            return not reach
        distance = self._regions.plies_if_apart(race)
        if distance is not None:
            return distance & 1 == plies & 1 and distance <= plies
        if plies <= SAFE_PLIES and self._lasts_longer(race, plies):
            return False
        return (
            wins
            == any(  # For a win, one winning move is enough. For a loss, all moves must lose.
                self._within(rest, race.other, square, race.other_goal, race.goal, plies - 1)
                == wins
                for _, square, rest in self._ordered(reach, race.free, race.other)
            )
        )

    def _lasts_longer(self, race: Race, plies: int) -> bool:
        """Whether the piece that must get stuck within these plies certainly has too many moves."""
        if race.goal or race.other_goal:
            return False
        losing, winning = (race.other, race.mover) if plies & 1 else (race.mover, race.other)
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
        """Returns exits and the free squares after each move, the most restrictive moves first."""
        steps, theirs = self._steps, self._steps[other]
        # Far from the end, the lead says little about the result.
        lead_counts = free.bit_count() <= MAX_FREE_SQUARES
        ordered = []
        for square in bits(reach):
            rest = free & ~(1 << square)
            order = (theirs & rest).bit_count() - (steps[square] & rest).bit_count()
            if lead_counts:
                order += LEAD * self._graph.lead(other, square, rest)
            ordered.append((order, square, rest))
        ordered.sort()
        return ordered


@lru_cache(maxsize=8)
def _graph(steps: tuple[int, ...]) -> StepGraph:
    """Returns the graph of a board.

    It is cached, because making it takes as long as many positions.
    """
    return StepGraph(steps)


def _key(free: int, mover: int, other: int) -> int:
    # Ten bits are enough for a square of the largest board (26 by 26 squares).
    return free << 20 | mover << 10 | other

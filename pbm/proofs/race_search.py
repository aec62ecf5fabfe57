"""Exact search for games of two walkers who never enter a square twice.

First the value is found, then its distance: is it won (lost) within 1 ply, within 3, ...? What is
known of a position are bounds of its distance. As each ply takes a square, the key of a position
needn't say who is to move.
"""

from pbm.bits import bits
from pbm.proofs.race import Race
from pbm.proofs.regions import Regions
from pbm.proofs.value import Result, Value
from pbm.search_budget import BudgetExhausted, SearchBudget

DEEPEST = 150
"""With more free squares the value isn't looked for without regard to its distance."""
LONGEST = 180
"""No longer games are searched, in plies: each ply is four calls deep, of 1000 that Python has."""
NEVER = 10_000


class RaceSearch:
    """Finds values of walks on the same board, and remembers what it has seen."""

    def __init__(self, walk: Race, budget: SearchBudget) -> None:
        self._steps, self._mirror = walk.steps, walk.mirror
        self._budget = budget
        self._regions = Regions(walk.steps)
        self._won: dict[int, int] = {}
        self._at_most: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """By position, the plies within which it is lost, and won."""
        self._more_than: tuple[dict[int, int], dict[int, int]] = ({}, {})

    def value(self, walk: Race) -> Value | None:
        """The value, with its distance where the budget reaches so far."""
        result, lengths = None, range(LONGEST)
        try:
            if walk.free.bit_count() <= DEEPEST:
                won = self._wins(*walk[1:6])
                result, lengths = Result.WON if won else Result.LOST, range(won, LONGEST, 2)
            plies = next((plies for plies in lengths if self._within(*walk[1:6], plies)), None)
        except BudgetExhausted:
            plies = None
        if plies is None:
            return Value(result) if result else None
        return Value(Result.WON if plies % 2 else Result.LOST, plies)

    def within(self, walk: Race, plies: int) -> bool:
        """Whether it is won within an odd number of plies, or lost within an even one."""
        return plies >= 0 and self._within(*walk[1:6], plies)

    def lost(self, walk: Race) -> bool:
        """Whether it is lost, as far as that is known already."""
        return self._won.get(_key(walk.free, walk.own, walk.other)) == 0

    def _wins(self, free: int, own: int, other: int, goal: int, other_goal: int) -> int:
        key = _key(free, own, other)
        known = self._won.get(key)
        if known is None:
            self._budget.spend()
            walk = Race(self._steps, free, own, other, goal, other_goal, self._mirror)
            reach = walk.distinct
            known = reach & goal != 0 or any(
                not self._wins(rest, other, square, other_goal, goal)
                for _, _, square, rest in self._ordered(reach, free, other)
            )
            self._won[key] = int(known)
        return int(known)

    def _within(  # noqa: PLR0917 - packed into one, they would cost a third of the time
        self, free: int, own: int, other: int, goal: int, other_goal: int, plies: int
    ) -> bool:
        key, wins = _key(free, own, other), plies & 1
        if plies >= self._at_most[wins].get(key, NEVER):
            return True
        if plies <= self._more_than[wins].get(key, -1) or self._won.get(key, wins) != wins:
            return False
        self._budget.spend()
        walk = Race(self._steps, free, own, other, goal, other_goal, self._mirror)
        found = self._looked_at(walk, plies)
        (self._at_most if found else self._more_than)[wins][key] = plies
        return found

    def _looked_at(self, walk: Race, plies: int) -> bool:
        wins = plies & 1 == 1
        reach = walk.distinct
        if reach & walk.goal:
            return wins
        if plies < 2 and not wins:
            return not reach
        distance = self._regions.apart(walk)
        if distance is not None:
            return distance & 1 == plies & 1 and distance <= plies
        after = (
            self._within(rest, walk.other, square, walk.other_goal, walk.goal, plies - 1)
            for _, _, square, rest in self._ordered(reach, walk.free, walk.other)
        )
        return any(after) if wins else all(after)

    def _ordered(self, reach: int, free: int, other: int) -> list[tuple[int, int, int, int]]:
        """Squares within reach, and what is free then: those that narrow the other most first."""
        steps, theirs = self._steps, self._steps[other]
        found = []
        for square in bits(reach):
            rest = free & ~(1 << square)
            exits = (theirs & rest).bit_count()
            found.append((exits, -(steps[square] & rest).bit_count(), square, rest))
        found.sort()
        return found


def _key(free: int, own: int, other: int) -> int:
    return free << 20 | own << 10 | other

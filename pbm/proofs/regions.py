"""Walkers who can't meet any more: each fate is a matter of counting one's own moves."""

from pbm.bits import bits
from pbm.proofs.race import Race

LARGEST = 16
"""The most squares of a region in which the longest walk is looked for."""
NEVER = 10_000


class Regions:
    """The free squares around walkers on the same board."""

    def __init__(self, steps: tuple[int, ...]) -> None:
        self._steps = steps
        self._longest: dict[int, int] = {}

    def apart(self, walk: Race) -> int | None:
        """The plies to the end, odd where the player to move wins; None where they can meet."""
        region = self.around(walk.own, walk.free)
        if self._steps[walk.other] & region or region.bit_count() > LARGEST:
            return None
        theirs = self.around(walk.other, walk.free)
        if theirs.bit_count() > LARGEST:
            return None
        own_goal = 2 * self._distance(walk.own, region, walk.goal) - 1
        their_goal = 2 * self._distance(walk.other, theirs, walk.other_goal)
        own_end = NEVER if own_goal < NEVER else 2 * self.longest(walk.own, region)
        their_end = NEVER if their_goal < NEVER else 2 * self.longest(walk.other, theirs) + 1
        return min(own_goal, their_end, their_goal, own_end)

    def around(self, square: int, free: int) -> int:
        """All free squares that can be reached from a square; of too many only some."""
        front = found = self._steps[square] & free
        while front and found.bit_count() <= LARGEST:
            low = front & -front
            front ^= low
            new = self._steps[low.bit_length() - 1] & free & ~found
            found |= new
            front |= new
        return found

    def longest(self, square: int, region: int) -> int:
        """The most moves that can be made from a square within its region."""
        key = region << 10 | square
        known = self._longest.get(key)
        if known is None:
            known = max(
                (self._on(step, region) for step in bits(self._steps[square] & region)), default=0
            )
            self._longest[key] = known
        return known

    def _on(self, step: int, region: int) -> int:
        return 1 + self.longest(step, self.around(step, region & ~(1 << step)))

    def _distance(self, square: int, region: int, goal: int) -> int:
        """The moves from a square to the goal; NEVER where it is out of reach."""
        front, seen, moves = 1 << square, 0, 0
        while front:
            near, moves = 0, moves + 1
            for step in bits(front):
                near |= self._steps[step]
            if near & goal:
                return moves
            seen |= front
            front = near & region & ~seen
        return NEVER

"""Pieces that can't meet any more: only the number of each one's own moves matters."""

from pbm.bits import bits
from pbm.proofs.race import Race

LARGEST = 16
"""The most squares of a region in which the longest path is searched."""
NEVER = 10_000


class Regions:
    """The free squares around pieces on the same board."""

    def __init__(self, steps: tuple[int, ...]) -> None:
        self._steps = steps
        self._longest: dict[int, int] = {}

    def apart(self, race: Race) -> int | None:
        """Returns the plies to the end, odd if the player to move wins; None if they can meet."""
        region = self._alone(race.own, race.free, self._steps[race.other])
        theirs = None if region is None else self._alone(race.other, race.free, 0)
        if region is None or theirs is None:
            return None
        own_goal = 2 * self._distance(race.own, region, race.goal) - 1
        their_goal = 2 * self._distance(race.other, theirs, race.other_goal)
        own_end = NEVER if own_goal < NEVER else 2 * self.longest(race.own, region)
        their_end = NEVER if their_goal < NEVER else 2 * self.longest(race.other, theirs) + 1
        return min(own_goal, their_end, their_goal, own_end)

    def around(self, square: int, free: int) -> int:
        """Returns all free squares reachable from a square; only some of them in large regions."""
        front = found = self._steps[square] & free
        while front and found.bit_count() <= LARGEST:
            low = front & -front
            front ^= low
            new = self._steps[low.bit_length() - 1] & free & ~found
            found |= new
            front |= new
        return found

    def _alone(self, square: int, free: int, near: int) -> int | None:
        """Returns all free squares reachable from a square.

        Returns None if they are many, or one of them is among those near the other piece.
        """
        steps = self._steps
        front = found = steps[square] & free
        while not found & near:
            if not front:
                return found if found.bit_count() <= LARGEST else None
            if found.bit_count() > LARGEST:
                return None
            low = front & -front
            new = steps[low.bit_length() - 1] & free & ~found
            found |= new
            front ^= low | new
        return None

    def longest(self, square: int, region: int) -> int:
        """Returns the most moves that can be made from a square within its region."""
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
        """Returns the number of moves from a square to the goal; NEVER if it is unreachable."""
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

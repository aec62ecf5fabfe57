"""Games of two walkers who never enter a square twice, as their search sees them."""

from typing import NamedTuple


class Walk(NamedTuple):
    """Who stands where, seen by the player to move.

    Who has no free square within reach loses; who steps on the goal wins.
    """

    steps: tuple[int, ...]
    """By square, the squares a step away."""
    free: int
    own: int
    other: int
    goal: int = 0
    """The square that wins by being entered, as a set; empty where there is none."""
    other_goal: int = 0

    @property
    def reach(self) -> int:
        """Where the player to move may step."""
        return self.steps[self.own] & (self.free | self.goal) & ~(1 << self.other)

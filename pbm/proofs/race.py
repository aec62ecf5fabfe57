"""Games of two walkers who never enter a square twice, as their search sees them."""

from functools import cache
from typing import NamedTuple

from pbm.bits import bits, mask_of


class Race(NamedTuple):
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
    mirror: tuple[int, ...] = ()
    """By square, the one across the diagonal; empty where the board isn't the same seen so."""

    @property
    def reach(self) -> int:
        """Where the player to move may step."""
        return self.steps[self.own] & (self.free | self.goal) & ~(1 << self.other)

    @property
    def distinct(self) -> int:
        """The same, but of two steps that are each other's mirror images only one."""
        mirror = self.mirror
        if not mirror or mirror[self.own] != self.own or mirror[self.other] != self.other:
            return self.reach
        if mask_of(mirror[square] for square in bits(self.free)) != self.free:
            return self.reach
        return mask_of(square for square in bits(self.reach) if square <= mirror[square])


@cache
def diagonal(size: int) -> tuple[int, ...]:
    """The mirror of a square board, from corner 0 to the opposite one."""
    return tuple(column * size + row for row in range(size) for column in range(size))

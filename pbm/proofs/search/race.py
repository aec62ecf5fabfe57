"""Races: games of two pieces that never enter a square twice, in a form for searching."""

from functools import cache
from typing import NamedTuple

from pbm.bit_sets import bits, mask_of

NEVER = 10_000
"""More plies than any game lasts."""


class Race(NamedTuple):
    """A position of a race, seen by the player to move.

    Squares are numbered; sets of squares are integers with a bit for each. A player without a free
    square within reach loses; a player who enters the goal wins.
    """

    steps: tuple[int, ...]
    """For each square, the set of squares a step away."""
    free: int
    """The set of squares that nobody has entered."""
    own: int
    """The square of the piece that moves."""
    other: int
    """The square of the other piece."""
    goal: int = 0
    """The set of the square with which the player to move wins; empty if there is none."""
    other_goal: int = 0
    """The same for the other player."""
    mirror: tuple[int, ...] = ()
    """For each square, its mirror image across the diagonal; empty if the board isn't symmetric."""

    @property
    def reach(self) -> int:
        """The squares that the player to move may enter."""
        return self.steps[self.own] & (self.free | self.goal) & ~(1 << self.other)

    @property
    def distinct(self) -> int:
        """The squares in `reach`, with only one of two that are each other's mirror images."""
        mirror = self.mirror
        if not mirror or mirror[self.own] != self.own or mirror[self.other] != self.other:
            return self.reach
        if mask_of(mirror[square] for square in bits(self.free)) != self.free:
            return self.reach
        return mask_of(square for square in bits(self.reach) if square <= mirror[square])


def race_text(turn: int, free: int, pieces: tuple[int, int], columns: int, count: int) -> str:
    """Returns a position in one line: the turn, and the rows from the row of square 0.

    A dot is a free square, # one that isn't, 1 and 2 are the players. `columns`: the length of a
    row; `count`: the number of all squares.
    """
    cells = [".#"[bit == "0"] for bit in f"{free:0{count}b}"[::-1]]
    for sign, square in zip("12", pieces, strict=True):
        cells[square] = sign
    rows = ("".join(cells[first : first + columns]) for first in range(0, count, columns))
    return f"{turn + 1} {'/'.join(rows)}"


@cache
def diagonal(size: int) -> tuple[int, ...]:
    """Returns the mirror of a square board, from corner 0 to the opposite one."""
    return tuple(column * size + row for row in range(size) for column in range(size))

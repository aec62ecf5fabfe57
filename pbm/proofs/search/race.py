"""Races: games of two pieces that never enter a square twice, in a form that is fast to search."""

from functools import cache
from typing import NamedTuple

from pbm.geometry.bit_sets import bits, mask_of

NEVER = 10_000
"""A number of plies that no game reaches."""


class Race(NamedTuple):
    """A position of a race, from the view of the player to move.

    Squares are numbered. A set of squares is an integer with one bit for each square. A player who
    can't reach a free square loses, and a player who enters their goal wins.
    """

    steps: tuple[int, ...]
    """For each square, the set of squares that are one step away."""
    free: int
    """The set of squares that no piece has entered."""
    mover: int
    """The square of the piece to move."""
    other: int
    """The square of the other piece."""
    goal: int = 0
    """A set with the square on which the player to move wins. Empty if there is no such square."""
    other_goal: int = 0
    """A set with the square on which the other player wins. Empty if there is no such square."""
    mirror: tuple[int, ...] = ()
    """For each square, its mirror image across the diagonal. Empty if the board isn't symmetric."""

    @property
    def reach(self) -> int:
        """The set of squares that the player to move may enter."""
        return self.steps[self.mover] & (self.free | self.goal) & ~(1 << self.other)

    @property
    def distinct(self) -> int:
        """The squares in `reach`, except for one of each mirrored pair in a symmetric position."""
        mirror = self.mirror
        if not mirror or mirror[self.mover] != self.mover or mirror[self.other] != self.other:
            return self.reach
        if mask_of(mirror[square] for square in bits(self.free)) != self.free:
            return self.reach
        return mask_of(square for square in bits(self.reach) if square <= mirror[square])


def race_text(turn: int, free: int, pieces: tuple[int, int], columns: int, count: int) -> str:
    """Returns a position in one line: the turn and the rows, from the row of square 0.

    A dot is a free square, # is a square that isn't free, 1 and 2 are the players' pieces.

    `columns`: the number of squares in a row.
    `count`: the number of all squares.
    """
    cells = [".#"[bit == "0"] for bit in f"{free:0{count}b}"[::-1]]
    for sign, square in zip("12", pieces, strict=True):
        cells[square] = sign
    rows = ("".join(cells[first : first + columns]) for first in range(0, count, columns))
    return f"{turn + 1} {'/'.join(rows)}"


@cache
def diagonal(size: int) -> tuple[int, ...]:
    """Returns `Race.mirror` for a square board. The axis runs from square 0 to the last square."""
    return tuple(column * size + row for row in range(size) for column in range(size))

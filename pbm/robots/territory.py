"""Territory: the squares that each piece can reach before any other piece, and paths on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

Steps = tuple[tuple[int, int], ...]
"""The columns and rows by which each step moves a piece."""


@dataclass(frozen=True)
class Territory:
    """A board on which each step changes the colour of a piece's square.

    A set of squares is an integer. Its bit `row * columns + column` represents a square.
    """

    dark: int
    shifts: tuple[tuple[int, int], ...]
    """For each step, the number of bits by which it shifts a set, and the squares from which the
    step is possible.
    """

    def around(self, squares: int) -> int:
        """Returns all squares that are one step away from any of these squares."""
        reached = 0
        for shift, inside in self.shifts:
            moved = squares & inside
            reached |= moved << shift if shift > 0 else moved >> -shift
        return reached

    def reached_first(self, free: int, squares: Sequence[int], first: int) -> list[int]:
        """Returns for each piece the free squares that it can reach before any other piece.

        The pieces step in turn, beginning with piece number `first`. A square belongs to the first
        piece that reaches it.
        """
        count = len(squares)
        order = [(first + turn) % count for turn in range(count)]
        edges, reached = [1 << square if square >= 0 else 0 for square in squares], [0] * count
        while any(edges):
            for seat in order:
                edges[seat] = self.around(edges[seat]) & free
                free &= ~edges[seat]
                reached[seat] |= edges[seat]
        return reached

    def longest_path(self, reached: int, square: int) -> int:
        """Returns an upper bound of the steps on these squares.

        It follows from the numbers of dark and light squares, because each step changes the colour.
        """
        dark = (reached & self.dark).bit_count()
        light = reached.bit_count() - dark
        same, other = (dark, light) if self.dark >> square & 1 else (light, dark)
        return 2 * same + 1 if other > same else 2 * other

    def distance(self, free: int, square: int, goal: int) -> int | None:
        """Returns the number of steps over free squares to a goal, or None if it is unreachable."""
        edge, target, steps = 1 << square, 1 << goal, 0
        while edge:
            edge, steps = self.around(edge) & free, steps + 1
            if edge & target:
                return steps
            free &= ~edge
        return None


@cache
def territory(columns: int, rows: int, steps: Steps) -> Territory:
    """Returns the territory of a board with this size and these steps. It is cached."""
    dark = sum(
        1 << row * columns + column
        for row in range(rows)
        for column in range(columns)
        if (row + column) % 2
    )
    shifts = tuple((dy * columns + dx, _inside(columns, rows, dx, dy)) for dx, dy in steps)
    return Territory(dark, shifts)


def _inside(columns: int, rows: int, dx: int, dy: int) -> int:
    """Returns the squares from which this step doesn't leave the board."""
    return sum(
        1 << row * columns + column
        for row in range(max(0, -dy), min(rows, rows - dy))
        for column in range(max(0, -dx), min(columns, columns - dx))
    )

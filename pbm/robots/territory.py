"""Territory: the squares that each piece reaches first, and the longest path on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

Steps = tuple[tuple[int, int], ...]
"""The columns and rows of each step."""


@dataclass(frozen=True)
class Territory:
    """A rectangle on which pieces move by steps that change the colour of the square.

    Square `row * columns + column` is a bit of each set.
    """

    dark: int
    shifts: tuple[tuple[int, int], ...]
    """For each step, its shift of a set, and the squares from which it stays on the board."""

    def around(self, squares: int) -> int:
        """Returns all squares a step away from any of these."""
        reached = 0
        for shift, inside in self.shifts:
            moved = squares & inside
            reached |= moved << shift if shift > 0 else moved >> -shift
        return reached

    def reached_first(self, free: int, squares: Sequence[int], first: int) -> list[int]:
        """Returns, for each piece, the free squares that it reaches before the others.

        They step in turn, beginning with the `first`; a piece that comes second to a square loses
        it.
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
        """Returns an upper bound of the steps on these squares, as each step changes the colour."""
        dark = (reached & self.dark).bit_count()
        light = reached.bit_count() - dark
        same, other = (dark, light) if self.dark >> square & 1 else (light, dark)
        return 2 * same + 1 if other > same else 2 * other

    def distance(self, free: int, square: int, goal: int) -> int | None:
        """Returns the fewest steps over free squares to a goal; None if it is unreachable."""
        edge, target, steps = 1 << square, 1 << goal, 0
        while edge:
            edge, steps = self.around(edge) & free, steps + 1
            if edge & target:
                return steps
            free &= ~edge
        return None


@cache
def territory(columns: int, rows: int, steps: Steps) -> Territory:
    """Returns the territory of this size."""
    dark = sum(
        1 << row * columns + column
        for row in range(rows)
        for column in range(columns)
        if (row + column) % 2
    )
    shifts = tuple((dy * columns + dx, _inside(columns, rows, dx, dy)) for dx, dy in steps)
    return Territory(dark, shifts)


def _inside(columns: int, rows: int, dx: int, dy: int) -> int:
    """Returns the squares from which this step stays on the board."""
    return sum(
        1 << row * columns + column
        for row in range(max(0, -dy), min(rows, rows - dy))
        for column in range(max(0, -dx), min(columns, columns - dx))
    )

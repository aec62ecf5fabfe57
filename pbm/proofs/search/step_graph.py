"""Squares and the steps between them, in a form for searching sets of squares."""

from collections import defaultdict

from pbm.bit_sets import bits


class StepGraph:
    """Squares that are linked by steps, each of which leads to a square of the other colour."""

    def __init__(self, steps: tuple[int, ...]) -> None:
        self.steps = steps
        """For each square, the squares a step away."""
        self._up, self._down = _shifts(steps)
        self._colour = self._squares_of_one_colour()

    def spread(self, squares: int) -> int:
        """Returns all squares a step away from any of these."""
        near = 0
        for distance, sources in self._up:
            near |= (squares & sources) << distance
        for distance, sources in self._down:
            near |= (squares & sources) >> distance
        return near

    def around(self, square: int, free: int) -> int:
        """Returns all free squares reachable from a square."""
        found = front = self.steps[square] & free
        while front:
            front = self.spread(front) & free & ~found
            found |= front
        return found

    def most_moves(self, square: int, region: int) -> int:
        """Returns a number of moves that no path from a square through a region exceeds.

        A path takes squares of either colour by turns.
        """
        coloured = (region & self._colour).bit_count()
        first, second = coloured, region.bit_count() - coloured
        if self._colour >> square & 1:
            first, second = second, first
        return 2 * first if first <= second else 2 * second + 1

    def distance(self, square: int, region: int, goal: int) -> int | None:
        """Returns the number of moves through a region to the goal; None if it is unreachable."""
        near, seen, moves = self.steps[square], 0, 1
        while not near & goal:
            front = near & region & ~seen
            if not front:
                return None
            seen |= front
            near = self.spread(front)
            moves += 1
        return moves

    def lead(self, first: int, second: int, free: int) -> int:
        """Returns how many more squares the piece that moves first would be the first to enter."""
        balance = 0
        front = self.steps[first] & free
        other_front = self.steps[second] & free & ~front
        while front or other_front:
            balance += front.bit_count() - other_front.bit_count()
            free &= ~(front | other_front)
            front = self.spread(front) & free
            other_front = self.spread(other_front) & free & ~front
        return balance

    def _squares_of_one_colour(self) -> int:
        """Returns, of squares that are linked, those an even number of steps apart."""
        colour, unseen = 0, (1 << len(self.steps)) - 1
        while unseen:
            front, even = unseen & -unseen, True
            while front:
                unseen ^= front
                colour |= front if even else 0
                front, even = self.spread(front) & unseen, not even
        return colour


def _shifts(steps: tuple[int, ...]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Returns distances upwards and downwards, each with the squares that have such a step."""
    sources: defaultdict[int, int] = defaultdict(int)
    for square, near in enumerate(steps):
        for target in bits(near):
            sources[target - square] |= 1 << square
    up = [(distance, found) for distance, found in sources.items() if distance > 0]
    down = [(-distance, found) for distance, found in sources.items() if distance < 0]
    return up, down

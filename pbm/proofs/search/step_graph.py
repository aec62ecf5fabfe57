"""The squares of a board and the steps between them, for fast searches of sets of squares."""

from collections import defaultdict

from pbm.geometry.bit_sets import bits


class StepGraph:
    """Squares connected by steps. Each step leads to a square of the other colour."""

    def __init__(self, steps: tuple[int, ...]) -> None:
        self.steps = steps
        """For each square, the set of squares that are one step away."""
        self._up, self._down = _shifts(steps)
        self._colour = self._squares_of_one_colour()

    def spread(self, squares: int) -> int:
        """Returns all squares that are one step away from any of these squares."""
        near = 0
        for distance, sources in self._up:
            near |= (squares & sources) << distance
        for distance, sources in self._down:
            near |= (squares & sources) >> distance
        return near

    def around(self, square: int, free: int) -> int:
        """Returns all free squares that can be reached from a square."""
        squares = front = self.steps[square] & free
        while front:
            front = self.spread(front) & free & ~squares
            squares |= front
        return squares

    def most_moves(self, square: int, region: int) -> int:
        """Returns an upper bound of the moves of a path from a square through a region.

        It follows from the numbers of squares of each colour, because a path alternates between
        them.
        """
        coloured = (region & self._colour).bit_count()
        first, second = coloured, region.bit_count() - coloured
        if self._colour >> square & 1:
            first, second = second, first
        return 2 * first if first <= second else 2 * second + 1

    def distance(self, square: int, region: int, goal: int) -> int | None:
        """Returns the number of moves through a region to the goal, or None if there is no way."""
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
        """Returns the lead of the piece on `first`, which moves now, over the piece on `second`.

        The lead is the number of squares that the piece on `first` reaches first, minus the number
        of squares that the piece on `second` reaches first.
        """
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
        """Returns one half of the squares, such that each step leads to the other half."""
        colour, unseen = 0, (1 << len(self.steps)) - 1
        while unseen:
            front, even = unseen & -unseen, True
            while front:
                unseen ^= front
                colour |= front if even else 0
                front, even = self.spread(front) & unseen, not even
        return colour


def _shifts(steps: tuple[int, ...]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Returns the upward and downward steps: their distances, and the squares that have them."""
    sources: defaultdict[int, int] = defaultdict(int)
    for square, near in enumerate(steps):
        for target in bits(near):
            sources[target - square] |= 1 << square
    up = [(distance, found) for distance, found in sources.items() if distance > 0]
    down = [(-distance, found) for distance, found in sources.items() if distance < 0]
    return up, down

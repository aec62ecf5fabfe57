"""Moves overlapping discs apart."""

from collections.abc import Sequence
from itertools import combinations
from math import hypot

Point = tuple[float, float]
ROUNDS = 30


def spread(spots: Sequence[Point], size: float, bounds: Point) -> list[Point]:
    """Returns a center for each spot, as close to it as possible without overlapping discs.

    If there isn't enough room, some still overlap.

    `size`: the diameter of the discs.
    `bounds`: the width and height of the area that contains them.
    """
    centres = list(spots)
    for _ in range(ROUNDS):
        moved = False
        for first, second in combinations(range(len(centres)), 2):
            gap = _gap(centres[first], centres[second], size)
            if gap != (0, 0):
                moved = True
                centres[first] = _shifted(centres[first], gap, -0.5)
                centres[second] = _shifted(centres[second], gap, 0.5)
        centres = [_within(centre, bounds, size) for centre in centres]
        if not moved:
            break
    return centres


def _gap(first: Point, second: Point, size: float) -> Point:
    """Returns how far the second disc must move away from the first."""
    right, down = second[0] - first[0], second[1] - first[1]
    distance = hypot(right, down)
    if distance >= size - 0.01:
        return 0, 0
    if not distance:
        return size, 0
    missing = (size - distance) / distance
    return right * missing, down * missing


def _shifted(point: Point, by: Point, share: float) -> Point:
    return point[0] + by[0] * share, point[1] + by[1] * share


def _within(centre: Point, bounds: Point, size: float) -> Point:
    x, y = (
        min(max(at, size / 2), max(most - size / 2, size / 2))
        for at, most in zip(centre, bounds, strict=True)
    )
    return x, y

"""Draws trails as lines with arrowheads."""

from collections.abc import Sequence
from itertools import pairwise

from commands.views.highlights import Highlights
from commands.views.html.colours import TRAILS
from commands.views.svg.panel import HALF, UNIT
from pbm.diagram import Layer, Place

ARROWS = "".join(
    f'<marker id="arrow-{seat}" class="board-arrow trail-{seat}" viewBox="-3 -3 6 6" '
    'markerWidth="6" markerHeight="6" markerUnits="userSpaceOnUse" orient="auto">'
    '<path d="M-1.4-1.6L1.6 0-1.4 1.6Z"/></marker>'
    for seat in (0, 1)
)
"""SVG markers with the arrowheads of each seat's trail."""


def trail_lines(layer: Layer, highlights: Highlights) -> str:
    """Returns the stretches of trails that are on the layer.

    The layer may be an enlarged part of a board.
    """
    return "".join(
        _trail([place for _, place in run], seat % len(TRAILS))
        for seat, run in highlights.trail_runs(layer)
    )


def _trail(places: Sequence[Place], seat: int) -> str:
    """Returns a line through the centers of these squares, with an arrowhead at each border."""
    steps = [(here[1] - there[1], here[0] - there[0]) for there, here in pairwise(places)]
    if not steps:
        return ""
    row, column = places[0]
    start = f"M{column * UNIT + HALF} {row * UNIT + HALF}"
    joints = (_joint(*pair) for pair in pairwise(steps))
    line = f"{start}{_line(*steps[0])}{''.join(joints)}{_line(*steps[-1])}"
    return f'<path class="line trail-{seat}" marker-mid="url(#arrow-{seat})" d="{line}"/>'


def _line(right: int, down: int) -> str:
    """Returns a path segment of half a step."""
    if not down:
        return f"h{right * HALF}"
    return f"l{right * HALF} {down * HALF}" if right else f"v{down * HALF}"


def _joint(before: tuple[int, int], after: tuple[int, int]) -> str:
    """Returns a path segment from the middle of one step to the middle of the next."""
    (right, down), (then_right, then_down) = before, after
    if before == after:
        return _line(2 * right, 2 * down)
    x, y = right * HALF, down * HALF
    return f"q{x} {y} {x + then_right * HALF} {y + then_down * HALF}"

"""Large boards: the whole with its pieces enlarged, and parts of it enlarged."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot

from markupsafe import escape

from commands.views.board_view import Highlights
from commands.views.svg.flat import (
    Marks,
    coloured_squares,
    framed,
    layer_content,
    panel,
    trail_lines,
)
from commands.views.svg.frame import Frame
from commands.views.svg.panel import HALF, UNIT, Panel, number, usual_scale
from commands.views.svg.pieces import classes_of, shape_of
from pbm.diagram import Cell, Layer, Place

# Parts of a layer that are enlarged.

PART = 11
"""The rows and columns of a part."""
MOST_PARTS = 5


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a layer."""

    rows: range
    columns: range

    def __contains__(self, place: Place) -> bool:
        return place[0] in self.rows and place[1] in self.columns

    def outline(self) -> str:
        """Returns its border as a path."""
        width, height = len(self.columns) * UNIT, len(self.rows) * UNIT
        corner = f"{self.columns.start * UNIT} {self.rows.start * UNIT}"
        return f"M{corner}h{width}v{height}h-{width}z"


def windows(layer: Layer, wanted: Iterable[Place]) -> Iterator[Window]:
    """Yields parts that have these places, the first of them first."""
    left = list(dict.fromkeys(wanted))
    for _ in range(MOST_PARTS):
        if not left:
            return
        window = _around(layer, left)
        yield window
        left = [place for place in left if place not in window]


def _around(layer: Layer, wanted: Sequence[Place]) -> Window:
    """Returns a part with the first place, and with those after it that are near."""
    group = list(wanted[:1])
    for place in wanted[1:]:
        if all(_span([*group, place], axis) <= PART - 2 for axis in (0, 1)):
            group.append(place)
    rows = _range([row for row, _ in group], len(layer.rows))
    columns = _range([column for _, column in group], len(layer.columns))
    if (rows.start + columns.start) % 2:  # its first square is light, as the whole board's
        if columns.start:
            columns = range(columns.start - 1, columns.stop)
        else:
            rows = range(rows.start - 1, rows.stop)
    return Window(rows, columns)


def _span(places: Sequence[Place], axis: int) -> int:
    indices = [place[axis] for place in places]
    return max(indices) - min(indices) + 1


def _range(indices: Sequence[int], total: int) -> range:
    """Returns the rows or columns of a part, with these in its middle."""
    middle = (min(indices) + max(indices)) // 2
    first = max(min(middle - PART // 2, total - PART), 0)
    return range(first, first + min(PART, total))


# Discs that would cover one another, moved apart.

Point = tuple[float, float]
ROUNDS = 30


def spread(spots: Sequence[Point], size: float, bounds: Point) -> list[Point]:
    """Returns the centres of discs of this size near the spots, none on another if there is room.

    `bounds`: the width and the height in which they lie.
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
    """Returns how far the second must move away from the first."""
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


# A whole board with too many squares to be seen, with its pieces enlarged.

DISC = 8
"""The size of a piece on a usual square, in units."""
LEAST_PIXELS = 15
"""The least size of a piece on the narrowest phones."""
LINE_PIXELS = 1.5


def piece_factor(frame: Frame) -> float:
    """Returns how much larger than on a usual square a piece is drawn."""
    return max(LEAST_PIXELS / frame.narrow / DISC, 1)


@dataclass(frozen=True, slots=True)
class Overview:
    """A whole layer, on which pieces are larger than its squares."""

    layer: Layer
    level: int
    highlights: Highlights

    def places(self) -> list[Place]:
        """Returns the squares of the last move, and then the squares of all pieces."""
        return [*self.last(), *(place for place, cell in self.layer.squares() if cell.piece)]

    def last(self) -> list[Place]:
        """Returns the squares of the last move."""
        return [place for place, cell in self.layer.squares() if self._is_last(cell)]

    def content(self, frame: Frame) -> str:
        """Returns the pieces, and lines to the squares of pieces that had to be moved."""
        rows, columns = frame.size
        factor = piece_factor(frame)
        size = factor * DISC
        pieces = [(place, cell) for place, cell in self.layer.squares() if cell.piece]
        spots = [(column * UNIT + HALF, row * UNIT + HALF) for (row, column), _ in pieces]
        centres = spread(spots, size, (columns * UNIT, rows * UNIT))
        width = number(LINE_PIXELS / frame.narrow)
        lines = "".join(map(_line, spots, centres))
        pointers = f'<path class="pointer" stroke-width="{width}" d="{lines}"/>' if lines else ""
        return pointers + "".join(
            self._piece(cell, centre, factor)
            for (_, cell), centre in zip(pieces, centres, strict=True)
        )

    def _piece(self, cell: Cell, centre: Point, factor: float) -> str:
        is_trapped = cell.square in self.highlights.trapped
        edge = " trapped" if is_trapped else " last" if self._is_last(cell) else ""
        x, y = (number(at - HALF * factor) for at in centre)
        place = f'transform="translate({x} {y}) scale({number(factor)})"'
        return f'<use class="{classes_of(cell)}{edge}" href="#{escape(shape_of(cell))}" {place}/>'

    def _is_last(self, cell: Cell) -> bool:
        return (self.level, cell.square) in self.highlights.last


def _line(spot: Point, centre: Point) -> str:
    """Returns a line from a piece's square to the place at which it is shown, if they differ."""
    if spot == centre:
        return ""
    return f"M{number(spot[0])} {number(spot[1])}L{number(centre[0])} {number(centre[1])}"


# The drawings of a board: the whole, and its parts.

PART_SHARE = 0.65
"""The size of the enlarged part of a board whose squares can be seen."""


def vast_panels(layer: Layer, level: int, frame: Frame, highlights: Highlights) -> Iterator[Panel]:
    """Yields the whole layer with its pieces enlarged; then its parts, the last move's first."""
    overview = Overview(layer, level, highlights)
    parts = list(windows(layer, overview.places()))
    squares = coloured_squares(Marks.of(layer, level, highlights))
    below = f"{squares}{trail_lines(layer, highlights)}{_outlines(frame, parts)}"
    yield framed(frame, f"{below}{overview.content(frame)}")
    for index, window in enumerate(parts):
        share = 1 / 2 if index or not highlights.last else 1
        yield _part(window, layer, level, share, highlights)


def crowded_panels(
    layer: Layer, level: int, frame: Frame, highlights: Highlights
) -> Iterator[Panel]:
    """Yields the whole layer; then the part with the last move, if there is one."""
    last = Overview(layer, level, highlights).last()
    parts = list(windows(layer, last))[:1]
    content = layer_content(layer, level, frame, highlights)
    yield framed(frame, f"{content}{_outlines(frame, parts)}", layer.title)
    for window in parts:
        yield _part(window, layer, level, PART_SHARE, highlights)


def _part(window: Window, layer: Layer, level: int, share: float, highlights: Highlights) -> Panel:
    part = layer.part(window.rows, window.columns)
    scale = usual_scale(len(part.columns), len(part.rows)).part(share)
    frame = Frame.of(part, scale)
    return panel(frame, frame.content() + layer_content(part, level, frame, highlights))


def _outlines(frame: Frame, parts: Sequence[Window]) -> str:
    """Returns the borders of the parts."""
    width = number(LINE_PIXELS / frame.narrow)
    path = "".join(window.outline() for window in parts)
    return f'<path class="part" stroke-width="{width}" d="{path}"/>' if parts else ""

"""Large boards: the whole, and parts of it enlarged."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from commands.views.svg.flat import coloured_squares, framed, layer_content, panel, trail_lines
from commands.views.svg.frame import Frame
from commands.views.svg.highlights import Highlights
from commands.views.svg.marks import Marks, Place
from commands.views.svg.overview import LINE_PIXELS, Overview
from commands.views.svg.panel import UNIT, Panel, number, usual_scale
from pbm.diagram import Layer

# Parts of a layer that are enlarged.

PART = 11
"""The rows and columns of a part."""
MOST_PARTS = 5


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a layer."""

    row: int
    column: int
    rows: int
    columns: int

    def __contains__(self, place: Place) -> bool:
        row, column = place[0] - self.row, place[1] - self.column
        return 0 <= row < self.rows and 0 <= column < self.columns

    def cut(self, layer: Layer) -> Layer:
        """Returns this part of a layer."""
        rows = slice(self.row, self.row + self.rows)
        columns = slice(self.column, self.column + self.columns)
        cells = tuple(row[columns] for row in layer.cells[rows])
        return replace(layer, columns=layer.columns[columns], rows=layer.rows[rows], cells=cells)

    def outline(self) -> str:
        """Returns its border as a path."""
        width, height = self.columns * UNIT, self.rows * UNIT
        return f"M{self.column * UNIT} {self.row * UNIT}h{width}v{height}h-{width}z"


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
    row, rows = _range([row for row, _ in group], len(layer.rows))
    column, columns = _range([column for _, column in group], len(layer.columns))
    if (row + column) % 2 and column:  # its first square is light, as that of the whole
        column, columns = column - 1, columns + 1
    elif (row + column) % 2:
        row, rows = row - 1, rows + 1
    return Window(row, column, rows, columns)


def _span(places: Sequence[Place], axis: int) -> int:
    indices = [place[axis] for place in places]
    return max(indices) - min(indices) + 1


def _range(indices: Sequence[int], total: int) -> tuple[int, int]:
    """Returns the first row or column and the length of a part, with these in its middle."""
    middle = (min(indices) + max(indices)) // 2
    return max(min(middle - PART // 2, total - PART), 0), min(PART, total)


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
        yield _part(window.cut(layer), level, share, highlights)


def crowded_panels(
    layer: Layer, level: int, frame: Frame, highlights: Highlights
) -> Iterator[Panel]:
    """Yields the whole layer; then the part with the last move, if there is one."""
    last = Overview(layer, level, highlights).last()
    parts = list(windows(layer, last))[:1]
    content = layer_content(layer, level, frame, highlights)
    yield framed(frame, f"{content}{_outlines(frame, parts)}", layer.title)
    for window in parts:
        yield _part(window.cut(layer), level, PART_SHARE, highlights)


def _part(part: Layer, level: int, share: float, highlights: Highlights) -> Panel:
    scale = usual_scale(len(part.columns), len(part.rows)).part(share)
    frame = Frame.of(part, scale)
    return panel(frame, frame.content() + layer_content(part, level, frame, highlights))


def _outlines(frame: Frame, parts: Sequence[Window]) -> str:
    """Returns the borders of the parts."""
    width = number(LINE_PIXELS / frame.narrow)
    path = "".join(window.outline() for window in parts)
    return f'<path class="part" stroke-width="{width}" d="{path}"/>' if parts else ""

"""Parts of a layer that are enlarged."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from commands.views.svg.marks import Place
from commands.views.svg.panel import UNIT
from pbm.diagram import Layer

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

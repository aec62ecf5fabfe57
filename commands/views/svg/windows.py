"""Choose the parts of a layer that are enlarged."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from commands.views.svg.panel import UNIT
from pbm.diagram import Layer, Place

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

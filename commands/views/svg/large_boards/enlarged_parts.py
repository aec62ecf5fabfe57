"""Chooses the parts of a large board that are drawn enlarged."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from commands.views.svg.panel import UNIT
from pbm.diagram import Layer, Place

PART = 11
"""Number of rows and columns in a part."""
MAX_PARTS = 5


@dataclass(frozen=True, slots=True)
class Window:
    rows: range
    columns: range

    def __contains__(self, place: Place) -> bool:
        return place[0] in self.rows and place[1] in self.columns

    def outline(self) -> str:
        """Returns the window's border as an SVG path."""
        width, height = len(self.columns) * UNIT, len(self.rows) * UNIT
        corner = f"{self.columns.start * UNIT} {self.rows.start * UNIT}"
        return f"M{corner}h{width}v{height}h-{width}z"


def windows(layer: Layer, places: Iterable[Place]) -> Iterator[Window]:
    """Yields the parts of a layer that contain the wanted places.

    The first place is in the first part.
    """
    remaining = list(dict.fromkeys(places))
    for _ in range(MAX_PARTS):
        if not remaining:
            return
        window = _around(layer, remaining)
        yield window
        remaining = [place for place in remaining if place not in window]


def _around(layer: Layer, places: Sequence[Place]) -> Window:
    """Returns a part around the first place.

    It also contains the following places that are near enough.
    """
    group = list(places[:1])
    for place in places[1:]:
        if all(_span([*group, place], axis) <= PART - 2 for axis in (0, 1)):
            group.append(place)
    rows = _range([row for row, _ in group], len(layer.rows))
    columns = _range([column for _, column in group], len(layer.columns))
    # The first square of a part must be light, because frames begin with a light square.
    if (rows.start + columns.start) % 2:
        if columns.start:
            columns = range(columns.start - 1, columns.stop)
        else:
            rows = range(rows.start - 1, rows.stop)
    return Window(rows, columns)


def _span(places: Sequence[Place], axis: int) -> int:
    indices = [place[axis] for place in places]
    return max(indices) - min(indices) + 1


def _range(indices: Sequence[int], total: int) -> range:
    """Returns the rows or columns of a part that is centered on these indices."""
    middle = (min(indices) + max(indices)) // 2
    first = max(min(middle - PART // 2, total - PART), 0)
    return range(first, first + min(PART, total))

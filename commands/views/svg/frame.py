"""Draws the empty board of a layer with its labels. Many pictures share it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from zlib import crc32

from markupsafe import escape

from commands.views.svg.empty_surfaces import runs, surface
from commands.views.svg.hexagons import Hexagons
from commands.views.svg.panel import HALF, UNIT, Scale, number, usual_scale
from commands.views.svg.pieces import side_class
from pbm.diagram import Layer, Place
from pbm.geometry.squares import file_number
from pbm.look import Style

CROWDED, VAST = 16, 26
"""Maximum number of rows and columns of a board whose squares are large enough on phones, and of a
board whose squares are visible at all.
"""
CROWDED_STONES = 19
"""Maximum number of rows and columns of a board without shaded squares that is large enough."""
BLOCK = 10
"""Number of rows and columns in a block. Larger boards are drawn as blocks in two shades instead of
squares.
"""
BORDER = 2
"""Width of the colored sides of a board in units."""
STEPS = (1, 2, 5, 10, 20, 50)
"""Possible distances between labels, if not every row or column has one."""
FIRST_FITS = 5
"""Minimum distance between labels that leaves room for the label 1."""
LETTER = 0.62
"""Width of a letter or digit, as a share of its height."""
LINE = 1.3
"""Height of a line of labels, as a multiple of the letters' height."""


@dataclass(frozen=True)
class Frame:
    """The shape and labels of a layer."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    scale: Scale
    missing: frozenset[tuple[int, int]] = frozenset()
    """Row and column of each square that the board doesn't have. For a raised layer, this is about
    the layer below.
    """
    raised: bool = False
    """Whether its squares are on the corners of the squares below. Those are drawn instead."""
    style: Style = Style.CHECKERED
    sides: tuple[str, ...] = ()

    @classmethod
    def of(cls, layer: Layer, scale: Scale | None = None) -> "Frame":
        """Returns the frame of a layer, at the usual size unless `scale` is given."""
        rows, columns = float(len(layer.rows)), float(len(layer.columns))
        missing = missing_squares(layer)
        if layer.style is Style.HEXAGONS:
            rows, columns = Hexagons(len(layer.rows), len(layer.columns), missing).size
        scale = scale or usual_scale(columns, rows)
        return cls(
            layer.columns, layer.rows, scale, missing, layer.raised, layer.style, layer.sides
        )

    @property
    def name(self) -> str:
        """The id of the frame's drawing. It is the same on every page."""
        return _name(self)

    @cached_property
    def hexagons(self) -> Hexagons | None:
        """The places of the cells, if they are hexagons."""
        if self.style is not Style.HEXAGONS:
            return None
        return Hexagons(len(self.rows), len(self.columns), self.missing)

    @property
    def size(self) -> tuple[float, float]:
        """The height and width of the board in squares."""
        if self.hexagons:
            return self.hexagons.size
        return len(self.rows) + self.raised, len(self.columns) + self.raised

    @property
    def crowded(self) -> bool:
        """Whether its squares are small on phones."""
        limit = CROWDED if self.style is Style.CHECKERED else CROWDED_STONES
        return not self.hexagons and max(self.size) > limit

    @property
    def vast(self) -> bool:
        """Whether it has too many squares to see single ones."""
        return not self.hexagons and max(self.size) > VAST

    def corner(self, place: Place) -> tuple[float, float]:
        """Returns the x and y coordinates of a square's corner at the top left."""
        if self.hexagons:
            x, y = self.hexagons.centre(place)
            return x - HALF, y - HALF
        return place[1] * UNIT, place[0] * UNIT

    @property
    def narrow(self) -> float:
        """Pixels per unit on the narrowest phones."""
        return self.scale.narrow(self._about_width)

    @cached_property
    def font(self) -> float:
        """Height of the labels in units."""
        return self.scale.font(self._about_width)

    @property
    def _about_width(self) -> float:
        """The width in units with the largest possible labels.

        The size of labels depends on the width and the width on the labels, so this estimate breaks
        the circle.
        """
        files, ranks = (max(map(len, labels)) for labels in (self.columns, self.rows))
        lines = (ranks + files / 2) * LETTER + 0.5
        return self.size[1] * UNIT / (1 - lines * self.scale.label_share)

    @property
    def left(self) -> float:
        """Width of the row labels in units."""
        return max(map(len, self.rows)) * self.font * LETTER + self.font / 2 + self.border

    @property
    def border(self) -> float:
        """Width of the colored sides in units."""
        return BORDER if self.sides else 0

    @property
    def top(self) -> float:
        """Height of the column labels in units."""
        return self.font * LINE + self.border

    @property
    def right(self) -> float:
        """Width that the last column's label needs beyond its square."""
        return max(max(map(len, self.columns)) * self.font * LETTER / 2 - HALF, 1, self.border)

    @property
    def bottom(self) -> float:
        """Height that the last row's label needs below its square."""
        if self.hexagons:
            return self.font * LINE + self.border
        return max(self.font * 0.5 - HALF, 1)

    def definition(self) -> str:
        """Returns the SVG group that pictures refer to by its name."""
        return f'<g id="{self.name}">{self.content()}</g>'

    def content(self) -> str:
        """Returns the SVG of the squares and labels."""
        if self.hexagons:
            return f"{_cells(self.hexagons, self.sides)}{self._hexagon_labels(self.hexagons)}"
        if self.style is not Style.CHECKERED:
            ground = self._lines(dark=False)
            board = surface(self.style, len(self.rows), len(self.columns), ground, self.missing)
            return f"{board}{self._labels()}"
        return f"{self._squares()}{self._labels()}"

    def _squares(self) -> str:
        """Returns the squares. A row of squares is drawn as one thick line.

        All squares are drawn in the light color first, then the dark squares over them.
        """
        pale = ' class="board-pale"' if self.raised else ""
        light, dark = self._lines(dark=False), self._lines(dark=True)
        return (
            f'<g{pale}><path class="board-light" d="{light}"/>'
            f'<path class="board-dark" d="{dark}"/></g>'
        )

    def _lines(self, *, dark: bool) -> str:
        """Returns a path over the dark squares, or over all squares."""
        rows, columns = map(self._shades, (self.rows, self.columns))
        lines = []
        for row, shade in enumerate(rows):
            is_drawn = (
                (row, column) not in self.missing and not (dark and other == shade)
                for column, other in enumerate(columns)
            )
            for first, length in runs(is_drawn):
                lines.append(f"M{first * UNIT} {row * UNIT + HALF}h{length * UNIT}")
        return "".join(lines)

    def _shades(self, labels: Sequence[str]) -> list[bool]:
        """Returns alternating flags for rows or columns.

        On a vast board they alternate after each block.
        """
        if self.vast:
            return [bool((_value(label) - 1) // BLOCK % 2) for label in labels]
        return [bool(index % 2) for index in range(len(labels) + self.raised)]

    def _labels(self) -> str:
        font, step = self.font, self._step()
        middle = UNIT if self.raised else HALF
        files = (
            f'<text x="{column * UNIT + middle}" y="{number(-font / 2)}">{escape(label)}</text>'
            for column, label in _labelled(self.columns, step)
        )
        ranks = (
            f'<text x="{number(-font / 2)}" y="{number(row * UNIT + middle + font * 0.36)}">'
            f"{escape(label)}</text>"
            for row, label in _labelled(self.rows, step)
        )
        return (
            f'<g class="board-label" font-size="{number(font)}">'
            f'<g text-anchor="middle">{"".join(files)}</g>'
            f'<g text-anchor="end">{"".join(ranks)}</g></g>'
        )

    def _hexagon_labels(self, hexagons: Hexagons) -> str:
        font = self.font
        files = []
        for column, label in enumerate(self.columns):
            x, y, is_top = hexagons.column_label(column)
            y += -font / 2 - self.border if is_top else font + self.border
            files.append(f'<text x="{number(x)}" y="{number(y)}">{escape(label)}</text>')
        ranks = []
        for row, label in enumerate(self.rows):
            x, y = hexagons.row_label(row)
            place = f'x="{number(x - font / 2 - self.border)}" y="{number(y + font * 0.36)}"'
            ranks.append(f"<text {place}>{escape(label)}</text>")
        return (
            f'<g class="board-label" font-size="{number(font)}">'
            f'<g text-anchor="middle">{"".join(files)}</g>'
            f'<g text-anchor="end">{"".join(ranks)}</g></g>'
        )

    def _step(self) -> int:
        """Returns the smallest distance at which labels don't touch."""
        width = max(map(len, self.columns)) * self.font * LETTER + self.font / 2
        needed = max(width, self.font * 1.1) / UNIT
        return next((step for step in STEPS if step >= needed), STEPS[-1])


def _cells(hexagons: Hexagons, sides: Sequence[str]) -> str:
    """Returns the SVG of hexagons, with borders in the colors of the sides."""
    borders = (
        f'<path class="board-border {kind}{colour}" d="{hexagons.side(index)}"/>'
        for kind in ("edge ", "")
        for index, colour in enumerate(map(side_class, sides))
    )
    return f'{"".join(borders)}<path class="board-cell" d="{hexagons.cells()}"/>'


def missing_squares(layer: Layer) -> frozenset[tuple[int, int]]:
    """Returns the row and column of each square that a layer doesn't have."""
    return frozenset(
        (row, column)
        for row, cells in enumerate(layer.cells)
        if None in cells
        for column, cell in enumerate(cells)
        if cell is None
    )


@lru_cache(maxsize=1024)
def _name(frame: Frame) -> str:
    """Returns a name that is unique for a frame and the same in every process."""
    facts = repr((frame.columns, frame.rows, frame.scale, sorted(frame.missing), frame.raised))
    if frame.style is not Style.CHECKERED:
        facts += repr((str(frame.style), frame.sides))
    return f"board-{crc32(facts.encode()):08x}"


def _labelled(labels: Sequence[str], step: int) -> Iterator[tuple[int, str]]:
    """Yields the index and text of each label to draw.

    Labels with round numbers are drawn, and the label 1 if there is room.
    """
    values = [_value(label) for label in labels]
    # Cropped boards lack some numbers, perhaps all round ones.
    if {abs(one - other) for one, other in pairwise(values)} - {1}:
        values = [*range(len(labels))]
    for index, (label, value) in enumerate(zip(labels, values, strict=True)):
        if value % step == 0 or (value == 1 and step >= FIRST_FITS):
            yield index, label


def _value(label: str) -> int:
    return int(label) if label.isdigit() else file_number(label) + 1

"""The empty board of a layer: its squares and their labels, which many pictures share."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from zlib import crc32

from markupsafe import escape

from commands.views.svg.panel import HALF, UNIT, Scale, number, usual_scale
from pbm.diagram import Layer
from pbm.squares import file_number

CROWDED, VAST = 16, 26
"""The most rows and columns of boards whose squares are large on phones, or can be seen at all."""
BLOCK = 10
"""The rows and columns of a block: a larger board has blocks of two shades instead of squares."""
STEPS = (1, 2, 5, 10, 20, 50)
"""The distances at which labels may stand, where not every row or column has one."""
FIRST_FITS = 5
"""From this distance on there is room for the first label."""
LETTER = 0.62
"""The width of a letter or digit as a part of its height."""
LINE = 1.3
"""The height of a line of labels as a multiple of its letters."""


@dataclass(frozen=True)
class Frame:
    """The shape of a layer, and its labels."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    scale: Scale
    missing: frozenset[tuple[int, int]] = frozenset()
    """The rows and columns of squares that the board, or the one below it, doesn't have."""
    raised: bool = False
    """True if its squares lie on the corners of others, which are shown instead."""

    @classmethod
    def of(cls, layer: Layer, scale: Scale | None = None) -> "Frame":
        """Returns the frame of a layer; of the usual size, unless a scale is given."""
        scale = scale or usual_scale(len(layer.columns), len(layer.rows))
        return cls(layer.columns, layer.rows, scale, missing_squares(layer), layer.raised)

    @property
    def name(self) -> str:
        """The identifier of its drawing, on any page."""
        return _name(self)

    @property
    def size(self) -> tuple[int, int]:
        """The rows and columns of squares that are shown."""
        return len(self.rows) + self.raised, len(self.columns) + self.raised

    @property
    def crowded(self) -> bool:
        """True if its squares are small on phones."""
        return max(self.size) > CROWDED

    @property
    def vast(self) -> bool:
        """True if its squares are too many to be seen."""
        return max(self.size) > VAST

    @property
    def narrow(self) -> float:
        """The pixels of a unit on the narrowest phones."""
        return self.scale.narrow(self._about_width)

    @cached_property
    def font(self) -> float:
        """The height of the labels."""
        return self.scale.font(self._about_width)

    @property
    def _about_width(self) -> float:
        """The width with the largest labels that its own width could ask for."""
        files, ranks = (max(map(len, labels)) for labels in (self.columns, self.rows))
        lines = (ranks + files / 2) * LETTER + 0.5
        return self.size[1] * UNIT / (1 - lines * self.scale.label_share)

    @property
    def left(self) -> float:
        """The width of the labels of rows."""
        return max(map(len, self.rows)) * self.font * LETTER + self.font / 2

    @property
    def top(self) -> float:
        """The height of the labels of columns."""
        return self.font * LINE

    @property
    def right(self) -> float:
        """The room that the last column's label takes beside its square."""
        return max(max(map(len, self.columns)) * self.font * LETTER / 2 - HALF, 1)

    @property
    def bottom(self) -> float:
        """The room that the last row's label takes below its square."""
        return max(self.font * 0.5 - HALF, 1)

    def definition(self) -> str:
        """Returns the drawing to which pictures refer by its name."""
        return f'<g id="{self.name}">{self.content()}</g>'

    def content(self) -> str:
        """Returns the squares and the labels."""
        return f"{self._squares()}{self._labels()}"

    def _squares(self) -> str:
        """Returns the squares as lines that are as thick as a square: all light, then the dark."""
        pale = ' class="board-pale"' if self.raised else ""
        light, dark = self._lines(dark=False), self._lines(dark=True)
        return (
            f'<g{pale}><path class="board-light" d="{light}"/>'
            f'<path class="board-dark" d="{dark}"/></g>'
        )

    def _lines(self, *, dark: bool) -> str:
        """Returns a path over the dark squares, or over all."""
        rows, columns = map(self._shades, (self.rows, self.columns))
        lines = []
        for row, shade in enumerate(rows):
            wanted = (
                (row, column) not in self.missing and not (dark and other == shade)
                for column, other in enumerate(columns)
            )
            for first, length in _runs(wanted):
                lines.append(f"M{first * UNIT} {row * UNIT + HALF}h{length * UNIT}")
        return "".join(lines)

    def _shades(self, labels: Sequence[str]) -> list[bool]:
        """Returns True for every other row or column; of a vast board, for every other ten."""
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

    def _step(self) -> int:
        """Returns the distance of labels that don't touch one another."""
        width = max(map(len, self.columns)) * self.font * LETTER + self.font / 2
        needed = max(width, self.font * 1.1) / UNIT
        return next((step for step in STEPS if step >= needed), STEPS[-1])


def missing_squares(layer: Layer) -> frozenset[tuple[int, int]]:
    """Returns the rows and columns of squares that a layer doesn't have."""
    return frozenset(
        (row, column)
        for row, cells in enumerate(layer.cells)
        if None in cells
        for column, cell in enumerate(cells)
        if cell is None
    )


@lru_cache(maxsize=1024)
def _name(frame: Frame) -> str:
    """Returns a name that differs between frames, and is the same in every process."""
    facts = frame.columns, frame.rows, frame.scale, sorted(frame.missing), frame.raised
    return f"board-{crc32(repr(facts).encode()):08x}"


def _runs(wanted: Iterable[bool]) -> Iterator[tuple[int, int]]:
    """Yields the first index and the length of each unbroken run of True."""
    index = 0
    for is_wanted, group in groupby(wanted):
        length = sum(1 for _ in group)
        if is_wanted:
            yield index, length
        index += length


def _labelled(labels: Sequence[str], step: int) -> Iterator[tuple[int, str]]:
    """Yields the indices and the labels at round numbers, and 1 if it has room."""
    values = [_value(label) for label in labels]
    if {abs(one - other) for one, other in pairwise(values)} - {1}:  # round numbers may be missing
        values = [*range(len(labels))]
    for index, (label, value) in enumerate(zip(labels, values, strict=True)):
        if value % step == 0 or (value == 1 and step >= FIRST_FITS):
            yield index, label


def _value(label: str) -> int:
    return int(label) if label.isdigit() else file_number(label) + 1

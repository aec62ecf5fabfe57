"""The marks on the squares of a layer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from commands.views.html.colours import TRAILS
from commands.views.svg.highlights import Highlights
from commands.views.svg.panel import HALF, UNIT
from commands.views.svg.pieces import classes_of, shape_of
from pbm.diagram import Cell, Layer

Place = tuple[int, int]
"""A row and a column."""


@dataclass(slots=True)
class Marks:
    """The marks on the squares of a layer, in the order of its rows."""

    squares: dict[str, list[Place]] = field(default_factory=dict)
    """The coloured squares by their classes."""
    pieces: dict[str, list[tuple[str, Place]]] = field(default_factory=dict)
    """The shapes and places of pieces by their classes."""
    dots: list[Place] = field(default_factory=list)
    """The squares that the last move left, unless a trail shows it."""
    crosses: list[Place] = field(default_factory=list)
    """The squares of pieces that can't move at the end."""
    names: list[tuple[str, Place]] = field(default_factory=list)
    """The names of squares to which a piece can move."""

    @classmethod
    def of(cls, layer: Layer, level: int, highlights: Highlights) -> "Marks":
        """Returns the marks of a layer; `level`: counted from 0."""
        marks = cls()
        last = {square for on, square in highlights.last if on == level}
        special = last | highlights.targets | highlights.trapped
        for row, cells in enumerate(layer.cells):
            for column, cell in enumerate(cells):
                if cell and (cell.words or cell.square in special):
                    marks._add(cell, (row, column), highlights, is_last=cell.square in last)
        return marks

    def _add(self, cell: Cell, place: Place, highlights: Highlights, *, is_last: bool) -> None:
        is_trapped = cell.piece and cell.square in highlights.trapped
        is_target = cell.square in highlights.targets and "unsupported" not in cell.marks
        colour = _highlight(is_trapped, is_target, is_last) or _ground(cell)
        if colour:
            self.squares.setdefault(_shaded(colour, place), []).append(place)
        if is_trapped:
            self.crosses.append(place)
        if cell.piece:
            edge = " trapped" if is_trapped else " last" if is_last else ""
            self.pieces.setdefault(classes_of(cell) + edge, []).append((shape_of(cell), place))
        elif is_target:
            self.names.append((cell.square.strip("()"), place))
        elif is_last and not highlights.trails:
            self.dots.append(place)


def square_places(layer: Layer) -> Mapping[str, Place]:
    """Returns the places of all squares by their names."""
    return {
        cell.square: (row, column)
        for row, cells in enumerate(layer.cells)
        for column, cell in enumerate(cells)
        if cell
    }


def _highlight(is_trapped: bool, is_target: bool, is_last: bool) -> str:
    """Returns the class of a highlighted square; empty for any other."""
    return "trapped" if is_trapped else "target" if is_target else "last" if is_last else ""


def _shaded(colour: str, place: Place) -> str:
    """Returns the class with `dark` for a dark square, where its colour differs."""
    return f"{colour} dark" if colour in ("target", "last") and sum(place) % 2 else colour


def _ground(cell: Cell) -> str:
    """Returns the class of a square that isn't highlighted; empty for a plain one."""
    if cell.piece or not cell.words:
        return ""
    return "closed" if cell.seat is None else f"trail-{cell.seat % len(TRAILS)}"


# Trails as lines with arrowheads.

ARROWS = "".join(
    f'<marker id="arrow-{seat}" class="board-arrow trail-{seat}" viewBox="-3 -3 6 6" '
    'markerWidth="6" markerHeight="6" markerUnits="userSpaceOnUse" orient="auto">'
    '<path d="M-1.4-1.6L1.6 0-1.4 1.6Z"/></marker>'
    for seat in (0, 1)
)
"""The arrowheads of each seat's trail."""


def trail(places: Sequence[Place], seat: int) -> str:
    """Returns the line through the middles of these squares, with an arrowhead at each border."""
    steps = [(here[1] - there[1], here[0] - there[0]) for there, here in pairwise(places)]
    if not steps:
        return ""
    row, column = places[0]
    start = f"M{column * UNIT + HALF} {row * UNIT + HALF}"
    joints = (_joint(*pair) for pair in pairwise(steps))
    line = f"{start}{_line(*steps[0])}{''.join(joints)}{_line(*steps[-1])}"
    return f'<path class="line trail-{seat}" marker-mid="url(#arrow-{seat})" d="{line}"/>'


def _line(right: int, down: int) -> str:
    """Returns half a step."""
    if not down:
        return f"h{right * HALF}"
    return f"l{right * HALF} {down * HALF}" if right else f"v{down * HALF}"


def _joint(before: tuple[int, int], after: tuple[int, int]) -> str:
    """Returns the way from the middle of a step to the middle of the next."""
    (right, down), (then_right, then_down) = before, after
    if before == after:
        return _line(2 * right, 2 * down)
    x, y = right * HALF, down * HALF
    return f"q{x} {y} {x + then_right * HALF} {y + then_down * HALF}"

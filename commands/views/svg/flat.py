"""Collects the marks of a layer seen from above: colored squares, pieces, dots and crosses."""

from dataclasses import dataclass, field

from commands.views.highlights import Highlights
from commands.views.html.colours import TRAILS
from commands.views.svg.pieces import classes_of, shape_of
from pbm.diagram import Cell, Layer, Place


@dataclass(slots=True)
class Marks:
    """The marks on the squares of a layer. Each list is in the order of the rows."""

    squares: dict[str, list[Place]] = field(default_factory=dict)
    """Colored squares, by style class."""
    pieces: dict[str, list[tuple[str, Place]]] = field(default_factory=dict)
    """Shapes of pieces with their places, by style classes."""
    dots: list[Place] = field(default_factory=list)
    """The squares that the piece left in the last move, unless a trail shows it."""
    crosses: list[Place] = field(default_factory=list)
    """The squares of pieces that can't move at the end."""
    names: list[tuple[str, Place]] = field(default_factory=list)
    """The names of squares that a piece can move to, with their places."""

    @classmethod
    def of(cls, layer: Layer, level: int, highlights: Highlights) -> "Marks":
        """Returns the marks of a layer.

        `level`: the number of the layer, counted from 0.
        """
        marks = cls()
        last = {square for on, square in highlights.last if on == level}
        special = last | highlights.targets | highlights.trapped
        for place, cell in layer.squares():
            if cell.words or cell.square in special:
                marks._add(cell, place, highlights, is_last=cell.square in last)
        return marks

    def _add(self, cell: Cell, place: Place, highlights: Highlights, *, is_last: bool) -> None:
        is_trapped = cell.piece and cell.square in highlights.trapped
        is_target = cell.square in highlights.targets and "unsupported" not in cell.marks
        colour = _highlight(is_trapped, is_target, is_last) or ground_of(cell)
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


def _highlight(is_trapped: bool, is_target: bool, is_last: bool) -> str:
    """Returns the class of a highlighted square. Empty for other squares."""
    return "trapped" if is_trapped else "target" if is_target else "last" if is_last else ""


def _shaded(colour: str, place: Place) -> str:
    """Returns the class of a square.

    Adds `dark` if the class has a different color for dark squares.
    """
    return f"{colour} dark" if colour in ("target", "last") and sum(place) % 2 else colour


def ground_of(cell: Cell) -> str:
    """Returns the class of a square without highlights. Empty for a plain square."""
    if cell.piece or not cell.words:
        return ""
    return "closed" if cell.seat is None else f"trail-{cell.seat % len(TRAILS)}"

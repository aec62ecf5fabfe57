"""A layer from above: the marks on its squares, its pieces, and the trails over it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from markupsafe import escape

from commands.views.board_view import Highlights
from commands.views.html.colours import TRAILS
from commands.views.svg.frame import Frame
from commands.views.svg.panel import HALF, UNIT, Panel, number
from commands.views.svg.pieces import classes_of, shape_of
from pbm.diagram import Cell, Layer, Place


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
        for place, cell in layer.squares():
            if cell.words or cell.square in special:
                marks._add(cell, place, highlights, is_last=cell.square in last)
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


# The drawing of a layer.

MAX_NAME = 3
"""The most letters of a square's name that fit into it."""
NAME_FONT, LEAST_PIXELS = 3.2, 9
"""The height of a name in units, and the least in pixels."""


def flat_panel(layer: Layer, level: int, frame: Frame, highlights: Highlights) -> Panel:
    """Returns a layer with its pieces and marks."""
    return framed(frame, layer_content(layer, level, frame, highlights), layer.title)


def layer_content(layer: Layer, level: int, frame: Frame, highlights: Highlights) -> str:
    """Returns the pieces and marks of a layer."""
    marks = Marks.of(layer, level, highlights)
    return f"{square_marks(marks, frame)}{trail_lines(layer, highlights)}{pieces(marks)}"


def framed(frame: Frame, content: str, caption: str = "") -> Panel:
    """Returns what is on an empty board together with it."""
    return panel(frame, f'<use href="#{frame.name}"/>{content}', caption)


def panel(frame: Frame, content: str, caption: str = "") -> Panel:
    """Returns a panel with room for the squares and labels of a frame."""
    rows, columns = frame.size
    return Panel(
        left=-frame.left,
        top=-frame.top,
        width=columns * UNIT + frame.left + frame.right,
        height=rows * UNIT + frame.top + frame.bottom,
        content=content,
        scale=frame.scale,
        caption=str(escape(caption)),
    )


def square_marks(marks: Marks, frame: Frame) -> str:
    """Returns the coloured squares, and what is drawn on them below the pieces."""
    dots = (f'<circle class="dot" {_middle(place)} r="1"/>' for place in marks.dots)
    names = (_target(name, place, frame) for name, place in marks.names)
    return "".join((coloured_squares(marks), crosses(marks), *dots, *names))


def coloured_squares(marks: Marks) -> str:
    """Returns the squares that look different from the empty board's."""
    return "".join(
        f'<path class="square {name}" d="{_rows(places)}"/>'
        for name, places in marks.squares.items()
    )


def crosses(marks: Marks) -> str:
    """Returns the crosses below pieces that can't move at the end."""
    return "".join(f'<use class="cross" href="#cross"{at(place)}/>' for place in marks.crosses)


def _target(name: str, place: Place, frame: Frame) -> str:
    """Returns the name of a square to which a piece can move, or a ring where it is too long."""
    if len(name) > MAX_NAME or frame.narrow * NAME_FONT < LEAST_PIXELS:
        return f'<circle class="goal" {_middle(place)} r="2"/>'
    row, column = place
    x, y = column * UNIT + HALF, number(row * UNIT + HALF + NAME_FONT * 0.36)
    return f'<text class="name" x="{x}" y="{y}">{escape(name)}</text>'


def pieces(marks: Marks, suffix: str = "") -> str:
    """Returns the pieces, in the shapes whose names end with the suffix."""
    return "".join(
        f'<g class="{name}">'
        + "".join(f'<use href="#{escape(shape)}{suffix}"{at(place)}/>' for shape, place in group)
        + "</g>"
        for name, group in marks.pieces.items()
    )


def at(place: Place) -> str:
    """Returns the attributes that move a shape to this place."""
    row, column = place
    x = f' x="{column * UNIT}"' if column else ""
    return f'{x} y="{row * UNIT}"' if row else x


def _middle(place: Place) -> str:
    row, column = place
    return f'cx="{column * UNIT + HALF}" cy="{row * UNIT + HALF}"'


def _rows(places: Iterable[Place]) -> str:
    """Returns squares, sorted by rows, as lines as thick as a square."""
    runs: list[list[int]] = []
    for row, column in places:
        if runs and runs[-1][0] == row and runs[-1][1] + runs[-1][2] == column:
            runs[-1][2] += 1
        else:
            runs.append([row, column, 1])
    return "".join(
        f"M{column * UNIT} {row * UNIT + HALF}h{length * UNIT}" for row, column, length in runs
    )


# Trails as lines with arrowheads.

ARROWS = "".join(
    f'<marker id="arrow-{seat}" class="board-arrow trail-{seat}" viewBox="-3 -3 6 6" '
    'markerWidth="6" markerHeight="6" markerUnits="userSpaceOnUse" orient="auto">'
    '<path d="M-1.4-1.6L1.6 0-1.4 1.6Z"/></marker>'
    for seat in (0, 1)
)
"""The arrowheads of each seat's trail."""


def trail_lines(layer: Layer, highlights: Highlights) -> str:
    """Returns the trails as far as they are on the layer, which may be a part of the board."""
    return "".join(
        _trail([place for _, place in run], seat % len(TRAILS))
        for seat, run in highlights.trail_runs(layer)
    )


def _trail(places: Sequence[Place], seat: int) -> str:
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

"""Draws a layer seen from above."""

from collections.abc import Callable, Iterable

from markupsafe import escape

from commands.views.highlights import Highlights
from commands.views.legend import UNCOLOURED
from commands.views.svg.flat import Marks
from commands.views.svg.frame import Frame
from commands.views.svg.panel import HALF, UNIT, Panel, number
from commands.views.svg.trails import trail_lines
from pbm.diagram import Layer, Place

Point = tuple[float, float]
Corner = Callable[[Place], Point]
MAX_NAME = 3
"""Maximum number of letters of a square's name that is written on the square."""
NAME_FONT, LEAST_PIXELS = 3.2, 9
"""Height of a name in units, and its minimum height in pixels."""


def square_corner(place: Place) -> Point:
    """Returns the x and y coordinates of a square's corner at the top left."""
    return place[1] * UNIT, place[0] * UNIT


def flat_panel(layer: Layer, level: int, frame: Frame, highlights: Highlights) -> Panel:
    """Returns a layer with its board, pieces and marks."""
    return framed(frame, layer_content(layer, level, frame, highlights), layer.title)


def layer_content(layer: Layer, level: int, frame: Frame, highlights: Highlights) -> str:
    """Returns the SVG of the pieces and marks of a layer."""
    marks = Marks.of(layer, level, highlights)
    lines = trail_lines(layer, highlights)
    return f"{square_marks(marks, frame)}{lines}{pieces(marks, corner=frame.corner)}"


def framed(frame: Frame, content: str, caption: str = "") -> Panel:
    """Returns a panel with the content on top of the empty board."""
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
    """Returns the SVG of everything below the pieces: colored squares, crosses, dots and names."""
    dots = (f'<circle class="dot" {_middle(place, frame)} r="1"/>' for place in marks.dots)
    names = (_target(name, place, frame) for name, place in marks.names)
    return "".join((coloured_squares(marks, frame), crosses(marks, frame.corner), *dots, *names))


def coloured_squares(marks: Marks, frame: Frame) -> str:
    """Returns the SVG of squares that differ from the empty board."""
    if frame.hexagons:
        return "".join(
            f'<path class="cell {name}" d="{frame.hexagons.cells(places)}"/>'
            for name, places in marks.squares.items()
        )
    if frame.style in UNCOLOURED:
        return ""
    return "".join(
        f'<path class="square {name}" d="{_rows(places)}"/>'
        for name, places in marks.squares.items()
    )


def crosses(marks: Marks, corner: Corner = square_corner) -> str:
    """Returns crosses for the pieces that can't move at the end."""
    return "".join(
        f'<use class="cross" href="#cross"{_at(corner(place))}/>' for place in marks.crosses
    )


def _target(name: str, place: Place, frame: Frame) -> str:
    """Returns the name of a target square, or a ring if the name doesn't fit."""
    is_small = len(name) > MAX_NAME or frame.narrow * NAME_FONT < LEAST_PIXELS
    if is_small or frame.style in UNCOLOURED:
        return f'<circle class="goal" {_middle(place, frame)} r="2"/>'
    left, top = frame.corner(place)
    x, y = number(left + HALF), number(top + HALF + NAME_FONT * 0.36)
    return f'<text class="name" x="{x}" y="{y}">{escape(name)}</text>'


def pieces(marks: Marks, suffix: str = "", corner: Corner = square_corner) -> str:
    """Returns the SVG of the pieces.

    `suffix`: the end of the names of the shapes to use.
    `corner`: returns the coordinates of a place.
    """
    return "".join(
        f'<g class="{name}">'
        + "".join(
            f'<use href="#{escape(shape)}{suffix}"{_at(corner(place))}/>' for shape, place in group
        )
        + "</g>"
        for name, group in marks.pieces.items()
    )


def _at(corner: Point) -> str:
    """Returns SVG attributes that move a shape to these coordinates."""
    x, y = (number(at) if at else "" for at in corner)
    return "".join((f' x="{x}"' if x else "", f' y="{y}"' if y else ""))


def _middle(place: Place, frame: Frame) -> str:
    x, y = frame.corner(place)
    return f'cx="{number(x + HALF)}" cy="{number(y + HALF)}"'


def _rows(places: Iterable[Place]) -> str:
    """Returns an SVG path over these squares. Its lines are as thick as a square.

    `places`: squares sorted by row.
    """
    runs: list[list[int]] = []
    for row, column in places:
        if runs and runs[-1][0] == row and runs[-1][1] + runs[-1][2] == column:
            runs[-1][2] += 1
        else:
            runs.append([row, column, 1])
    return "".join(
        f"M{column * UNIT} {row * UNIT + HALF}h{length * UNIT}" for row, column, length in runs
    )

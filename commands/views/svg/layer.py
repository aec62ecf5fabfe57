"""Draws a layer seen from above."""

from collections.abc import Iterable

from markupsafe import escape

from commands.views.highlights import Highlights
from commands.views.svg.flat import Marks
from commands.views.svg.frame import Frame
from commands.views.svg.panel import HALF, UNIT, Panel, number
from commands.views.svg.trails import trail_lines
from pbm.diagram import Layer, Place

MAX_NAME = 3
"""Maximum number of letters of a square's name that is written on the square."""
NAME_FONT, LEAST_PIXELS = 3.2, 9
"""Height of a name in units, and its minimum height in pixels."""


def flat_panel(layer: Layer, level: int, frame: Frame, highlights: Highlights) -> Panel:
    """Returns a layer with its board, pieces and marks."""
    return framed(frame, layer_content(layer, level, frame, highlights), layer.title)


def layer_content(layer: Layer, level: int, frame: Frame, highlights: Highlights) -> str:
    """Returns the SVG of the pieces and marks of a layer."""
    marks = Marks.of(layer, level, highlights)
    return f"{square_marks(marks, frame)}{trail_lines(layer, highlights)}{pieces(marks)}"


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
    dots = (f'<circle class="dot" {_middle(place)} r="1"/>' for place in marks.dots)
    names = (_target(name, place, frame) for name, place in marks.names)
    return "".join((coloured_squares(marks), crosses(marks), *dots, *names))


def coloured_squares(marks: Marks) -> str:
    """Returns the SVG of squares that differ from the empty board."""
    return "".join(
        f'<path class="square {name}" d="{_rows(places)}"/>'
        for name, places in marks.squares.items()
    )


def crosses(marks: Marks) -> str:
    """Returns crosses for the pieces that can't move at the end."""
    return "".join(f'<use class="cross" href="#cross"{at(place)}/>' for place in marks.crosses)


def _target(name: str, place: Place, frame: Frame) -> str:
    """Returns the name of a target square, or a ring if the name doesn't fit."""
    if len(name) > MAX_NAME or frame.narrow * NAME_FONT < LEAST_PIXELS:
        return f'<circle class="goal" {_middle(place)} r="2"/>'
    row, column = place
    x, y = column * UNIT + HALF, number(row * UNIT + HALF + NAME_FONT * 0.36)
    return f'<text class="name" x="{x}" y="{y}">{escape(name)}</text>'


def pieces(marks: Marks, suffix: str = "") -> str:
    """Returns the SVG of the pieces.

    `suffix`: the end of the names of the shapes to use.
    """
    return "".join(
        f'<g class="{name}">'
        + "".join(f'<use href="#{escape(shape)}{suffix}"{at(place)}/>' for shape, place in group)
        + "</g>"
        for name, group in marks.pieces.items()
    )


def at(place: Place) -> str:
    """Returns SVG attributes that move a shape to this place."""
    row, column = place
    x = f' x="{column * UNIT}"' if column else ""
    return f'{x} y="{row * UNIT}"' if row else x


def _middle(place: Place) -> str:
    row, column = place
    return f'cx="{column * UNIT + HALF}" cy="{row * UNIT + HALF}"'


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

"""Draws boards with raised layers: all layers in one picture, then each layer separately."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import escape

from commands.views.highlights import Highlights
from commands.views.legend import HIGHER
from commands.views.svg.flat import Marks
from commands.views.svg.frame import Frame, missing_squares
from commands.views.svg.layer import crosses, flat_panel, framed, pieces, square_marks
from commands.views.svg.panel import HALF, UNIT, Panel, Scale, number
from commands.views.svg.pieces import RISE, STACKED
from pbm.diagram import Cell, Diagram, Place

WIDE = 7
"""Minimum number of columns of a board whose levels don't fit side by side on phones."""

NAME_FONT, LEAST_PIXELS = 2.3, 8
"""Height of a place's name in units, and its minimum height in pixels."""


def is_stacked(diagram: Diagram) -> bool:
    """Whether the diagram has raised layers."""
    return any(layer.raised for layer in diagram.layers)


def stack_frames(diagram: Diagram) -> list[Frame]:
    """Returns the frame of the whole stack, followed by a frame for each level."""
    whole = Frame.of(diagram.layers[0])
    scale = whole.scale.part(0.65 if len(whole.columns) >= WIDE else 0.5)
    return [whole, *(_level_frame(diagram, level, scale) for level in range(len(diagram.layers)))]


def _level_frame(diagram: Diagram, level: int, scale: Scale) -> Frame:
    """Returns the frame of a level.

    The frame of a raised level shows the squares of the level below.
    """
    frame = Frame.of(diagram.layers[level], scale)
    if not frame.raised:
        return frame
    return replace(frame, missing=missing_squares(diagram.layers[level - 1]))


def stack_panels(diagram: Diagram, highlights: Highlights) -> Iterator[Panel]:
    """Yields all layers in one picture.

    If any piece is on a raised layer, each layer up to the highest occupied one follows separately.
    """
    whole, *frames = stack_frames(diagram)
    stack = Stack(diagram, highlights)
    yield framed(whole, stack.content(whole))
    for level in range(_levels(diagram)):
        layer, frame = diagram.layers[level], frames[level]
        if layer.raised:
            below = diagram.layers[level - 1].title.lower()
            yield framed(frame, stack.level_content(level, frame), f"{layer.title}, on {below}")
        else:
            yield flat_panel(layer, level, frame, highlights)


def _levels(diagram: Diagram) -> int:
    """Returns the number of layers up to the highest one with a piece.

    It is 0 if only the lowest layer has pieces.
    """
    highest = max((level for level, cell in diagram.numbered_cells() if cell.piece), default=0)
    return highest + 1 if highest else 0


@dataclass(frozen=True, slots=True)
class Stack:
    """A diagram with raised layers."""

    diagram: Diagram
    highlights: Highlights

    def content(self, frame: Frame) -> str:
        """Returns the SVG of all levels, seen from above and slightly from the front."""
        ground = self._marks(0)
        raised = (
            self._raised(level, frame)
            for level, layer in enumerate(self.diagram.layers)
            if layer.raised
        )
        return f"{square_marks(ground, frame)}{pieces(ground, STACKED)}{''.join(raised)}"

    def level_content(self, level: int, frame: Frame) -> str:
        """Returns the SVG of a level from above, with the pale level below it around it."""
        marks = self._marks(level)
        plain: dict[str, list[Place]] = {}
        for place, _ in self._supported(level):
            plain.setdefault("plain dark" if sum(place) % 2 else "plain", []).append(place)
        squares = square_marks(replace(marks, squares=plain | marks.squares), frame)
        below = Marks.of(self.diagram.layers[level - 1], level - 1, Highlights())
        return (
            f'<g class="below">{pieces(below)}</g>'
            f'<g transform="translate({HALF} {HALF})">{squares}{pieces(marks)}</g>'
        )

    def _raised(self, level: int, frame: Frame) -> str:
        """Returns the SVG of the pieces of a level, and of its free places.

        A free place is one where a piece could be put.
        """
        marks = self._marks(level)
        colours = {place: name for name, places in marks.squares.items() for place in places}
        free = (
            _circle(place, colours.get(place, ""))
            for place, cell in self._supported(level)
            if not cell.piece
        )
        named = frame.narrow * NAME_FONT >= LEAST_PIXELS
        names = (
            _name(f"{cell.square}{HIGHER}{level + 1}", place, 9.6 if cell.piece else 6.8)
            for place, cell in self._supported(level)
            if named
        )
        shift = f"{level * HALF} {number(level * (HALF - RISE))}"
        return (
            f'<g transform="translate({shift})">{"".join(free)}{crosses(marks)}'
            f"{pieces(marks, STACKED)}"
            f'<g class="place-name" font-size="{NAME_FONT}">{"".join(names)}</g></g>'
        )

    def _marks(self, level: int) -> Marks:
        return Marks.of(self.diagram.layers[level], level, self.highlights)

    def _supported(self, level: int) -> list[tuple[Place, Cell]]:
        """Returns the squares that are occupied or could be."""
        return [
            (place, cell)
            for place, cell in self.diagram.layers[level].squares()
            if cell.piece or "unsupported" not in cell.marks
        ]


def _circle(place: Place, colour: str) -> str:
    x, y = place[1] * UNIT + HALF, place[0] * UNIT + HALF + 1
    return f'<circle class="place {colour}" cx="{x}" cy="{y}" r="3.2"/>'


def _name(name: str, place: Place, base: float) -> str:
    x, y = place[1] * UNIT + HALF, number(place[0] * UNIT + base)
    return f'<text x="{x}" y="{y}">{escape(name)}</text>'

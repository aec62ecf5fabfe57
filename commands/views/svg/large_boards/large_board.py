"""Draws large boards: the whole board first, then enlarged parts of it."""

from collections.abc import Iterator, Sequence

from commands.views.highlights import Highlights
from commands.views.svg.flat import Marks
from commands.views.svg.frame import Frame
from commands.views.svg.large_boards.enlarged_parts import Window, windows
from commands.views.svg.large_boards.overview import LINE_PIXELS, Overview
from commands.views.svg.layer import coloured_squares, framed, layer_content, panel
from commands.views.svg.panel import Panel, number, usual_scale
from commands.views.svg.trails import trail_lines
from pbm.diagram import Layer

PART_SHARE = 0.65
"""Size of the enlarged part of a crowded board, as a share of a full drawing."""


def vast_panels(layer: Layer, level: int, frame: Frame, highlights: Highlights) -> Iterator[Panel]:
    """Yields the whole layer with enlarged pieces, then enlarged parts.

    The first of these parts is the one with the last move.
    """
    overview = Overview(layer, level, highlights)
    parts = list(windows(layer, overview.places()))
    squares = coloured_squares(Marks.of(layer, level, highlights), frame)
    below = f"{squares}{trail_lines(layer, highlights)}{_outlines(frame, parts)}"
    yield framed(frame, f"{below}{overview.content(frame)}")
    for index, window in enumerate(parts):
        share = 1 / 2 if index or not highlights.last else 1
        yield _part(window, layer, level, share, highlights)


def crowded_panels(
    layer: Layer, level: int, frame: Frame, highlights: Highlights
) -> Iterator[Panel]:
    """Yields the whole layer, then the enlarged part with the last move, if there is one."""
    last = Overview(layer, level, highlights).last()
    parts = list(windows(layer, last))[:1]
    content = layer_content(layer, level, frame, highlights)
    yield framed(frame, f"{content}{_outlines(frame, parts)}", layer.title)
    for window in parts:
        yield _part(window, layer, level, PART_SHARE, highlights)


def _part(window: Window, layer: Layer, level: int, share: float, highlights: Highlights) -> Panel:
    part = layer.part(window.rows, window.columns)
    scale = usual_scale(len(part.columns), len(part.rows)).part(share)
    frame = Frame.of(part, scale)
    return panel(frame, frame.content() + layer_content(part, level, frame, highlights))


def _outlines(frame: Frame, parts: Sequence[Window]) -> str:
    """Returns the outlines of the enlarged parts."""
    width = number(LINE_PIXELS / frame.narrow)
    path = "".join(window.outline() for window in parts)
    return f'<path class="part" stroke-width="{width}" d="{path}"/>' if parts else ""

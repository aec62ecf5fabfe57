"""Draws positions as SVG, with definitions that all pictures on a page share."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup, escape

from commands.views.highlights import Highlights
from commands.views.legend import legend as board_legend
from commands.views.svg import pieces
from commands.views.svg.frame import Frame
from commands.views.svg.large_boards.large_board import crowded_panels, vast_panels
from commands.views.svg.layer import flat_panel
from commands.views.svg.panel import Panel
from commands.views.svg.pieces import CROSS, icon
from commands.views.svg.raised_layers import is_stacked, stack_frames, stack_panels
from commands.views.svg.trails import ARROWS
from pbm.diagram import Diagram, Hand

TIMES = "\N{MULTIPLICATION SIGN}"


@dataclass(frozen=True)
class Drawing:
    """The pictures on one page."""

    diagrams: tuple[Diagram, ...]
    """All diagrams that the page draws. They may be of different games."""

    def definitions(self) -> Markup:
        """Returns the SVG definitions that the pictures refer to.

        A page includes them once, before or after the pictures.
        """
        cells = (cell for diagram in self.diagrams for cell in diagram.pieces())
        shapes = pieces.definitions(cells, stacked=any(map(is_stacked, self.diagrams)))
        frames = {frame: None for diagram in self.diagrams for frame in _frames(diagram)}
        boards = "".join(frame.definition() for frame in frames)
        return Markup(  # noqa: S704 - all texts in it are escaped
            '<svg class="board-definitions" width="0" height="0" aria-hidden="true"><defs>'
            f'{shapes}<g id="cross">{CROSS}</g>{ARROWS}{boards}</defs></svg>'
        )

    @staticmethod
    def picture(
        diagram: Diagram, highlights: Highlights, *, key: str, title: str, description: str
    ) -> Markup:
        """Returns a position as one or more SVG elements.

        The first element has the title and description.

        `key`: the prefix of the element ids. It must be unique on the page.
        """
        first, *further = _panels(diagram, highlights)
        key = escape(key)
        named = f'role="img" aria-labelledby="{key}-title" aria-describedby="{key}-text"'
        texts = (
            f'<title id="{key}-title">{escape(title)}</title>'
            f'<desc id="{key}-text">{escape(description)}</desc>'
        )
        drawn = [
            first.markup(named, texts),
            *(each.markup('aria-hidden="true"') for each in further),
        ]
        drawn += map(hand_line, diagram.hands)
        return Markup(f'<div class="board">{"".join(drawn)}</div>')  # noqa: S704 - as above


def hand_line(hand: Hand) -> Markup:
    """Returns the pieces in a player's hand as HTML."""
    pieces = (
        icon(cell, cell.words) + (f" {TIMES} {count}" if count > 1 else "")
        for cell, count in hand.pieces
    )
    line = f'<p class="board-hand">{escape(hand.title)}: {" ".join(pieces) or "empty"}</p>'
    return Markup(line)  # noqa: S704 - all texts in it are escaped


def _panels(diagram: Diagram, highlights: Highlights) -> Iterator[Panel]:
    if is_stacked(diagram):
        yield from stack_panels(diagram, highlights)
        return
    for level, layer in enumerate(diagram.layers):
        frame = Frame.of(layer)
        if frame.vast:
            yield from vast_panels(layer, level, frame, highlights)
        elif frame.crowded:
            yield from crowded_panels(layer, level, frame, highlights)
        else:
            yield flat_panel(layer, level, frame, highlights)


def _frames(diagram: Diagram) -> list[Frame]:
    """Returns the empty boards of a diagram. Several pictures on a page can share them."""
    layers = diagram.layers
    return stack_frames(diagram) if is_stacked(diagram) else [Frame.of(layer) for layer in layers]


def legend(diagram: Diagram, highlights: Highlights) -> str:
    """Returns sentences that explain the symbols and colors of a drawing.

    Empty if there are none.
    """
    return board_legend(
        diagram,
        highlights,
        dotted=not highlights.trails,
        targets=bool(highlights.targets),
        higher=is_stacked(diagram),
        enlarged=_has_parts(diagram, highlights),
    )


def _has_parts(diagram: Diagram, highlights: Highlights) -> bool:
    """Whether parts of the board are drawn a second time, enlarged."""
    frames = [Frame.of(layer) for layer in diagram.layers]
    return not is_stacked(diagram) and any(
        frame.vast or (frame.crowded and highlights.last) for frame in frames
    )

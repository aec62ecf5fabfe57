"""The meaning of a board's signs, for those that are on it."""

from collections.abc import Sequence

from commands.views.diagram_crop import GAP
from commands.views.html.grid import DOT, Grid, Highlights
from commands.views.html.levels import HIGHER, MoveGroups
from pbm.diagram import Diagram

CLOSED = {"closed", "removed"}


def legend(
    diagram: Diagram,
    layers: Sequence[Grid],
    highlights: Highlights,
    moves: MoveGroups,
    *,
    preview: bool = False,
) -> list[str]:
    """Returns a line on the signs, none if they say what they are by themselves.

    `moves`: those that are links below the board.
    """
    marks = {mark for cell in diagram.cells() for mark in cell.marks}
    dotted = any(square.text == DOT for layer in layers for square in layer.squares())
    known = {
        f"Yellow squares{f', {DOT}' if dotted else ''} and a thick edge: "
        f"{'this' if preview else 'the last'} move.": bool(highlights.last),
        "Grey squares: nobody can move there.": bool(marks & CLOSED),
        "Pale: pinned, as it supports another piece.": "pinned" in marks,
        "Pale: has left the game.": "left" in marks,
        "Red square: can't move.": bool(highlights.trapped),
        f"{HIGHER} and a number: on that level, on top of four pieces.": any(
            HIGHER in link.words for _, links in moves for link in links
        ),
        f"{GAP} stands for rows and columns that are left out.": any(
            layer.cropped for layer in layers
        ),
    }
    line = " ".join(text for text, applies in known.items() if applies)
    return [line] if line else []

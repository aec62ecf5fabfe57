"""The meaning of a board's signs, for those that are on it."""

from collections.abc import Sequence

from commands.views.diagram_crop import GAP
from commands.views.html.grid import DOT, Grid, Highlights
from pbm.diagram import Diagram


def legend(diagram: Diagram, layers: Sequence[Grid], highlights: Highlights) -> list[str]:
    """Returns a line on the signs, none if they say what they are by themselves."""
    marks = {mark for cell in diagram.pieces() for mark in cell.marks}
    known = {
        f"Yellow, {DOT} and a thick edge: the last move.": bool(highlights.last),
        "Pale: pinned, as it supports another piece.": "pinned" in marks,
        "Pale: has left the game.": "left" in marks,
        "Red: can't move.": bool(highlights.trapped),
        f"{GAP} stands for rows and columns that are left out.": any(
            layer.cropped for layer in layers
        ),
    }
    line = " ".join(text for text, applies in known.items() if applies)
    return [line] if line else []

"""The meaning of a board's signs, in emails and on pages."""

from commands.views.highlights import Highlights
from pbm.diagram import GAP, Diagram

DOT = "\N{BULLET}"
"""Marks the square that the last move left."""
HIGHER = "\N{BLACK UP-POINTING TRIANGLE}"
"""Marks a square on a higher level of a board."""
CLOSED = {"closed", "removed"}


def legend(
    diagram: Diagram,
    highlights: Highlights,
    *,
    dotted: bool,
    preview: bool = False,
    targets: bool = False,
    higher: bool = False,
    cropped: bool = False,
    enlarged: bool = False,
) -> str:
    """Returns a sentence on each sign that is on the board; empty if there are none.

    `dotted`: the square that the last move left has a dot. `preview`: that move isn't played yet.
    The others say which signs there are besides the highlights.
    """
    marks = {mark for cell in diagram.cells() for mark in cell.marks}
    known = {
        f"Yellow squares{f', {DOT}' if dotted else ''} and a thick edge: "
        f"{'this' if preview else 'the last'} move.": bool(highlights.last),
        "Grey squares: nobody can move there.": bool(marks & CLOSED),
        "Pale: pinned, as it supports another piece.": "pinned" in marks,
        "Pale: has left the game.": "left" in marks,
        "Red square: can't move.": bool(highlights.trapped),
        "Green squares: the player to move can go there.": targets,
        f"{HIGHER} and a number: on that level, on top of four pieces.": higher,
        f"{GAP} stands for rows and columns that are left out.": cropped,
        "Frames: the parts that are shown again, enlarged.": enlarged,
    }
    return " ".join(text for text, applies in known.items() if applies)

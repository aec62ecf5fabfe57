"""Explains the symbols and colors of a board, in emails and on web pages."""

from commands.views.highlights import Highlights
from pbm.diagram import GAP, Diagram

DOT = "\N{BULLET}"
"""Marks the square that the piece left in the last move."""
HIGHER = "\N{BLACK UP-POINTING TRIANGLE}"
"""Marks a square on a raised level of a board."""
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
    """Returns a sentence for each symbol or color on the board. Empty if there are none to explain.

    `dotted`: whether a dot marks the square that the last move left.
    `preview`: whether the last move isn't played yet.
    `targets`: whether squares that a piece can move to are green.
    `higher`: whether squares on raised levels are marked.
    `cropped`: whether rows or columns are left out.
    `enlarged`: whether parts of the board are shown a second time, enlarged.
    """
    marks = {mark for cell in diagram.cells() for mark in cell.marks}
    explanations = {
        f"Yellow squares{f', {DOT}' if dotted else ''} and a thick edge: "
        f"{'this' if preview else 'the last'} move.": bool(highlights.last),
        "Gray squares: nobody can move there.": bool(marks & CLOSED),
        "Pale: pinned, because it supports another piece.": "pinned" in marks,
        "Pale: has left the game.": "left" in marks,
        "Red square: can't move.": bool(highlights.trapped),
        "Green squares: the player to move can go there.": targets,
        f"{HIGHER} and a number: on that level, on top of four pieces.": higher,
        f"{GAP} marks rows and columns that aren't shown.": cropped,
        "Frames: the parts that are shown again, enlarged.": enlarged,
    }
    return " ".join(text for text, applies in explanations.items() if applies)

"""Explains the symbols and colors of a board, in emails and on web pages."""

from commands.views.highlights import Highlights
from pbm.diagram import GAP, Diagram
from pbm.look import Shape, Style
from pbm.wording import listing

DOT = "\N{BULLET}"
"""Marks the square that the piece left in the last move."""
HIGHER = "\N{BLACK UP-POINTING TRIANGLE}"
"""Marks a square on a raised level of a board."""
CLOSED = {"closed", "removed"}
UNCOLOURED = {Style.INTERSECTIONS, Style.RIVER}
"""Boards whose squares have no color of their own. Only their pieces show the last move."""


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
        f"{_last_signs(diagram, dotted=dotted)}: {'this' if preview else 'the last'} move.": bool(
            highlights.last
        ),
        "Gray squares: nobody can move there.": bool(marks & CLOSED),
        "Pale pieces: pinned, because they support other pieces.": "pinned" in marks,
        "Pale pieces: their player has left the game.": "left" in marks,
        "Red square: the piece on it can't move.": bool(highlights.trapped),
        "Green squares: the player to move can go there.": targets,
        f"{HIGHER} and a number: a place on that level, on top of four pieces.": higher,
        f"{GAP} marks rows and columns that aren't shown.": cropped,
        "Frames: parts of the board that are also shown enlarged.": enlarged,
    }
    return " ".join(text for text, applies in explanations.items() if applies)


def _last_signs(diagram: Diagram, *, dotted: bool) -> str:
    """Returns the signs of the last move, such as `Yellow squares and a thick edge`."""
    styles = {layer.style for layer in diagram.layers}
    signs = {
        "yellow cells" if styles == {Style.HEXAGONS} else "yellow squares": styles - UNCOLOURED,
        DOT: dotted,
        "a thick edge": any(cell.shape is not Shape.FIGURE for cell in diagram.pieces()),
    }
    words = listing([sign for sign, is_used in signs.items() if is_used])
    return words[:1].upper() + words[1:]

"""The meaning of a board's signs, in the words of mails and pages."""

from pbm.diagram import Diagram

DOT = "\N{BULLET}"
"""Marks the square that the last move left."""
CLOSED = {"closed", "removed"}


def signs_of(
    diagram: Diagram, *, last: bool, dotted: bool, trapped: bool, preview: bool = False
) -> list[str]:
    """Returns a sentence on each sign that is on the board.

    `last`: the squares of the last move are marked, with a dot if `dotted`. `trapped`: so are
    pieces that can't move. `preview`: the move isn't played yet.
    """
    marks = {mark for cell in diagram.cells() for mark in cell.marks}
    known = {
        f"Yellow squares{f', {DOT}' if dotted else ''} and a thick edge: "
        f"{'this' if preview else 'the last'} move.": last,
        "Grey squares: nobody can move there.": bool(marks & CLOSED),
        "Pale: pinned, as it supports another piece.": "pinned" in marks,
        "Pale: has left the game.": "left" in marks,
        "Red square: can't move.": trapped,
    }
    return [text for text, applies in known.items() if applies]

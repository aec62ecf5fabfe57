"""The signs of pieces."""

from pbm.diagram import Cell

TEXT = "\ufe0e"
"""Asks for a sign as text: some mail programs show chessmen as pictures in colours of their own."""
OUTLINED = {"knight": "\N{WHITE CHESS KNIGHT}", "king": "\N{WHITE CHESS KING}"}
SOLID = {"knight": "\N{BLACK CHESS KNIGHT}", "king": "\N{BLACK CHESS KING}"}
"""By the last of a piece's words."""


def piece_sign(cell: Cell) -> str:
    """Returns the sign of a piece: a chessman, or the end of its text, such as the 1 of `P1`.

    White is outlined, so that it differs from Black also where a mail program changes the colours.
    """
    words = cell.words.replace(",", "").split()
    signs = OUTLINED if "white" in words else SOLID
    return next((signs[word] + TEXT for word in words if word in signs), cell.text[-1:])

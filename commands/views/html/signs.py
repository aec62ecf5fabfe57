"""The characters that represent pieces in emails."""

from pbm.diagram import Cell

TEXT = "\ufe0e"
"""The Unicode variation selector for text. Without it, some mail programs show chess pieces as
pictures in their own colors.
"""
OUTLINED = {"knight": "\N{WHITE CHESS KNIGHT}", "king": "\N{WHITE CHESS KING}"}
SOLID = {"knight": "\N{BLACK CHESS KNIGHT}", "king": "\N{BLACK CHESS KING}"}
"""Chess characters by the last word of a piece's description."""


def piece_sign(cell: Cell) -> str:
    """Returns the character that represents a piece.

    It is a chess character, or the last character of the piece's text, such as the 1 of `P1`. White
    pieces are drawn in outline, so that they remain distinguishable if a mail program changes the
    colors.
    """
    words = cell.words.replace(",", "").split()
    signs = OUTLINED if "white" in words else SOLID
    return next((signs[word] + TEXT for word in words if word in signs), cell.text[-1:])

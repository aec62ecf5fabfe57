"""The characters that represent pieces in emails."""

from commands.views.svg.piece_signs import kind_of, letters_of
from pbm.diagram import Cell
from pbm.look import Shape

TEXT = "\ufe0e"
"""The Unicode variation selector for text. Without it, some mail programs show chess pieces as
pictures in their own colors.
"""
OUTLINED = {
    "king": "\N{WHITE CHESS KING}",
    "queen": "\N{WHITE CHESS QUEEN}",
    "rook": "\N{WHITE CHESS ROOK}",
    "bishop": "\N{WHITE CHESS BISHOP}",
    "knight": "\N{WHITE CHESS KNIGHT}",
    "pawn": "\N{WHITE CHESS PAWN}",
}
SOLID = {
    "king": "\N{BLACK CHESS KING}",
    "queen": "\N{BLACK CHESS QUEEN}",
    "rook": "\N{BLACK CHESS ROOK}",
    "bishop": "\N{BLACK CHESS BISHOP}",
    "knight": "\N{BLACK CHESS KNIGHT}",
    "pawn": "\N{BLACK CHESS PAWN}",
}
"""Chess characters by the sign of a piece."""
CROWN = SOLID["queen"] + TEXT
"""The sign of a king in draughts."""
OUTLINED_STONE, SOLID_STONE = "\N{WHITE CIRCLE}", "\N{BLACK CIRCLE}"
"""Stones in mail programs that don't draw discs."""


def piece_sign(cell: Cell) -> str:
    """Returns the character that represents a piece.

    It is a chess character, or the letters of the piece, such as the 1 of `P1`. White pieces are
    drawn in outline, so that they remain distinguishable if a mail program changes the colors.
    """
    is_white = "white" in cell.words.replace(",", "").split()
    kind = kind_of(cell)
    if cell.shape is Shape.STONE:
        return OUTLINED_STONE if is_white else SOLID_STONE
    if cell.shape is Shape.DRAUGHT:
        return CROWN if kind == "king" else ""
    if not kind:
        return letters_of(cell)
    return (OUTLINED if is_white else SOLID)[kind] + TEXT

"""Moves of games in which a move is only the square to which a piece moves: "c2" for "a1-c2"."""

import re

from commands.replies.moves.notation.written_moves import is_legal
from pbm.match.match import Match

MAX_LEGAL = 60
"""Maximum number of legal moves. In games with more of them, players add pieces to the board."""
MAX_PIECES = 4
"""Maximum number of pieces of the player to move."""
_SQUARE = re.compile(r"[a-z]+\d+")


def moves_from_squares(match: Match) -> dict[str, str]:
    """Returns the legal moves by their spellings from square to square, such as "a1-c2".

    Returns {} in games whose moves aren't written as the square to which a piece moves.
    """
    legal = match.legal
    if match.game.piece_words or not legal or len(legal) > MAX_LEGAL:
        return {}
    if not all(map(_SQUARE.fullmatch, legal)):
        return {}
    pieces = match.diagram.pieces()
    own = [piece.square for piece in pieces if piece.seat == match.to_move]
    if len(own) > MAX_PIECES:
        return {}
    spellings = {f"{origin}-{target}": target for origin in own for target in legal}
    if len(own) == 1:
        return spellings
    return {spelling: move for spelling, move in spellings.items() if is_legal(match, spelling)}

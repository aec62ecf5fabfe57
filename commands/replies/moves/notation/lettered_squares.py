"""Finds the square behind a letter in games in which a move is only a square: "Wd4", "S. d4".

The letter is often the initial of a color. Such a move is never made before its writer confirms it.
"""

import re

from commands.replies.vocabulary.moves.move_words import COLOR_INITIALS
from mail.reading.characters import plain_signs
from pbm.match.match import Match

MAX_LENGTH = 24
"""Maximum number of characters of a line that is read."""
_LETTERED = re.compile(
    r"[\W_]{0,8}(?:\d{1,3}[\W_]{1,8})?([A-Z]|w)[.: ]{0,2}([A-Za-z]\d{1,2})[\W_]{0,8}"
)
_SGF = re.compile(r"\W?[BW]\[[a-s]{2}\]\W?")
"""A move in the notation of a file in SGF."""


def lettered_squares(match: Match, text: str) -> list[str]:
    """Returns the move of a line that is only the initial of a color and a square of the board."""
    letter, square = _parts(match, text)
    is_color = letter.upper() in COLOR_INITIALS
    return [square] if square and is_color and _is_on_board(match, square) else []


def is_lettered_square(match: Match, text: str) -> bool:
    """Whether a line is only a letter and a square of the board, or a move in SGF."""
    _, square = _parts(match, text)
    if not square:
        return not match.outcome and bool(_SGF.fullmatch(text))
    return _is_on_board(match, square)


def _is_on_board(match: Match, square: str) -> bool:
    pieces = match.diagram.pieces()
    return square in match.legal or any(piece.square == square for piece in pieces)


def _parts(match: Match, text: str) -> tuple[str, str]:
    """Returns the letter and the square of a line, or empty strings."""
    if match.outcome or match.game.piece_words or len(text) > MAX_LENGTH:
        return "", ""
    found = _LETTERED.fullmatch(plain_signs(text))
    return (found[1], found[2].lower()) if found else ("", "")

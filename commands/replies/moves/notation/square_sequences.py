"""Finds moves of several squares that a sentence names in their order: "i4 to f7, arrow on f10".

The first squares are enough if only one legal move begins with them, as "f8-d6" for f8xd6xb4. Such
a move is never made before its writer confirms it.
"""

import re
from collections.abc import Sequence

from commands.replies.moves.notation.written_moves import is_legal, is_struck_out
from commands.replies.vocabulary.moves.move_words import PLAYING
from mail.reading.characters import plain_signs
from pbm.errors import IllegalError
from pbm.match.match import Match
from pbm.wording import listing

MAX_LENGTH = 400
"""Maximum number of characters of a line that is read."""
MIN_SQUARES = 2
MAX_WORDS = 5
"""Maximum number of words next to the squares of an incomplete move."""
MAX_EXAMPLES = 5
INCOMPLETE = "The rest of your move is missing. Write the whole move, such as {}."
_SQUARE = re.compile(
    r"(?:(?<![^\W_])|(?<=\dx))([a-z]\d{1,2})(?:(?![^\W_])|(?=x[a-z]\d))", re.IGNORECASE
)
_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;]*")
_WORD = re.compile(r"[^\W\d_]{2,}")


def moves_along(match: Match, text: str) -> list[str]:
    """Returns the legal moves whose squares, or whose first squares, a sentence of a text names.

    A sentence whose squares may begin several moves has none.
    """
    found = (_beginning_with(match, squares) for squares in _named(match, text))
    return [*dict.fromkeys(moves[0] for moves in found if len(moves) == 1)]


def check_complete(match: Match, text: str) -> None:
    """Raises IllegalError if a line is hardly more than the first squares of several moves."""
    for squares in _named(match, text):
        words = _WORD.findall(text.lower())
        is_short = len(words) <= MAX_WORDS or not {*PLAYING.split()}.isdisjoint(words)
        moves = _beginning_with(match, squares)
        if is_short and len(moves) > 1 and not is_legal(match, "-".join(squares)):
            raise IllegalError(INCOMPLETE.format(listing(moves[:MAX_EXAMPLES], "or")))


def _named(match: Match, text: str) -> list[list[str]]:
    """Returns the squares of each sentence that names several, in a game with such moves."""
    if match.outcome or match.game.piece_words or len(text) > MAX_LENGTH or is_struck_out(text):
        return []
    sentences = [_squares(sentence) for sentence in _SENTENCE.findall(plain_signs(text))]
    named = [squares for squares in sentences if len(squares) >= MIN_SQUARES]
    is_path = named and any(len(_squares(move)) > MIN_SQUARES for move in match.legal)
    return named if is_path else []


def _beginning_with(match: Match, squares: Sequence[str]) -> list[str]:
    """Returns the legal move with exactly these squares, or else the moves that begin with them."""
    moves = [move for move in match.legal if _squares(move)[: len(squares)] == squares]
    whole = [move for move in moves if len(_squares(move)) == len(squares)]
    return whole or moves


def _squares(text: str) -> list[str]:
    return [square.lower() for square in _SQUARE.findall(text)]

"""Finds the move of a line that has only courtesies next to it: "Castles kingside, please".

Such a line can't mean anything else, so its move is made without a confirmation.
"""

from functools import cache

from commands.replies.moves.notation.written_moves import is_legal
from commands.replies.moves.spoken.castling_and_passing import (
    LONG_CASTLING,
    SHORT_CASTLING,
    named_by_words,
)
from commands.replies.sentences.accents import folded
from commands.replies.vocabulary.moves import chess_words
from commands.replies.vocabulary.moves import courtesy_words as tables
from mail.reading.characters import plain_signs
from pbm.match.match import Match

MAX_LENGTH = 100
"""Maximum number of characters of such a line."""
_SIGNS = ".,;:!*\"'()"


def courteous_move(match: Match, text: str) -> str:
    """Returns the only legal move that a line with courtesies tells, or ""."""
    text = plain_signs(text).strip()
    if match.outcome or len(text) > MAX_LENGTH or "?" in text:
        return ""
    words = [word.strip(_SIGNS) for word in text.split()]
    return _written(match, [*filter(None, words)]) or _castling(match, text)


def _written(match: Match, words: list[str]) -> str:
    """Returns the legal move among words that only tell it."""
    moves = [word for word in words if any(map(str.isdigit, word))]
    if len(moves) != 1 or len(words) == 1 or not is_legal(match, moves[0]):
        return ""
    known = _listed(tables.TELLING)
    known = known if match.game.piece_words else known | _listed(tables.PLACING)
    rest = {folded(word).lower() for word in words if word not in moves}
    return moves[0] if rest <= known else ""


def _castling(match: Match, text: str) -> str:
    """Returns the only legal way to castle that a text names, perhaps several times."""
    plain = " ".join(word.strip(_SIGNS) for word in folded(text).lower().split())
    for phrase in tables.ALARM.split(","):
        plain = plain.replace(phrase.strip(), " ")
    words = [word for word in dict.fromkeys(plain.split()) if word not in _listed(tables.TELLING)]
    if _listed(chess_words.CASTLING).isdisjoint(words):
        return ""
    named = [move for move in named_by_words(" ".join(words)) if is_legal(match, move)]
    is_only = len(named) == 1 and {*named} <= {SHORT_CASTLING, LONG_CASTLING}
    return named[0] if is_only else ""


@cache
def _listed(table: str) -> frozenset[str]:
    return frozenset(table.split())

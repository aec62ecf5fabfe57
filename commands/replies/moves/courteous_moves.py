"""Finds the move of a line that has only courtesies next to it: "Castles kingside, please".

Such a line can't mean anything else, so its move is made without a confirmation.
"""

import re
from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

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
_CLAUSE = re.compile(r"[^.,;!]+[.,;! ]*")
_SIGNATURE = re.compile(r"([^.,;!]+)[.,!] ?( ?[^\W\d_a-z][^\W\d_]+)[.!]?$")
"""A name behind a greeting at the end: "Un saludo, Ana"."""
_SQUARE = re.compile(r"[a-z]\d{1,2}")


class CourteousMove(NamedTuple):
    move: str = ""
    comment: str = ""
    """The greetings and wishes around the move."""


def courteous_move(match: Match, text: str, names: Collection[str] = ()) -> CourteousMove:
    """Returns the only legal move that a line with courtesies tells, or an empty one.

    `names`: names of the players in lower case.
    """
    text = plain_signs(text).strip()
    if match.outcome or len(text) > MAX_LENGTH or "?" in text:
        return CourteousMove()
    if castling := _castling(match, text):
        return CourteousMove(castling)
    clauses = _CLAUSE.findall(text)
    signed = _SIGNATURE.search(text)
    said = [each for each in clauses if _is_friendly(each, names)]
    if signed and _is_friendly(signed[1], ()):
        said.append(signed[2])
    told = [each for each in clauses if each not in said]
    if said and _has_digit(clauses[0].split()[0]):
        return CourteousMove()  # the words behind a move in notation are read elsewhere
    move = _written(match, _words(" ".join(told)), is_whole=not said)
    comment = "".join(each for each in clauses if said and not _has_digit(each)).strip()
    return CourteousMove(move, comment) if move else CourteousMove()


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _words(text: str) -> list[str]:
    return [*filter(None, (word.strip(_SIGNS) for word in text.split()))]


def _is_friendly(clause: str, names: Collection[str]) -> bool:
    """Whether a clause only has words of greetings and wishes, or names."""
    words = {folded(word).lower() for word in _words(clause)}
    return words <= _listed(tables.FRIENDLY) | {*names} and not words <= _listed(tables.TELLING)


def _written(match: Match, words: Sequence[str], *, is_whole: bool) -> str:
    """Returns the legal move among words that only tell it."""
    squares = [*filter(_has_digit, words)]
    rest = {folded(word).lower() for word in words if word not in squares}
    known = _listed(tables.TELLING)
    known = known if match.game.piece_words else known | _listed(tables.PLACING)
    is_said = bool(rest) or not is_whole
    if not squares or not is_said or not rest <= known:
        return ""
    if len(squares) == 1:
        return squares[0] if is_legal(match, squares[0]) else ""
    return _along(match, squares) if rest & _listed(tables.PLACING) else ""


def _along(match: Match, squares: Sequence[str]) -> str:
    """Returns the legal move that names exactly these squares: "from f2 to e3"."""
    if match.game.piece_words:
        return ""
    named = [each.lower() for each in squares]
    moves = [move for move in match.legal if _SQUARE.findall(move.lower()) == named]
    return moves[0] if len(moves) == 1 else ""


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

"""Finds moves whose squares a line names between other words: "put the c1 one on d3", "b3 then".

The line isn't in any notation, so such a move is never made before its writer confirms it.
"""

import re
from collections.abc import Iterator, Sequence

from commands.replies.moves.written_moves import is_struck_out
from commands.replies.vocabulary.spoken_words import PLAYING
from pbm.match.match import Match

MAX_LENGTH = 400
"""Maximum number of characters of a line that are read."""
MAX_WORDS = 5
"""Maximum number of words of a sentence that names only one square."""
MAX_PLAYING_WORDS = 10
"""The same, for a sentence with a verb such as "play"."""
MAX_BETWEEN = 10
"""Maximum number of words between two squares."""

_SQUARE = re.compile(
    r"(?<![A-Za-z0-9.,:])(?:[A-Z](?=[a-z]))?([A-Za-z])(\d{1,2})"
    r"(?![A-Za-z0-9\u00b2\u00b3\u00b9\u2070-\u2089])"
)
"""A square, perhaps after the letter of a piece. "Cf3" is a move of a "cavalier"."""
_MOVE = re.compile(r"([a-z]+\d+)-([a-z]+\d+)")
_SENTENCE = re.compile(r"[^.!?;\n\u3002]+[.!?;\u3002]*")
_WORD = re.compile(r"\w+")


def named_moves(match: Match, text: str) -> list[str]:
    """Returns the legal moves whose squares a sentence of the text names.

    A square alone stands for all moves to it. If there are none, it stands for all moves from it.
    """
    if match.outcome or len(text) > MAX_LENGTH or not _SQUARE.search(text) or is_struck_out(text):
        return []
    moves = [found for move in match.legal if (found := _MOVE.fullmatch(move))]
    sentences = _SENTENCE.findall(text) if moves else ()
    return [*dict.fromkeys(move for sentence in sentences for move in _named(moves, sentence))]


def _named(moves: Sequence[re.Match[str]], sentence: str) -> Iterator[str]:
    squares = [f"{found[1].lower()}{found[2]}" for found in _SQUARE.finditer(sentence)]
    words = _WORD.findall(sentence.lower())
    if len(squares) == 2 and len(words) <= MAX_BETWEEN + 2:
        yield from (move[0] for move in moves if [move[1], move[2]] == squares)
    most = MAX_PLAYING_WORDS if not {*words}.isdisjoint(PLAYING.split()) else MAX_WORDS
    if len(squares) == 1 and len(words) <= most:
        targets = [move[0] for move in moves if move[2] == squares[0]]
        yield from targets or (move[0] for move in moves if move[1] == squares[0])

"""Finds moves whose squares a line names between other words: "put the c1 one on d3", "b3 then".

The line isn't in any notation, so such a move is never made before its writer confirms it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from commands.replies.moves.notation.target_moves import moves_from_squares
from commands.replies.moves.notation.written_moves import is_struck_out
from commands.replies.vocabulary.moves.move_words import PIECES, PLAYING
from pbm.match.match import Match

MAX_LENGTH = 400
"""Maximum number of characters of a line that are read."""
MAX_WORDS = 5
"""Maximum number of words of a sentence that names only one square."""
MAX_PLAYING_WORDS = 10
"""The same, for a sentence with a verb such as "play"."""
MAX_BETWEEN = 10
"""Maximum number of words between two squares."""
MAX_AROUND = 14
"""Maximum number of words before and behind two squares."""

GO, COLUMNS = "go", "abcdefghjklmnopqrstuvwxyz"
POINTS = "tengen 天元"
"""Names of the point in the middle of a Go board."""
_SQUARE = re.compile(
    r"(?<![A-Za-z0-9.,:])(?:[A-Z](?=[a-z]))?([A-Za-z])(\d{1,2})"
    r"(?![A-Za-z0-9\u00b2\u00b3\u00b9\u2070-\u2089])"
)
"""A square, perhaps after the letter of a piece. "Cf3" is a move of a "cavalier"."""
_MOVE = re.compile(r"([a-z]+\d+)-([a-z]+\d+)")
_SENTENCE = re.compile(r"[^.!?;\n\u3002]+[.!?;\u3002]*")
_WORD = re.compile(r"\w+")


class _Move(NamedTuple):
    text: str
    """The move in the notation of the game."""
    origin: str
    target: str


def named_moves(match: Match, text: str) -> list[str]:
    """Returns the legal moves whose squares a sentence of the text names.

    A square alone stands for all moves to it. If there are none, it stands for all moves from it.
    """
    if match.outcome or len(text) > MAX_LENGTH or not _SQUARE.search(text) or is_struck_out(text):
        return []
    by_squares = moves_from_squares(match)
    found = map(_MOVE.fullmatch, by_squares or match.legal)
    moves = [_Move(by_squares.get(each[0], each[0]), each[1], each[2]) for each in found if each]
    sentences = _SENTENCE.findall(text) if moves else ()
    counts = [len(_SQUARE.findall(each)) for each in sentences]
    if counts == [1, 1] and _is_about_pieces(text):  # "I take the knight on e1. It goes to g5"
        joined = _between(moves, [f"{file.lower()}{rank}" for file, rank in _SQUARE.findall(text)])
        if joined:
            return joined
    return [*dict.fromkeys(move for sentence in sentences for move in _named(moves, sentence))]


def named_points(match: Match, text: str) -> list[str]:
    """Returns the move to the point of Go that a text names, legal or not: "Tengen!"."""
    if match.outcome or match.game.name != GO or len(text) > MAX_LENGTH:
        return []
    if {*POINTS.split()}.isdisjoint(_WORD.findall(text.lower())):
        return []
    middle, rest = divmod(match.options.size, 2)
    return [f"{COLUMNS[middle]}{middle + 1}"] if rest else []


def tells_point(match: Match, text: str) -> bool:
    """Whether a sentence of a text is only the name of a point of Go: "Tengen! I like it"."""
    sentences = _SENTENCE.findall(text) if named_points(match, text) else ()
    return any({*_WORD.findall(each.lower())} <= {*POINTS.split()} for each in sentences)


def _is_about_pieces(text: str) -> bool:
    return not {*f"{PLAYING} {PIECES}".split()}.isdisjoint(_WORD.findall(text.lower()))


def _named(moves: Sequence[_Move], sentence: str) -> Iterator[str]:
    found = list(_SQUARE.finditer(sentence))
    squares = [f"{each[1].lower()}{each[2]}" for each in found]
    words = _WORD.findall(sentence.lower())
    if len(squares) == 2 and _is_near(sentence, found):
        yield from _between(moves, squares)
    most = MAX_PLAYING_WORDS if not {*words}.isdisjoint(PLAYING.split()) else MAX_WORDS
    if len(squares) == 1 and len(words) <= most:
        targets = [move.text for move in moves if move.target == squares[0]]
        yield from targets or (move.text for move in moves if move.origin == squares[0])


def _between(moves: Sequence[_Move], squares: Sequence[str]) -> list[str]:
    """Returns the move from one square to the other.

    A sentence may name the target first: "to g5 goes the knight that stands on e1".
    """
    ways = (squares, squares[::-1])
    found = ([move.text for move in moves if [move.origin, move.target] == [*way]] for way in ways)
    return next(filter(None, found), [])


def _is_near(sentence: str, squares: Sequence[re.Match[str]]) -> bool:
    """Whether a sentence with two squares is short enough to be about a move between them."""
    first, second = squares
    between = _WORD.findall(sentence[first.end() : second.start()])
    around = _WORD.findall(f"{sentence[: first.start()]} {sentence[second.end() :]}")
    return len(between) <= MAX_BETWEEN and len(around) <= MAX_AROUND

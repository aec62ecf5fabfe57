"""Finds moves that a reply tells by directions: "two up, one left", "right again".

Such a move is never made before its writer confirms it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile

from commands.replies.moves.notation.target_moves import MAX_LEGAL, moves_from_squares
from commands.replies.sentences.dictated_words import (
    direction_words,
    listed,
    meanings,
    words_around,
    words_of_dictation,
)
from commands.replies.vocabulary.moves import move_words
from mail.reading.characters import plain_signs
from pbm.diagram import Diagram, Place
from pbm.match.match import Match

MAX_LENGTH = 200
"""Maximum number of characters of a line that is read."""
WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""The change of row and column for each direction, as in the diagram of the emails."""
NUMBERS = ("one", "two")
"""Numbers that are also other words of dictated moves."""
_SENTENCE_END = re.compile(r"[.!?;\n]+")
_CLAUSE_END = re.compile(r"[,:]| - ")
_SQUARE = re.compile(r"\([^)]*\)|[a-z]+\d+")


def moves_by_steps(match: Match, text: str, *, is_turned: bool = False) -> list[str]:
    """Returns the legal moves with the steps that a text tells.

    `is_turned`: whether the writer sees the diagram from the opposite side.
    """
    if match.outcome or match.game.piece_words or len(match.legal) > MAX_LEGAL:
        return []
    steps = _steps_in(text)
    if steps is None:
        return []
    if is_turned:
        steps = -steps[0], -steps[1]
    return [move for move, change in _changes(match) if change == steps]


def tells_steps(match: Match, text: str) -> bool:
    """Whether a text only tells steps with their number, or a direction that is a move."""
    if match.outcome or match.game.piece_words or "?" in text or _steps_in(text) is None:
        return False
    said = words_of_dictation(text)
    is_move = any(match.reads(direction_words().get(word, "")) for word in said)
    return _has_number(said) or (is_move and _is_about_steps(said))


def _steps_in(text: str) -> Place | None:
    """Returns the change of row and column that a text tells, or None.

    Other words may follow numbered steps: "one down please, and greetings". Without
    a number, all words must be about steps, because "right" is also an answer.
    """
    if len(text) > MAX_LENGTH:
        return None
    sentences = [_CLAUSE_END.split(each) for each in _SENTENCE_END.split(plain_signs(text))]
    said = [[*map(words_of_dictation, clauses)] for clauses in sentences]
    words = [word for clauses in said for clause in clauses for word in clause]
    if _is_about_steps(words) and (_has_number(words) or _is_meant(words)):
        return _total(words)
    for clauses in said:
        words = [word for clause in takewhile(_are_steps, clauses) for word in clause]
        if _has_number(words):
            return _total(words)
    return None


def _are_steps(words: Sequence[str]) -> bool:
    return _is_about_steps(words) and not direction_words().keys().isdisjoint(words)


def _is_about_steps(words: Sequence[str]) -> bool:
    known = words_around() | _again() | _around_steps() | direction_words().keys()
    return all(word in known or _number(word) for word in words)


def _is_meant(words: Sequence[str]) -> bool:
    """Whether words without a number are about a step: "right again", but not "right then"."""
    is_moved = not (_again() | _playing()).isdisjoint(words)
    return is_moved or "".join(words[:1]) in move_words.TO.split("|")


def _has_number(words: Sequence[str]) -> bool:
    return any(map(_number, words))


def _number(word: str) -> int:
    """Returns the number that a word means, or 0. "To" and "on" are no numbers here."""
    if word.isdecimal():
        return int(word)
    if word not in NUMBERS and word in words_around() | direction_words().keys():
        return 0
    return next((int(each) for each in meanings(word) if each.isdecimal()), 0)


def _total(words: Sequence[str]) -> Place | None:
    """Returns the sum of the steps, or None if there are none.

    Numbers are before their directions, or behind them if the first direction has none before it.
    """
    told = [word for word in words if _number(word) or word in direction_words()]
    if told and not _number(told[0]):
        told.reverse()
    rows, columns, count = 0, 0, 1
    for word in told:
        if word in direction_words():
            row, column = WAYS[direction_words()[word]]
            rows, columns, count = rows + count * row, columns + count * column, 1
        else:
            count = _number(word)
    return (rows, columns) if rows or columns else None


def _changes(match: Match) -> Iterator[tuple[str, Place]]:
    """Yields the legal moves from square to square with the change of row and column."""
    diagram = match.diagram
    places, own = (
        _places(diagram),
        [piece.square for piece in diagram.pieces() if piece.seat == match.to_move],
    )
    spellings = moves_from_squares(match) or {
        f"{own[0]}-{move}" if len(own) == 1 and len(_SQUARE.findall(move)) == 1 else move: move
        for move in match.legal
    }
    for spelling, move in spellings.items():
        squares = [places[each] for each in _SQUARE.findall(spelling) if each in places]
        if len(squares) == 2:
            (row, column), (to_row, to_column) = squares
            yield move, (to_row - row, to_column - column)


def _places(diagram: Diagram) -> dict[str, Place]:
    """Returns the rows and columns of the squares of a board with one layer."""
    layers = diagram.layers if len(diagram.layers) == 1 else ()
    return {cell.square: place for layer in layers for place, cell in layer.squares()}


@cache
def _again() -> frozenset[str]:
    return frozenset(listed(move_words.AGAIN))


@cache
def _around_steps() -> frozenset[str]:
    return frozenset(listed(move_words.AROUND_STEPS))


@cache
def _playing() -> frozenset[str]:
    return frozenset(listed(move_words.PLAYING))

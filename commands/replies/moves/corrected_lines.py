"""Finds the move that a line with several moves, or with an illegal one, means."""

from commands.replies.command_lines import PUNCTUATION
from commands.replies.moves.alternatives import check_no_alternative
from commands.replies.moves.contrasts import CORRECTION, corrected_move, rejects, settled_move
from commands.replies.moves.notation.foreign_pieces import first_readings
from commands.replies.moves.notation.square_sequences import check_complete, moves_along
from commands.replies.moves.notation.target_moves import moves_from_squares
from commands.replies.moves.notation.written_moves import denies, is_legal, mentioned_moves
from commands.replies.moves.spoken.castling_and_passing import PASS
from commands.replies.moves.spoken.spoken_moves import spoken_moves
from commands.replies.vocabulary.sentence_words import OR_WORDS
from pbm.errors import IllegalError
from pbm.match.match import Match
from pbm.wording import listing, shown

MAX_WORDS_BEFORE_OR = 4
"""Maximum number of words from a move to the word "or" behind it, such as "please"."""
SEVERAL_MOVES = '"{}" could mean {}. Write one of these.'


def one_of_several(match: Match, text: str, move: str, comment: str) -> str:
    """Returns the move that is meant in a line with several, or "".

    Raises IllegalError if "or" is between them.

    `comment`: the part of the text behind the first move.
    """
    if _is_undecided(comment):
        return ""
    if not is_legal(match, move):
        return _alternative(match, comment)
    if corrected := _corrected(match, text, comment) or _instead_of_pass(match, move, comment):
        return corrected
    check_no_alternative(match, move, comment)
    return move


def meant_instead(match: Match, text: str, move: str, comment: str) -> str:
    """Returns the legal move that a line means although it begins with another one, or ""."""
    spelt = _spelt_out(match, text, move, comment) or lettered(match, text)
    return spelt or _completed(match, text, move)


def lettered(match: Match, text: str) -> str:
    """Returns the move of a line that begins with a piece's letter of another language, or "".

    Raises IllegalError if the line may mean several moves.
    """
    moves = first_readings(match, text)
    if len(moves) > 1:
        raise IllegalError(SEVERAL_MOVES.format(shown(text), listing(moves, "or")))
    return next(iter(moves), "")


def _alternative(match: Match, comment: str) -> str:
    """Returns the only move behind an illegal one and "or": "or, if that isn't possible, a1-c5"."""
    words = comment.lower().replace(",", " ").split()
    moves = mentioned_moves(match, comment)
    is_other = not {*OR_WORDS}.isdisjoint(words[:MAX_WORDS_BEFORE_OR]) and "?" not in comment
    return moves[0] if is_other and len(moves) == 1 and is_legal(match, moves[0]) else ""


def _is_undecided(comment: str) -> bool:
    """Whether the text behind a move names another one without deciding: "or b3, I don't know"."""
    return comment.lower().split(maxsplit=1)[0] in OR_WORDS and denies(comment)


def _corrected(match: Match, text: str, comment: str) -> str:
    """Returns the legal move that corrects the one before it: "a1-c5, sorry, a1-e3", or "".

    `comment`: the part of the text behind the first move.
    """
    if corrected := corrected_move(match, text) or settled_move(match, text):
        return corrected
    correction = CORRECTION.search(comment)
    if not correction or "?" in text or rejects(text):
        return ""
    behind = comment[correction.start() :]
    moves = {*mentioned_moves(match, behind)}
    is_clear = len(moves) == 1 and not denies(behind) and is_legal(match, *moves)
    return moves.pop() if is_clear else ""


def _instead_of_pass(match: Match, move: str, comment: str) -> str:
    """Returns the only square behind the word "pass" in a sentence, or "".

    An example is "I'll pass on the wine tonight, but f6 for the game".
    """
    is_alone = not comment[:1].isalpha() or move[-1:] in PUNCTUATION
    if is_alone or match.canonical(move) != PASS:
        return ""
    squares = mentioned_moves(match, comment)
    return squares[0] if len(squares) == 1 and is_legal(match, squares[0]) else ""


def _spelt_out(match: Match, text: str, move: str, comment: str) -> str:
    """Returns the legal move that a line spells out although it begins with an illegal one.

    Where a square is a move, "a1 - b 3" begins with the illegal move to a1.
    """
    if not comment or is_legal(match, move) or denies(text):
        return ""
    if not moves_from_squares(match):
        return ""
    moves = [each for each in spoken_moves(match, text) if is_legal(match, each)]
    return moves[0] if len(moves) == 1 and "?" not in text else ""


def _completed(match: Match, text: str, move: str) -> str:
    """Returns the only legal move that begins with the squares of a line, or "".

    Raises IllegalError if several moves begin so.
    """
    if is_legal(match, move) or denies(text) or "?" in text:
        return ""
    check_complete(match, text)
    moves = moves_along(match, text)
    return moves[0] if len(moves) == 1 else ""

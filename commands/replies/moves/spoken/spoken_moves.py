"""Recognizes moves that were dictated or spelled out: "alpha one to see five", "a 1 - c 5".

A word can mean several letters and numbers, so the words are compared with the legal moves. Such a
move is never made before its writer confirms it.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice, product

from commands.replies.moves.notation.foreign_pieces import foreign_moves, translated_moves
from commands.replies.moves.notation.lettered_squares import lettered_squares
from commands.replies.moves.notation.piece_moves import notation_of
from commands.replies.moves.notation.square_sequences import moves_along
from commands.replies.moves.notation.target_moves import moves_from_squares
from commands.replies.moves.notation.written_moves import (
    is_legal,
    is_struck_out,
    legal_spelling,
    mentioned_moves,
)
from commands.replies.moves.spoken.castling_and_passing import worded_moves
from commands.replies.moves.spoken.named_squares import named_moves, named_points
from commands.replies.moves.spoken.worded_captures import worded_captures
from commands.replies.sentences.dictated_words import (
    direction_words,
    is_dictated,
    meanings,
    ordinary_words,
    piece_names,
    unclear_numbers,
    with_written_squares,
    words_around,
    words_between,
    words_of_dictation,
)
from commands.replies.vocabulary.moves import chess_words, move_words
from pbm.match.match import Match

MAX_LENGTH = 400
"""Maximum number of characters of a line that are read."""
MAX_WORDS = 12
"""Maximum number of words of a line that has only a move."""
MAX_BETWEEN = 4
"""Maximum number of words between two parts of a move, as in "a one stands and goes to c five"."""
MAX_BEFORE_SQUARE = 7
"""Maximum number of words before the square of a line that begins with a piece."""
MAX_BEFORE_PIECE = 2
"""Maximum number of words that include a piece at the beginning of a line: "my knight"."""
MAX_TRIED = 500
"""Maximum number of illegal moves with which a line is compared."""
MAX_COMBINED = 50
"""Maximum number of combinations of the meanings of a line's words."""
SQUARE = 2
"""Number of parts of a square: its column and its row."""

MAX_SQUARE_WORDS = 3
"""Maximum number of words of a line that may be only a square: "one tree", "the four"."""
MOVED_SQUARES = 2
"""Number of squares that a move from one to another names."""

_CLAUSE_END = re.compile(r"[,;.!\n]+\s+|[.!]+$")
_SPACED_SQUARE = re.compile(r"\b([a-z]) (\d)")
_SQUARE_IN_TEXT = re.compile(r"(?<![^\W_])[A-Za-z]\d{1,2}(?![^\W_])")
_TO_SQUARE = re.compile(r"(?<![^\W_])[Aa]\s+(?=[A-Ma-m]\d)")
"""The Spanish word for "to" before a square, as in "c1 a e5". It isn't the column a."""
_PART = re.compile(r"[a-z]+|\d+")


def heard_moves(match: Match, text: str) -> list[str]:
    """Returns the different moves that a line mentions, spells out or describes, legal or not."""
    if lettered := lettered_squares(match, text):
        return lettered  # the letter isn't a part of the square: "Be5"
    mentioned = mentioned_moves(match, text) or spoken_moves(match, text)
    if any(is_legal(match, move) for move in mentioned):
        return mentioned
    found = moves_along(match, text) or moves_along(match, with_written_squares(text))
    found = found or foreign_moves(match, text)
    found = found or named_moves(match, text) or translated_moves(match, text)
    found = found or mentioned or worded_moves(match, text) or worded_captures(match, text)
    return found or named_points(match, text)


def spoken_direction(match: Match, text: str) -> str:
    """Returns the direction that is the only content of a line, if the game has directions."""
    fillers = words_around() - direction_words().keys()
    said = [word for word in words_of_dictation(text) if word not in fillers]
    moves = {direction_words().get(word, "") for word in said}
    return next(filter(partial(is_legal, match), moves), "") if len(moves) == 1 else ""


def is_near_move(match: Match, text: str) -> bool:
    """Whether a line only has words of moves, and names squares or a direction.

    Examples are "Knight b2", whatever is legal, "from e5 to g3" in games in which stones don't
    move, and "one to the right and two up".
    """
    if match.outcome or len(text) > MAX_LENGTH or not is_dictated(text, ()):
        return False
    said = words_of_dictation(text)
    has_number = any(meaning.isdecimal() for word in said for meaning in meanings(word))
    is_told = not (piece_names() | direction_words().keys()).isdisjoint(said)
    is_told = is_told or len(_SQUARE_IN_TEXT.findall(text)) == MOVED_SQUARES
    is_short = 1 < len(said) <= MAX_SQUARE_WORDS and not any(map(str.isdigit, text))
    if is_short and any(map(_is_clear_number, said)):
        return True
    return has_number and is_told and not ordinary_words().issuperset(said)


def _is_clear_number(word: str) -> bool:
    """Whether a word sounds like a number, and is rare in other short lines."""
    return any(map(str.isdecimal, meanings(word))) and word not in unclear_numbers()


def spoken_moves(match: Match, text: str) -> list[str]:
    """Returns the moves that a line may spell out, in the notation of the game.

    A legal move from square to square is found anywhere in the line. A shorter move must be the
    whole line. If no legal move fits, the result is the illegal move that is the whole line.
    """
    if match.outcome or len(text) > MAX_LENGTH or is_struck_out(text):
        return []
    text = _TO_SQUARE.sub("", text)
    if match.game.piece_words:
        return _moves_of_pieces(match, text)
    words = words_of_dictation(text)
    said = {meaning for word in words for meaning in meanings(word)}
    if not any(map(str.isdecimal, said)):
        return []
    by_squares = moves_from_squares(match)
    parts = {
        move: tuple(_PART.findall(move.replace("x", "-"))) for move in (*by_squares, *match.legal)
    }
    parts = {move: found for move, found in parts.items() if any(map(str.isdecimal, found))}
    moves = [m for m, found in parts.items() if said.issuperset(found) and _spells(words, found)]
    moves = [*dict.fromkeys(by_squares.get(move, move) for move in moves)]
    moves = moves or [
        move
        for move, found in parts.items()
        if said.issuperset(found[-SQUARE:]) and _is_all(words, found[-SQUARE:])
    ]
    moves = [*dict.fromkeys(by_squares.get(move, move) for move in moves)]
    return moves or list(islice(_illegal_moves(match, words, set(parts.values())), 1))


def _moves_of_pieces(match: Match, text: str) -> list[str]:
    """Returns the legal moves that a clause spells out in a game whose moves name pieces.

    The words must be the whole clause: "knight to f three".
    """
    found = (_moves_of_words(match, words_of_dictation(each)) for each in _CLAUSE_END.split(text))
    return [*dict.fromkeys(move for moves in found for move in moves)]


def with_heard_pieces(match: Match, text: str) -> str:
    """Returns a line with the names of pieces for words that sound like them: "pond takes c4"."""
    if not match.game.piece_words:
        return text
    return " ".join(chess_words.SOUNDS.get(word.lower(), word) for word in text.split())


def _moves_of_words(match: Match, words: Sequence[str]) -> list[str]:
    if not 0 < len(words) <= MAX_WORDS:
        return []
    pieces = notation_of(match.game).by_word.keys()
    words = [chess_words.SOUNDS.get(word, word) for word in words]
    named = next((at for at, word in enumerate(words) if word in pieces), 0)
    whole, behind = (_spelt_moves(match, each, pieces) for each in (words, words[named:]))
    return whole or behind


def _spelt_moves(match: Match, words: Sequence[str], pieces: Collection[str]) -> list[str]:
    """Returns the legal moves that all the words together spell out."""
    choices = [_written_words(word, word in pieces) for word in words]
    texts = (" ".join(filter(None, each)) for each in islice(product(*choices), MAX_COMBINED))
    spellings = (legal_spelling(match, _SPACED_SQUARE.sub(r"\1\2", text)) for text in texts)
    return [*dict.fromkeys(match.canonical(each) for each in spellings if each)]


def _written_words(word: str, is_piece: bool) -> tuple[str, ...]:
    """Returns what a spoken word may be in writing. It is empty for a word without a meaning."""
    if is_piece or word in move_words.TAKES.split("|"):
        return (word,)
    return (*meanings(word), *([""] if word in words_around() else [])) or (word,)


def _spells(words: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether the line spells out the parts of a move. A short move must be the whole line."""
    return any(_spans(words, parts)) if len(parts) > SQUARE else _is_all(words, parts)


def _is_all(words: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether the line says the move, and can hardly mean anything else."""
    for start, end in _spans(words, parts):
        rest = {*words[:start], *words[end:]}
        is_clear = len(parts) > SQUARE or not piece_names().isdisjoint(rest)
        is_clear = is_clear or not ordinary_words().issuperset(words[start:end])
        if is_clear and (rest <= words_around() or _is_piece_moved(words[:start], words[end:])):
            return True
    return False


def _is_piece_moved(before: Sequence[str], behind: Sequence[str]) -> bool:
    """Whether a line begins with a piece and ends with its square: "knight hops to c five"."""
    is_short = len(before) <= MAX_BEFORE_SQUARE and not behind
    return is_short and any(word in piece_names() for word in before[:MAX_BEFORE_PIECE])


def _spans(words: Sequence[str], parts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yields where the parts of a move begin and end."""
    starts = (at for at, word in enumerate(words) if parts[0] in meanings(word))
    return ((start, end) for start in starts for end in _ends(words, start, parts))


def _ends(words: Sequence[str], start: int, parts: Sequence[str]) -> set[int]:
    """Returns the possible ends of a move that begins exactly at `start`."""
    ends = {start}
    for number, part in enumerate(parts):
        reachable = ends if number == 0 else {at for end in ends for at in _skipping(words, end)}
        ends = {at + 1 for at in reachable if at < len(words) and part in meanings(words[at])}
    return ends


def _skipping(words: Sequence[str], at: int) -> Iterator[int]:
    """Yields the position, and the positions behind the words that may be skipped there."""
    yield at
    for skipped in words[at : at + MAX_BETWEEN]:
        if skipped not in words_between():
            return
        at += 1
        yield at


def _illegal_moves(
    match: Match, words: Sequence[str], shapes: Iterable[Sequence[str]]
) -> Iterator[str]:
    """Yields the illegal moves that a line with no other content may spell out."""
    if len(words) > MAX_WORDS:
        return
    said = {meaning for word in words for meaning in meanings(word)}
    letters = sorted(filter(str.isalpha, said))
    numbers = sorted(filter(str.isdecimal, said))
    for kinds in {tuple(map(str.isalpha, parts)) for parts in shapes}:
        choices = product(*(letters if is_letter else numbers for is_letter in kinds))
        for parts in islice(choices, MAX_TRIED):
            move = _written(parts)
            if _is_all(words, parts) and match.reads(move):
                yield move


def _written(parts: Sequence[str]) -> str:
    """Returns a move from its parts: `a1-c5` or `(2,3)`."""
    squares = ["".join(parts[at : at + SQUARE]) for at in range(0, len(parts), SQUARE)]
    return "-".join(squares) if len(parts) > SQUARE else f"({','.join(parts)})"

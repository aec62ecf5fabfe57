"""Translates moves as people and mail programs write them into the notation of the game.

Bold type arrives as `**a1-c5**`, a list as `1. a1-c5`, chess players write `Na1xc5`, and Cyrillic
keyboards have letters that look Latin. Such a spelling is accepted only if it is a legal move and
the unchanged text isn't.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from commands.replies.moves.notation.foreign_pieces import pieces_before_squares
from commands.replies.moves.notation.moves_among_words import moves_with_digits, spaced, words_of
from commands.replies.moves.notation.piece_moves import (
    FIGURES,
    has_russian_piece,
    piece_spellings,
    with_english_letters,
)
from commands.replies.vocabulary.moves.advice_words import ADVISING, ADVISING_BEHIND, REJECTING
from commands.replies.vocabulary.moves.move_words import FROM, LOOKALIKES, TO
from commands.replies.vocabulary.sentence_words import (
    AMBIGUOUS_NEGATIONS,
    EXCEPTIONS,
    HARMLESS_NEGATIONS,
    NEGATIONS,
    UNSPACED_NEGATIONS,
)
from pbm.errors import UserError
from pbm.match.match import MAX_MOVE_WORDS, Match

MAX_SPELLING_WORDS = MAX_MOVE_WORDS + 2
"""Maximum number of words of a move in any spelling: `1. Knight from a1 to c5`."""
MAX_SPELLING_LENGTH = 60
MAX_SENTENCE_LENGTH = 400
"""Maximum number of characters of a line that is searched for a move in its middle."""

MIN_BOARD_NUMBER = 10
"""Minimum number before a move that may be a board's."""

_SIGNS = " .,;:!?\u2026*_`\"'<>\u00ab\u00bb\u2039\u203a+#=-\u2192"
"""Punctuation and symbols that may surround a move."""
_BRACKETS = "()[]{}"
_LIST_MARK = re.compile(r"(?:[-+*>\u2022\u25cf]+\s+|\d{1,3}(?:[.):]\s+|\.{1,3}(?=[A-Za-z(\[])))+")
_NUMBERS = re.compile(r"\d+")
_EMPHASIS = re.compile(r"[*_`\"']")
_GUARD = re.compile(r"\s*(#\s?\d{1,9})\W*$")
_DIGITS = str.maketrans("lI|oO", "11100")
_PIECE = "(?:(?:[Kk]night|[Ss]pringer|[Cc]avalier|[Cc]aballo) ?|[NnSCPHR\u2658\u265e])?"
_SQUARE = r"([A-Za-z])([0-9lI|oO]{1,2})"
_FROM = f"(?:(?:{FROM}) )?"
_TWO_SQUARES = re.compile(
    rf"{_PIECE}{_FROM}{_PIECE}{_SQUARE} ?"
    r"(?:[-=]*[>\u2192\u21d2\u2794\u279c\u27a1\u27f6\u203a\u25b6\u25ba]+\ufe0f?|[-=]+|\.{1,3}|\u2026|[x\u00d7:/,;]"
    rf"| (?:{TO}) |(?<= )(?:{TO}) ) ?{_PIECE}{_SQUARE}"
)
_SPACED_SQUARES = re.compile(r"([A-Za-z]) (\d{1,2}) ?-+ ?([A-Za-z]) (\d{1,2})")
"""A move with spaces in its squares: `C 5 - G 7`."""
_ONE_SQUARE = re.compile(rf"(?:(?:{TO}) |[x\u00d7\u2192] ?)?({_PIECE}){_SQUARE}")
_KNIGHT = "knight"
"""A word in the titles of the games in which each piece is a knight."""
_NUMBER = "([0-9lI|oO]{1,2})"
_PAIR = re.compile(
    rf"(?:([(\[{{]) ?)?{_NUMBER} ?(?:[,;/|] ?|(?(1)[ :.-]|-)) ?{_NUMBER}(?: ?[)\]}}])?"
)
_WRITTEN_PAIR = re.compile(r"\d ?[,;|] ?\d|[(\[{] ?\d+ \d+ ?[)\]}]")
MOVE_WITH_DIGITS = re.compile(r"[^\W\d_]\d|\d ?[,;|/ :.-] ?\d|[(\[{] ?\d")
"""A part of every move with digits. Checking for it first avoids slow searches for moves."""
_STRUCK_OUT = ("~~", "\u0336")
"""Marks of text that the writer struck out."""
_DIGIT = re.compile(r"\d")
_ADVICE = re.compile(
    rf"\b(?:(?:{'|'.join(ADVISING.split())})\b[^.!]{{,200}}?\d"
    rf"|\w{{,20}}\d[^.!]{{,200}}?\b(?:{'|'.join(ADVISING_BEHIND.split())})\b)"
)
"""A move that somebody recommends. Without limits, repeated words would take quadratic time."""
_REJECTION = re.compile(rf"\b(?:{'|'.join(REJECTING.split())})\b")
_ADVICE_END = re.compile(r"[?\n]")
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_LONE_SQUARE = re.compile(r"[a-z]{1,3}\d{1,3}")
_DENYING = NEGATIONS - AMBIGUOUS_NEGATIONS


@dataclass(frozen=True, slots=True)
class LeadingMove:
    """A line that may begin with a move."""

    line: str
    """The line, with the move in the notation of the game."""
    is_question: bool
    """Whether a question mark follows the move."""


def leading_move(match: Match, line: str) -> LeadingMove:
    """Returns the line with the move at its beginning in the notation of the game.

    A legal move in any spelling is preferred to an illegal one in the game's notation. A line
    without a move isn't changed.
    """
    words = line.split()
    counts = range(min(len(words), MAX_SPELLING_WORDS), 0, -1)
    heads = [" ".join(words[:count]) for count in counts if not _is_sign(words[count - 1])]
    for head in heads:
        if move := legal_spelling(match, head):
            return _led_by(move, head, line)
    for head in heads:
        if "?" in head and match.reads(move := head.rstrip(_SIGNS)):
            return _led_by(move, head, line)
    return LeadingMove(line, is_question=False)


def _led_by(move: str, head: str, line: str) -> LeadingMove:
    guard = _GUARD.search(head)
    words = line.split()[len(head.split()) :]
    whole = " ".join((f"{move}{guard[1] if guard else ''}", *words))
    return LeadingMove(whole, is_question="?" in head)


def _is_sign(word: str) -> bool:
    """Whether the word is an emoticon or symbol such as ":)", but not markup such as `**`."""
    return not any(map(str.isalnum, word)) and bool(word.strip("*_`\"'?!.,"))


def legal_spelling(match: Match, text: str) -> str:
    """Returns the legal move that the text spells, in the notation of the game, or ""."""
    if len(text) > MAX_SPELLING_LENGTH:
        return ""
    spellings = _without_repetition(_spellings(match, text))
    return next((each for each in spellings if is_legal(match, each)), "")


def is_legal(match: Match, text: str) -> bool:
    """Whether the text is a legal move without any change."""
    try:
        return bool(match.canonical(text))
    except UserError:
        return False


def move_numbers(match: Match) -> tuple[int, int, int]:
    """Returns numbers that people use for the next move: its ply, and the two nearest rounds."""
    state = match.state
    return match.ply + 1, state.round, state.round + 1


def denies(text: str) -> bool:
    """Whether the sentence has a negation in one of the languages of the players."""
    text = text.lower()
    if any(each in text for each in UNSPACED_NEGATIONS) or excludes_move(text):
        return True
    if _DIGIT.search(text) and any(map(_rejects_advice, _ADVICE_END.split(text))):
        return True
    if _DENYING.isdisjoint(_WORD.findall(text)):
        return False
    for harmless in HARMLESS_NEGATIONS:
        text = text.replace(harmless, " ")
    return not _DENYING.isdisjoint(_WORD.findall(text))


def _rejects_advice(text: str) -> bool:
    """Whether somebody recommends a move, and the writer rejects it: "he says a1-c5, but"."""
    advice = _ADVICE.search(text)
    return bool(advice and _REJECTION.search(text, advice.end()))


def excludes_move(text: str) -> bool:
    """Whether the text has words that exclude the move behind them, such as "anything but"."""
    text = text.lower()
    return any(each in text for each in EXCEPTIONS)


def mentioned_move(match: Match, text: str) -> str:
    """Returns the only move in a sentence, legal or not, or "" if there are none or several."""
    moves = mentioned_moves(match, text)
    return moves[0] if len(moves) == 1 else ""


def mentioned_moves(match: Match, text: str) -> list[str]:
    """Returns the different moves in a sentence, legal or not, in their order."""
    if match.outcome or is_struck_out(text) or len(text) > MAX_SENTENCE_LENGTH:
        return []
    if not MOVE_WITH_DIGITS.search(text):
        return []
    text = with_english_letters(match, text)
    words = words_of(" ".join(map(_with_latin_squares, spaced(text).split())))
    has_pair = bool(_WRITTEN_PAIR.search(text))
    found = dict.fromkeys(_canonical(match, move) for move in moves_with_digits(match, words))
    moves = [move for move in found if has_pair or any(map(str.isalpha, move))]
    for square, named in pieces_before_squares(match, text).items():
        moves = [move for move in moves if not move.lower().endswith(square)] + named
    return _without_origins(match, moves) if len(moves) > 1 else moves


def _without_origins(match: Match, moves: list[str]) -> list[str]:
    """Returns the moves without the squares on which the player to move has pieces.

    Where a square is a move, "from a1 to c2" names only one move, to c2.
    """
    squares = [move for move in moves if _LONE_SQUARE.fullmatch(move)]
    if len(squares) < len(moves):
        return moves
    origins = [move for move in squares if not is_legal(match, move) and _stands_on(match, move)]
    return [move for move in moves if move not in origins] or moves


def is_struck_out(text: str) -> bool:
    """Whether a part of the text is struck out."""
    return any(sign in text for sign in _STRUCK_OUT)


def _with_latin_squares(word: str) -> str:
    return word.translate(LOOKALIKES) if any(map(str.isdigit, word)) else word


def _canonical(match: Match, text: str) -> str:
    spelling = legal_spelling(match, text)
    if spelling:
        return match.canonical(spelling)
    return text if match.game.case_matters else text.lower()


def _without_repetition(spellings: Iterator[str]) -> Iterator[str]:
    """Yields each spelling once. Most are repeated, and checking a move is slow."""
    tried: list[str] = []
    for spelling in spellings:
        if spelling not in tried:
            tried.append(spelling)
            yield spelling


def _spellings(match: Match, text: str) -> Iterator[str]:
    """Yields the moves that the text may spell, with the most literal one first."""
    yield text.strip()
    if apart := _SPACED_SQUARES.fullmatch(" ".join(text.split()).strip(_SIGNS)):
        yield f"{_square(apart[1], apart[2])}-{_square(apart[3], apart[4])}"
    if match.game.piece_words and has_russian_piece(text):
        return  # it becomes pending, because its letter may look like another piece's
    text = text.translate(FIGURES) if match.game.piece_words else text
    text = _without_list_mark(match, _GUARD.sub("", text)).strip(_SIGNS)
    yield text
    text = " ".join(_EMPHASIS.sub("", text).strip(_SIGNS).translate(LOOKALIKES).split())
    if pair := _PAIR.fullmatch(text):
        yield f"({pair[2]},{pair[3]})".translate(_DIGITS)
    text = text.strip(_SIGNS + _BRACKETS)
    yield text
    if match.game.piece_words:
        yield from piece_spellings(match, text)
        return
    has_knights = _KNIGHT in match.game.title.lower()
    if two := _TWO_SQUARES.fullmatch(text):
        origin, target = _square(two[1], two[2]), _square(two[3], two[4])
        yield f"{origin}-{target}"
        # a stone that has been placed doesn't move: in Go, "e5-g3" isn't a move to g3
        if has_knights and is_legal(match, target) and _stands_on(match, origin):
            yield target
    one = _ONE_SQUARE.fullmatch(text)
    if one and (has_knights or not one[1]):
        yield _square(one[2], one[3])


def _without_list_mark(match: Match, text: str) -> str:
    """Returns the text without a list mark such as "-" or "1.".

    Larger numbers are kept unless they are the move's, because they may be a board's.
    """
    mark = _LIST_MARK.search(text)
    numbers = map(int, _NUMBERS.findall(mark[0])) if mark else ()
    is_mark = all(each < MIN_BOARD_NUMBER or each in move_numbers(match) for each in numbers)
    return text[: mark.start()] + text[mark.end() :] if mark and is_mark else text


def _stands_on(match: Match, square: str) -> bool:
    """Whether a piece of the player to move is on the square."""
    pieces = match.diagram.pieces()
    return any(piece.square == square and piece.seat == match.to_move for piece in pieces)


def _square(file: str, rank: str) -> str:
    return f"{file.lower()}{rank.translate(_DIGITS)}"

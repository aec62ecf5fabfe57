"""Finds moves by names and letters of pieces in other languages: "Fou en c4", "Lc4".

Such a move is never made before its writer confirms it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from commands.replies.moves.notation.piece_moves import notation_of, with_english_letters
from commands.replies.vocabulary.moves import chess_words, move_words
from commands.replies.vocabulary.moves.move_words import FROM, LOOKALIKES, TAKES, TO
from commands.replies.vocabulary.sentence_words import FILLERS, plain_words
from mail.reading.characters import plain_signs
from pbm.errors import UserError
from pbm.match.match import Match

MAX_LENGTH = 400
"""Maximum number of characters of a line that is read."""
MAX_BEFORE = 60
"""Maximum number of characters before a square in which a piece is named."""
MIN_LETTERS = 3
"""Minimum number of letters of an unknown word that may name a piece."""
MAX_WORDS = 5
"""Maximum number of words of a line that is taken for an illegal move."""
_PLACES = frozenset(plain_words(f"{FROM}|{TO}|{TAKES}|{move_words.PLACES}".replace("|", " ")))
_SQUARE = re.compile(r"(?<=\s)[x\u00d7]?([a-h][1-8])(?![^\W_])", re.IGNORECASE)
_ANY_SQUARE = re.compile(r"(?<=\s)(?:[a-z]\d{1,2}|\d[a-z])(?![^\W_])", re.IGNORECASE)
_CLAUSE = re.compile(r"[^\d.,;:!?()\n]*$")
"""The end of a text, back to a sign or digit."""
_LETTERED = re.compile(r"(?<![^\W_])([A-Zi-z]) ?([a-h]?[1-8]?)[x\u00d7:-]?([a-h][1-8])(?![^\W_])")
"""A letter of a piece before its move, such as "Sbd2" or "lc4"."""
_FIRST = re.compile(
    r"[\W_]{0,8}(?:\d{1,3}[\W_]{1,8})?"
    r"(([A-Z])[ -]?([a-h]?[1-8]?)[x\u00d7:-]?((?i:[a-h])[1-8]))(?![^\W_])"
)
"""The letter of a piece and its move at the beginning of a line: "3. Cc3"."""
LAST_FILE = "h"
PAWN = "P"
"""A letter that is both a pawn's and, in Dutch, a knight's."""


def pieces_before_squares(match: Match, text: str) -> dict[str, list[str]]:
    """Returns the moves to each square before which a line names the piece.

    If the word before a square is unknown, the piece may be any that can move there.
    """
    found: dict[str, list[str]] = {}
    if match.outcome or not match.game.piece_words or len(text) > MAX_LENGTH:
        return found
    text = plain_signs(text)
    for square in _SQUARE.finditer(text):
        target = square[1].lower()
        before = _CLAUSE.search(text[max(0, square.start() - MAX_BEFORE) : square.start()])
        pieces = _pieces_in(match, before[0] if before else "")
        legal = [move for piece in pieces for move in _legal(match, piece, "", target)]
        if legal and (len(legal) > 1 or len(pieces) < len(match.game.piece_words)):
            found[target] = legal
        elif len(pieces) == 1:
            found[target] = [f"{pieces[0]}{target}"]
    for lettered in _LETTERED.finditer(text):
        letter, origin, target = lettered.groups()
        if not letter.isupper() or _names_squares(letter, origin):
            continue
        pieces = [
            piece for piece in _by_letter().get(letter, ()) if piece in match.game.piece_words
        ]
        if pieces and letter not in match.game.piece_words and not _is_legal(match, lettered[0]):
            legal = [move for piece in pieces for move in _legal(match, piece, origin, target)]
            found[target] = legal or [f"{piece}{origin}{target}" for piece in pieces]
    return found


def foreign_moves(match: Match, text: str) -> list[str]:
    """Returns the moves whose pieces a line names by letters of other languages.

    These are the legal ones. If there are none, they are what the letters most often stand for.
    """
    letters = match.game.piece_words
    if match.outcome or not letters or len(text) > MAX_LENGTH:
        return []
    found = [
        (piece, origin, target)
        for letter, origin, target in _LETTERED.findall(plain_signs(text))
        for piece in _by_letter().get(letter.upper(), ())
        if piece in letters
    ]
    legal = [move for each in found for move in _legal(match, *each)]
    return [*dict.fromkeys(legal or map("".join, found))]


def _pieces_in(match: Match, text: str) -> Sequence[str]:
    """Returns the letters of the pieces that the last words of a text before a square may mean.

    The words behind the name of a piece must be familiar. Another word directly before the square,
    or before a preposition, may name any piece.
    """
    by_word, letters, are_places = (
        notation_of(match.game).by_plain_word,
        match.game.piece_words,
        True,
    )
    last = text.rstrip().rpartition(" ")[2]
    if len(last) == 1 and last.isupper() and last in _by_letter():
        return [letter for letter in _by_letter()[last] if letter in letters]
    for word in reversed(plain_words(text)):
        if word in by_word:
            return [by_word[word]]
        if word not in _familiar():
            return [*letters] if are_places and len(word) >= MIN_LETTERS else []
        are_places = are_places and word in _PLACES
    return []


def translated_moves(match: Match, text: str) -> list[str]:
    """Returns the moves of a line whose game only reads English names of pieces: "Turm nach 7h".

    These are the legal ones. If there are none, they are all readings that the game accepts.
    """
    if match.outcome or match.game.piece_words or len(text) > MAX_LENGTH:
        return []
    text = plain_signs(text)
    moves = []
    for square in _ANY_SQUARE.finditer(text):
        before = _CLAUSE.search(text[max(0, square.start() - MAX_BEFORE) : square.start()])
        words = reversed(plain_words(before[0]) if before else ())
        name = next((word for word in words if word not in _familiar()), "")
        move = f"{_translations().get(name, '')} {square[0].lower()}"
        if name in _translations() and match.reads(move):
            moves.append(match.canonical(move) if _is_legal(match, move) else move)
    return [move for move in moves if _is_legal(match, move)] or moves


def is_foreign_move(match: Match, text: str) -> bool:
    """Whether a short line has a move with a letter of another language, or a piece's name."""
    is_short = len(text.split()) <= MAX_WORDS
    if is_short and not text.isascii() and any(map(str.isdigit, text)):
        english = with_english_letters(match, text)
        if english != text and match.reads("".join(english.split()).translate(LOOKALIKES)):
            return True
    finders = (foreign_moves, pieces_before_squares, translated_moves)
    return is_short and any(find(match, text) for find in finders)


def first_readings(match: Match, text: str) -> list[str]:
    """Returns the legal moves that the first move of a line means with its letter: "3. Cc3".

    The result is empty unless the letter may be a piece's that the game doesn't read: of another
    language, or "B" of a pawn's move in capitals. A letter is never left out, because "Dd4" is a
    move of the queen. It may also be the file of a capturing pawn, written as a capital: "Cxd5".
    """
    letters = match.game.piece_words
    found = _FIRST.match(text) if letters else None
    if found is None or _names_squares(*found.group(2, 3)):
        return []
    move, letter, origin, target = found.group(1, 2, 3, 4)
    pieces = [piece for piece in _by_letter().get(letter, ()) if piece in letters]
    if letter in letters:
        return [match.canonical(move)] if _is_pawns(match, move) else []
    if not pieces:
        return []
    moves = [each for piece in pieces for each in _legal(match, piece, origin, target.lower())]
    if _is_legal(match, move) and (moves or letter != PAWN):
        moves.insert(0, match.canonical(move))
    return [*dict.fromkeys(moves)]


def _names_squares(letter: str, origin: str) -> bool:
    """Whether the letter is a file: the first move is written as "E2-E4"."""
    return letter.lower() <= LAST_FILE and origin[:1].isdecimal()


def _is_pawns(match: Match, move: str) -> bool:
    return _is_legal(match, move) and match.canonical(move)[0].islower()


def _legal(match: Match, piece: str, origin: str, target: str) -> Iterator[str]:
    """Yields the legal moves of a kind of piece to a square. Pawns have no letter."""
    start = re.escape(piece) + "[a-h]?[1-8]?[x@-]?" if piece else "(?:[a-h]x)?"
    pattern = re.compile(rf"{start}{target}(?:=?[A-Z])?")
    for move in match.legal:
        if pattern.fullmatch(move) and all(sign in move[: -len(target)] for sign in origin):
            yield move


def _is_legal(match: Match, text: str) -> bool:
    try:
        return bool(match.canonical(text))
    except UserError:
        return False


@cache
def _by_letter() -> dict[str, list[str]]:
    meanings: dict[str, list[str]] = {}
    for piece, letters in chess_words.LETTERS.items():
        for letter in letters.split():
            meanings.setdefault(letter, []).append(piece)
    return meanings


@cache
def _familiar() -> frozenset[str]:
    """Returns the words before a square that don't name a piece."""
    tables = (
        *(move_words.AROUND, move_words.BETWEEN, move_words.PLAYING, *_PLACES),
        move_words.BEFORE_SQUARES,
    )
    return FILLERS | frozenset(plain_words(" ".join(tables)))


@cache
def _translations() -> dict[str, str]:
    """Returns the English names of pieces by the names in other languages."""
    table = chess_words.PIECE_NAMES.items()
    return {word: name for name, words in table for word in plain_words(f"{name} {words}")}

"""Reads the board numbers in a reply: "241: a1-c5", "a1-c5 (board 241)", "#241".

A number of two or more digits next to a move is a board number, unless it is the number of the
move. If it is the number of the email's board, it is removed. Otherwise, the move may be meant for
another board, so it isn't made immediately.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice

from commands.replies.command_lines import PUNCTUATION
from commands.replies.moves.notation.written_moves import leading_move, move_numbers
from commands.replies.sentences.game_names import game_patterns, spellings
from commands.replies.vocabulary.named_boards.number_words import BOARD_WORDS, FILLERS, NUMBER_WORDS
from mail.reading.characters import plain_signs
from pbm import games
from pbm.board.board import Board

MAX_WORDS_BEFORE = 8
"""Maximum number of words between the beginning of a line and its number."""
MAX_SHORT_WORDS = 5
"""Maximum number of words of a line whose subject is the board that it names."""
MIN_JOINED_DIGITS = 3
"""Minimum number of digits behind the letter "b" that make both a board: "b241"."""

_NUMBER = re.compile(r"\d{2,9}")
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_LIST_MARK = re.compile(r"[\W_]*\d[.)]\s+")
_PARTS = re.compile(r"[()\[\]{}]|[.,;:!?]+(?=\s|$)")
_FIRST = re.compile(r"\W*(\d{3,9})(?![\d%\w]|[.,:/]\d)(?! ?[%°€$£])")
"""A number directly behind a move, with at least three digits as most board numbers have."""
_BETWEEN = re.compile(r"(?:[^\w(\[{]|_)*")
"""Punctuation between a number and the move. Opening brackets may be part of the move."""
_KEYCAPS = str.maketrans("", "", "\ufe0f\u20e3")
"""Code points that turn a digit into a keycap emoji."""
_LETTERS_AT_END = re.compile(r"[^\W\d_]+$")
_NAME = re.compile(r"([^\W\d_]+)(\d+)")
"""Letters and the number written together with them."""
_UNIT = re.compile(r"\d ?[%°€$£]|[€$£+] ?\d")
_MOVE_LIKE = re.compile(
    r"[a-z]?[a-z]\d{1,2}(?:\W{0,3}(?:to )?[a-z]\d{1,2})?(?!\w)"
    r"|[(\[{]? ?\d{1,2} ?[,;/ ] ?\d{1,2}(?! ?\W? ?\d|\w)[)\]}]?"
    r"|(?:right|left|up|down|[rlud])\W*$",
    re.IGNORECASE,
)
"""The notation of a move in any of the games."""


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of a reply, and the board number that was next to its move."""

    text: str
    """The line without the board number next to its move."""
    other: str = ""
    """The board that the line names, such as "board 241", or "" if it names no other board."""
    is_own: bool = False
    """Whether the line names the board of the email replied to."""


def read_numbers(board: Board, line: str) -> NumberedLine:
    """Reads and removes the board number before or behind the move of a line."""
    line = line.translate(_KEYCAPS)
    if not _NUMBER.search(line):
        return NumberedLine(line)
    before = _number_before(board, line)
    if before.other or not _NUMBER.search(before.text):
        return before
    behind = _number_behind(board, before.text)
    return NumberedLine(behind.text, behind.other, before.is_own or behind.is_own)


def named_board(board: Board, text: str) -> str:
    """Returns the other board that the text names, such as "board 241", or "".

    The text may name it as "board 241" or "#241", or as "241" between punctuation marks.
    """
    text = plain_signs(text).translate(_KEYCAPS)
    if not _NUMBER.search(text):
        return ""
    worded = (_other(board, number, text) for number in _worded_numbers(board, text))
    parts = (only_board(board, part) for part in _PARTS.split(text))
    return next(filter(None, (*worded, *parts)), "")


def subject_board(board: Board, text: str) -> str:
    """Returns the other board that is the subject of a line of the text, or ""."""
    lines = _numbered_lines(text)
    return next(filter(None, (_subject(board, line) for line in lines)), "")


def board_of_lines(board: Board, text: str) -> str:
    """Returns the other board that a line of the text is about, or "".

    The line may have a move for this board, or the board may be the subject of the line.
    """
    return board_of_moves(board, text) or subject_board(board, text)


def board_of_moves(board: Board, text: str) -> str:
    """Returns the other board for which a line of the text has a move, or ""."""
    lines = _numbered_lines(text)
    return next(filter(None, (_board_of_move(board, line) for line in lines)), "")


def games_named(text: str) -> set[str]:
    """Returns the names of the games that a text names."""
    return {name for name, pattern in game_patterns().items() if pattern.search(text)}


def is_own_number(board: Board, line: str) -> bool:
    """Whether the line only says the number of the email's own board."""
    if not _NUMBER.search(line):
        return False
    return _lone_number(line) == board.number and not _other(board, board.number, line)


def _number_before(board: Board, line: str) -> NumberedLine:
    number, head, rest = _split_before(line)
    begins = bool(number) and _begins_with_move(board, rest)
    if begins and not _other(board, number, head):
        return NumberedLine(rest, is_own=True)
    is_worded = any(_worded_numbers(board, line[: len(line) - len(rest)]))
    if number in move_numbers(board.match) and not is_worded:
        return NumberedLine(line)
    is_move = begins or (number and _MOVE_LIKE.match(rest))
    return NumberedLine(rest, _other(board, number, head)) if is_move else NumberedLine(line)


def _split_before(line: str) -> tuple[int, str, str]:
    """Returns the line's leading number, the words before it, and the rest of the line.

    Returns 0 and two empty strings if the line doesn't begin with a number and words of boards.
    """
    mark = _LIST_MARK.match(line)
    for place, token in enumerate(_TOKEN.finditer(line, mark.end() if mark else 0)):
        if _NUMBER.fullmatch(token[0]):
            # "c15" is a square, because "c" is no word for a board
            letters = _LETTERS_AT_END.search(line[: token.start()])
            if letters and not _is_joined(letters[0], token[0]):
                break
            between = _BETWEEN.match(line, token.end())
            return int(token[0]), line[: token.start()], line[between.end() if between else 0 :]
        if place >= MAX_WORDS_BEFORE or token[0].lower() not in known_words():
            break
    return 0, "", ""


def _is_joined(letters: str, number: str) -> bool:
    """Whether letters directly before a number are a word for a board, as in "board241".

    If they aren't, both are a name, such as "knight99". The letter "b" alone is such a word only
    before a long number, because "b10" is a square.
    """
    is_square = letters.lower() == "b" and len(number) < MIN_JOINED_DIGITS
    return letters.lower() in _joined_words() and not is_square


def _number_behind(board: Board, line: str) -> NumberedLine:
    match = board.match
    move, ply, comment = match.split(leading_move(match, line).line.rstrip(PUNCTUATION))
    if not match.reads(move):
        return NumberedLine(line)
    if ply is not None and ply > match.ply + 1 and _NUMBER.fullmatch(str(ply)):
        other = _other(board, ply, comment)
        return NumberedLine(f"{move} {comment}".rstrip(), other, is_own=not other)
    first = _FIRST.match(comment)
    other = named_board(board, comment) or (_other(board, int(first[1]), "") if first else "")
    is_own = not other and is_own_number(board, comment)
    is_only = is_own or (other and _lone_number(comment))
    return NumberedLine(move if is_only else line, other, is_own)


def _begins_with_move(board: Board, text: str) -> bool:
    """Whether the text begins with a move. "right" is a move only if no comment follows."""
    match = board.match
    move, _, comment = match.split(leading_move(match, text).line.rstrip(PUNCTUATION))
    has_digit = any(map(str.isdigit, move))
    return match.reads(move) and (has_digit or not comment or bool(_lone_number(comment)))


def _board_of_move(board: Board, line: str) -> str:
    """Returns the other board for which the line has a move, or ""."""
    number, head, rest = _split_before(line)
    if number and _MOVE_LIKE.match(rest):
        return _other(board, number, head)
    move = _MOVE_LIKE.match(line)
    return named_board(board, line[move.end() :]) if move else ""


def _subject(board: Board, line: str) -> str:
    """Returns the other board that is the subject of the line, or "".

    The board is the subject if a short line names it, or if a longer line only says which board it
    is.
    """
    is_short = len(list(islice(_TOKEN.finditer(line), MAX_SHORT_WORDS + 1))) <= MAX_SHORT_WORDS
    if is_short and not _board_of_move(board, line):
        return named_board(board, line)
    return only_board(board, line)


def only_board(board: Board, text: str) -> str:
    """Returns the other board of a text that only says "this is board 241", or ""."""
    number = _lone_number(text) if _NUMBER.search(text) else 0
    if not number or board.match.reads(text.strip()):  # "b30" may be a square
        return ""
    is_moves = number in move_numbers(board.match) and not any(_worded_numbers(board, text))
    return "" if is_moves else _other(board, number, text)


def _lone_number(text: str) -> int:
    """Returns the number in a text that only says "this is board 241", or 0."""
    lower, known = text.lower(), known_words()
    numbers = []
    for token in _TOKEN.finditer(lower):
        if token[0].isdigit():
            numbers.append(token[0])
        elif token[0] not in known:
            return 0
    if len(numbers) != 1 or not _NUMBER.fullmatch(numbers[0]) or _UNIT.search(text):
        return 0
    is_name = not all(_is_joined(*found.groups()) for found in _NAME.finditer(lower))
    return 0 if is_name else int(numbers[0])


def _other(board: Board, number: int, words: str) -> str:
    """Returns the name of the board with this number, or "" for the email's own board.

    `words`: text that may name the game.
    """
    named = game_patterns().items() if words.strip() else ()
    names = (name for name, pattern in named if pattern.search(words))
    name = next(names, board.game.name)
    if name != board.game.name:
        return f"{games.find(name).title} board {number}"
    return f"board {number}" if number != board.number else ""


def _worded_numbers(board: Board, text: str) -> Iterator[int]:
    """Yields the numbers after a word for a board, or after "#" unless a move has that number."""
    for number in _worded_number().finditer(text):
        if number["board"] or int(number["sign"]) > board.match.ply + 1:
            yield int(number["board"] or number["sign"])


def _numbered_lines(text: str) -> list[str]:
    if not _NUMBER.search(text):
        return []
    lines = (line.strip() for line in plain_signs(text).translate(_KEYCAPS).split("\n"))
    return [line for line in lines if _NUMBER.search(line)]


@games.cached_per_catalogue
def known_words() -> frozenset[str]:
    kinds = games.games().values()
    names = " ".join((*games.games(), *(game.title for game in kinds)))
    return frozenset(_TOKEN.findall(f"{BOARD_WORDS} {NUMBER_WORDS} {FILLERS} {names}".lower()))


@cache
def _joined_words() -> frozenset[str]:
    """Returns the words that may be written together with a board's number: "board241"."""
    return frozenset(f"{BOARD_WORDS} {NUMBER_WORDS} b bd brd".split())


@games.cached_per_catalogue
def _worded_number() -> re.Pattern[str]:
    """Returns the pattern of a number after a word for a board, a game's name, or "#"."""
    names = chain.from_iterable(map(spellings, games.games().values()))
    words = "|".join((*BOARD_WORDS.split(), *names))
    numbers = "|".join(NUMBER_WORDS.split())
    return re.compile(
        rf"(?i)(?<![^\W_])(?:{words})[\W_]{{0,3}}(?:(?:{numbers})[\W_]{{1,3}})?"
        r"(?P<board>\d{2,9})(?!\d)|[#\u2116]\s?(?P<sign>\d{2,9})(?!\d)"
    )

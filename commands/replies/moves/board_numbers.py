"""Reads the board numbers in a reply: "241: a1-c5", "a1-c5 (board 241)", "#241".

A number of two digits or more next to a move names a board, unless it is the number of the move. If
that board is the email's own, the number is left out. Otherwise the move may be meant for another
board, so it isn't made at once.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from typing import Any

from commands.replies.command_lines import PUNCTUATION
from commands.replies.moves.written_moves import leading_move, move_numbers
from mail.reading.characters import plain_signs
from pbm import games
from pbm.board.board import Board
from pbm.game import Game

BOARD_WORDS = """
    board game match table brett spiel partie tisch plateau échiquier jeu tablero partida juego
    mesa scacchiera partita gioco tabuleiro jogo bord spel partij plansza planszy planszę gra grę
    gry partia partii partię доска доске доски доску партия партии партию игра игре игры игру
    盤 盤面 ボード 対局 局
"""
NUMBER_WORDS = "no nr num number n nummer numéro número numero номер"
"""Words that may stand between a board word and its number."""
FILLERS = """
    s b bd brd i mean on in at to goes for of the this that it is was my your move moves play please
    für auf an am bei im zu das ist mein zug bitte pour sur dans à le la c est mon coup jouer
    en el es mi jugada para per su sulla sul nella nel il è mia mossa na em o é meu lance jogada
    voor op het de mijn zet dla w do mój ruch to на в к для это мой ход の で は です に へ
"""
"""Words that add nothing to the number of a board: "this is my move on board 241"."""
MAX_WORDS_BEFORE = 8
"""Maximum number of words between the beginning of a line and its number."""
MAX_SHORT_WORDS = 5
"""Maximum number of words of a line whose subject is the board that it names."""

_NUMBER = re.compile(r"\d{2,9}")
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_LIST_MARK = re.compile(r"[\W_]*\d[.)]\s+")
_PARTS = re.compile(r"[()\[\]{}]|[.,;:!?]+(?=\s|$)")
_FIRST = re.compile(r"\W*(\d{3,9})(?![\d%\w]|[.,:/]\d)(?! ?[%°€$£])")
"""A number directly behind a move that has as many digits as boards usually have."""
_BETWEEN = re.compile(r"(?:[^\w(\[{]|_)*")
"""Signs between a number and the move. Opening brackets may belong to the move."""
_KEYCAPS = str.maketrans("", "", "\ufe0f\u20e3")
"""What makes an emoji of a digit."""
_LETTERS_AT_END = re.compile(r"[^\W\d_]+$")
_WORDS_BEFORE_DIGITS = re.compile(r"([^\W\d_]+)\d")
_UNIT = re.compile(r"\d ?[%°€$£]|[€$£+] ?\d")
_MOVE_LIKE = re.compile(
    r"[a-z]?[a-z]\d{1,2}(?:\W{0,3}(?:to )?[a-z]\d{1,2})?(?!\w)"
    r"|[(\[{]? ?\d{1,2} ?[,;/ ] ?\d{1,2}(?! ?\W? ?\d|\w)[)\]}]?"
    r"|(?:right|left|up|down|[rlud])\W*$",
    re.IGNORECASE,
)
"""A move of any of the games."""


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line of a reply whose board numbers have been read."""

    text: str
    """The line without the number next to its move."""
    other: str = ""
    """The other board that the line names, such as "board 241"."""
    is_own: bool = False
    """True if the line names the board of the email."""


def read_numbers(board: Board, line: str) -> NumberedLine:
    """Returns the line with the board number before or behind its move read."""
    line = line.translate(_KEYCAPS)
    if not _NUMBER.search(line):
        return NumberedLine(line)
    before = _number_before(board, line)
    if before.other or not _NUMBER.search(before.text):
        return before
    behind = _number_behind(board, before.text)
    return NumberedLine(behind.text, behind.other, before.is_own or behind.is_own)


def named_board(board: Board, text: str) -> str:
    """Returns the other board that a text names: "board 241", "#241", or nothing but "241"."""
    text = plain_signs(text).translate(_KEYCAPS)
    if not _NUMBER.search(text):
        return ""
    worded = (_other(board, number, text) for number in _worded_numbers(board, text))
    parts = (only_board(board, part) for part in _PARTS.split(text))
    return next(filter(None, (*worded, *parts)), "")


def subject_board(board: Board, text: str) -> str:
    """Returns the other board that is the subject of a line of this text; else nothing."""
    lines = _numbered_lines(text)
    return next(filter(None, (_subject(board, line) for line in lines)), "")


def board_of_lines(board: Board, text: str) -> str:
    """Returns the other board for which a line of this text is, with a move or alone."""
    return board_of_moves(board, text) or subject_board(board, text)


def board_of_moves(board: Board, text: str) -> str:
    """Returns the other board for which a line of this text has a move."""
    lines = _numbered_lines(text)
    return next(filter(None, (_board_of_move(board, line) for line in lines)), "")


def is_own_number(board: Board, line: str) -> bool:
    """Returns True for a line that says nothing but the number of the email's own board."""
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
    """Returns the number with which a line begins, the words before it and the rest; or 0."""
    mark = _LIST_MARK.match(line)
    for place, token in enumerate(_TOKEN.finditer(line, mark.end() if mark else 0)):
        if _NUMBER.fullmatch(token[0]):
            if _is_part_of_name(line[: token.start()]):  # c15 is a square, and c a word
                break
            between = _BETWEEN.match(line, token.end())
            return int(token[0]), line[: token.start()], line[between.end() if between else 0 :]
        if place >= MAX_WORDS_BEFORE or token[0].lower() not in _known_words():
            break
    return 0, "", ""


def _is_part_of_name(before: str) -> bool:
    """Returns True if letters directly before a number belong to it, and aren't a board word."""
    letters = _LETTERS_AT_END.search(before)
    return letters is not None and letters[0].lower() not in _joined_words()


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
    """Returns True for a move with or without a comment; "right" has none but a number."""
    match = board.match
    move, _, comment = match.split(leading_move(match, text).line.rstrip(PUNCTUATION))
    has_digit = any(map(str.isdigit, move))
    return match.reads(move) and (has_digit or not comment or bool(_lone_number(comment)))


def _board_of_move(board: Board, line: str) -> str:
    """Returns the other board for which a line has a move."""
    number, head, rest = _split_before(line)
    if number and _MOVE_LIKE.match(rest):
        return _other(board, number, head)
    move = _MOVE_LIKE.match(line)
    return named_board(board, line[move.end() :]) if move else ""


def _subject(board: Board, line: str) -> str:
    """Returns the other board that is all a line names, with a few words at most."""
    is_short = len(list(islice(_TOKEN.finditer(line), MAX_SHORT_WORDS + 1))) <= MAX_SHORT_WORDS
    if is_short and not _board_of_move(board, line):
        return named_board(board, line)
    return only_board(board, line)


def only_board(board: Board, text: str) -> str:
    """Returns the other board that a text names, if it says no more than "this is board 241"."""
    number = _lone_number(text) if _NUMBER.search(text) else 0
    if not number or board.match.reads(text.strip()):  # b30 may be a square
        return ""
    is_moves = number in move_numbers(board.match) and not any(_worded_numbers(board, text))
    return "" if is_moves else _other(board, number, text)


def _lone_number(text: str) -> int:
    """Returns the number in a text that says no more than "this is board 241"; else 0."""
    lower, known = text.lower(), _known_words()
    numbers = []
    for token in _TOKEN.finditer(lower):
        if token[0].isdigit():
            numbers.append(token[0])
        elif token[0] not in known:
            return 0
    if len(numbers) != 1 or not _NUMBER.fullmatch(numbers[0]) or _UNIT.search(text):
        return 0
    is_name = not _joined_words().issuperset(_WORDS_BEFORE_DIGITS.findall(lower))
    return 0 if is_name else int(numbers[0])


def _other(board: Board, number: int, words: str) -> str:
    """Returns the board of this number, and of the game in these words; empty for the own one."""
    games_named = _games().items() if words.strip() else ()
    found = (title for title, pattern in games_named if pattern.search(words))
    title = next(found, board.game.title)
    if title != board.game.title:
        return f"{title} board {number}"
    return f"board {number}" if number != board.number else ""


def _worded_numbers(board: Board, text: str) -> Iterator[int]:
    """Yields the numbers behind a board word, and behind "#", unless a move has that number."""
    for found in _worded_number().finditer(text):
        if found["board"] or int(found["sign"]) > board.match.ply + 1:
            yield int(found["board"] or found["sign"])


def _numbered_lines(text: str) -> list[str]:
    if not _NUMBER.search(text):
        return []
    lines = (line.strip() for line in plain_signs(text).translate(_KEYCAPS).split("\n"))
    return [line for line in lines if _NUMBER.search(line)]


@cache
def _games() -> dict[str, re.Pattern[str]]:
    """Returns the patterns of the games' names by their titles."""
    return {
        game.title: re.compile(rf"(?i)(?<![^\W_])(?:{'|'.join(_spellings(game))})(?![^\W_])")
        for game in games.games().values()
    }


def _spellings(game: Game[Any, Any, Any]) -> tuple[str, str]:
    """Returns patterns of a game's name and title, with any signs between the words."""
    return re.escape(game.name), r"[\W_]*".join(_TOKEN.findall(game.title))


@cache
def _known_words() -> frozenset[str]:
    names = " ".join((*games.games(), *_games()))
    return frozenset(_TOKEN.findall(f"{BOARD_WORDS} {NUMBER_WORDS} {FILLERS} {names}".lower()))


@cache
def _joined_words() -> frozenset[str]:
    """Returns the words that may be joined to a board's number; others are names: "knight99"."""
    return frozenset(f"{BOARD_WORDS} {NUMBER_WORDS} b bd brd".split())


@cache
def _worded_number() -> re.Pattern[str]:
    """Returns the pattern of a number behind a board word, a game, or "#"."""
    names = chain.from_iterable(map(_spellings, games.games().values()))
    words = "|".join((*BOARD_WORDS.split(), *names))
    numbers = "|".join(NUMBER_WORDS.split())
    return re.compile(
        rf"(?i)(?<![^\W_])(?:{words})[\W_]{{0,3}}(?:(?:{numbers})[\W_]{{1,3}})?"
        r"(?P<board>\d{2,9})(?!\d)|[#\u2116]\s?(?P<sign>\d{2,9})(?!\d)"
    )

"""Finds the lines of an email that name their board: "102: a1-c5", "board 102 resign".

Only boards of the email's writer are considered. In any email, a line that names a board is for
that board. The other readers of replies handle all other text.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from commands.replies.command_lines import CommandLine, looks_like_command
from commands.replies.commands import LEAVE, ReplyCommands
from commands.replies.moves.board_numbers import MAX_WORDS_BEFORE, known_words
from commands.replies.moves.spoken_moves import heard_moves, spoken_direction
from commands.replies.moves.written_moves import denies, is_legal, legal_spelling
from commands.replies.requests import ASKED_ABOUT, REMATCH, SIGNUP, requested_word
from commands.replies.vocabulary.sentence_words import FILLERS
from mail.reading.characters import plain_signs
from pbm.board.board import Board
from pbm.board.draws_and_undos import OFFERS
from pbm.errors import IllegalError

MAX_LINES = 40
"""Maximum number of lines that are searched."""
MAX_LENGTH = 400
"""Maximum number of characters of a line that is searched."""
MAX_SEGMENTS = 10
"""Maximum number of boards that a line can name."""
NOT_ABOUT_BOARDS = ("", LEAVE, REMATCH, SIGNUP, "forgot", "list")
"""Requests that aren't about a running game."""
VIEWS = ("show", "legal", "rules")
"""Words that are commands without being requests in the writer's own words."""
BOARD_NUMBER = re.compile(r"(?<![\w.,:-])\d{2,9}(?![\w%°€$£]|[.,:/-]\d| ?[-,] ?\d)")
_AND = "and und et y e en i ve och og dann then also please bitte"
_SIGNS = " .,;:/#()[]\t"
_SIGNS_BEFORE = " \t#.:(/,;"
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")
_LAST_WORD = re.compile(r"[^\W\d_]+$")

BoardsOf = Callable[[int], Sequence[Board]]
"""Returns the writer's running boards with a number. There may be one for each game."""


@dataclass(frozen=True, slots=True)
class NamedBoards:
    """The commands for the boards that an email names, and the rest of its text."""

    lines: tuple[CommandLine, ...]
    rest: tuple[str, ...]
    """The blocks of the email without these commands."""


@dataclass(frozen=True)
class BoardLineReader:
    userid: str
    boards_of: BoardsOf
    own: Board | None = None
    """The board of the email replied to, if it is about one."""

    def read(self, blocks: Sequence[str]) -> NamedBoards:
        """Returns the commands for other boards. Raises IllegalError for two moves on one board."""
        commands: list[CommandLine] = []
        rest: list[str] = []
        for block in blocks:
            lines = block.split("\n")
            for number, line in enumerate(lines[:MAX_LINES]):
                if len(line) <= MAX_LENGTH and BOARD_NUMBER.search(line):
                    found, lines[number] = self._read_line(line)
                    commands += found
            rest.append("\n".join(lines))
        check_one_move_a_board(commands)
        return NamedBoards(tuple(commands), tuple(filter(str.strip, rest)))

    def _read_line(self, line: str) -> tuple[list[CommandLine], str]:
        """Returns the commands of a line for other boards, and the rest of the line."""
        plain = plain_signs(line)
        head, segments = self._segments(plain)
        is_full = bool(segments) and looks_like_command(plain)
        commands: list[CommandLine] = []
        own = [head] if head and self.own else []
        for number, segment in segments:
            text, below = self._first_sentence(number, segment)
            command = self._command(number, text)
            if self._is_own(number):
                own.append(text if command else f"{number}: {text}")
            elif not command or (is_full and command.guessed):
                return [], line
            else:
                commands.append(command)
            own += [below] if below else []
        is_read = bool(commands) or any(text in own for _, text in segments)
        return commands, "\n".join(own) if is_read else line

    def _first_sentence(self, number: int, text: str) -> tuple[str, str]:
        """Returns the text for a board, and the sentences behind it for the rest of the reply.

        The text for the board is the first sentence if that is a command.
        """
        first, *behind = _SENTENCE_END.split(text, maxsplit=1)
        is_split = self.own and behind and len(behind[0].split()) > 1
        return (first, behind[0]) if is_split and self._command(number, first) else (text, "")

    def _segments(self, line: str) -> tuple[str, list[tuple[int, str]]]:
        """Returns the text before the first board number, and the numbers with their texts.

        The text follows the number, as in "102: a1-c5", or precedes it, as in "a1-c5 on 102".
        """
        marks = [mark for mark in BOARD_NUMBER.finditer(line) if self._is_known(int(mark[0]))]
        marks = marks[:MAX_SEGMENTS]
        if not marks:
            return "", []
        starts = [len(_without_words_before(line[: mark.start()])) for mark in marks]
        ends = [mark.end() for mark in marks]
        after = [line[end:start] for end, start in zip(ends, [*starts[1:], None], strict=True)]
        before = [line[end:start] for end, start in zip([0, *ends[:-1]], starts, strict=True)]
        first = int(marks[0][0])
        is_behind = self._command(first, before[0]) and not self._command(first, after[0])
        rest = after[-1].strip(_SIGNS)
        rest = rest if len(rest.split()) > 1 else ""  # such as "thanks"
        head, texts = (rest, before) if is_behind else (before[0].strip(_SIGNS), after)
        if len(marks) == 1 and not (is_behind or self._command(first, after[0])):
            head, texts = self._last_clause(first, before[0]) or (head, texts)
        numbers = [int(mark[0]) for mark in marks]
        shared = _shared([text.strip(_SIGNS) for text in texts])
        return head, list(zip(numbers, shared, strict=True))

    def _last_clause(self, number: int, text: str) -> tuple[str, list[str]] | None:
        """Splits "a1-c5 here and c1-e5" into the last clause, for this board, and the rest."""
        for clause in reversed(list(_clause_start().finditer(text))):
            if self._command(number, text[clause.end() :]):
                return text[: clause.start()].strip(_SIGNS), [text[clause.end() :]]
        return None

    def _is_known(self, number: int) -> bool:
        return bool(self._boards(number))

    def _boards(self, number: int) -> Sequence[Board]:
        return [self.own] if self.own and self._is_own(number) else self.boards_of(number)

    def _is_own(self, number: int) -> bool:
        return self.own is not None and number == self.own.number

    def _command(self, number: int, text: str) -> CommandLine | None:
        """Returns the command that a text gives for a board with this number, or None."""
        found = (command_on(board, self.userid, text) for board in self._boards(number))
        commands = list(filter(None, found))
        return commands[0] if len(commands) == 1 else None


def _shared(texts: Sequence[str]) -> list[str]:
    """Returns the texts. A number without a text shares the next one: "101 and 102: propose"."""
    shared: list[str] = []
    for text in reversed(texts):
        is_empty = not _leading_and().sub("", f"{text} ").strip()
        shared.append(shared[-1] if is_empty and shared else text)
    return shared[::-1]


def check_one_move_a_board(commands: Sequence[CommandLine]) -> None:
    """Raises IllegalError for two moves on one board."""
    moves: dict[tuple[str, ...], str] = {}
    for command in commands:
        if command.text.split()[1:2] != ["move"]:
            continue
        game, verb, number, *_, move = command.text.split()
        first = moves.setdefault((game, verb, number), move)
        if first != move:
            raise IllegalError(
                f"Your email has two moves for board {number}: {first} and {move}. "
                "Nothing was done. Send one of them."
            )


def command_on(board: Board, userid: str, text: str) -> CommandLine | None:
    """Returns the command that a text gives for a board, or None if it gives none or several.

    Anything but a move in the usual spelling is guessed, so the writer is asked about it.
    """
    text = _leading_and().sub("", text.strip(_SIGNS))
    players = [each for each in board.players if each.userid == userid]
    if not (text and players):
        return None
    commands, match = ReplyCommands(board, players[0]), board.match
    move = text if is_legal(match, text) else legal_spelling(match, text)
    if move:
        return commands.of_player("move", move)
    if (word := _verb(text) or requested_word(text)) not in NOT_ABOUT_BOARDS:
        return replace(commands.requested(word), guessed=word in (*ASKED_ABOUT, "accept"))
    is_stated = not ("?" in text or denies(text) or match.outcome)
    direction = spoken_direction(match, text) if is_stated else ""
    moves = [direction] if direction else heard_moves(match, text) if is_stated else []
    return replace(commands.of_player("move", moves[0]), guessed=True) if len(moves) == 1 else None


def _verb(text: str) -> str:
    words = [word for word in text.lower().split() if word not in FILLERS]
    return " ".join(words) if " ".join(words) in (*VIEWS, *OFFERS) else ""


def _without_words_before(text: str) -> str:
    """Returns a text without the words at its end that lead to a number: "and on board no."."""
    for _ in range(MAX_WORDS_BEFORE):
        text = text.rstrip(_SIGNS_BEFORE)
        word = _LAST_WORD.search(text)
        if not word or word[0].lower() not in _words_before():
            break
        text = text[: word.start()]
    return text


@cache
def _words_before() -> frozenset[str]:
    return known_words() | frozenset(_AND.split())


@cache
def _clause_start() -> re.Pattern[str]:
    return re.compile(rf"\s(?:{'|'.join(_AND.split())})\s|[,;]", re.IGNORECASE)


@cache
def _leading_and() -> re.Pattern[str]:
    return re.compile(rf"^(?:(?:{'|'.join(_AND.split())})\b[\s,]*)+", re.IGNORECASE)

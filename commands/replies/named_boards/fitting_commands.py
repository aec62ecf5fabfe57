"""Finds the commands that a text gives on the boards that a number may mean."""

import re
from collections.abc import Sequence
from dataclasses import replace

from commands.replies.command_lines import CommandLine
from commands.replies.contexts.board_context import names_on
from commands.replies.moves.board_numbers import read_numbers
from commands.replies.moves.notation.foreign_pieces import first_readings
from commands.replies.moves.notation.piece_moves import notation_of
from commands.replies.moves.notation.written_moves import is_legal, legal_spelling
from commands.replies.moves.spoken.spoken_moves import heard_moves
from commands.replies.named_boards.board_names import BOARD_NUMBER, BoardNames, is_same, names_board
from commands.replies.named_boards.connecting_words import (
    CLAUSE_END,
    SENTENCE_END,
    SIGNS,
    without_leading_and,
)
from commands.replies.named_boards.moves_with_remarks import move_with_remark
from commands.replies.named_boards.named_board_commands import (
    VIEWS,
    command_on,
    may_be_made,
    move_of,
)
from commands.replies.named_boards.opponent_names import tells_move
from commands.replies.named_boards.shared_numbers import Fitting, playable_first
from commands.replies.vocabulary.named_boards.other_board_words import BOARDS
from mail.reading.characters import plain_signs
from pbm.board.board import Board
from pbm.board.draws_and_undos import DRAW_WORDS, OFFERS

MAX_MOVE_WORDS = 20
"""Maximum number of words of a text that are searched for the end of its move."""
_WORDS = re.compile(r"\S+")
_BOARD_BEFORE = re.compile(
    rf"(?:^\W*|#|(?<!\w)(?:{'|'.join(BOARDS.split())})\W{{0,2}})$", re.IGNORECASE
)
_MOVE_BEHIND = re.compile(r"(\s{0,2}[:,-])?\s{0,2}(?:\(?[^\W\d_]{0,2}\d|O-O)", re.IGNORECASE)
_NAME = re.compile(r"[\s:,(/|-]*([^\W\d_][\w-]*)[\s:,)/|-]+(?=\S{1,8}\d|O-O)")
"""A name before a move, as in a row of a table: "Chess 101  Carol  Nf3"."""
MIN_DIGITS = 3
"""Minimum number of digits of a board's number that isn't one of the writer's boards."""


class FittingCommands:
    """Finds commands in texts of one email. Each pair of a number and a text is read only once."""

    def __init__(self, names: BoardNames) -> None:
        self._names, self._own = names, names.own
        self._known: dict[tuple[int, str, bool], Fitting] = {}
        self._last_move = ""
        self.lines: Sequence[str] = ()
        """The lines of the email. They may have a move on its own board."""
        self.is_open = False
        """Whether the sentence that is being read has a condition or a question."""

    def numbers(self, line: str) -> list[re.Match[str]]:
        """Returns the matches of the numbers in a line that mean boards.

        A number of none of the writer's boards means one if a move follows, as in "board 104: e4",
        and if the line isn't part of a reply to one board only.
        """
        marks = [*BOARD_NUMBER.finditer(line)]
        known = [mark for mark in marks if self.boards_of(int(mark[0]))]
        if self._names.is_listed or (self._own and not known):
            return known
        return [mark for mark in marks if mark in known or _is_label(line, mark)]

    def boards_of(self, number: int) -> Sequence[Board]:
        """Returns the boards that a number may mean."""
        if self._own and self.is_own(number):
            return [self._own]
        meant = self._names.meant(number)
        return self._names.boards.numbered(number) if meant is None else meant

    def is_own(self, number: int) -> bool:
        """Whether this is the number of the board in the email replied to."""
        return self._own is not None and number == self._own.number

    def first_command(self, number: int, text: str) -> CommandLine | None:
        """Returns the command at the beginning of a text for a board, or None."""
        return self.command(number, self.split(number, text)[0])

    def command(self, number: int, text: str) -> CommandLine | None:
        """Returns the command that a text gives for a board with this number, or None."""
        commands = [command for _, command in self.fitting(number, text)]
        return commands[0] if len(commands) == 1 else None

    def fits(self, number: int, text: str) -> bool:
        """Whether a text begins with a command for a board that a number may mean."""
        return bool(self.fitting(number, self.split(number, text)[0]))

    def split(self, number: int, text: str) -> tuple[str, str, str]:
        """Returns the text for a board, the sentences behind it, and the clauses behind it.

        The text for the board is the first sentence if that is a command. Then the sentences behind
        it belong to the rest of the reply. Words behind a move are returned as clauses, too, but
        remain in the text, so that the writer is asked about the move. Otherwise, the text may be
        the first clause, as in "right, but don't tell anyone".
        """
        first, *behind = SENTENCE_END.split(text, maxsplit=1)
        is_split = bool(behind) and len(behind[0].split()) > 1
        if is_split and self.command(number, first):
            unread = self._words_behind(number, first)
            if self._own:
                return first, behind[0], unread
            return first, "", " ".join(filter(None, (unread, behind[0])))
        if self.fitting(number, text):
            return text, "", self._words_behind(number, text)
        clause = CLAUSE_END.split(text, maxsplit=1)[0]
        if not self.fitting(number, clause):
            return text, "", ""
        return clause, "", without_leading_and(text[len(clause) :])

    def _words_behind(self, number: int, text: str) -> str:
        """Returns the words behind the move of a text that don't change it, or "".

        In "Nf3 - good luck Bob", they are for nobody. Those for the own board are read later.
        """
        meant = None if is_same(text) or self.is_own(number) else self._meaning(number, text)
        if meant is None:
            return ""
        ends = [word.end() for word in _WORDS.finditer(text)][:MAX_MOVE_WORDS]
        for end in ends[:-1]:
            if self._meaning(number, text[:end]) == meant:
                return text[end:].lstrip(f"{SIGNS}-")
        return ""

    def _meaning(self, number: int, text: str) -> tuple[str, Sequence[str]] | None:
        """Returns the move that a text gives for a board, and the words behind it, or None."""
        fitting = self.fitting(number, text)
        if len(fitting) != 1 or not (move := move_of(fitting[0][1])):
            return None
        match, words = fitting[0][0].match, fitting[0][1].text.split()
        is_canonical = is_legal(match, move)
        return match.canonical(move) if is_canonical else move, words[words.index(move) + 1 :]

    def fitting(self, number: int, text: str) -> Fitting:
        """Returns the boards that a number may mean, with the command that the text gives there."""
        if is_same(text):
            move = self._last_move or self._own_move
            text, is_guessed = move, True
        else:
            is_guessed = self._names.is_guessed(number)
        if (known := self._known.get((number, text, self.is_open))) is None:
            boards = self.boards_of(number)
            found = ((board, command_on(board, self._names.userid, text)) for board in boards)
            known = [
                (board, command)
                for board, command in found
                if command and self._is_meant(number, board, command, text)
            ]
            if len(boards) > 1:
                is_shared = self._names.meant(number) is None
                known = playable_first(known, self._names.userid, only_playable=is_shared)
            self._known[number, text, self.is_open] = known
        if is_guessed:
            return [(board, replace(command, guessed=True)) for board, command in known]
        return known

    def with_remark(self, number: int, text: str) -> CommandLine | None:
        """Returns the move that begins a text, with the words behind it for the opponent, or None.

        Only an email that isn't about a single board has such lines.
        """
        boards = () if self._own else self.boards_of(number)
        if len(boards) != 1 or self._names.is_guessed(number):
            return None
        return move_with_remark(boards[0], self._names.userid, self.without_opponent(number, text))

    def without_opponent(self, number: int, text: str) -> str:
        """Returns a text for a board without the name of the opponent before its move."""
        boards, head = self.boards_of(number), _NAME.match(text)
        is_alone = len(boards) == 1 and head and not self._own
        names = names_on(boards[0]) - {self._names.userid.lower()} if is_alone else ()
        return text[head.end() :] if head and head[1].lower() in names else text

    def _is_meant(self, number: int, board: Board, command: CommandLine, text: str) -> bool:
        """Whether words for a board may mean this one: a move must be due there."""
        words = command.text.split()
        is_move = words[1] == "move" and words[-1] not in OFFERS
        if self._names.names_opponent(number) and (
            (words[1] in ("move", "resign") and self.is_open)
            or (is_move and not (_tells(board, text) and may_be_made(board, words[-1])))
        ):
            return False
        if not self._names.is_guessed(number):
            return True
        verb, last = words[1] if len(words) > 1 else "", words[-1]
        if self._names.are_all(number) and last in OFFERS:
            return last == DRAW_WORDS[0]
        is_due = board.mover is not None and board.mover.userid == self._names.userid
        is_view = verb in VIEWS and self._names.names_opponent(number)
        return verb == "resign" or is_view or (verb == "move" and (is_due or last in OFFERS))

    def remember_move(self, numbers: Sequence[int], texts: Sequence[str]) -> None:
        """Remembers the first move among the texts of a line, for texts such as "the same"."""
        pairs = ((number, text) for text in texts for number in numbers if not is_same(text))
        moves = (move_of(command) for pair in pairs for _, command in self.fitting(*pair))
        self._last_move = next(filter(None, moves), self._last_move)

    def remember(self, command: CommandLine | None) -> None:
        """Remembers the move of a line for lines such as "102: the same" below it."""
        self._last_move = (command and move_of(command)) or self._last_move

    @property
    def _own_move(self) -> str:
        """The only legal move that the email has for its own board, or ""."""
        if self._own is None:
            return ""
        match = self._own.match
        texts = (_text_for_own(self._own, line) for line in self.lines)
        moves = {move for text in texts for move in heard_moves(match, text)}
        return moves.pop() if len(moves) == 1 else ""


def _tells(board: Board, text: str) -> bool:
    """Whether a text tells a move on a board. A written move isn't one of its words."""
    words = text.split()[:MAX_MOVE_WORDS]
    rest = " ".join(word for word in words if not _is_written(board, word))
    pieces = notation_of(board.game).by_word if board.game.piece_words else ()
    return tells_move(text, pieces) or tells_move(rest, pieces)


def _is_written(board: Board, word: str) -> bool:
    has_digit = any(map(str.isdigit, word))
    return has_digit and bool(
        legal_spelling(board.match, word) or first_readings(board.match, word)
    )


def _text_for_own(own: Board, line: str) -> str:
    """Returns a line without the number of the email's own board, or "" if it names another."""
    if not names_board(line):
        return line
    numbered = read_numbers(own, plain_signs(line))
    is_own = numbered.is_own and not (numbered.other or names_board(numbered.text))
    return numbered.text if is_own else ""


def _is_label(line: str, mark: re.Match[str]) -> bool:
    """Whether a number precedes a move, and has a word such as "board" or a colon next to it."""
    behind = _MOVE_BEHIND.match(line, mark.end())
    is_labelled = bool(behind and behind[1]) or bool(_BOARD_BEFORE.search(line[: mark.start()]))
    return len(mark[0]) >= MIN_DIGITS and bool(behind) and is_labelled

"""Finds the lines of an email that name their board: "102: a1-c5", "board 102 resign".

Only boards of the email's writer are considered. In any email, a line that names a board is for
that board. The other readers of replies handle all other text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain

from commands.replies.answers.offer_answers import leaves_open as says_open
from commands.replies.command_lines import CommandLine, looks_like_command
from commands.replies.contexts.running_boards import PlayerBoards, listed_boards
from commands.replies.moves.draw_offers import names_draw
from commands.replies.moves.spoken_moves import heard_moves
from commands.replies.named_boards.board_names import (
    BoardNames,
    is_same,
    may_name_board,
    says_wrong_board,
)
from commands.replies.named_boards.connecting_words import (
    CLAUSE_END,
    CLAUSE_START,
    SIGNS,
    without_leading_and,
    without_words_before,
)
from commands.replies.named_boards.named_board_commands import (
    VIEWS,
    check_one_move_a_board,
    command_on,
    lone_word,
    may_be_made,
    move_of,
)
from commands.replies.named_boards.opponents import leaves_open, may_name_opponent, tells_move
from commands.replies.named_boards.refusals import illegal_move_line, refused_line
from commands.replies.named_boards.texts_for_boards import divide
from commands.replies.requests import requested_word
from commands.replies.suspected_requests import suspected_request
from commands.replies.vocabulary.familiar_words import FAMILIAR
from commands.replies.vocabulary.sentence_words import plain_words
from mail.reading.characters import plain_signs
from pbm.board.board import Board
from pbm.board.draws_and_undos import DRAW_WORDS, OFFERS
from pbm.errors import IllegalError, ParseError
from pbm.wording import filled, shown

MAX_LINES = 40
"""Maximum number of lines that are searched."""
MAX_LENGTH = 400
"""Maximum number of characters of a line that is searched."""
Fitting = Sequence[tuple[Board, CommandLine]]
"""Boards, each with the command that a text gives there."""
WHICH_BOARD = 'Which board do you mean by "{}"? Begin the line with its number: {}.'
WHICH_MOVE = 'Which move do you mean by "{}"? Write the number of the board and the move.'
NO_SUCH_BOARD = "You aren't playing on a board {}."
MIN_POSSIBLE_BOARDS = 2
"""Minimum number of boards that a line with an unknown number may mean."""
NOTHING_DONE = 'On board {}, we ignored "{}".'
RESIGNED = "I resign"
MAX_HEADING = 60
"""Maximum number of characters of a line that only names a board, such as "Against Carol:"."""
MAX_COURTESY = 3
"""Maximum number of words that may be ignored without notice, such as "Good night!"."""
MAX_SEGMENTS = 10
"""Maximum number of boards that a line can name."""
BOARD_NUMBER = re.compile(r"(?<![\w.,:-])\d{2,9}(?![\w%°€$£]|[.,:/-]\d| ?[-,] ?\d)")
_LABELLED = re.compile(r"\s*[:,-]\s*\S")
_SQUARE = re.compile(r"[a-z]\d")
_SENTENCE_SIGNS = tuple(".!?;\n")
_UNKNOWN_LABEL = re.compile(r"\W*(?:board |game )?(\d{3,9})\s*[:,-]\s+(\S.*)", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")


@dataclass(frozen=True, slots=True)
class NamedBoards:
    """The commands for the boards that an email names, and the rest of its text."""

    lines: tuple[CommandLine, ...]
    rest: tuple[str, ...]
    """The blocks of the email without these commands."""
    unread: tuple[str, ...] = ()
    """Text about other boards that is no command and isn't in the rest."""
    is_own_named: bool = False
    """Whether a line names the opponent of the email's own board. Then the rest is shorter."""


class BoardLineReader:
    """Reads the lines of one email."""

    def __init__(
        self,
        userid: str,
        boards: PlayerBoards,
        own: Board | None = None,
        *,
        is_listed: bool = False,
    ) -> None:
        """`own`: the board of the email replied to, if it is about one.

        `is_listed`: whether the email replied to lists the boards.
        """
        self._userid, self._boards, self._own = userid, boards, own
        self._names = BoardNames(boards, own, userid, is_listed)
        self._known: dict[tuple[int, str], Fitting] = {}
        self._lines: Sequence[str] = ()
        self._last_move = ""
        self._unread: list[str] = []
        self._says_own = False
        self._is_own_named = False
        self._is_open = False

    def read(self, blocks: Sequence[str]) -> NamedBoards:
        """Returns the commands for other boards.

        Raises IllegalError for two moves on one board, and for words that may mean several boards.
        """
        commands: list[CommandLine] = []
        rest = [self.joined(block.split("\n")) for block in blocks]
        self._lines = list(chain.from_iterable(rest))
        self._unread, self._says_own, self._is_own_named = [], False, False
        for lines in rest:
            for number, line in enumerate(lines[:MAX_LINES]):
                if len(line) <= MAX_LENGTH and names_board(line):
                    found, lines[number] = self._read_line(line)
                    commands += found
        check_one_move_a_board(commands)
        if commands or self._says_own:
            for lines in rest:
                for number, line in enumerate(lines[:MAX_LINES]):
                    if refused := self._nothing_done(line):
                        commands.append(refused)
                        lines[number] = ""
        texts = ("\n".join(lines) for lines in rest)
        return NamedBoards(
            tuple(commands),
            tuple(filter(str.strip, texts)),
            tuple(filter(is_missed, self._unread)),
            self._is_own_named,
        )

    def joined(self, lines: Sequence[str]) -> list[str]:
        """Returns the lines. A line such as "102:" becomes a part of the next line with content.

        In a reply to a list of boards, it may end without a colon.
        """
        result, heading = [], ""
        for line in lines:
            is_marked = line.rstrip().endswith(":") or self._names.is_listed
            is_heading = is_marked and len(line) <= MAX_HEADING
            if is_heading and names_board(line) and self._only_names_board(line):
                result += [heading] if heading else []
                heading = line.rstrip()
            elif heading and line.strip():
                heading = f"{heading.rstrip(':')}:"
                result += [heading, line] if names_board(line) else [f"{heading} {line.lstrip()}"]
                heading = ""
            else:
                result.append(line)
        return [*result, heading] if heading else result

    def _only_names_board(self, line: str) -> bool:
        plain = self._names.replaced(plain_signs(line))
        marks = [mark for mark in BOARD_NUMBER.finditer(plain) if self._boards_of(int(mark[0]))]
        if len(marks) != 1:
            return False
        before, behind = plain[: marks[0].start()], plain[marks[0].end() :]
        return not without_words_before(before).strip(SIGNS) and not behind.strip(SIGNS)

    def _nothing_done(self, line: str) -> CommandLine | None:
        """Returns the note about a line such as "102: still thinking", or None."""
        if len(line) > MAX_LENGTH or not names_board(line):
            return None
        plain = self._names.replaced(plain_signs(line))
        label = next(BOARD_NUMBER.finditer(plain), None)
        if label is None or without_words_before(plain[: label.start()]).strip(SIGNS):
            return None
        number, text = int(label[0]), plain[label.end() :]
        boards = self._boards_of(number)
        if self._is_own(number) or len(boards) != 1 or not _LABELLED.match(text):
            return None
        text = line[line.index(":") + 1 :] if ":" in line else text
        note = NOTHING_DONE.format(boards[0].number, shown(text.strip(SIGNS)))
        return refused_line(line, ParseError(filled(note)))

    def _read_line(self, line: str) -> tuple[list[CommandLine], str]:
        """Returns the commands of a line for other boards, and the rest of the line.

        A line that names the opponent of the own board, and has no command for it, may be about
        another board against the same opponent.
        """
        commands, rest = self._read_parts(line)
        if not commands and (refused := self._refused_number(line)):
            return [refused], ""
        if commands or rest != line or not self._names.has_other_against_same:
            return commands, rest
        self._names.prefers_own = False
        try:
            return self._read_parts(line)
        except IllegalError:
            return [], line
        finally:
            self._names.prefers_own = True

    def _refused_number(self, line: str) -> CommandLine | None:
        """Returns the question about a number that is none of the writer's boards, or None.

        It is asked if the move is legal on several boards. Otherwise, the own board is asked about.
        """
        found = _UNKNOWN_LABEL.fullmatch(plain_signs(line)) if self._own else None
        if not found or self._is_own(int(found[1])) or self._boards_of(int(found[1])):
            return None
        boards = [
            board
            for board in self._boards.running()
            if (command := command_on(board, self._userid, found[2])) and move_of(command)
        ]
        if len(boards) < MIN_POSSIBLE_BOARDS:
            return None
        numbers = listed_boards(boards, self._userid, "or")
        question = WHICH_BOARD.format(shown(line.strip()), numbers)
        return refused_line(
            line, IllegalError(filled(f"{NO_SUCH_BOARD.format(found[1])} {question}"))
        )

    def _read_parts(self, line: str) -> tuple[list[CommandLine], str]:
        """Returns the commands of a line for other boards, and the rest of the line."""
        plain = self._names.replaced(plain_signs(line))
        self._is_open = leaves_open(line)
        head, segments = self._segments(plain)
        is_full = bool(segments) and looks_like_command(plain)
        if self._tears_offer(head, segments, plain):
            return [], line
        commands: list[CommandLine] = []
        undecided: list[int] = []
        own = [head] if head and self._own and not says_wrong_board(head) else []
        own = [RESIGNED if requested_word(each) == "resign" else each for each in own]
        for number, segment in segments:
            text, below, unread = self._split(number, segment)
            command = self._command(number, text)
            if self._is_own(number):
                own.append(self._own_text(number, text, command))
                own += [unread] if unread else []
                if command:
                    self._says_own = True
                    is_named = self._names.names_opponent(number)
                    self._is_own_named |= is_named and not self._names.is_addressed(number)
            elif command and not (is_full and command.guessed):
                commands.append(command)
                self._unread += [unread] if unread else []
            elif not is_full and (refused := self._refused(number, text)):
                commands.append(refused)
            elif not (is_full or self._is_own(number)) and says_open(text):
                undecided.append(number)
            else:
                self._check_clear(number, text, line)
                return [], line
            own += [below] if below else []
        if undecided:  # "On 101 I play a1-c5. On 103 I still have to think."
            commands = [replace(command, guessed=True) for command in commands]
        if commands and own[:1] == [head]:
            own[0] = self._without_torn_words(head, plain)
        is_read = bool(commands) or any(
            self._is_own(number) and self._command(number, self._split(number, text)[0])
            for number, text in segments
        )
        return commands, "\n".join(own) if is_read else line

    def _tears_offer(self, head: str, segments: Sequence[tuple[int, str]], line: str) -> bool:
        """Whether the own opponent's name is in a draw offer behind a move: "b3, offer bob a draw".

        Then the line is read as a whole.
        """
        is_own = bool(segments) and all(self._is_own(number) for number, _ in segments)
        return bool(head) and is_own and names_draw(line) and not names_draw(head)

    def _without_torn_words(self, head: str, line: str) -> str:
        """Returns the text before another board's, without a sentence that is about that board.

        In "ps could you do e1-a3 with Carol", the words before the move are for nobody.
        """
        *sentences, last = _SENTENCE_END.split(head)
        behind = line[line.find(head) + len(head) :].lstrip()
        is_finished = behind.startswith(_SENTENCE_SIGNS) or last.endswith(_SENTENCE_SIGNS)
        is_own = self._own and (
            command_on(self._own, self._userid, last) or heard_moves(self._own.match, last)
        )
        if is_finished or is_own or _SQUARE.search(last):
            return head
        self._unread.append(last)
        return " ".join(sentences)

    def _own_text(self, number: int, text: str, command: CommandLine | None) -> str:
        """Returns what a line says about the own board, for the reader of its other lines."""
        if command is None:
            return f"{number}: {text}"
        if is_same(text):
            return move_of(command) or command.text.split()[-1]
        is_named = self._names.names_opponent(number)
        # a full sentence, so that the writer is asked to confirm it
        is_resigned = is_named and command.text.split()[1:2] == ["resign"]
        return RESIGNED if is_resigned else without_leading_and(text)

    def _refused(self, number: int, text: str) -> CommandLine | None:
        """Returns the refusal of a move that isn't legal on the only board with this number."""
        boards = self._boards_of(number)
        is_told = not self._names.names_opponent(number) or (tells_move(text) and not self._is_open)
        is_clear = len(boards) == 1 and is_told
        return illegal_move_line(boards[0], self._userid, text) if is_clear else None

    def _check_clear(self, number: int, text: str, line: str) -> None:
        """Raises IllegalError if a line may mean several boards, or the same move as no other."""
        if is_same(text):
            raise IllegalError(filled(WHICH_MOVE.format(shown(line.strip()))))
        boards = [board for board, _ in self._fitting(number, text)]
        if self._names.meant(number) and len(boards) > 1:
            numbers = listed_boards(boards, self._userid, "or")
            raise IllegalError(filled(WHICH_BOARD.format(shown(line.strip()), numbers)))

    def _split(self, number: int, text: str) -> tuple[str, str, str]:
        """Returns the text for a board, the sentences behind it, and the clauses behind it.

        The text for the board is the first sentence if that is a command. Then the sentences behind
        it belong to the rest of the reply. Otherwise, the text may be the first clause, as in
        "right, but don't tell anyone".
        """
        first, *behind = _SENTENCE_END.split(text, maxsplit=1)
        is_split = bool(behind) and len(behind[0].split()) > 1
        if is_split and self._command(number, first):
            return (first, behind[0], "") if self._own else (first, "", behind[0])
        if self._fitting(number, text):
            return text, "", ""
        clause = CLAUSE_END.split(text, maxsplit=1)[0]
        if not self._fitting(number, clause):
            return text, "", ""
        return clause, "", without_leading_and(text[len(clause) :])

    def _segments(self, line: str) -> tuple[str, list[tuple[int, str]]]:
        """Returns the rest of a line, and the numbers of its boards with their texts.

        Words such as "here" stand for the email's own board if the line says what to do there.
        """
        with_own = self._names.own_replaced(line)
        if with_own != line:
            head, segments = self._divided(with_own)
            if all(self._command(*each) for each in segments if self._is_own(each[0])):
                return head, segments
        return self._divided(line)

    def _divided(self, line: str) -> tuple[str, list[tuple[int, str]]]:
        """Returns the rest of a line, and its board numbers with their texts."""
        marks = [mark for mark in BOARD_NUMBER.finditer(line) if self._boards_of(int(mark[0]))]
        if not marks or len(marks) > MAX_SEGMENTS:
            return "", []
        numbers = [int(mark[0]) for mark in marks]
        starts = [len(without_words_before(line[: mark.start()])) for mark in marks]
        ends = [0, *(mark.end() for mark in marks)]
        parts = [line[end:start] for end, start in zip(ends, [*starts, None], strict=True)]
        chunks = [part.strip(SIGNS) for part in parts]
        if any(map(is_same, chunks)):
            self._last_move = self._move_in(numbers, chunks) or self._last_move
        above, parts[0] = self._last_told(numbers[0], parts[0])
        chunks[0] = parts[0].strip(SIGNS)
        named = [number for number in numbers if self._names.meant(number) is not None]
        far = [
            number
            for number, before in zip(numbers, chunks, strict=False)
            if before and self._names.names_opponent(number) and not self._fitting(number, before)
        ]
        shares = divide(numbers, parts, self._fits, named, far)
        if (
            len(marks) == 1
            and not shares.fitting
            and (last := self._last_clause(numbers[0], chunks[0]))
        ):
            return last
        is_against = self._names.names_opponent(numbers[0])
        if len(marks) == 1 and not shares.fitting and is_against:
            around = f"{line[: marks[0].start()]} {line[marks[0].end() :]}".strip(SIGNS)
            if self._fitting(numbers[0], around):  # "Ich gebe gegen Carol auf"
                return "", [(numbers[0], around)]
        rest = "\n".join(filter(None, (above, shares.rest)))
        return rest, list(zip(numbers, shares.texts, strict=True))

    def _last_told(self, number: int, text: str) -> tuple[str, str]:
        """Returns the beginning of the text before words such as "against Carol", and the end.

        The end is the last clause that tells what to do on this board, or the whole text.
        """
        if self._names.names_opponent(number) and not self._fitting(number, text.strip(SIGNS)):
            for clause in reversed(list(CLAUSE_START.finditer(text))):
                # "I" isn't the word "and" of Polish
                if clause[0] != " I " and self._fitting(number, text[clause.end() :].strip(SIGNS)):
                    return text[: clause.start()].strip(SIGNS), text[clause.end() :]
        return "", text

    def _last_clause(self, number: int, text: str) -> tuple[str, list[tuple[int, str]]] | None:
        """Splits "a1-c5 here and c1-e5" into the last clause, for this board, and the rest."""
        for clause in reversed(list(CLAUSE_START.finditer(text))):
            if clause[0] != " I " and self._command(number, text[clause.end() :]):
                return text[: clause.start()].strip(SIGNS), [(number, text[clause.end() :])]
        return None

    def _boards_of(self, number: int) -> Sequence[Board]:
        if self._own and self._is_own(number):
            return [self._own]
        meant = self._names.meant(number)
        return self._boards.numbered(number) if meant is None else meant

    def _is_own(self, number: int) -> bool:
        return self._own is not None and number == self._own.number

    def _fits(self, number: int, text: str) -> bool:
        return bool(self._fitting(number, self._split(number, text)[0]))

    def _command(self, number: int, text: str) -> CommandLine | None:
        """Returns the command that a text gives for a board with this number, or None."""
        commands = [command for _, command in self._fitting(number, text)]
        return commands[0] if len(commands) == 1 else None

    def _fitting(self, number: int, text: str) -> Fitting:
        """Returns the boards that a number may mean, with the command that the text gives there."""
        if is_same(text):
            move = self._last_move or self._own_move
            text, is_guessed = move, True
        else:
            is_guessed = self._names.meant(number) is not None
        if (known := self._known.get((number, text))) is None:
            boards = self._boards_of(number)
            found = ((board, command_on(board, self._userid, text)) for board in boards)
            known = [
                (board, command)
                for board, command in found
                if command and self._is_meant(number, board, command, text)
            ]
            self._known[number, text] = known
        if is_guessed:
            return [(board, replace(command, guessed=True)) for board, command in known]
        return known

    def _is_meant(self, number: int, board: Board, command: CommandLine, text: str) -> bool:
        """Whether words for a board may mean this one: a move must be due there."""
        words = command.text.split()
        is_move = words[1] == "move" and words[-1] not in OFFERS
        if self._names.names_opponent(number) and (
            (words[1] in ("move", "resign") and self._is_open)
            or (is_move and not (tells_move(text) and may_be_made(board, words[-1])))
        ):
            return False
        if self._names.meant(number) is None:
            return True
        verb, last = words[1] if len(words) > 1 else "", words[-1]
        if self._names.are_all(number):
            return verb == "resign" or last == DRAW_WORDS[0]
        is_due = board.mover is not None and board.mover.userid == self._userid
        is_view = verb in VIEWS and self._names.names_opponent(number)
        return verb == "resign" or is_view or (verb == "move" and (is_due or last in OFFERS))

    def _move_in(self, numbers: Sequence[int], chunks: Sequence[str]) -> str:
        """Returns the first move among the texts of a line, or ""."""
        pairs = ((number, text) for text in chunks for number in numbers if not is_same(text))
        moves = (move_of(command) for pair in pairs for _, command in self._fitting(*pair))
        return next(filter(None, moves), "")

    @property
    def _own_move(self) -> str:
        """The only legal move that the email has for its own board, or ""."""
        if self._own is None:
            return ""
        match = self._own.match
        lines = (line for line in self._lines[:MAX_LINES] if not names_board(line))
        moves = {move for line in lines for move in heard_moves(match, line)}
        return moves.pop() if len(moves) == 1 else ""


def names_board(line: str) -> bool:
    """Whether a line may name a board, by its number, by words or by an opponent."""
    return bool(BOARD_NUMBER.search(line)) or may_name_board(line) or may_name_opponent(line)


def is_missed(text: str) -> bool:
    """Whether the answer must say that a text wasn't read."""
    if any(map(str.isdigit, text)) or may_name_board(text):
        return True
    if lone_word(text) or requested_word(text) or suspected_request(text):
        return True
    words = plain_words(text)
    return len(text.split()) > MAX_COURTESY and not _familiar().issuperset(words)


@cache
def _familiar() -> frozenset[str]:
    return frozenset(plain_words(FAMILIAR))

"""Finds the commands of a reply to a digest of several boards.

A line may name its board by number or title, follow the quoted heading of its board, or have a move
that is legal on only one board. The writer is asked about all lines without a number. What is
quoted never has commands: it only shows which board a move is for.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from commands.replies.answers.offer_answers import leaves_open
from commands.replies.command_lines import CommandLine, FoundCommands
from commands.replies.contexts.digest_context import DigestContext
from commands.replies.contexts.running_boards import (
    PlayerBoards,
    board_label,
    listed_boards,
    named,
    shares_number,
)
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.moves.queued_moves_in_prose import plan_in
from commands.replies.moves.spoken_moves import heard_moves
from commands.replies.moves.written_moves import is_legal
from commands.replies.named_boards.board_lines import MAX_LINES, BoardLineReader, NamedBoards
from commands.replies.named_boards.board_names import BOARD_NUMBER
from commands.replies.named_boards.connecting_words import SENTENCE_END
from commands.replies.named_boards.game_abbreviations import begins_with_game
from commands.replies.named_boards.named_board_commands import command_on, move_of
from commands.replies.named_boards.ordinals import listed_place
from commands.replies.named_boards.postponed_moves import postpones
from commands.replies.named_boards.refusals import (
    NO_SUCH_BOARD,
    is_missed,
    refuse_clashes,
    refused_line,
    which_board,
)
from commands.replies.named_boards.shared_numbers import example_on, shared_number_error
from commands.replies.suspected_requests import suspected_request
from commands.replies.vocabulary import other_board_words as tables
from commands.replies.vocabulary.sentence_words import plain_words
from commands.system.secrets.secret import NONE
from mail.reading.characters import plain_signs
from pbm.board.board import Board
from pbm.errors import IllegalError, ParseError
from pbm.wording import filled, shown

NOT_READ = (
    'We ignored "{}". To move, write the {} of the board and the move, such as "{}". '
    "Your boards are {}."
)
NOT_SENT = 'We didn\'t send "{}". To write to your opponent, send a line such as "{}: Good luck!"'
NO_BOARD = (
    "We can't tell what you want to do, or on which board, so we haven't done anything. Begin a "
    'line with the {} of the board, such as "{}" or "{}".'
)
THANKED = (
    "You're welcome! We haven't done anything. If you want to do something on a board, begin a "
    'line with its {}, such as "{}" or "{}".'
)
EXAMPLE_MOVE = "a1-c5"
OTHER_WISHES = (
    "To write to your opponents, use the address above the board. To change how you get "
    'emails, send "help change delivery".'
)
_HEADING = re.compile(
    r"^[>| \t]*(?:(\S[^>|\n]{0,40}?) )?Board (\d{2,9})(?=:|\s*$| (?:against|vs|with)\b)",
    re.MULTILINE,
)
_TITLED = re.compile(r"\s*([^\W\d][^:\n]{0,40}):\s*(\S.*)")
_NUMBERED = re.compile(r"\W*(?:board |game )?(\d{2,9})\s*[:,-]\s*(\S.*)", re.IGNORECASE)
_GAME_NUMBERED = re.compile(
    r"\W*([^\W\d][^:\d\n]{0,40}?)[ #]{1,3}(\d{2,9})\s*[:,-]\s*(\S.*)", re.IGNORECASE
)
"""A line that begins with a game and a number: "Knight Panic 101: Good game so far!"."""
_NAMED_BOARD = re.compile(r"\W{0,5}(?:board|game) #?(\d{2,9})\b", re.IGNORECASE)
_MOVE_ON = re.compile(r"\W{0,5}(\d{3,9})[ :,-]{1,3}[a-z]\d", re.IGNORECASE)
"""The number of a board before a move: `104 a1-c5`."""
_TELLING, _ME, _ON, _BOARDS = (
    "|".join(table.split()) for table in (tables.TELLING, tables.ME, tables.ON, tables.BOARDS)
)
_TOLD = re.compile(
    rf"\W{{0,5}}(?:{_TELLING}) (?!(?:{_ME})\b)[^\W\d_]+ (?:{_ON}) (?:(?:{_BOARDS}) )?"
    r"#?(\d{2,9})[ :,]{1,3}(\S.*)",
    re.IGNORECASE,
)
"""A line such as "Tell Bob on 102 happy birthday from me"."""
_CHAT = re.compile(r"chat\b[:,]?", re.IGNORECASE)
_CLAUSE_SIGN = re.compile(r"[,;.!]\s+(?:so\s+)?|[、。]")
MAX_OPEN_WORDS = 5
"""Maximum number of words that only say that the writer hasn't decided yet."""
MAX_THANKING_WORDS = 12
"""Maximum number of words of a reply that only thanks."""
MIN_CHAT_WORDS = 2
"""Minimum number of words of chat behind the number of a board."""
_LIST_MARK = re.compile(r"\s*(?:\d[.)]|[-*])\s+")


@dataclass(frozen=True)
class DigestReader:
    digest: DigestContext

    def read(self, blocks: Sequence[str], above: Sequence[str]) -> FoundCommands:
        """Returns the commands. The result is empty if nothing seems meant for a board.

        `above`: the quotation above each block.
        """
        commands: list[CommandLine] = []
        unread: list[tuple[int, str]] = []
        heading: Board | None = None
        for block, quotation in zip(blocks, above, strict=True):
            heading = self._quoted_board(quotation) or heading
            lines = self._numbered.joined(block.split("\n")[:MAX_LINES])
            for line in filter(str.strip, lines):
                found = self._read_line(line, heading)
                unread += [] if found else [(len(commands), line)]
                commands += found
        missed = (
            (place, line)
            for place, line in unread
            if not postpones(line) and (is_missed(line) or self._may_be_for_board(line))
        )
        if commands and (first := next(missed, None)):
            place, line = first
            commands.insert(place, self._not_read(line))
        return FoundCommands(tuple(refuse_clashes(commands)))

    def _may_be_for_board(self, line: str) -> bool:
        """Whether a line has a label such as "Bob trail:", or ends in a move or a command."""
        *_, last = line.replace("=", ":").split(":")
        is_labelled = ":" in line and any(map(str.isalnum, last))
        return is_labelled or any(self._command(board, last) for board in self.digest.boards)

    def _not_read(self, line: str) -> CommandLine:
        label, move, _ = self._advice
        note = NOT_READ.format(shown(line), label, move, self._numbers)
        return refused_line(line, ParseError(filled(note)))

    def explain(self, blocks: Sequence[str]) -> NoCommandError:
        """Returns the error for a reply without any command."""
        boards = f"Your boards are {self._numbers}." if self.digest.boards else ""
        advice = THANKED if _only_thanks("\n".join(blocks)) else NO_BOARD
        advice = advice.format(*self._advice)
        text = " ".join(filter(None, (self._missing_board(blocks), advice, boards)))
        return NoCommandError(f"{filled(text)}\n\n{filled(OTHER_WISHES)}")

    def _missing_board(self, blocks: Sequence[str]) -> str:
        """Returns a sentence about the first board of the reply that isn't in the digest, or ""."""
        lines = "\n".join(blocks).split("\n")[:MAX_LINES]
        plain = map(plain_signs, lines)
        found = (_NAMED_BOARD.match(line) or _MOVE_ON.match(line) for line in plain)
        numbers = (each[1] for each in found if each)
        missing = next((each for each in numbers if not self._boards(int(each))), "")
        return NO_SUCH_BOARD.format(missing) if missing else ""

    @cached_property
    def _numbered(self) -> BoardLineReader:
        boards = PlayerBoards(self._boards, lambda: self.digest.boards)
        return BoardLineReader(self.digest.reader.userid, boards, is_listed=True)

    def _boards(self, number: int) -> Sequence[Board]:
        return [board for board in self.digest.boards if board.number == number]

    @cached_property
    def _numbers(self) -> str:
        """The numbers of the reader's boards, with their games and opponents."""
        return listed_boards(self.digest.boards, self.digest.reader.userid)

    @cached_property
    def _advice(self) -> tuple[str, str, str]:
        """The words for the label of a line, and two example lines: a move and another command."""
        boards = self.digest.boards
        if not boards:
            return "number", f"101: {EXAMPLE_MOVE}", "101: show"
        board, text = example_on(boards, self.digest.reader.userid)
        text = EXAMPLE_MOVE if text == "show" else text
        is_shared = any(shares_number(board, boards) for board in boards)
        label = board_label(board, boards)
        return "game and number" if is_shared else "number", f"{label}: {text}", f"{label}: show"

    def _read_line(self, line: str, heading: Board | None) -> Sequence[CommandLine]:
        try:
            read = self._numbered.read([line])
            if read.lines:
                return self._with_unread(read)
        except IllegalError as error:
            return [refused_line(line, error)]
        text = _LIST_MARK.sub("", plain_signs(line), count=1)
        if BOARD_NUMBER.search(text):  # chat, or the number of a board that isn't the reader's
            chat = self._chat(line, text)
            return [chat] if chat else ()
        boards = self.digest.boards
        if (titled := _TITLED.fullmatch(text)) and (of_title := _named(boards, titled[1])):
            boards, text = of_title, titled[2]
        fitting = [(board, found) for board in boards if (found := self._command(board, text))]
        above = [found for board, found in fitting if board is heading]
        place = listed_place(plain_signs(line))
        listed = self.digest.boards[place] if 0 <= place < len(self.digest.boards) else None
        above = above or [found for board, found in fitting if board is listed]
        commands = above or [found for _, found in fitting]
        if len(commands) != 1 and (in_clauses := self._in_clauses(text)):
            return in_clauses
        if len(commands) > 1:
            possible = [board for board, _ in fitting]
            question = which_board(line, possible, self.digest.reader.userid)
            return [refused_line(line, IllegalError(filled(question)))]
        return [replace(command, guessed=True) for command in commands]

    def _in_clauses(self, text: str) -> Sequence[CommandLine]:
        """Returns the moves of the clauses of a text, each on the only board on which it is legal.

        An example is "e4, c1-g3" for two games. The result is empty if a clause fits several
        boards, if a board gets several moves, or if the text is a question.
        """
        clauses = _CLAUSE_SIGN.split(text)
        if len(clauses) == 1 or "?" in text:
            return ()
        by_board: dict[str, CommandLine] = {}
        missed: list[str] = []
        for clause in clauses:
            found = [self._command(board, clause) for board in self.digest.boards]
            moves = [command for command in found if command and _is_move(command)]
            missed += [] if moves else [clause.strip()]
            for command in moves:
                first = by_board.setdefault(command.heading, command)
                if len(moves) > 1 or first.text != command.text:
                    return ()
        lines = [replace(command, guessed=True) for command in by_board.values()]
        notes = [self._not_read(clause) for clause in filter(is_missed, missed)]
        return [*lines, *notes] if lines else ()

    def _with_unread(self, read: NamedBoards) -> Sequence[CommandLine]:
        """Returns the commands of a line, and moves in its other text that fit only one board."""
        lines, missed = [*read.lines], list[str]()
        for sentence in filter(None, chain.from_iterable(map(SENTENCE_END.split, read.unread))):
            done = {line.heading for line in lines}
            fitting = [
                found
                for board in self.digest.boards
                if named(board) not in done
                and (found := self._command(board, sentence))
                and _is_move(found)
            ]
            if len(fitting) == 1:
                lines.append(replace(fitting[0], guessed=True))
            else:
                missed.append(sentence)
        text = " ".join(missed)
        is_about_move = len(lines) == 1 and _is_move(lines[0])
        if text and is_about_move and not any(map(str.isdigit, text)):
            note = NOT_SENT.format(shown(text), lines[0].heading)
            return [*lines, refused_line(text, ParseError(filled(note)), lines[0].heading)]
        return [*lines, self._not_read(text)] if text else lines

    def _chat(self, line: str, text: str) -> CommandLine | None:
        """Returns the chat of a line such as "101: Good game so far!", or None.

        If several boards have the number, returns the refusal of the line.
        """
        boards, words = self._addressed(text)
        if not boards or postpones(line):
            return None
        if leaves_open(words) and len(words.split()) <= MAX_OPEN_WORDS:
            return None  # "still thinking" is for nobody
        said = _CHAT.sub("", words).strip()
        chatted = [board for board in boards if _is_chat(board, said)]
        userid = self.digest.reader.userid
        if len(boards) > 1:
            possible = () if BOARD_NUMBER.search(words) else chatted
            return refused_line(line, shared_number_error(boards, possible, userid, words))
        if not chatted:
            return None
        command = f"{boards[0].game.name} chat {boards[0].number} {userid} {NONE}"
        return CommandLine(command, said, in_body=True, heading=named(boards[0]), guessed=True)

    def _addressed(self, text: str) -> tuple[Sequence[Board], str]:
        """Returns the boards that the beginning of a line names, and the rest of the line."""
        if written := _NUMBERED.fullmatch(text) or _TOLD.fullmatch(text):
            return self._boards(int(written[1])), written[2]
        if written := _GAME_NUMBERED.fullmatch(text):
            boards = self._boards(int(written[2]))
            of_game = [board for board in boards if begins_with_game(written[1], board.game.name)]
            return of_game, written[3]
        return (), ""

    def _command(self, board: Board, text: str) -> CommandLine | None:
        """Returns the legal move, offer or resignation that a text gives for a board, or None."""
        command = command_on(board, self.digest.reader.userid, text)
        verb = command.text.split()[1:2] if command else []
        if command is None or verb not in (["move"], ["resign"]):
            return None
        is_due = board.mover == self.digest.reader and is_legal(board.match, move_of(command))
        return command if is_due or not _is_move(command) else None

    def _quoted_board(self, quotation: str) -> Board | None:
        """Returns the board of the last heading in a quotation, or None."""
        headings = _HEADING.findall(quotation)
        title, number = headings[-1] if headings else ("", "")
        boards = [
            board
            for board in self.digest.boards
            if number == str(board.number) and title in ("", board.game.title)
        ]
        return boards[0] if len(boards) == 1 else None


def _only_thanks(text: str) -> bool:
    """Whether a text begins with thanks and says little else: "Thanks for the overview!"."""
    words = plain_words(text)
    is_short = 0 < len(words) <= MAX_THANKING_WORDS and not any(map(str.isdigit, text))
    return is_short and words[0] in tables.THANKS.split() and "?" not in text


def _named(boards: Sequence[Board], name: str) -> Sequence[Board]:
    """Returns the boards of the game with this title or name, or with this last word of a title."""
    name = name.strip().lower()
    return [board for board in boards if name in _names(board.game.name, board.game.title.lower())]


def _names(name: str, title: str) -> tuple[str, ...]:
    return name, title, title.rsplit(maxsplit=1)[-1]


def _is_chat(board: Board, words: str) -> bool:
    is_said = len(words.split()) >= MIN_CHAT_WORDS and not suspected_request(words)
    return is_said and not (heard_moves(board.match, words) or plan_in(board, words))


def _is_move(command: CommandLine) -> bool:
    return bool(move_of(command))

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

from commands.replies.command_lines import CommandLine, FoundCommands
from commands.replies.contexts.digest_context import DigestContext
from commands.replies.contexts.running_boards import PlayerBoards, named
from commands.replies.digests.digest_advice import DigestAdvice
from commands.replies.digests.digest_chat import chat_of_line
from commands.replies.digests.lines_beside_moves import (
    Asked,
    LinesBesideMoves,
    UnreadLine,
    asks_nothing,
    names_opponent,
)
from commands.replies.moves.notation.written_moves import is_legal
from commands.replies.named_boards.board_lines import MAX_LINES, BoardLineReader, NamedBoards
from commands.replies.named_boards.board_names import BOARD_NUMBER
from commands.replies.named_boards.board_ordinals import listed_place
from commands.replies.named_boards.connecting_words import SENTENCE_END
from commands.replies.named_boards.named_board_commands import command_on, move_of
from commands.replies.named_boards.opponent_names import leaves_open
from commands.replies.named_boards.refused_lines import (
    is_missed,
    refuse_clashes,
    refused_line,
    two_moves,
    which_board,
)
from mail.reading.characters import plain_signs
from pbm.board.board import Board
from pbm.errors import IllegalError, ParseError
from pbm.wording import filled, shown

NOT_SENT = 'We didn\'t send "{}". To write to your opponent, send a line such as "{}: Good luck!"'
_HEADING = re.compile(
    r"^[>| \t]*(?:(\S[^>|\n]{0,40}?) )?Board (\d{2,9})(?=:|\s*$| (?:against|vs|with)\b)",
    re.MULTILINE,
)
_TITLED = re.compile(r"\s*([^\W\d][^:\n]{0,40}):\s*(\S.*)")
_CLAUSE_SIGN = re.compile(r"[,;.!]\s+(?:so\s+)?|[、。]")
_LIST_MARK = re.compile(r"\s*(?:\d[.)]|[-*])\s+")


@dataclass(frozen=True)
class DigestReader:
    digest: DigestContext
    asked: Asked = asks_nothing
    """Finds the requests to the server in lines without a board."""

    @cached_property
    def advice(self) -> DigestAdvice:
        return DigestAdvice(self.digest)

    def read(self, blocks: Sequence[str], above: Sequence[str]) -> FoundCommands:
        """Returns the commands. The result is empty if nothing seems meant for a board.

        `above`: the quotation above each block.
        """
        commands: list[CommandLine] = []
        unread: list[UnreadLine] = []
        heading: Board | None = None
        at = 0
        for block, quotation in zip(blocks, above, strict=True):
            heading = self._quoted_board(quotation) or heading
            lines = self._numbered.joined(block.split("\n")[:MAX_LINES])
            for line in lines:
                at += 1
                found = self._read_line(line, heading) if line.strip() else ()
                if line.strip() and not found:
                    unread.append(UnreadLine(len(commands), line, at))
                commands += found
        if not commands:
            return FoundCommands(())
        return FoundCommands(tuple(self._with_other_lines(commands, unread)))

    def _with_other_lines(
        self, commands: list[CommandLine], unread: Sequence[UnreadLine]
    ) -> list[CommandLine]:
        """Returns the commands, also of lines that name no board, and a note on unread lines."""
        asked, left = self._beside.requests(unread, commands)
        checked = [self._checked(command, left) for command in commands]
        missed = [
            line
            for line in self._beside.missed(left)
            if (is_missed(line.text) or self._may_be_for_board(line.text))
            and not self._beside.corrects(line, commands)
        ]
        if missed:
            note = self.advice.not_read(*(line.text for line in missed))
            checked.insert(missed[0].place, note)
        return [*refuse_clashes(checked), *asked]

    def _checked(self, command: CommandLine, unread: Sequence[UnreadLine]) -> CommandLine:
        """Returns a command, or its refusal if another line has a different move for its board."""
        others = self._beside.contradicted(unread, command)
        return two_moves(command, [move_of(command), *others]) if others else command

    def _may_be_for_board(self, line: str) -> bool:
        """Whether a line has a label such as "Bob trail:", or ends in a move or a command."""
        *_, last = line.replace("=", ":").split(":")
        is_labelled = ":" in line and any(map(str.isalnum, last))
        return is_labelled or any(self._command(board, last) for board in self.digest.boards)

    @property
    def _beside(self) -> LinesBesideMoves:
        return LinesBesideMoves(self.digest, self.asked)

    @cached_property
    def _numbered(self) -> BoardLineReader:
        boards = PlayerBoards(self.digest.numbered, lambda: self.digest.boards)
        return BoardLineReader(self.digest.reader.userid, boards, is_listed=True)

    def _read_line(self, line: str, heading: Board | None) -> Sequence[CommandLine]:
        try:
            read = self._numbered.read([line])
            if read.lines:
                return self._with_unread(read)
        except IllegalError as error:
            return [refused_line(line, error)]
        text = _LIST_MARK.sub("", plain_signs(line), count=1)
        if BOARD_NUMBER.search(text):  # chat, or the number of a board that isn't the reader's
            chat = chat_of_line(self.digest, line, text)
            return [chat] if chat else ()
        boards = self.digest.boards
        if (titled := _TITLED.fullmatch(text)) and (of_title := _named(boards, titled[1])):
            boards, text = of_title, titled[2]
        fitting = [(board, found) for board in boards if (found := self._command(board, text))]
        above = [found for board, found in fitting if board is heading]
        place = listed_place(plain_signs(line))
        in_order = sorted(boards, key=lambda board: (board.game.name, board.number))
        listed = in_order[place] if 0 <= place < len(in_order) else None
        above = above or [found for board, found in fitting if board is listed]
        userid = self.digest.reader.userid
        called = [found for board, found in fitting if names_opponent(board, userid, text)]
        above = above or (called if len(called) == 1 else [])
        commands = above or [found for _, found in fitting]
        if len(commands) != 1 and (in_clauses := self._in_clauses(text)):
            return in_clauses
        if len(commands) > 1:
            possible = [board for board, _ in fitting]
            question = which_board(line, possible, userid)
            return [refused_line(line, IllegalError(filled(question)))]
        notes = map(self.advice.not_read, self._beside_command(text, commands) if commands else ())
        return [*(replace(command, guessed=True) for command in commands), *notes]

    def _beside_command(self, text: str, commands: Sequence[CommandLine]) -> list[str]:
        """Returns the sentences next to a text's only command that the answer has to quote."""
        boards = [
            board for board in self.digest.boards if named(board) in {c.heading for c in commands}
        ]
        return [
            sentence
            for sentence in SENTENCE_END.split(text)
            if is_missed(sentence) and not any(self._command(each, sentence) for each in boards)
        ]

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
        notes = [self.advice.not_read(clause) for clause in filter(is_missed, missed)]
        return [*lines, *notes] if lines else ()

    def _with_unread(self, read: NamedBoards) -> Sequence[CommandLine]:
        """Returns the commands of a line, and moves in its other text that fit only one board."""
        lines, missed = [*read.lines], list[str]()
        for sentence in filter(None, chain.from_iterable(map(SENTENCE_END.split, read.unread))):
            done = {line.heading for line in lines}
            fitting = [
                found
                for board in self.digest.boards
                if (found := self._command(board, sentence)) and _is_move(found)
            ]
            if any(found.text == line.text for found in fitting for line in lines):
                continue  # "Ab5, no scusa, in inglese è Bb5"
            if len(fitting) == 1 and fitting[0].heading not in done and not leaves_open(sentence):
                lines.append(replace(fitting[0], guessed=True))
            else:
                missed.append(sentence)
        text = " ".join(missed)
        if asked := self._beside.requests([UnreadLine(0, text, 0)], lines)[0] if text else []:
            return [*lines, *asked]
        is_about_move = len(lines) == 1 and _is_move(lines[0])
        if text and is_about_move and not any(map(str.isdigit, text)):
            note = NOT_SENT.format(shown(text), lines[0].heading)
            return [*lines, refused_line(text, ParseError(filled(note)), lines[0].heading)]
        return [*lines, self.advice.not_read(text)] if text else lines

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


def _named(boards: Sequence[Board], name: str) -> Sequence[Board]:
    """Returns the boards of the game with this title or name, or with this last word of a title."""
    name = name.strip().lower()
    return [board for board in boards if name in _names(board.game.name, board.game.title.lower())]


def _names(name: str, title: str) -> tuple[str, ...]:
    return name, title, title.rsplit(maxsplit=1)[-1]


def _is_move(command: CommandLine) -> bool:
    return bool(move_of(command))

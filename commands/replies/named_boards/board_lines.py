"""Finds the lines of an email that name their board: "102: a1-c5", "board 102 resign".

Only boards of the email's writer are considered. In any email, a line that names a board is for
that board. The other readers of replies handle all other text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from commands.replies.answers.offer_answers import leaves_open as says_open
from commands.replies.command_lines import CommandLine, looks_like_command
from commands.replies.contexts.running_boards import PlayerBoards
from commands.replies.moves.draw_offers import names_draw
from commands.replies.moves.spoken.spoken_moves import heard_moves
from commands.replies.named_boards.board_names import (
    BoardNames,
    is_same,
    names_board,
    says_wrong_board,
)
from commands.replies.named_boards.connecting_words import (
    SENTENCE_END,
    SIGNS,
    without_leading_and,
    without_words_before,
)
from commands.replies.named_boards.excluded_own_board import without_exclusions
from commands.replies.named_boards.fitting_commands import FittingCommands
from commands.replies.named_boards.named_board_commands import command_on, move_of
from commands.replies.named_boards.opponent_names import leaves_open
from commands.replies.named_boards.refused_lines import (
    Refusals,
    is_long,
    is_missed,
    refuse_clashes,
    refused_line,
)
from commands.replies.named_boards.texts_for_boards import LineDivider
from commands.replies.requests.worded_requests import requested_word
from mail.reading.characters import plain_signs
from pbm.board.board import Board
from pbm.errors import IllegalError

MAX_LINES = 40
"""Maximum number of lines that are searched."""
MAX_LENGTH = 400
"""Maximum number of characters of a line that is searched."""
RESIGNED = "I resign"
MAX_HEADING = 60
"""Maximum number of characters of a line that only names a board, such as "Against Carol:"."""
_SQUARE = re.compile(r"[a-z]\d")
_SENTENCE_SIGNS = tuple(".!?;\n")


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


@dataclass(slots=True)
class _LineParts:
    """The parts of a line about boards. The commands are for other boards than the own one."""

    line: str
    is_full: bool
    """Whether the line looks like a full command."""
    own: list[str]
    """The texts for the own board."""
    commands: list[CommandLine] = field(default_factory=list)
    is_undecided: bool = False
    """Whether the writer leaves open what to do on a board."""


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
        self._userid, self._own = userid, own
        self._names = BoardNames(boards, own, userid, is_listed)
        self._commands = FittingCommands(self._names)
        self._divider = LineDivider(self._names, self._commands)
        self._refusals = Refusals(self._names, self._commands)
        self._unread: list[str] = []
        self._says_own = False
        self._is_own_named = False

    def read(self, blocks: Sequence[str]) -> NamedBoards:
        """Returns the commands for other boards."""
        by_line: dict[tuple[int, int], list[CommandLine]] = {}
        rest = [self.joined(block.split("\n")) for block in blocks]
        self._commands.lines = list(chain.from_iterable(rest))[:MAX_LINES]
        self._unread, self._says_own, self._is_own_named = [], False, False
        for block, lines in enumerate(rest):
            for number, line in enumerate(lines[:MAX_LINES]):
                if _is_searched(line):
                    by_line[block, number], lines[number] = self._read_or_refuse(line)
        if any(by_line.values()) or self._says_own:
            for block, lines in enumerate(rest):
                for number, line in enumerate(lines[:MAX_LINES]):
                    if _is_searched(line) and (refused := self._refusals.nothing_done(line)):
                        by_line.setdefault((block, number), []).append(refused)
                        lines[number] = ""
        commands = [command for place in sorted(by_line) for command in by_line[place]]
        texts = ("\n".join(lines) for lines in rest)
        return NamedBoards(
            tuple(refuse_clashes(commands)),
            tuple(filter(str.strip, texts)),
            tuple(text for text in self._unread if is_missed(text) or is_long(text)),
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
        marks = self._commands.numbers(plain)
        if len(marks) != 1:
            return False
        before, behind = plain[: marks[0].start()], plain[marks[0].end() :]
        return not without_words_before(before).strip(SIGNS) and not behind.strip(SIGNS)

    def _read_or_refuse(self, line: str) -> tuple[list[CommandLine], str]:
        """Returns the commands of a line for other boards, and the rest of the line.

        A line that may mean several boards or moves is refused.
        """
        try:
            return self._read_line(line)
        except IllegalError as error:
            return [refused_line(line, error)], ""

    def _read_line(self, line: str) -> tuple[list[CommandLine], str]:
        """Returns the commands of a line for other boards, and the rest of the line.

        A line that names the opponent of the own board, and has no command for it, may be about
        another board against the same opponent.
        """
        commands, rest = self._read_parts(line)
        if not commands and (refused := self._refusals.unknown_number(line)):
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

    def _read_parts(self, line: str) -> tuple[list[CommandLine], str]:
        """Returns the commands of a line for other boards, and the rest of the line."""
        plain = self._names.replaced(plain_signs(line))
        self._commands.is_open = False
        head, segments = self._divider.segments(plain)
        if self._tears_offer(head, segments, plain):
            return [], line
        unread_before = len(self._unread)
        is_full = bool(segments) and looks_like_command(plain)
        parts = _LineParts(line, is_full, self._own_head(head))
        is_single = len(segments) == 1
        for number, segment in segments:
            self._commands.is_open = leaves_open(head) or leaves_open(_sentence(segment))
            if not self._read_part(parts, number, segment, is_single=is_single):
                return [], line
        commands = parts.commands
        if commands and head and not self._own:
            self._unread.append(head)
        if parts.is_undecided:  # "On 101 I play a1-c5. On 103 I still have to think."
            commands = [replace(command, guessed=True) for command in commands]
        own = self._without_remarks(parts.own, head, plain) if commands else parts.own
        is_read = bool(commands) or any(
            self._commands.is_own(number) and self._commands.first_command(number, text)
            for number, text in segments
        )
        if not is_read:
            del self._unread[unread_before:]
        return commands, "\n".join(own) if is_read else line

    def _own_head(self, head: str) -> list[str]:
        """Returns the text before the first board, if it is for the own board."""
        if not (head and self._own) or says_wrong_board(head):
            return []
        return [RESIGNED if requested_word(head) == "resign" else head]

    def _read_part(self, parts: _LineParts, number: int, segment: str, *, is_single: bool) -> bool:
        """Adds what a part of a line says about a board. Returns False if it says nothing.

        `is_single`: whether the line names only one board.
        """
        if played := self._commands.with_remark(number, segment):
            self._commands.remember(played)
            parts.commands.append(played)
            return True
        segment = self._commands.without_opponent(number, segment)
        text, below, unread = self._commands.split(number, segment)
        command = self._commands.command(number, text)
        if command and not self._own and _SQUARE.search(unread):
            command = replace(command, guessed=True)  # "102: c1-e5. No wait, g1-e5"
        if command and not self._own and (late := self._refusals.not_due(number, command)):
            parts.commands.append(late)
            return True
        self._commands.remember(command)
        is_ditto = is_single and is_same(text)  # the move of a line above
        if self._commands.is_own(number) and not is_ditto:
            parts.own += filter(None, (self._own_text(number, text, command), unread))
            self._note_own(number, command)
        elif command and not (parts.is_full and command.guessed):
            parts.commands.append(command)
            self._unread += [unread] if unread else []
        elif parts.is_full:
            return False
        elif refused := self._refusals.on_board(number, text, parts.line):
            parts.commands.append(refused)
        elif self._may_be_left(number, text, parts.line):
            parts.is_undecided = True
        else:
            return False
        parts.own += [below] if below and below not in parts.own else []
        return True

    def _may_be_left(self, number: int, text: str, line: str) -> bool:
        """Whether the other commands of a line are valid without this text for a board.

        In an email that isn't about one board, the answer names the text.

        Raises IllegalError if the line may mean several boards.
        """
        if says_open(text):
            return True
        self._refusals.check_clear(number, text, line)
        if self._own is None:
            self._unread.append(text)
        return self._own is None

    def _note_own(self, number: int, command: CommandLine | None) -> None:
        if command:
            self._says_own = True
            is_named = self._names.names_opponent(number)
            self._is_own_named |= is_named and not self._names.is_addressed(number)

    def _without_remarks(self, own: Sequence[str], head: str, line: str) -> list[str]:
        """Returns the texts for the own board without words that are about the other boards."""
        texts = [self._without_torn_words(head, line), *own[1:]] if own[:1] == [head] else own
        # "e1-a3 against Carol, but not here"
        self._unread = [*filter(None, map(without_exclusions, self._unread))]
        return [*filter(None, map(without_exclusions, texts))]

    def _tears_offer(self, head: str, segments: Sequence[tuple[int, str]], line: str) -> bool:
        """Whether the own opponent's name is in a draw offer behind a move: "b3, offer bob a draw".

        Then the line is read as a whole.
        """
        is_own = bool(segments) and all(self._commands.is_own(number) for number, _ in segments)
        return bool(head) and is_own and names_draw(line) and not names_draw(head)

    def _without_torn_words(self, head: str, line: str) -> str:
        """Returns the text before another board's, without a sentence that is about that board.

        In "ps could you do e1-a3 with Carol", the words before the move are for nobody.
        """
        *sentences, last = SENTENCE_END.split(head)
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


def _sentence(text: str) -> str:
    return SENTENCE_END.split(text, maxsplit=1)[0]


def _is_searched(line: str) -> bool:
    return len(line) <= MAX_LENGTH and names_board(line)

"""Makes lines that are only answered with an error, next to other lines that are carried out.

Such a line has no command, or doesn't show clearly which board or move its writer means.
"""

import re
from collections.abc import Iterable, Sequence

from commands.language.command import Command
from commands.replies.command_lines import CommandLine
from commands.replies.contexts.running_boards import listed_boards, named, shares_number
from commands.replies.moves.notation.written_moves import is_legal
from commands.replies.moves.spoken.spoken_moves import heard_moves
from commands.replies.named_boards.board_names import (
    BOARD_NUMBER,
    BoardNames,
    is_same,
    may_name_board,
)
from commands.replies.named_boards.connecting_words import SIGNS, without_words_before
from commands.replies.named_boards.fitting_commands import FittingCommands
from commands.replies.named_boards.named_board_commands import command_on, lone_word, move_of
from commands.replies.named_boards.opponent_names import tells_move
from commands.replies.named_boards.shared_numbers import shared_number_error
from commands.replies.requests.suspected_requests import suspected_request
from commands.replies.requests.worded_requests import requested_word
from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary.doubtful_moves.familiar_words import FAMILIAR
from commands.replies.vocabulary.sentence_words import plain_words
from commands.views.text.move_lists import moves_in_short
from mail.reading.characters import plain_signs
from pbm.board.board import Board
from pbm.errors import IllegalError, ParseError, UserError
from pbm.wording import filled, listing, shown

MAX_NAMED_MOVES = 3
"""Maximum number of moves that a question names."""
WHICH_LEGAL_MOVE = "{}: do you mean {}? Write the number of the board and the move."
WHICH_BOARD = 'Which board do you mean by "{}"? Begin the line with its {}: {}.'
WHICH_MOVE = 'Which move do you mean by "{}"? Write the number of the board and the move.'
NOT_PLAYING = "You aren't playing on {}."
NO_SUCH_BOARD = NOT_PLAYING.format("board {}")
MAX_LISTED_BOARDS = 10
"""Maximum number of boards that a refusal lists."""
MIN_POSSIBLE_BOARDS = 2
"""Minimum number of boards that a line with an unknown number may mean."""
NOT_DUE = "It is {}'s turn on {} board {}, so {} can't be played now."
NOTHING_DONE = 'On board {}, we ignored "{}".'
TWO_MOVES = (
    "Your email has two moves for board {}: {}. We haven't played either. Send only one of them."
)
SEVERAL_MOVES = (
    "Your email has several moves for board {}: {}. We haven't played any. Send only one of them."
)
DID_YOU_MEAN = "Did you mean {}? If so, send that line."
MAX_COURTESY = 3
"""Maximum number of words that may be ignored without notice, such as "Good night!"."""
_LABELLED = re.compile(r"\s*[:,-]\s*\S")
_UNKNOWN_LABEL = re.compile(r"\W*(?:board |game )?(\d{3,9})\s*[:,-]\s+(\S.*)", re.IGNORECASE)


class Refusals:
    """Refuses lines of one email."""

    def __init__(self, names: BoardNames, commands: FittingCommands) -> None:
        self._names, self._commands = names, commands

    def nothing_done(self, line: str) -> CommandLine | None:
        """Returns the note about a line such as "102: still thinking", or None."""
        plain = self._names.replaced(plain_signs(line))
        label = next(BOARD_NUMBER.finditer(plain), None)
        if label is None or without_words_before(plain[: label.start()]).strip(SIGNS):
            return None
        number, text = int(label[0]), plain[label.end() :]
        boards = self._commands.boards_of(number)
        if self._commands.is_own(number) or len(boards) != 1 or not _LABELLED.match(text):
            return None
        text = line[line.index(":") + 1 :] if ":" in line else text
        note = NOTHING_DONE.format(boards[0].number, shown(text.strip(SIGNS)))
        return refused_line(line, ParseError(filled(note)), named(boards[0]))

    def unknown_number(self, line: str) -> CommandLine | None:
        """Returns the question about a number that is none of the writer's boards, or None.

        It is asked if the move is legal on several boards. Otherwise, the own board is asked about.
        """
        found = _UNKNOWN_LABEL.fullmatch(plain_signs(line)) if self._names.own else None
        if not found or self._commands.boards_of(int(found[1])):
            return None
        boards = [
            board
            for board in self._names.boards.running()
            if (command := command_on(board, self._names.userid, found[2])) and move_of(command)
        ]
        if len(boards) < MIN_POSSIBLE_BOARDS:
            return None
        question = which_board(line, boards, self._names.userid)
        problem = f"{NO_SUCH_BOARD.format(found[1])} {question}"
        return refused_line(line, IllegalError(filled(problem)))

    def on_board(self, number: int, text: str, line: str) -> CommandLine | None:
        """Returns the refusal of a text for the boards with a number, or None."""
        if not self._commands.boards_of(number):
            return self._no_such_board(f"board {number}", text, line)
        if misnamed := self._names.misnamed(number):
            elsewhere = lines_elsewhere(self._names, text)
            return self._no_such_board(misnamed, text, line) if elsewhere else None
        return self._illegal_move(number, text) or self._shared_number(number, text, line)

    def not_due(self, number: int, command: CommandLine) -> CommandLine | None:
        """Returns the refusal of a move where it is another player's turn, or None."""
        boards, move = self._commands.boards_of(number), move_of(command)
        mover = boards[0].mover if len(boards) == 1 and move else None
        if mover is None or mover.userid == self._names.userid:
            return None
        note = NOT_DUE.format(mover.userid, boards[0].game.title, boards[0].number, move)
        return refused_line(command.text, IllegalError(filled(note)), named(boards[0]))

    def _no_such_board(self, label: str, text: str, line: str) -> CommandLine:
        """Returns the refusal of a text for a board on which the writer doesn't play.

        `label`: the board as in the text, such as "board 104" or "Chess board 102".
        """
        names, problem = self._names, NOT_PLAYING.format(label)
        boards = names.boards.running()
        if elsewhere := lines_elsewhere(names, text):
            problem = f"{problem} {did_you_mean(elsewhere)}"
        elif 0 < len(boards) <= MAX_LISTED_BOARDS:
            problem = f"{problem} Your boards are {listed_boards(boards, names.userid)}."
        return refused_line(line, IllegalError(filled(problem)), label[0].upper() + label[1:])

    def _illegal_move(self, number: int, text: str) -> CommandLine | None:
        """Returns the refusal of a move that isn't legal on the only board with this number."""
        boards = self._commands.boards_of(number)
        is_told = not self._names.names_opponent(number) or (
            tells_move(text) and not self._commands.is_open
        )
        if len(boards) != 1 or not is_told:
            return None
        is_numbered = self._names.meant(number) is None
        elsewhere = lines_elsewhere(self._names, text, boards) if is_numbered else ()
        return _illegal_move_line(boards[0], self._names.userid, text, elsewhere)

    def _shared_number(self, number: int, text: str, line: str) -> CommandLine | None:
        """Returns the refusal of a text behind a number that several boards have, or None.

        A text that is neither a move nor a command on any of these boards isn't refused.
        """
        boards, text = self._commands.boards_of(number), text.strip(SIGNS)
        if self._names.meant(number) is not None or len(boards) == 1:
            return None
        fitting, userid = self._commands.fitting(number, text), self._names.userid
        if not fitting and not any(_may_be_meant(board, userid, text) for board in boards):
            return None
        possible = [board for board, _ in fitting]
        return refused_line(line, shared_number_error(boards, possible, userid, text))

    def check_clear(self, number: int, text: str, line: str) -> None:
        """Raises IllegalError if a line may mean several boards, or the same move as no other."""
        if is_same(text):
            raise IllegalError(filled(WHICH_MOVE.format(shown(line.strip()))))
        boards = [board for board, _ in self._commands.fitting(number, text)]
        if self._names.meant(number) and len(boards) > 1:
            raise IllegalError(filled(which_board(line, boards, self._names.userid)))


def which_board(line: str, boards: Sequence[Board], userid: str) -> str:
    """Returns the question which of these boards of a player a line means."""
    is_shared = any(shares_number(board, boards) for board in boards)
    label = "game and number" if is_shared else "number"
    return WHICH_BOARD.format(shown(line.strip()), label, listed_boards(boards, userid, "or"))


def refused_line(line: str, error: UserError, heading: str = "") -> CommandLine:
    """Returns a line that is only answered with this error.

    `heading`: the heading of the answer. The default is the quoted line.
    """
    heading = heading or f'"{shown(line.strip())}"'

    def read() -> Iterable[Command]:
        raise error

    return CommandLine(line.strip(), in_body=True, heading=heading, read=read)


def refuse_clashes(commands: Sequence[CommandLine]) -> list[CommandLine]:
    """Returns the commands, with one refusal for all moves on a board that has different moves.

    A move that is written twice is made once.
    """
    moves: dict[Sequence[str], dict[str, None]] = {}
    for command in filter(_plays, commands):
        moves.setdefault(_place_of(command), {})[move_of(command)] = None
    result: list[CommandLine] = []
    refused: set[Sequence[str]] = set()
    played: set[Sequence[str]] = set()
    for command in commands:
        place = _place_of(command)
        if not _plays(command):
            result.append(command)
        elif len(moves[place]) == 1:
            result += [] if place in played else [command]
            played.add(place)
        elif place not in refused:
            refused.add(place)
            result.append(two_moves(command, [*moves[place]]))
    return result


def two_moves(command: CommandLine, moves: Sequence[str]) -> CommandLine:
    """Returns the refusal of a command for a board for which an email has these moves."""
    moves = [*dict.fromkeys(moves)]
    wording = TWO_MOVES if len(moves) == 2 else SEVERAL_MOVES
    problem = wording.format(_place_of(command)[-1], listing(moves))
    return refused_line(command.text, IllegalError(filled(problem)), command.heading)


def _plays(command: CommandLine) -> bool:
    return command.read is None and bool(move_of(command))


def _place_of(command: CommandLine) -> Sequence[str]:
    """Returns the game, the verb and the number of a board's command."""
    return tuple(command.text.split()[:3])


def lines_elsewhere(names: BoardNames, text: str, excluded: Sequence[Board] = ()) -> Sequence[str]:
    """Returns lines such as "Chess 103: e4" for the boards on which a text is a legal move.

    The writer must be to move there. The result is empty for more than MAX_NAMED_MOVES boards.

    `excluded`: boards that aren't meant.
    """
    userid = names.userid
    lines = [
        f"{named(board)}: {board.match.canonical(move_of(command))}"
        for board in names.boards.running()
        if board not in excluded
        and board.mover is not None
        and board.mover.userid == userid
        and (command := command_on(board, userid, text))
        and is_legal(board.match, move_of(command))
    ]
    return lines if len(lines) <= MAX_NAMED_MOVES else ()


def did_you_mean(lines: Sequence[str]) -> str:
    """Returns the question whether one of these lines is meant, or "" if there are none."""
    quoted = [f'"{shown(line)}"' for line in lines]
    return DID_YOU_MEAN.format(listing(quoted, "or")) if lines else ""


def _illegal_move_line(
    board: Board, userid: str, text: str, elsewhere: Sequence[str]
) -> CommandLine | None:
    """Returns the refusal of a move that isn't legal on the board of this player, or None.

    `elsewhere`: lines for the boards that may be meant instead.
    """
    match = board.match
    if match.outcome or board.mover is None or board.mover.userid != userid:
        return None
    heard = [text] if match.reads(text) else heard_moves(match, text)
    name = f"{board.game.title} board {board.number}"
    legal = [move for move in heard if is_legal(match, move)]
    if 1 < len(legal) <= MAX_NAMED_MOVES:
        error = IllegalError(WHICH_LEGAL_MOVE.format(name, " or ".join(legal)))
        return refused_line(text, error, named(board))
    move = next(iter(heard), "".join(elsewhere[:1]).rpartition(": ")[2])
    try:
        match.canonical(move)
    except UserError as error:
        advice = filled(did_you_mean(elsewhere)) or moves_in_short(match)
        problem = f"{filled(f'{name}: {error.text}')}\n\n{advice}"
        return refused_line(text, IllegalError(problem), named(board)) if move else None
    return None


def _may_be_meant(board: Board, userid: str, text: str) -> bool:
    """Whether a text is a move or a command on a board, even if the move isn't legal."""
    return bool(command_on(board, userid, text) or heard_moves(board.match, text))


def is_missed(text: str) -> bool:
    """Whether the answer must say that a text wasn't read."""
    if any(map(str.isdigit, text)) or may_name_board(text):
        return True
    if lone_word(text) or requested_word(text) or suspected_request(text):
        return True
    words = plain_words(text)
    return is_long(text) and not plain_set(FAMILIAR).issuperset(words)


def is_long(text: str) -> bool:
    """Whether a text has more words than a courtesy such as "Good night!"."""
    return len(text.split()) > MAX_COURTESY

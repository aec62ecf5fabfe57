"""Lines with a number that several boards of their writer have, each in another game.

A move is for the board on which it is legal if that is only one. Otherwise, the answer lists the
boards.
"""

from collections.abc import Sequence

from commands.replies.command_lines import CommandLine
from commands.replies.contexts.running_boards import named
from commands.replies.moves.notation.written_moves import is_legal
from commands.replies.named_boards.named_board_commands import move_of
from pbm.board.board import Board
from pbm.errors import IllegalError
from pbm.wording import filled, listing, shown

Fitting = Sequence[tuple[Board, CommandLine]]
"""Boards, each with the command that a text gives there."""
SHARED_NUMBER = (
    "{} is the number of {} of your boards: {}. Begin the line with the game, too, such as "
    '"{}: {}".'
)
_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five"}


def playable_first(fitting: Fitting, userid: str, *, only_playable: bool) -> Fitting:
    """Returns the boards on which the text is a legal move of this player, if there are any.

    `only_playable`: whether to leave out all other moves if there are none. Commands that aren't
    moves remain.
    """
    legal = [(board, command) for board, command in fitting if _is_playable(board, command, userid)]
    if legal:
        return legal
    others = [(board, command) for board, command in fitting if not move_of(command)]
    return others if only_playable else fitting


def shared_number_error(
    boards: Sequence[Board], possible: Sequence[Board], userid: str, text: str
) -> IllegalError:
    """Returns the error for a text behind a number that all of these boards have.

    `possible`: the boards for which the text may be meant.
    """
    names = [named(board) for board in boards]
    example = (possible[0], text) if possible else example_on(boards, userid)
    count = _COUNTS.get(len(boards), str(len(boards)))
    problem = SHARED_NUMBER.format(
        boards[0].number, count, listing(names), named(example[0]), shown(example[1])
    )
    return IllegalError(filled(problem))


def _is_playable(board: Board, command: CommandLine, userid: str) -> bool:
    move, mover = move_of(command), board.mover
    return (
        bool(move) and mover is not None and mover.userid == userid and is_legal(board.match, move)
    )


def example_on(boards: Sequence[Board], userid: str) -> tuple[Board, str]:
    """Returns a board with a text for it: a legal move if the player has one on any board."""
    due = [board for board in boards if board.mover and board.mover.userid == userid]
    moves = ((board, next(iter(board.match.legal), "")) for board in due)
    return next(((board, move) for board, move in moves if move), (boards[0], "show"))

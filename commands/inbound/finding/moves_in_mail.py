"""Finds the move of a new email that names no board, if only one board can be meant: "e1-g5"."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from commands.inbound.finding.boards_in_mail import BoardsOfPlayer, has_full_command
from commands.inbound.requests.request import Request
from commands.replies.command_lines import CommandLine
from commands.replies.moves.courteous_moves import courteous_move
from commands.replies.moves.notation.written_moves import MOVE_WITH_DIGITS, legal_spelling
from commands.replies.moves.prose.introduced_moves import introduced_move
from commands.replies.named_boards.named_board_commands import command_on
from commands.replies.named_boards.refused_lines import which_board
from commands.replies.sentences.greetings import without_greeting
from mail.reading.characters import plain_signs
from pbm.board.board import Board
from pbm.errors import IllegalError
from pbm.wording import filled

MAX_LENGTH = 100
"""Maximum number of characters of a line that is searched for a move."""
MAX_LINES = 10


def move_in_mail(
    request: Request, owners: Callable[[], Sequence[str]], boards_of: BoardsOfPlayer
) -> CommandLine | None:
    """Returns the only move of an email that isn't a reply, to be confirmed, or None.

    Raises IllegalError if it is legal on several boards of the writer.
    """
    lines = [] if _is_reply(request) else [*_lines(request)]
    userids = owners() if lines and not has_full_command(request) else ()
    if len(userids) != 1:
        return None
    (userid,) = userids
    boards = [board for board in boards_of(userid).running() if _is_due(board, userid)]
    found = [(board, move) for board in boards for move in _moves(board, lines)]
    if len({move for _, move in found}) != 1:
        return None
    if len(found) > 1:
        move, meant = found[0][1], [board for board, _ in found]
        raise IllegalError(filled(which_board(move, meant, userid)))
    board, move = found[0]
    command = command_on(board, userid, move)
    return replace(command, guessed=True) if command else None


def _is_reply(request: Request) -> bool:
    is_about_mail = request.replying or request.message or request.digest
    return bool(is_about_mail or request.parsed_mail.is_reply or request.meant_as_reply)


def _lines(request: Request) -> Iterator[str]:
    """Yields the lines that may have a move: the subject, and the first lines of the text."""
    text = "\n".join((request.parsed_mail.subject, *request.parsed_mail.blocks))
    for line in text.split("\n")[:MAX_LINES]:
        plain = without_greeting(plain_signs(line).strip(), frozenset())
        if len(plain) <= MAX_LENGTH and MOVE_WITH_DIGITS.search(plain):
            yield plain


def _is_due(board: Board, userid: str) -> bool:
    return board.mover is not None and board.mover.userid == userid


def _moves(board: Board, lines: Sequence[str]) -> set[str]:
    """Returns the legal moves on a board that are whole lines, or that lines introduce."""
    match = board.match
    found = (
        legal_spelling(match, line)
        or courteous_move(match, line).move
        or introduced_move(match, line)
        for line in lines
    )
    return {match.canonical(move) for move in found if move}

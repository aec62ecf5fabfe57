"""Finds the other board of a player on which a reply is a legal move: "(1,0)" in the wrong game."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from commands.replies.command_lines import CommandLine
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.contexts.running_boards import PlayerBoards
from commands.replies.moves.notation.written_moves import MOVE_WITH_DIGITS, legal_spelling
from commands.replies.moves.spoken.castling_and_passing import named_by_words
from commands.replies.named_boards.named_board_commands import command_on, move_of
from commands.replies.named_boards.refused_lines import which_board
from commands.replies.reply_commands import ReplyCommands
from mail.reading.characters import plain_signs
from pbm.board.board import Board
from pbm.errors import IllegalError
from pbm.wording import filled

MAX_LENGTH = 40
"""Maximum number of characters of a line that is a move."""
MAX_SIGNATURE = 3
"""Maximum number of words below the move that are taken for a signature."""


def move_elsewhere(
    replying: ReplyContext, blocks: Sequence[str], boards_of: Callable[[str], PlayerBoards]
) -> CommandLine | None:
    """Returns the move of a reply that can only be meant for another board, to be confirmed.

    The whole reply must be a move that is legal there and not on the own board, and the writer must
    be to move. Raises IllegalError if the move is legal on several boards.
    """
    text = _only_line(blocks)
    may_be_move = MOVE_WITH_DIGITS.search(text) or named_by_words(text)
    if not (may_be_move and replying.registered_sender) or replying.deputy:
        return None
    own, userid = replying.board, replying.player.userid
    if not own.match.outcome and own.match.reads(text):
        return None
    found = [
        (board, command)
        for board in boards_of(userid).running()
        if (board.game.name, board.number) != (own.game.name, own.number)
        and (command := _move_on(board, userid, text))
    ]
    if len(found) > 1:
        boards = [board for board, _ in found]
        raise IllegalError(filled(which_board(text, boards, userid)))
    return replace(found[0][1], guessed=True) if found else None


def _only_line(blocks: Sequence[str]) -> str:
    """Returns the first line if no other text than a signature follows, or ""."""
    lines = [line.strip() for block in blocks for line in block.split("\n") if line.strip()]
    first, rest = next(iter(lines), ""), " ".join(lines[1:2]).split()
    is_only = len(lines) <= 2 and len(rest) <= MAX_SIGNATURE
    return plain_signs(first) if is_only and len(first) <= MAX_LENGTH else ""


def _move_on(board: Board, userid: str, text: str) -> CommandLine | None:
    player = board.mover
    if player is None or player.userid != userid:
        return None
    if not (legal_spelling(board.match, text) or named_by_words(text)):
        return None
    command = command_on(board, userid, text)
    move = move_of(command) if command else ""
    return (
        ReplyCommands(board, player).of_player("move", board.match.canonical(move))
        if move
        else None
    )

"""Finds the command in a deputy's reply. A deputy can only move and view the board."""

from collections.abc import Sequence

from commands.replies.command_lines import (
    PUNCTUATION,
    CommandLine,
    FoundCommands,
    looks_like_command,
    with_game,
)
from commands.replies.comments.commands_below_comments import split_comment
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.doubtful_moves.lines_below_moves import is_doubted_below
from commands.replies.moves.board_numbers import named_board, read_numbers, subject_board
from commands.replies.moves.draw_offers import names_draw
from commands.replies.moves.move_lines import FOR_OTHER_BOARD
from commands.replies.moves.notation.written_moves import is_legal, leading_move
from commands.replies.moves.prose.planned_moves import plan_in
from commands.replies.reply_commands import ReplyCommands
from commands.replies.reply_lines import reply_lines
from commands.replies.server.absences.deputy_ends import ends_deputyship
from commands.system.secrets.secret import NONE
from commands.views.text.move_lists import moves_in_short
from pbm.board.board import Board
from pbm.errors import ParseError
from pbm.wording import filled

VIEWS = ("show", "legal", "describe", "preview", "record", "help", "rules")
"""Commands that show the board."""
DOUBTED = (
    "The line below your move seems to take it back, so we haven't played it. To play it, send "
    "only the move."
)
NO_OFFERS = (
    "You can't offer a draw as the deputy of {}, so we haven't done anything. To play {} without "
    "an offer, reply with only this move."
)
HOW = (
    "You're replying as the deputy of {0}. Write only a move on the first line, or one of "
    "these words: {1}. Lines below a move go to the other players as a comment. You can't do "
    "anything else in such a reply. To stop being the deputy of {0}, reply: deputy off {0}"
)


def find_deputy_command(replying: ReplyContext, blocks: Sequence[str]) -> FoundCommands:
    """Returns the command of a deputy's reply. Raises ParseError if it has none.

    Pending moves and chat of the player are ignored, because the deputy didn't write them.
    """
    line = next(reply_lines(blocks, replying.names), None)
    written = [each.rstrip() for each in "\n\n".join(blocks).split("\n")]
    command = _command(replying, line.text) if line else None
    if command is None and ends_deputyship("\n".join(written)):
        typed = f"deputy {replying.writer.userid} {NONE} off {replying.player.userid}"
        return FoundCommands((CommandLine(typed, in_body=True, guessed=True),), is_prose=True)
    if line is None or command is None:
        raise _error(replying)
    comment, _ = split_comment(replying, written[line.number + 1 :])
    if command.text.split()[1:2] == ["move"]:
        _check_lines(replying.board, written[: line.number], comment)
    if plan_in(replying.board, comment):
        return FoundCommands((CommandLine(command.text, in_body=True, read=command.read),))
    text, read = command.text, command.read
    return FoundCommands((CommandLine(text, comment, in_body=True, read=read),))


def _check_lines(board: Board, above: Sequence[str], below: str) -> None:
    """Raises ParseError if a line near the move names another board or takes the move back."""
    named = (named_board(board, line) for line in above)
    if other := next(filter(None, named), "") or subject_board(board, below):
        raise _for_other_board(board, other)
    if is_doubted_below(below):
        raise ParseError(DOUBTED)


def _for_other_board(board: Board, other: str) -> ParseError:
    return ParseError(FOR_OTHER_BOARD.format(other=other, number=board.number))


def _command(replying: ReplyContext, text: str) -> CommandLine | None:
    commands, match = ReplyCommands(replying.board, replying.writer), replying.board.match
    if not match.outcome:
        numbered = read_numbers(replying.board, text)
        if numbered.other:
            raise _for_other_board(replying.board, numbered.other)
        text = numbered.text
    written = leading_move(match, text)
    move = written.line.rstrip(PUNCTUATION)
    if not match.outcome and match.reads(move.partition("#")[0].strip()):
        return commands.preview(move) if written.is_question else commands.of_player("move", move)
    if looks_like_command(text, replying.writer.is_called):
        return with_game(CommandLine(text, in_body=True), replying.board)
    if names_draw(written.line) and (led := _led_move(replying.board, written.line)):
        raise ParseError(filled(NO_OFFERS.format(replying.player.userid, led)))
    word, *rest = text.split()
    word = word.lower().rstrip(PUNCTUATION)
    if word in ("help", "rules"):
        return commands.standalone(word)
    if word in VIEWS:
        return commands.verb(word, rest)
    return commands.of_account(word, rest) if word == "deputy" else None


def _led_move(board: Board, line: str) -> str:
    """Returns the legal move with which a line begins, or ""."""
    move = line.split(maxsplit=1)[0].rstrip(PUNCTUATION)
    return move if is_legal(board.match, move) else ""


def _error(replying: ReplyContext) -> ParseError:
    """Returns an error with instructions, and with the legal moves if the player is to move."""
    board, whose = replying.board, replying.player
    text = filled(HOW.format(whose.userid, ", ".join(VIEWS)))
    if board.mover != whose:
        return ParseError(text)
    return ParseError(f"{text}\n\n{moves_in_short(board.match)}")

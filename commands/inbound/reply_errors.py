"""The answer to a reply without a command: what was wrong, and how to do it right."""

from commands.inbound.conditional_moves import find_conditional_move
from commands.inbound.reply_context import ReplyContext
from commands.inbound.reply_suggestions import suggestion
from commands.inbound.written_moves import mentioned_move
from commands.views.board_text import MAX_MOVES_LISTED, legal_moves
from pbm.board import Board
from pbm.errors import ParseError, UnreadableMoveError, UserError
from pbm.offers import OFFERS
from pbm.wording import shown

STANDALONE_WORDS = (*OFFERS, "resign", "confirm", "pass", "swap", "help", "rules")
"""Words that must stand alone on their line: "Accept my apologies" is a comment."""
MAX_QUOTED_WORDS = 4
"""The most words of a line that may be meant as a move; a longer one is prose."""
INSTRUCTIONS = (
    "The first line of your reply is the whole command: a move, or a word such as\n"
    "resign, propose, undo, show, chat or help. The lines below it are a comment for\nthe others. "
    "To write to them without a move, begin with a line: chat"
)


def reply_error(replying: ReplyContext, first: str) -> UserError:
    """Returns an error on a reply that begins with this line, with instructions and moves."""
    board, moves = replying.board, ""
    if board.mover == replying.player:
        moves = f"\n\n{legal_moves(board.match.legal, MAX_MOVES_LISTED)}"
    return ParseError(f"{_reason(board, first)}\n{INSTRUCTIONS}{moves}")


def _reason(board: Board, first: str) -> str:
    words = first.split()
    if board.match.outcome:
        return f"{board.game.title} board {board.number} is over: {board.result}."
    if guess := suggestion(first, offered=board.offer is not None):
        return f'"{shown(first)}" isn\'t a command.{guess}'
    if plan := find_conditional_move(board, first):
        return f'"{shown(first)}" isn\'t a command. Did you mean "queue {plan}"?'
    if len(words) > 1 and words[0].lower() in STANDALONE_WORDS:
        word = words[0].lower()
        return f'If you mean "{word}", write it alone on the first line, and the rest below it.'
    move = mentioned_move(board.match, first)
    if not move and not 0 < len(words) <= MAX_QUOTED_WORDS:
        return "No command was found in your reply."
    try:
        board.match.canonical(move or first)
    except UserError as error:
        return error.problem if isinstance(error, UnreadableMoveError) else error.text
    return "Your line says more than one thing."

"""Makes lines that are only answered with an error, next to other lines that are carried out."""

from collections.abc import Iterable

from commands.language.command import Command
from commands.replies.command_lines import CommandLine
from commands.replies.moves.spoken_moves import heard_moves
from commands.replies.moves.written_moves import is_legal
from commands.views.text.move_lists import moves_in_short
from pbm.board.board import Board
from pbm.errors import IllegalError, UserError

MAX_NAMED_MOVES = 3
"""Maximum number of moves that a question names."""
WHICH_MOVE = "{}: do you mean {}? Write the number of the board and the move."


def refused_line(line: str, error: UserError) -> CommandLine:
    """Returns a line that is only answered with this error."""

    def read() -> Iterable[Command]:
        raise error

    return CommandLine(line.strip(), in_body=True, read=read)


def illegal_move_line(board: Board, userid: str, text: str) -> CommandLine | None:
    """Returns the refusal of a move that isn't legal on the board of this player, or None."""
    match = board.match
    if match.outcome or board.mover is None or board.mover.userid != userid:
        return None
    heard = [text] if match.reads(text) else heard_moves(match, text)
    name = f"{board.game.title} board {board.number}"
    legal = [move for move in heard if is_legal(match, move)]
    if 1 < len(legal) <= MAX_NAMED_MOVES:
        return refused_line(text, IllegalError(WHICH_MOVE.format(name, " or ".join(legal))))
    move = next(iter(heard), "")
    try:
        match.canonical(move)
    except UserError as error:
        problem = f"{name}: {error.text}\n\n{moves_in_short(match)}"
        return refused_line(text, IllegalError(problem)) if move else None
    return None

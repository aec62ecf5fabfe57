"""Turns errors into responses."""

from collections.abc import Sequence

from commands.language import parser, registry
from commands.language.command import Command
from commands.messages.response import Response, error_response
from pbm.board import Board
from pbm.errors import UserError
from pbm.ports import UnitOfWork


def command_name(line: Sequence[str]) -> str:
    """Returns the game and verb of a line, if known: the part that may be shown and logged."""
    if line and line[0].lower() in registry.general_verbs():
        return line[0].lower()
    game, rest = parser.split_game(line)
    if game is None:
        return "unknown"
    known = rest and rest[0].lower() in registry.game_verbs()
    return f"{game.name} {rest[0].lower()}" if known else game.name


def refusal_response(error: UserError, line: Sequence[str], board: Board | None = None) -> Response:
    """Returns the response to a line with an error, under the subject of its board or game."""
    if board:
        subject = f"{board.game.title} Board {board.number} Error"
        return error_response(error, subject, f"{board.game.name} {board.number}")
    game, _ = parser.split_game(line)
    return error_response(error, f"{game.title} Error") if game else error_response(error)


def named_board(work: UnitOfWork, command: Command) -> Board | None:
    """Returns the board that a command names, or None; any other number may be a password."""
    game, number = getattr(command, "game", None), getattr(command, "board", None)
    try:
        return work.boards.find(game.name, number) if game and isinstance(number, int) else None
    except UserError:
        return None


def internal_error_response(reference: str) -> Response:
    """Returns the response to a line that failed by our own fault; the log has the reference."""
    text = (
        f"Something went wrong here, and nothing was changed. The admin can find it: {reference}."
    )
    return error_response(UserError(text))

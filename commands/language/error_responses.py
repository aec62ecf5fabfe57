"""Turn errors into responses."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from commands.content.messages import TextMessage
from commands.content.response import Response, error_response
from commands.content.snapshot import snapshot_of, with_note
from commands.context.context import Context
from commands.language import parser, registry
from commands.language.command import Command
from commands.views.text.board_text import thread_subject
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import GameFailedError, UserError


def command_name(line: Sequence[str]) -> str:
    """Returns the known game and verb of a line.

    Other words may be secrets, so they must not be shown or logged.
    """
    if line and line[0].lower() in registry.general_verbs():
        return line[0].lower()
    game, rest = parser.split_game(line)
    if game is None:
        return "unknown"
    is_known = rest and rest[0].lower() in registry.game_verbs()
    return f"{game.name} {rest[0].lower()}" if is_known else game.name


def refusal_response(error: UserError, line: Sequence[str], board: Board | None = None) -> Response:
    """Returns the response to a line with an error. Its subject names the board or the game."""
    if board:
        names = [player.userid for player in board.players]
        subject = thread_subject(board.game.name, board.number, names)
        return error_response(error, subject, f"{board.game.name} {board.number}")
    game, _ = parser.split_game(line)
    return error_response(error, f"{game.title} Error") if game else error_response(error)


def show_board(response: Response, board: Board | None, players: Sequence[Player]) -> Response:
    """Adds the board to an error response if one of the authenticated players plays on it."""
    player = next((each for each in players if board and board.seat_of(each) is not None), None)
    if board is None or player is None or not isinstance(response.content, TextMessage):
        return response
    snapshot = with_note(snapshot_of(board, to=player.userid), board)
    return replace(response, content=response.content.model_copy(update={"shown": snapshot}))


def game_failed(
    context: Context, error: GameFailedError, line: Sequence[str], board: Board | None
) -> Response:
    """Returns the response to a line in which the code of a game failed.

    If the game's code hung, the board is frozen. The response doesn't show the board, because
    drawing it may fail, too.
    """
    if board and error.hangs:
        context.work.frozen_boards.freeze(board, error, context.now())
    return refusal_response(error, line, board)


def named_board(context: Context, command: Command) -> Board | None:
    """Returns the board that a command names. Returns None if the caller may not see it.

    A number that isn't a visible board may be a misplaced password.
    """
    game, number = getattr(command, "game", None), getattr(command, "board", None)
    if not (game and isinstance(number, int)):
        return None
    if not context.work.boards.is_seen(game.name, number, context.viewer):
        return None
    with suppress(UserError):
        return context.work.boards.find(game.name, number)
    return None


def internal_error_response(reference: str) -> Response:
    """Returns the response to a line that failed because of a bug in pbm.

    `reference`: the identifier of the error in the log.
    """
    text = (
        "Something went wrong on our side, and nothing was changed. Please give the admin "
        f"this reference: {reference}."
    )
    return error_response(UserError(text))

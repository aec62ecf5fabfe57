"""Answers players who want to leave a game: to stop, to decline it, or to have it canceled."""

from dataclasses import replace

from commands.inbound.finding.tournaments.tournament_requests import leaves_tournament
from commands.replies.command_lines import CommandLine
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.reply_commands import ReplyCommands
from commands.replies.requests.resignations import (
    asks_to_cancel,
    asks_to_decline,
    calls_off,
    wants_to_stop,
)
from commands.replies.server.server_request_error import ServerRequestError
from commands.replies.vocabulary.server import nouns
from commands.system.secrets.secret import NONE

NO_CALLING_OFF = "You can't cancel or decline a {} game. You can play it, or resign and lose."


def ending_line(replying: ReplyContext, text: str) -> CommandLine | None:
    """Returns the command of a text that wants to leave the game, to be confirmed, or None.

    Raises ServerRequestError if the text wants to cancel a game of a tournament or a ladder.
    """
    board = replying.board
    if not board.active or replying.is_asked:
        return None
    if board.tournament and leaves_tournament(text):
        name, userid = board.tournament.name, replying.player.userid
        return CommandLine(
            f"tournament {name} leave {userid} {NONE}", text, in_body=True, guessed=True
        )
    kind = "tournament" if board.tournament else "ladder" if board.terms.ladder else ""
    is_canceled = asks_to_cancel(text) or calls_off(text) or asks_to_decline(text)
    if kind and is_canceled:
        raise ServerRequestError([nouns.RESIGNING], text, note=NO_CALLING_OFF.format(kind))
    if is_canceled or wants_to_stop(text):
        resigned = ReplyCommands(board, replying.player).standalone("resign")
        return replace(resigned, comment=text, guessed=True)
    return None

"""Hold back messages about a board on which a robot is about to move.

The robot's own email will show both moves. If the robot moves within a minute, its email reports
all of them; otherwise the messages are sent at the next tick.
"""

from dataclasses import replace
from datetime import timedelta

from commands.content.messages import (
    BoardSnapshot,
    parts_of,
)
from commands.content.response import Arrival, Notification, Response
from commands.context.context import Context
from commands.outbound.notifications.digests import BoardMessage, hold, with_held
from pbm.board.board import Board
from pbm.board.players import Player

ECHO_WAIT = timedelta(minutes=1)
"""The time in which robots usually answer."""


def may_be_echo(notification: Notification) -> bool:
    """Returns True for a person's notification of the state of a board with robots."""
    content = notification.content
    shown = isinstance(content, BoardSnapshot) and bool(content.robots)
    return shown and bool(notification.addresses) and not notification.immediate


def without_echo(
    context: Context, response: Response, notification: Notification, *, wanted: bool
) -> tuple[Response, Notification | None]:
    """Returns the response and the notification; an echo is held, also as the response.

    `wanted`: the reader wants echoes. Both have all that was held before about the board.
    """
    content = notification.content
    assert isinstance(content, BoardSnapshot)  # noqa: S101 - as `may_be_echo` has found
    player = context.player(content.to)
    board = context.work.boards.lock(content.game, content.number)
    if board is None:
        return response, notification
    answer = is_answer(context, response, player, content)
    alone = response.content == content and not context.caller.several
    if _awaits_robot(board) and not wanted:
        if answer and not alone:
            return response, notification  # the response says it
        hold(context, player, board, content, context.now() + ECHO_WAIT)
        return (replace(response, arrival=Arrival.HELD) if answer else response), None
    told = with_held(context, player, board, content)
    if answer and response.content == content:
        response = replace(response, content=told)
    return response, replace(notification, content=told)


def is_answer(context: Context, response: Response, player: Player, content: BoardMessage) -> bool:
    """Returns True if the response goes to this player and says the same."""
    return player.has_address(context.caller.address) and content in parts_of(response.content)


def _awaits_robot(board: Board) -> bool:
    """Returns True if a robot is to move, or to answer an offer."""
    mover = [board.match.to_move] if board.match.to_move is not None else []
    return board.active and any(board.players[seat].robot for seat in (*mover, *board.asked))

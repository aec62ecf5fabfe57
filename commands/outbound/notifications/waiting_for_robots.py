"""Defers messages about a board on which a robot is about to move.

The email about the robot's move will show both moves. If the robot moves within a minute, its email
includes the deferred messages. Otherwise they are sent at the next tick. A message that repeats the
player's last action is called an echo.
"""

from dataclasses import replace
from datetime import timedelta

from commands.content.messages import BoardSnapshot, parts_of
from commands.content.response import Arrival, Notification, Response
from commands.context.context import Context
from commands.outbound.notifications.digest_contents import (
    BoardMessage,
    defer_message,
    with_deferred,
)
from pbm.board.board import Board
from pbm.board.players import Player

ECHO_WAIT = timedelta(minutes=1)
"""Time within which robots usually move."""


def may_be_echo(notification: Notification) -> bool:
    """Whether a notification may be an echo: it shows a board with robots to a person."""
    content = notification.content
    has_robots = isinstance(content, BoardSnapshot) and bool(content.robots)
    return has_robots and bool(notification.addresses) and not notification.immediate


def without_echo(
    context: Context, response: Response, notification: Notification, *, wants_echoes: bool
) -> tuple[Response, Notification | None]:
    """Returns the response and the notification, or None as the notification if it is deferred.

    An echo is deferred, even if it is the response. Otherwise, the response and the notification
    are combined with all deferred messages about the board.

    `wants_echoes`: whether the reader wants echoes.
    """
    content = notification.content
    assert isinstance(content, BoardSnapshot)  # noqa: S101 - as `may_be_echo` has found
    player = context.player(content.to)
    board = context.work.boards.lock(content.game, content.number)
    if board is None:
        return response, notification
    answer = is_answer(context, response, player, content)
    alone = response.content == content and not context.caller.several
    if _awaits_robot(board) and not wants_echoes:
        if answer and not alone:
            return response, notification  # the response has the same content
        defer_message(context, player, board, content, context.now() + ECHO_WAIT)
        return (replace(response, arrival=Arrival.DEFERRED) if answer else response), None
    combined = with_deferred(context, player, board, content)
    if answer and response.content == content:
        response = replace(response, content=combined)
    return response, replace(notification, content=combined)


def is_answer(context: Context, response: Response, player: Player, content: BoardMessage) -> bool:
    """Whether this player gets the response, and it has the same content."""
    return player.has_address(context.caller.address) and content in parts_of(response.content)


def _awaits_robot(board: Board) -> bool:
    """Whether a robot is to move, or to answer an offer."""
    mover = [board.match.to_move] if board.match.to_move is not None else []
    return board.active and any(board.players[seat].robot for seat in (*mover, *board.asked))

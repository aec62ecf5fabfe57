"""Echoes: messages about a board on which a robot is to act, whose own mail will show both moves.

They are held for a minute. If the robot acts meanwhile, its mail tells all of them; if not, they
are sent at the next tick.
"""

from datetime import timedelta

from commands.messages.content import BoardSnapshot
from commands.messages.response import Notification
from pbm.board import Board

ECHO_WAIT = timedelta(minutes=1)
"""The time in which robots usually answer."""


def may_be_echo(notification: Notification) -> bool:
    """Returns True for a person's notification of the state of a board with robots."""
    content = notification.content
    shown = isinstance(content, BoardSnapshot) and bool(content.robots)
    return shown and bool(notification.addresses) and not notification.immediate


def awaits_robot(board: Board) -> bool:
    """Returns True if a robot is to move, or to answer an offer."""
    mover = [board.match.to_move] if board.match.to_move is not None else []
    return board.active and any(board.players[seat].robot for seat in (*mover, *board.asked))

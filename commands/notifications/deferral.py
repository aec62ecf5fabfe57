"""The deferral of notifications to digests, and its end before deadlines."""

from dataclasses import replace
from functools import partial

from commands.context.context import Context
from commands.messages.content import BoardSnapshot, Part, map_parts, parts_of
from commands.messages.response import Notification, Response
from commands.notifications.digests import (
    BoardMessage,
    digest_of,
    pop_held,
    schedule_of,
    store_for_digest,
)
from commands.notifications.schedule import URGENT, DeliverySchedule
from pbm.board import Board, Player

WARNING_DAY = -1
"""The day under which the warning of a player is recorded; reminders count from 0."""


def readers_of(response: Response) -> set[str]:
    """Returns the userids of the addressees of messages about boards."""
    content = [response.content, *(notification.content for notification in response.notifications)]
    parts = (part for each in content for part in parts_of(each))
    return {part.to for part in parts if isinstance(part, BoardMessage) and part.to}


def defer(context: Context, response: Response, stored: dict[str, str]) -> Response:
    """Returns the response with the notifications to send now; defers the others to digests.

    `stored`: the readers' delivery schedules in their stored form, by userid.
    """
    if not stored:
        return response
    schedules = {userid: DeliverySchedule.read(value) for userid, value in stored.items()}
    notifications = [
        _due_now(context, response, notification, schedules)
        for notification in response.notifications
    ]
    in_zone = partial(_in_zone, schedules=schedules)
    due = tuple(
        replace(notification, content=map_parts(notification.content, in_zone))
        for notification in notifications
        if notification
    )
    return replace(response, content=map_parts(response.content, in_zone), notifications=due)


def reminder(context: Context, board: Board, seat: int, *, due: bool) -> Notification | None:
    """Returns a reminder for the player to move, with all messages deferred about the board.

    None if no reminder is due (`due`) and nothing deferred has to be sent before the deadline. A
    player with the mode `urgent` is warned a day before the deadline even if no reminder is due.
    """
    player = board.players[seat]
    near_deadline = is_near_deadline(context, board, player)
    if near_deadline and schedule_of(context, player).mode == URGENT:
        due = context.work.clocks.first_nag(board, WARNING_DAY) or due
    held = pop_held(context, player, board) if due or near_deadline else []
    if not (due or held):
        return None
    content = digest_of(context, player, board, held).model_copy(update={"nag": due})
    return Notification(player.addresses, content, immediate=True)


def is_near_deadline(context: Context, board: Board, player: Player) -> bool:
    """Returns True if this player must move within a day."""
    mover, deadlines = board.mover, board.deadlines
    its_turn = mover is not None and mover.id == player.id
    return its_turn and deadlines is not None and deadlines.warning <= context.now()


def _due_now(
    context: Context,
    response: Response,
    notification: Notification,
    schedules: dict[str, DeliverySchedule],
) -> Notification | None:
    """Returns the notification, with all messages deferred about its board; None if deferred."""
    content = notification.content
    if (
        notification.immediate
        or not isinstance(content, BoardMessage)
        or content.to not in schedules
    ):
        return notification
    player = context.player(content.to)
    if player.has_address(context.caller.address) and content in parts_of(response.content):
        return None  # the response says it
    board = context.work.boards.lock(content.game, content.number)
    if board is None:
        return notification
    if not _is_due(context, board, player, content, schedules[content.to]):
        store_for_digest(context, player, board, content)
        return None
    held = pop_held(context, player, board)
    return (
        replace(notification, content=digest_of(context, player, board, [*held, content]))
        if held
        else notification
    )


def _is_due(
    context: Context,
    board: Board,
    player: Player,
    content: BoardMessage,
    schedule: DeliverySchedule,
) -> bool:
    near_deadline = is_near_deadline(context, board, player)
    if schedule.mode != URGENT:
        return near_deadline
    if near_deadline:  # this is the warning
        context.work.clocks.first_nag(board, WARNING_DAY)
    return near_deadline or not board.active or (isinstance(content, BoardSnapshot) and content.new)


def _in_zone(part: Part, schedules: dict[str, DeliverySchedule]) -> Part:
    if not isinstance(part, BoardSnapshot) or part.to not in schedules:
        return part
    return part.model_copy(update={"zone": schedules[part.to].zone})

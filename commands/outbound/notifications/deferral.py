"""Defers notifications to digests, and sends deferred ones in time before deadlines."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from commands.content.messages import BoardSnapshot, Part, parts_of
from commands.content.response import Notification, Response
from commands.context.context import Context
from commands.outbound.notifications.digest_contents import (
    BoardMessage,
    defer_message,
    digest_of,
    pop_deferred,
    schedule_of,
    with_deferred,
)
from commands.outbound.notifications.schedule import EACH, URGENT, DeliverySchedule
from commands.outbound.notifications.waiting_for_robots import is_answer, may_be_echo, without_echo
from commands.players.preferences import DELIVERY, ECHO, ON, muted
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.time_control.rest import REST, Rest
from pbm.clock import DAY

WARNING_DAY = -1
"""The day under which a player's warning is recorded. Reminders are counted from 0."""


def readers_of(response: Response) -> set[str]:
    """Returns the userids of the addressees of messages about boards."""
    return {message.to for message in _addressed(response)}


def boards_of(response: Response) -> set[str]:
    """Returns the boards of messages that have an addressee, such as `knightpanic 101`."""
    return {message.board for message in _addressed(response)}


def _addressed(response: Response) -> Iterator[BoardMessage]:
    contents = (response.content, *(each.content for each in response.notifications))
    parts = (part for content in contents for part in parts_of(content))
    return (part for part in parts if isinstance(part, BoardMessage) and part.to)


def defer(context: Context, response: Response, stored: dict[str, dict[str, str]]) -> Response:
    """Returns the response with the notifications to send now.

    All other notifications are deferred.

    `stored`: the readers' preferences, by name and userid.
    """
    are_echoes = any(map(may_be_echo, response.notifications))
    are_muted = any(stored[muted(board)] for board in boards_of(response))
    if not (stored[DELIVERY] or are_echoes or are_muted):
        return response
    due: list[Notification] = []
    for notification in response.notifications:
        response, ready = _due_now(context, response, notification, stored)
        due += [ready] if ready else []
    return replace(response, notifications=tuple(due))


def reminder(context: Context, board: Board, seat: int, *, due: bool) -> Notification | None:
    """Returns a reminder for the player to move, with all notifications deferred about the board.

    Returns None if no reminder is due (`due`), and no deferred notification has to be sent before
    the deadline.

    Players with the delivery mode `urgent` are warned a day before the deadline, even if no
    reminder is due. Every player is warned a day before the end of a tournament's round, if it ends
    the turn.
    """
    player = board.players[seat]
    near_deadline = is_near_deadline(context, board, player)
    if near_deadline and (_round_is_ending(board) or schedule_of(context, player).mode == URGENT):
        due = context.work.clocks.first_nag(board, WARNING_DAY) or due
    deferred = pop_deferred(context, player, board) if due or near_deadline else []
    if not (due or deferred):
        return None
    content = digest_of(context, player, board, deferred)
    # A vacation or another stop has moved the deadline, and no email has mentioned that yet.
    moved = content.deadline_changed or bool(board.clock.stops[seat])
    content = content.model_copy(update={"nag": due, "deadline_changed": moved})
    return Notification(player.addresses, content, immediate=True)


def _round_is_ending(board: Board) -> bool:
    """Whether the turn ends with its round, and began before the last day of the round."""
    deadlines = board.deadlines
    if deadlines is None or deadlines.round_ends is None:
        return False
    last_day = deadlines.round_ends - DAY
    return deadlines.round_ends_first and board.clock.began < last_day


def is_near_deadline(context: Context, board: Board, player: Player) -> bool:
    """Whether this player must move within a day."""
    mover, deadlines = board.mover, board.deadlines
    its_turn = mover is not None and mover.id == player.id
    return its_turn and deadlines is not None and deadlines.warning <= context.now()


def _due_now(
    context: Context,
    response: Response,
    notification: Notification,
    stored: Mapping[str, dict[str, str]],
) -> tuple[Response, Notification | None]:
    """Returns the response, and the notification with everything deferred about its board.

    The notification is None if it is deferred.
    """
    content = notification.content
    if notification.immediate or not isinstance(content, BoardMessage):
        return response, notification
    schedule = DeliverySchedule.read(
        stored[DELIVERY].get(content.to, ""), stored[REST].get(content.to, "")
    )
    is_muted = content.to in stored[muted(content.board)]
    if schedule.mode == EACH and not is_muted:
        if not may_be_echo(notification):
            return response, notification
        wants_echoes = stored[ECHO].get(content.to) == ON
        return without_echo(context, response, notification, wants_echoes=wants_echoes)
    player = context.player(content.to)
    if is_answer(context, response, player, content):
        return response, None  # the response has the same content
    board = context.work.boards.lock(content.game, content.number)
    if board is None:
        return response, notification
    is_wanted = not is_muted or _awaits_reader(board, player, content)
    if not (is_wanted and _is_due(context, board, player, content, schedule)):
        due = schedule.due(context.now()) if is_wanted else None
        defer_message(context, player, board, content, due)
        return response, None
    return response, replace(notification, content=with_deferred(context, player, board, content))


def _is_due(
    context: Context,
    board: Board,
    player: Player,
    content: BoardMessage,
    schedule: DeliverySchedule,
) -> bool:
    near_deadline = is_near_deadline(context, board, player)
    if schedule.mode != URGENT:
        return near_deadline or schedule.mode == EACH
    if near_deadline:  # this email is the warning
        context.work.clocks.first_nag(board, WARNING_DAY)
    return near_deadline or not board.active or (isinstance(content, BoardSnapshot) and content.new)


def _awaits_reader(board: Board, player: Player, content: BoardMessage) -> bool:
    """Whether a message about a muted board is sent: the board waits for its reader, or is over."""
    if not board.active:
        return True
    seats = {board.players[seat].id for seat in board.asked}
    is_waiting = player.id in seats or (board.mover is not None and board.mover.id == player.id)
    return is_waiting and isinstance(content, BoardSnapshot)


def in_zone(part: Part, rests: dict[str, str]) -> Part:
    if not isinstance(part, BoardSnapshot) or part.to not in rests:
        return part
    return part.model_copy(update={"zone": Rest.read(rests[part.to]).zone})

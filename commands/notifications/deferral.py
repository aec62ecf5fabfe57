"""Which notices wait for their readers' digests, and when that is no longer allowed."""

from dataclasses import replace
from functools import partial

from commands.context.context import Context
from commands.messages.content import BoardSnapshot, Part, map_parts, parts_of
from commands.messages.response import Notification, Response
from commands.notifications.digests import BoardMessage, digest_of, hold_back, pop_held, schedule_of
from commands.notifications.schedule import URGENT, DeliverySchedule
from pbm.board import Board, Player

WARNING_DAY = -1
"""The day under which it is noted that a player was warned; reminders count from 0."""


def readers_of(response: Response) -> set[str]:
    """The userids of those who are told of boards."""
    content = [response.content, *(notification.content for notification in response.notifications)]
    parts = (part for each in content for part in parts_of(each))
    return {part.to for part in parts if isinstance(part, BoardMessage) and part.to}


def defer(context: Context, response: Response, kept: dict[str, str]) -> Response:
    """The answer with the notices that come now; the others wait for their readers' digests.

    `kept`: what readers have chosen, by userid, as it is kept.
    """
    if not kept:
        return response
    chosen = {userid: DeliverySchedule.read(value) for userid, value in kept.items()}
    notifications = [
        _due_now(context, response, notification, chosen) for notification in response.notifications
    ]
    in_zone = partial(_in_zone, chosen=chosen)
    coming = tuple(
        replace(notification, content=map_parts(notification.content, in_zone))
        for notification in notifications
        if notification
    )
    return replace(response, content=map_parts(response.content, in_zone), notifications=coming)


def reminder(context: Context, board: Board, seat: int, *, due: bool) -> Notification | None:
    """What the player to move is told now: a reminder that is due, or what can't wait longer.

    Whoever wants only what is urgent is warned a day before the deadline, reminded or not.
    """
    player = board.players[seat]
    near = is_near(context, board, player)
    if near and schedule_of(context, player).mode == URGENT:
        due = context.work.clocks.first_nag(board, WARNING_DAY) or due
    told = pop_held(context, player, board) if due or near else []
    if not (due or told):
        return None
    content = digest_of(context, player, board, told).model_copy(update={"nag": due})
    return Notification(player.addresses, content, immediate=True)


def is_near(context: Context, board: Board, player: Player) -> bool:
    """Whether this player must move within a day."""
    mover, deadlines = board.mover, board.deadlines
    its_turn = mover is not None and mover.id == player.id
    return its_turn and deadlines is not None and deadlines.warning <= context.now()


def _due_now(
    context: Context,
    response: Response,
    notification: Notification,
    chosen: dict[str, DeliverySchedule],
) -> Notification | None:
    """The notice if it comes now, with what was held about its board; None if it is held too."""
    content = notification.content
    if notification.immediate or not isinstance(content, BoardMessage) or content.to not in chosen:
        return notification
    player = context.player(content.to)
    if player.has_address(context.caller.address) and content in parts_of(response.content):
        return None  # the answer says it
    board = context.work.boards.lock(content.game, content.number)
    if board is None:
        return notification
    if not _comes_now(context, board, player, content, chosen[content.to]):
        hold_back(context, player, board, content)
        return None
    told = pop_held(context, player, board)
    return (
        replace(notification, content=digest_of(context, player, board, [*told, content]))
        if told
        else notification
    )


def _comes_now(
    context: Context,
    board: Board,
    player: Player,
    content: BoardMessage,
    schedule: DeliverySchedule,
) -> bool:
    near = is_near(context, board, player)
    if schedule.mode != URGENT:
        return near
    if near:  # this is the warning
        context.work.clocks.first_nag(board, WARNING_DAY)
    return near or not board.active or (isinstance(content, BoardSnapshot) and content.new)


def _in_zone(part: Part, chosen: dict[str, DeliverySchedule]) -> Part:
    if not isinstance(part, BoardSnapshot) or part.to not in chosen:
        return part
    return part.model_copy(update={"zone": chosen[part.to].zone})

"""The deferral of notifications to digests, and its end before deadlines."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial

from commands.accounts.preferences import DELIVERY, ECHO, FORMAT, ON, MailFormat
from commands.context.context import Context
from commands.messages.content import (
    BoardSnapshot,
    ChatMessage,
    Content,
    Part,
    TextMessage,
    map_parts,
    parts_of,
)
from commands.messages.response import Notification, Response
from commands.notifications.digests import (
    BoardMessage,
    digest_of,
    hold,
    pop_held,
    schedule_of,
    with_held,
)
from commands.notifications.schedule import EACH, URGENT, DeliverySchedule
from commands.system.stored_types import UnitOfWork
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.rest import REST, Rest
from pbm.clock import DAY

# Echoes: messages about a board on which a robot is to act, whose own mail will show both moves.
#
# They are held for a minute. If the robot acts meanwhile, its mail tells all of them; if not, they
# are sent at the next tick.

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
        return replace(response, held=response.held or answer), None
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


WARNING_DAY = -1
"""The day under which the warning of a player is recorded; reminders count from 0."""


def readers_of(response: Response) -> set[str]:
    """Returns the userids of the addressees of messages about boards."""
    content = [response.content, *(notification.content for notification in response.notifications)]
    parts = (part for each in content for part in parts_of(each))
    return {part.to for part in parts if isinstance(part, BoardMessage) and part.to}


def defer(context: Context, response: Response, stored: dict[str, dict[str, str]]) -> Response:
    """Returns the response with the notifications to send now; holds the others.

    `stored`: the readers' preferences, by name and userid.
    """
    if not stored[DELIVERY] and not any(map(may_be_echo, response.notifications)):
        return response
    schedules = {
        userid: DeliverySchedule.read(value, stored[REST].get(userid, ""))
        for userid, value in stored[DELIVERY].items()
    }
    due: list[Notification] = []
    for notification in response.notifications:
        response, ready = _due_now(context, response, notification, schedules, stored[ECHO])
        due += [ready] if ready else []
    return replace(response, notifications=tuple(due))


def reminder(context: Context, board: Board, seat: int, *, due: bool) -> Notification | None:
    """Returns a reminder for the player to move, with all messages deferred about the board.

    None if no reminder is due (`due`) and nothing deferred has to be sent before the deadline. Even
    if no reminder is due, a player with the mode `urgent` is warned a day before the deadline.
    Every player is warned a day before the end of a tournament's round that ends the turn.
    """
    player = board.players[seat]
    near_deadline = is_near_deadline(context, board, player)
    if near_deadline and (_round_is_ending(board) or schedule_of(context, player).mode == URGENT):
        due = context.work.clocks.first_nag(board, WARNING_DAY) or due
    held = pop_held(context, player, board) if due or near_deadline else []
    if not (due or held):
        return None
    content = digest_of(context, player, board, held)
    # stops, such as a vacation, have put the deadline off without a mail about the board
    moved = content.deadline_changed or bool(board.clock.stops[seat])
    content = content.model_copy(update={"nag": due, "deadline_changed": moved})
    return Notification(player.addresses, content, immediate=True)


def _round_is_ending(board: Board) -> bool:
    """Returns True in a turn that began before the last day of the round that ends it."""
    deadlines = board.deadlines
    if deadlines is None or deadlines.round_ends is None:
        return False
    last_day = deadlines.round_ends - DAY
    return deadlines.round_ends_first and board.clock.began < last_day


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
    echoes: dict[str, str],
) -> tuple[Response, Notification | None]:
    """Returns the response, and the notification with all that was held about its board.

    The notification is None if it is held.
    """
    content = notification.content
    if notification.immediate or not isinstance(content, BoardMessage):
        return response, notification
    schedule = schedules.get(content.to, DeliverySchedule())
    if schedule.mode == EACH:
        if not may_be_echo(notification):
            return response, notification
        wanted = echoes.get(content.to) == ON
        return without_echo(context, response, notification, wanted=wanted)
    player = context.player(content.to)
    if is_answer(context, response, player, content):
        return response, None  # the response says it
    board = context.work.boards.lock(content.game, content.number)
    if board is None:
        return response, notification
    if not _is_due(context, board, player, content, schedule):
        hold(context, player, board, content, schedule.due(context.now()))
        return response, None
    return response, replace(notification, content=with_held(context, player, board, content))


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


def _in_zone(part: Part, rests: dict[str, str]) -> Part:
    if not isinstance(part, BoardSnapshot) or part.to not in rests:
        return part
    return part.model_copy(update={"zone": Rest.read(rests[part.to]).zone})


# Notifications in the format and at the time that each reader has chosen.

NOTHING = TextMessage(subject="", text="")


def personalize(context: Context, response: Response) -> Response:
    """Returns the response with the notifications to send now, each in its reader's format."""
    stored = _preferences(context.work, response)
    ready = defer(context, response, stored)
    ready = _format(_zoned(ready, stored[REST]), stored[FORMAT])
    marked = tuple(
        replace(each, personalized=True, cause=context.cause or each.cause)
        for each in ready.notifications
    )
    return replace(ready, notifications=marked)


def personalized(context: Context, notifications: Sequence[Notification]) -> Sequence[Notification]:
    """Returns the notifications to send now, each in its reader's format."""
    pending = tuple(each for each in notifications if not each.personalized)
    if not pending:
        return notifications
    ready = personalize(context, Response(NOTHING, notifications=pending)).notifications
    return (*(each for each in notifications if each.personalized), *ready)


def formatted(context: Context, notifications: Sequence[Notification]) -> list[Notification]:
    """Returns notifications that are to be sent now, each in its reader's format."""
    response = Response(NOTHING, notifications=tuple(notifications))
    ready = _format(response, _preferences(context.work, response)[FORMAT]).notifications
    return [replace(each, personalized=True) for each in ready]


def formatted_answer(context: Context, content: Content) -> Content:
    """Returns an answer with the boards below its refusals in their readers' formats."""
    shown = [part.shown for part in parts_of(content) if isinstance(part, TextMessage)]
    readers = sorted({each.to for each in shown if each})
    formats = context.work.preferences.by_userid((FORMAT,), readers)[FORMAT] if readers else {}
    return map_parts(content, partial(_format_shown, formats=formats)) if formats else content


def _format_shown(part: Part, formats: dict[str, str]) -> Part:
    if not isinstance(part, TextMessage) or part.shown is None:
        return part
    return part.model_copy(update={"shown": _format_part(part.shown, formats)})


def _preferences(work: UnitOfWork, response: Response) -> dict[str, dict[str, str]]:
    """Returns the preferences of the readers that concern mails, by name and userid."""
    readers = sorted(readers_of(response))
    names = (FORMAT, DELIVERY, ECHO, REST)
    return work.preferences.by_userid(names, readers) if readers else {name: {} for name in names}


def _zoned(response: Response, rests: dict[str, str]) -> Response:
    return _map(response, partial(_in_zone, rests=rests)) if rests else response


def _format(response: Response, formats: dict[str, str]) -> Response:
    return _map(response, partial(_format_part, formats=formats)) if formats else response


def _map(response: Response, change: Callable[[Part], Part]) -> Response:
    """Returns the response with all parts of its contents changed."""
    notifications = tuple(
        replace(each, content=map_parts(each.content, change)) for each in response.notifications
    )
    content = map_parts(response.content, change)
    return replace(response, content=content, notifications=notifications)


def _format_part(content: Part, formats: dict[str, str]) -> Part:
    if not isinstance(content, BoardSnapshot | ChatMessage) or content.to not in formats:
        return content
    chosen = MailFormat.read(formats[content.to])
    update: dict[str, object] = {"form": "" if chosen.name == MailFormat().name else chosen.name}
    if isinstance(content, BoardSnapshot):
        update |= {"calendar": content.calendar and chosen.calendar}
    return content.model_copy(update=update)

"""Gives each notification the format and the delivery time that its reader has chosen."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from commands.content.messages import (
    BoardSnapshot,
    ChatMessage,
    Content,
    Part,
    TextMessage,
    map_parts,
    parts_of,
)
from commands.content.response import Notification, Response
from commands.context.context import Context
from commands.outbound.notifications.deferral import boards_of, defer, in_zone, readers_of
from commands.players.preferences import DELIVERY, ECHO, FORMAT, MailFormat, muted
from commands.system.stored_types import UnitOfWork
from pbm.board.time_control.rest import REST

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
    """Returns the notifications, each in its reader's format. None is deferred."""
    response = Response(NOTHING, notifications=tuple(notifications))
    ready = _format(response, _preferences(context.work, response)[FORMAT]).notifications
    return [replace(each, personalized=True) for each in ready]


def formatted_answer(context: Context, content: Content) -> Content:
    """Returns an answer with the boards below its refusals in their readers' formats."""
    boards = [part.shown for part in parts_of(content) if isinstance(part, TextMessage)]
    readers = sorted({each.to for each in boards if each})
    formats = context.work.preferences.by_userid((FORMAT,), readers)[FORMAT] if readers else {}
    return map_parts(content, partial(_format_shown, formats=formats)) if formats else content


def _format_shown(part: Part, formats: dict[str, str]) -> Part:
    if not isinstance(part, TextMessage) or part.shown is None:
        return part
    return part.model_copy(update={"shown": _format_part(part.shown, formats)})


def _preferences(work: UnitOfWork, response: Response) -> dict[str, dict[str, str]]:
    """Returns the readers' preferences about emails, by name and userid."""
    readers = sorted(readers_of(response))
    names = (FORMAT, DELIVERY, ECHO, REST, *map(muted, sorted(boards_of(response))))
    return work.preferences.by_userid(names, readers) if readers else {name: {} for name in names}


def _zoned(response: Response, rests: dict[str, str]) -> Response:
    return map_response(response, partial(in_zone, rests=rests)) if rests else response


def _format(response: Response, formats: dict[str, str]) -> Response:
    return map_response(response, partial(_format_part, formats=formats)) if formats else response


def map_response(response: Response, change: Callable[[Part], Part]) -> Response:
    """Returns the response with `change` applied to all parts of its contents."""
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

"""The limits on notifications: what is above them waits, and comes joined into one mail.

So nobody gets a flood of mails, whoever causes it, and nothing is lost.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from commands.content.messages import (
    BoardSnapshot,
    ChatMessage,
    Content,
    dump,
    load,
    parts_of,
)
from commands.content.response import Notification
from commands.context.context import Context
from commands.outbound.notifications.joining import join, join_by_address
from commands.outbound.notifications.reader_formats import formatted
from commands.security.limits import LimitKind

LONGEST = timedelta(hours=1)
"""The longest time for which a notification waits."""


def within_limits(context: Context, notifications: Sequence[Notification]) -> list[Notification]:
    """Returns the notifications, each to one address, that are to be sent now.

    Of a mail that causes many, the notifications to one address are joined; above the limits of
    an hour or a day they wait.
    """
    if len(notifications) > context.policy.notifications_per_mail:
        notifications = formatted(context, join_by_address(context, notifications))
    waiting = _above_limits(context, notifications)
    for number, due in sorted(waiting.items()):
        _wait(context, notifications[number], due)
    return [each for number, each in enumerate(notifications) if number not in waiting]


def take_overflow(context: Context, address: str) -> list[Notification]:
    """Returns what has waited for an address, joined; beyond the limit it waits on."""
    limiter = context.limiter
    if not limiter.enter(LimitKind.JOINED, address):
        context.work.overflow.postpone(address, limiter.free_at(LimitKind.JOINED, address))
        return []
    contents = join(context, [load(said) for said in context.work.overflow.take(address)])
    joined = [Notification((address,), each, immediate=True) for each in contents]
    return formatted(context, joined)


def _above_limits(context: Context, notifications: Sequence[Notification]) -> dict[int, datetime]:
    """Counts notifications; returns the indices of notifications that must wait, with their times.

    All are counted in the same order, first by recipient and then by cause: two transactions that
    count the same can't wait for each other.
    """
    limiter = context.limiter
    if len(notifications) > 1:
        limiter.prefetch(_counted(notifications))
    waiting: dict[int, datetime] = {}
    caused: list[int] = []
    for number, each in sorted(enumerate(notifications), key=lambda pair: pair[1].addresses):
        (address,) = each.addresses
        kind = _kind(each.content)
        if each.immediate or each.requested:
            limiter.record(kind, address)
        elif not limiter.enter(kind, address):
            waiting[number] = limiter.free_at(kind, address)
        elif each.cause and not _is_on_own_board(each.content):
            caused.append(number)
    for number in caused:
        cause = str(notifications[number].cause)
        if not limiter.enter(LimitKind.CAUSED, cause):
            waiting[number] = limiter.free_at(LimitKind.CAUSED, cause)
    return waiting


def _counted(notifications: Sequence[Notification]) -> Iterator[tuple[LimitKind, str]]:
    """Yields what the limits of these notifications are counted by."""
    for each in notifications:
        if not (each.immediate or each.requested):
            yield _kind(each.content), each.addresses[0]
            if each.cause and not _is_on_own_board(each.content):
                yield LimitKind.CAUSED, str(each.cause)


def _kind(content: Content) -> LimitKind:
    """Returns the kind of a notification: nobody's words use up what moves need."""
    has_board = any(isinstance(part, BoardSnapshot) for part in parts_of(content))
    return LimitKind.NOTIFICATION if has_board else LimitKind.WORDS


def _wait(context: Context, notification: Notification, due: datetime) -> None:
    (address,), now = notification.addresses, context.now()
    context.work.overflow.put(address, dump(notification.content), now, min(due, now + LONGEST))


def _is_on_own_board(content: Content) -> bool:
    """Returns True if it tells a player of their own game, for which an opponent may be waiting."""
    return any(
        isinstance(part, BoardSnapshot | ChatMessage) and part.to in part.players
        for part in parts_of(content)
    )

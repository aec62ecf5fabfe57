"""Limits notifications: those above the limits wait, and are sent later in one email.

So no player gets a flood of emails, whatever causes it, and no notification is lost.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from commands.content.messages import BoardSnapshot, ChatMessage, Content, dump, load, parts_of
from commands.content.response import Notification
from commands.context.context import Context
from commands.outbound.notifications.joined_notifications import join, join_by_address
from commands.outbound.notifications.reader_formats import formatted
from commands.security.rate_limits import LimitKind

LONGEST = timedelta(hours=1)
"""Maximum time for which a notification waits."""


def within_limits(context: Context, notifications: Sequence[Notification]) -> list[Notification]:
    """Returns the notifications to send now. Each is for one address.

    If an email causes many, notifications to the same address are joined. Notifications above the
    hourly or daily limits wait.
    """
    if len(notifications) > context.policy.notifications_per_mail:
        notifications = formatted(context, join_by_address(context, notifications))
    waiting = _above_limits(context, notifications)
    for number, due in sorted(waiting.items()):
        _wait(context, notifications[number], due)
    return [each for number, each in enumerate(notifications) if number not in waiting]


def take_overflow(context: Context, address: str) -> list[Notification]:
    """Returns an address's waiting notifications, joined.

    Empty if the limit doesn't allow an email.
    """
    limiter = context.limiter
    if not limiter.enter(LimitKind.JOINED, address):
        context.work.overflow.postpone(address, limiter.free_at(LimitKind.JOINED, address))
        return []
    contents = join(context, [load(said) for said in context.work.overflow.take(address)])
    joined = [Notification((address,), each, immediate=True) for each in contents]
    return formatted(context, joined)


def _above_limits(context: Context, notifications: Sequence[Notification]) -> dict[int, datetime]:
    """Counts notifications.

    Returns the indices of the notifications that must wait, with the times when they are due.
    """
    limiter = context.limiter
    if len(notifications) > 1:
        limiter.prefetch(_counted(notifications))
    waiting: dict[int, datetime] = {}
    caused: list[int] = []
    # All transactions count recipients before causes. Otherwise, two transactions could deadlock.
    for number, notification in sorted(
        enumerate(notifications), key=lambda pair: pair[1].addresses
    ):
        (address,) = notification.addresses
        kind = _kind(notification.content)
        if notification.immediate or notification.requested:
            limiter.record(kind, address)
        elif not limiter.enter(kind, address):
            waiting[number] = limiter.free_at(kind, address)
        elif notification.cause and not _is_on_own_board(notification.content):
            caused.append(number)
    for number in caused:
        cause = str(notifications[number].cause)
        if not limiter.enter(LimitKind.CAUSED, cause):
            waiting[number] = limiter.free_at(LimitKind.CAUSED, cause)
    return waiting


def _counted(notifications: Sequence[Notification]) -> Iterator[tuple[LimitKind, str]]:
    """Yields the limits toward which these notifications are counted, with the address or cause."""
    for notification in notifications:
        if not (notification.immediate or notification.requested):
            yield _kind(notification.content), notification.addresses[0]
            if notification.cause and not _is_on_own_board(notification.content):
                yield LimitKind.CAUSED, str(notification.cause)


def _kind(content: Content) -> LimitKind:
    """Returns the limit for a notification.

    Chat has a separate limit, so it can't use up the moves' one.
    """
    has_board = any(isinstance(part, BoardSnapshot) for part in parts_of(content))
    return LimitKind.NOTIFICATION if has_board else LimitKind.WORDS


def _wait(context: Context, notification: Notification, due: datetime) -> None:
    """Stores a notification. It is due together with the other waiting ones for its address."""
    (address,), now = notification.addresses, context.now()
    due = context.work.overflow.first_due(address) or min(due, now + LONGEST)
    context.work.overflow.put(address, dump(notification.content), now, due)


def _is_on_own_board(content: Content) -> bool:
    """Whether a player is notified about their own game, where an opponent may be waiting."""
    return any(
        isinstance(part, BoardSnapshot | ChatMessage) and part.to in part.players
        for part in parts_of(content)
    )

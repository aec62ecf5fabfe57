"""The limits on notifications: what is above them waits, and comes joined into one mail.

So nobody gets a flood of mails, whoever causes it, and nothing is lost.
"""

from collections.abc import Sequence
from datetime import datetime

from commands.context.context import Context
from commands.messages.content import BoardSnapshot, ChatMessage, Content, dump, load, parts_of
from commands.messages.response import Notification
from commands.notifications.joining import join, join_by_address
from commands.notifications.personalizing import formatted
from commands.security.mail_account import MailKind


def within_limits(context: Context, notifications: Sequence[Notification]) -> list[Notification]:
    """Returns the notifications, each to one address, that are to be sent now.

    Of a letter that causes many, those to one address are joined; above the limits of an hour or
    a day they wait.
    """
    if len(notifications) > context.policy.notices_per_letter:
        notifications = formatted(context, join_by_address(context, notifications))
    return [each for each in notifications if _is_due(context, each)]


def take_overflow(context: Context, address: str) -> list[Notification]:
    """Returns what has waited for an address, joined; it waits on while there is no room."""
    again = context.mail_account.free_at(MailKind.NOTICE, address)
    if again > context.now():
        context.work.overflow.postpone(address, again)
        return []
    contents = join(context, [load(said) for said in context.work.overflow.take(address)])
    joined = [Notification((address,), each, immediate=True) for each in contents]
    return formatted(context, joined)


def _is_due(context: Context, notification: Notification) -> bool:
    """Counts a notification; returns False if it has to wait."""
    (address,), account = notification.addresses, context.mail_account
    if notification.immediate or notification.requested:
        account.record(MailKind.NOTICE, address)
        return True
    if account.enter(MailKind.NOTICE, address):
        cause = "" if _is_on_own_board(notification.content) else str(notification.cause or "")
        if not cause or account.enter(MailKind.CAUSED, cause):
            return True
        return _wait(context, notification, account.free_at(MailKind.CAUSED, cause))
    return _wait(context, notification, account.free_at(MailKind.NOTICE, address))


def _wait(context: Context, notification: Notification, due: datetime) -> bool:
    (address,) = notification.addresses
    context.work.overflow.put(address, dump(notification.content), context.now(), due)
    return False


def _is_on_own_board(content: Content) -> bool:
    """Returns True if it tells a player of their own game, for which an opponent may be waiting."""
    return any(
        isinstance(part, BoardSnapshot | ChatMessage) and part.to in part.players
        for part in parts_of(content)
    )

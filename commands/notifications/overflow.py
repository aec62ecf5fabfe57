"""The limits on notifications: what is above them waits, and comes joined into one mail.

So nobody gets a flood of mails, whoever causes it, and nothing is lost.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby

from commands.context.context import Context
from commands.messages.content import (
    BoardSnapshot,
    ChatMessage,
    Content,
    Part,
    dump,
    load,
    parts_of,
)
from commands.messages.response import Notification
from commands.notifications.digests import board_parts, pack
from commands.notifications.reader_formats import formatted
from commands.security.mail_quota import MailKind
from pbm.board.players import Player

# Notifications above the limits: several to one address are joined into one mail.


def join_by_address(context: Context, notifications: Sequence[Notification]) -> list[Notification]:
    """Returns the notifications, each to one address; several to the same address are joined."""
    by_address: dict[str, list[Notification]] = {}
    kept: list[Notification] = []
    for each in notifications:
        if each.requested:
            kept.append(each)
        else:
            by_address.setdefault(each.addresses[0].lower(), []).append(each)
    joined = [mail for some in by_address.values() for mail in _joined(context, some)]
    return [*kept, *joined]


def join(context: Context, contents: Sequence[Content]) -> list[Content]:
    """Returns the contents of as few mails as they fit into; a single one stays as it is.

    Of each board there is one picture, with all that was told and written.
    """
    if len(contents) == 1:
        return [*contents]
    parts = [part for content in contents for part in parts_of(content)]
    return list(pack(list(_by_board(context, parts))))


def _joined(context: Context, some: Sequence[Notification]) -> list[Notification]:
    if len(some) == 1:
        return [*some]
    contents = join(context, [each.content for each in some])
    immediate = any(each.immediate for each in some)
    first = replace(some[0], immediate=immediate, personalized=False)
    return [replace(first, content=content) for content in contents]


def _by_board(context: Context, parts: Sequence[Part]) -> Iterator[Part]:
    """Yields the parts in the order of the first about the same board, joined by board."""
    order: dict[tuple[str, str], int] = {}
    for number, part in enumerate(parts):
        order.setdefault(_group(part, number), number)
    keyed = [(order[_group(part, number)], part) for number, part in enumerate(parts)]
    for _, some in groupby(sorted(keyed, key=lambda each: each[0]), key=lambda each: each[0]):
        yield from _of_board(context, [part for _, part in some])


def _group(part: Part, number: int) -> tuple[str, str]:
    """Returns the board and the reader of a part; a text is alone in its group."""
    if isinstance(part, BoardSnapshot | ChatMessage):
        return part.board, part.to
    return "", str(number)


def _of_board(context: Context, parts: Sequence[Part]) -> Sequence[Part]:
    messages = [part for part in parts if isinstance(part, BoardSnapshot | ChatMessage)]
    player = _reader(context, messages[0].to) if len(messages) > 1 else None
    return board_parts(context, player, messages) if player else parts


def _reader(context: Context, userid: str) -> Player | None:
    """Returns the reader; None for one who has signed off since."""
    player = context.find_player(userid)
    return None if player is None or player.gone else player


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
    quota = context.mail_quota
    if not quota.enter(MailKind.JOINED, address):
        context.work.overflow.postpone(address, quota.free_at(MailKind.JOINED, address))
        return []
    contents = join(context, [load(said) for said in context.work.overflow.take(address)])
    joined = [Notification((address,), each, immediate=True) for each in contents]
    return formatted(context, joined)


def _above_limits(context: Context, notifications: Sequence[Notification]) -> dict[int, datetime]:
    """Counts notifications; returns the indices of notifications that must wait, with their times.

    All are counted in the same order, first by recipient and then by cause: two transactions that
    count the same can't wait for each other.
    """
    quota = context.mail_quota
    if len(notifications) > 1:
        quota.prefetch(_counted(notifications))
    waiting: dict[int, datetime] = {}
    caused: list[int] = []
    for number, each in sorted(enumerate(notifications), key=lambda pair: pair[1].addresses):
        (address,) = each.addresses
        kind = _kind(each.content)
        if each.immediate or each.requested:
            quota.record(kind, address)
        elif not quota.enter(kind, address):
            waiting[number] = quota.free_at(kind, address)
        elif each.cause and not _is_on_own_board(each.content):
            caused.append(number)
    for number in caused:
        cause = str(notifications[number].cause)
        if not quota.enter(MailKind.CAUSED, cause):
            waiting[number] = quota.free_at(MailKind.CAUSED, cause)
    return waiting


def _counted(notifications: Sequence[Notification]) -> Iterator[tuple[MailKind, str]]:
    """Yields what the limits of these notifications are counted by."""
    for each in notifications:
        if not (each.immediate or each.requested):
            yield _kind(each.content), each.addresses[0]
            if each.cause and not _is_on_own_board(each.content):
                yield MailKind.CAUSED, str(each.cause)


def _kind(content: Content) -> MailKind:
    """Returns the kind of a notification: nobody's words use up what moves need."""
    has_board = any(isinstance(part, BoardSnapshot) for part in parts_of(content))
    return MailKind.NOTIFICATION if has_board else MailKind.WORDS


def _wait(context: Context, notification: Notification, due: datetime) -> None:
    (address,), now = notification.addresses, context.now()
    context.work.overflow.put(address, dump(notification.content), now, min(due, now + LONGEST))


def _is_on_own_board(content: Content) -> bool:
    """Returns True if it tells a player of their own game, for which an opponent may be waiting."""
    return any(
        isinstance(part, BoardSnapshot | ChatMessage) and part.to in part.players
        for part in parts_of(content)
    )

"""Joins several notifications to one address into one email."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from commands.content.messages import BoardSnapshot, ChatMessage, Content, Part, parts_of
from commands.content.response import Notification
from commands.context.context import Context
from commands.outbound.notifications.digest_contents import board_parts, pack
from pbm.board.players import Player


def join_by_address(context: Context, notifications: Sequence[Notification]) -> list[Notification]:
    """Returns one notification for each address, or several if they don't fit into one email.

    Requested notifications, such as confirmations, aren't joined.
    """
    by_address: dict[str, list[Notification]] = {}
    single: list[Notification] = []
    for notification in notifications:
        if notification.requested:
            single.append(notification)
        else:
            by_address.setdefault(notification.addresses[0].lower(), []).append(notification)
    joined = [mail for some in by_address.values() for mail in _joined(context, some)]
    return [*single, *joined]


def join(context: Context, contents: Sequence[Content]) -> list[Content]:
    """Returns the contents of as few emails as possible. A single content isn't changed.

    Each board is shown once, with all news and comments.
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
    """Yields the parts in order. All parts about a board are joined at the first one's position."""
    order: dict[tuple[str, str], int] = {}
    for number, part in enumerate(parts):
        order.setdefault(_group(part, number), number)
    keyed = [(order[_group(part, number)], part) for number, part in enumerate(parts)]
    for _, some in groupby(sorted(keyed, key=lambda each: each[0]), key=lambda each: each[0]):
        yield from _of_board(context, [part for _, part in some])


def _group(part: Part, number: int) -> tuple[str, str]:
    """Returns the key by which parts are joined: board and reader, or a unique key for a text."""
    if isinstance(part, BoardSnapshot | ChatMessage):
        return part.board, part.to
    return "", str(number)


def _of_board(context: Context, parts: Sequence[Part]) -> Sequence[Part]:
    messages = [part for part in parts if isinstance(part, BoardSnapshot | ChatMessage)]
    player = _reader(context, messages[0].to) if len(messages) > 1 else None
    return board_parts(context, player, messages) if player else parts


def _reader(context: Context, userid: str) -> Player | None:
    """Returns the reader, or None if they have signed off."""
    player = context.find_player(userid)
    return None if player is None or player.gone else player

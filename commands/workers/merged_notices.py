"""The notifications of a move with an offer after it, as one mail to each reader."""

from collections.abc import Sequence
from dataclasses import replace

from commands.messages.content import BoardSnapshot
from commands.messages.response import Notification, Response


def merged(moved: Response, offered: Response | None = None) -> Sequence[Notification]:
    """Returns the notifications of the last response, which also tell the news of the first."""
    if offered is None:
        return moved.notifications
    first = {_reader(each): each.content for each in moved.notifications}
    last = {_reader(each) for each in offered.notifications}
    both = [_with_news(each, first.get(_reader(each))) for each in offered.notifications]
    return [*(each for each in moved.notifications if _reader(each) not in last), *both]


def _reader(notification: Notification) -> tuple[str, tuple[str, ...]]:
    content = notification.content
    return getattr(content, "to", ""), notification.addresses


def _with_news(notification: Notification, first: object) -> Notification:
    content = notification.content
    if not (isinstance(content, BoardSnapshot) and isinstance(first, BoardSnapshot)):
        return notification
    update = {
        "news": f"{first.news} {content.news}",
        "deadline_changed": first.deadline_changed or content.deadline_changed,
    }
    return replace(notification, content=content.model_copy(update=update))

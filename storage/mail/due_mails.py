"""The mails that are due, and those that have to wait for earlier ones of their recipients."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    exists,
    func,
    literal_column,
    select,
)

from storage.tables import outbox

WAITS: ColumnElement[str] = literal_column("'waiting'")
"""A literal, not a parameter: the index of waiting mails serves only statements with this value."""
WAITING = outbox.c.state == WAITS
REPLY = "auto-replied"
"""Marks mails that their recipients have asked for: answers, and codes."""
EARLIER = outbox.alias()
IS_BEFORE = and_(
    EARLIER.c.state == WAITS,
    EARLIER.c.recipient == outbox.c.recipient,
    EARLIER.c.board == outbox.c.board,
    EARLIER.c.id < outbox.c.id,
)
"""The condition that an earlier mail is to be sent before another one."""


def due_mails(now: datetime, limit: int, *also: ColumnElement[bool]) -> Select[Any]:
    """Returns the query of the oldest mails that are due and not blocked; locks, skips locked."""
    query = select(outbox).where(WAITING, outbox.c.due <= now, ~_is_blocked(now), *also)
    return query.order_by(outbox.c.id).limit(limit).with_for_update(skip_locked=True)


def drawn_by_lot(now: datetime, limit: int, *also: ColumnElement[bool]) -> Select[tuple[int]]:
    """Returns the query of the oldest due mail of each of so many recipients."""
    oldest = select(func.min(outbox.c.id)).where(WAITING, outbox.c.due <= now, *also)
    return oldest.group_by(outbox.c.recipient).order_by(func.random()).limit(limit)


def overtaking(ids: Sequence[int]) -> Select[tuple[int]]:
    """Returns the query of those of these mails before which another one is sent, none of these.

    That one was due, and wasn't found: another transaction has it locked, and takes it or
    records its outcome; or it is left to a holder whose lease has ended.
    """
    overtakes = exists().where(IS_BEFORE, EARLIER.c.id.not_in(ids))
    return select(outbox.c.id).where(outbox.c.id.in_(ids), overtakes)


def is_free_reply() -> ColumnElement[bool]:
    """Returns the condition that a mail is a reply, and overtakes none that isn't."""
    overtakes = exists().where(IS_BEFORE, EARLIER.c.automatic != REPLY)
    return and_(outbox.c.automatic == REPLY, ~overtakes)


def _is_blocked(now: datetime) -> ColumnElement[bool]:
    """Returns the condition that an earlier mail for the same recipient and board waits."""
    return exists().where(IS_BEFORE, EARLIER.c.due > now)

"""Queries for emails that are due, in an order that never lets one email overtake another.

No email about a board overtakes an earlier email about it to the same recipient, no matter which
node sends it. Emails about a board are queued under the lock of the board's row, so that their ids
have the order of their commits.

Workers lease with SKIP LOCKED. After locking the rows, a worker leaves out an email if an earlier
email is still waiting but couldn't be locked.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    exists,
    func,
    literal_column,
    select,
)

from storage.tables.mail import outbox

WAITS: ColumnElement[str] = literal_column("'waiting'")
"""A literal, because the partial index of waiting emails isn't used for parameters."""
WAITING = outbox.c.state == WAITS
REPLY = "auto-replied"
"""The Auto-Submitted value of emails that their recipients have asked for: answers and codes."""
EARLIER = outbox.alias()
IS_BEFORE = and_(
    EARLIER.c.state == WAITS,
    EARLIER.c.recipient == outbox.c.recipient,
    EARLIER.c.board == outbox.c.board,
    EARLIER.c.id < outbox.c.id,
)
"""The condition that EARLIER must be sent before another email."""
NOW, LIMIT = bindparam("now", type_=outbox.c.due.type), bindparam("limit", type_=Integer())
IDS: BindParameter[list[int]] = bindparam("ids", expanding=True)
_IS_BLOCKED = exists().where(IS_BEFORE, EARLIER.c.due > NOW)
"""The condition that an earlier email to the same recipient about the same board isn't due yet."""


def due_mails(*also: ColumnElement[bool]) -> Select[Any]:
    """Returns the query of the oldest emails that are due and not blocked.

    It locks them, and skips locked ones.
    """
    query = select(outbox).where(*_is_due(*also), ~_IS_BLOCKED)
    return query.order_by(outbox.c.id).limit(LIMIT).with_for_update(skip_locked=True)


def due_for_random_recipients(*also: ColumnElement[bool]) -> Select[Any]:
    """Returns the query of the oldest due emails of random recipients."""
    oldest = select(func.min(outbox.c.id)).where(*_is_due(*also))
    drawn = oldest.group_by(outbox.c.recipient).order_by(func.random()).limit(LIMIT)
    return due_mails(outbox.c.id.in_(drawn))


def overtaking() -> Select[tuple[int]]:
    """Returns the query of the emails among IDS that would overtake an earlier email.

    The earlier email was due but couldn't be selected. Either another transaction has locked it, to
    lease it or to record its outcome, or it is left to a holder whose lease has ended.
    """
    overtakes = exists().where(IS_BEFORE, EARLIER.c.id.not_in(IDS))
    return select(outbox.c.id).where(outbox.c.id.in_(IDS), overtakes)


def is_free_reply() -> ColumnElement[bool]:
    """Returns the condition that an email is a reply that overtakes only replies."""
    overtakes = exists().where(IS_BEFORE, EARLIER.c.automatic != REPLY)
    return and_(outbox.c.automatic == REPLY, ~overtakes)


def _is_due(*also: ColumnElement[bool]) -> tuple[ColumnElement[bool], ...]:
    return WAITING, outbox.c.due <= NOW, *also


@dataclass(frozen=True, slots=True)
class QueueState:
    """The numbers of emails that wait."""

    waiting: int
    """Emails that weren't sent yet: due, being sent, or waiting for a retry."""
    due: int
    """The number of emails that should have been sent by now."""
    oldest_due: datetime | None
    """When the oldest due email was queued. None if none is due."""


def read_queue_state(connection: Connection, now: datetime) -> QueueState:
    due = func.coalesce(func.sum(case((outbox.c.due <= now, 1), else_=0)), 0)
    counted = connection.execute(select(func.count(), due).where(WAITING)).one()
    oldest = select(outbox.c.date).where(WAITING, outbox.c.due <= now)
    oldest_date = connection.execute(oldest.order_by(outbox.c.id).limit(1)).scalar()
    return QueueState(counted[0], int(counted[1]), oldest_date)

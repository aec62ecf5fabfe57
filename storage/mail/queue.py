"""The mails that are due, and those that have to wait for earlier ones of their recipients.

No mail about a board overtakes an earlier one to the same recipient, whichever node sends them.
Mails about a board are queued under the lock of its row, so their numbers are in the order of their
commits. Workers lease with SKIP LOCKED; then, with their rows locked, they leave out the mails
before which another one waits that they didn't get.
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
NOW, LIMIT = bindparam("now", type_=outbox.c.due.type), bindparam("limit", type_=Integer())
IDS: BindParameter[list[int]] = bindparam("ids", expanding=True)
_IS_BLOCKED = exists().where(IS_BEFORE, EARLIER.c.due > NOW)
"""The condition that an earlier mail for the same recipient and board waits."""


def due_mails(*also: ColumnElement[bool]) -> Select[Any]:
    """Returns the query of the oldest mails that are due and not blocked; locks, skips locked."""
    query = select(outbox).where(*_is_due(*also), ~_IS_BLOCKED)
    return query.order_by(outbox.c.id).limit(LIMIT).with_for_update(skip_locked=True)


def drawn_by_lot(*also: ColumnElement[bool]) -> Select[Any]:
    """Returns the query of due mails that are the oldest of recipients drawn by lot."""
    oldest = select(func.min(outbox.c.id)).where(*_is_due(*also))
    drawn = oldest.group_by(outbox.c.recipient).order_by(func.random()).limit(LIMIT)
    return due_mails(outbox.c.id.in_(drawn))


def overtaking() -> Select[tuple[int]]:
    """Returns the query of these mails before which another mail is sent.

    The other one was due, and wasn't found: another transaction has it locked, and takes it or
    records its outcome; or it is left to a holder whose lease has ended.
    """
    overtakes = exists().where(IS_BEFORE, EARLIER.c.id.not_in(IDS))
    return select(outbox.c.id).where(outbox.c.id.in_(IDS), overtakes)


def is_free_reply() -> ColumnElement[bool]:
    """Returns the condition that a mail is a reply, and overtakes none that isn't."""
    overtakes = exists().where(IS_BEFORE, EARLIER.c.automatic != REPLY)
    return and_(outbox.c.automatic == REPLY, ~overtakes)


def _is_due(*also: ColumnElement[bool]) -> tuple[ColumnElement[bool], ...]:
    return WAITING, outbox.c.due <= NOW, *also


@dataclass(frozen=True, slots=True)
class QueueState:
    """The mails that wait."""

    waiting: int
    """The mails not sent yet: due, being sent, or waiting for their next try."""
    due: int
    """Those that should have been sent by now."""
    oldest_due: datetime | None
    """The time at which the oldest of those was queued; None if there is none."""


def read_queue_state(connection: Connection, now: datetime) -> QueueState:
    """Returns the state of the queue."""
    due = func.coalesce(func.sum(case((outbox.c.due <= now, 1), else_=0)), 0)
    counted = connection.execute(select(func.count(), due).where(WAITING)).one()
    oldest = select(outbox.c.date).where(WAITING, outbox.c.due <= now)
    found = connection.execute(oldest.order_by(outbox.c.id).limit(1)).scalar()
    return QueueState(counted[0], int(counted[1]), found)

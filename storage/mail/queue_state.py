"""The state of the queue of outgoing mails, read from the index of those that wait."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, case, func, select

from storage.mail.due_mails import WAITING
from storage.tables import outbox


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

"""Emails above the limits. They wait until they are joined into one email for each recipient."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, insert, select, update

from storage.sql.repository import Repository
from storage.tables.mail import overflow


@dataclass(frozen=True, slots=True)
class OverflowState:
    """The number of emails that wait to be joined, and of their recipients."""

    mails: int = 0
    recipients: int = 0
    due: datetime | None = None
    """When the first of them are joined and sent. None if there are none."""


class OverflowRepository(Repository):
    """Waiting emails by recipient. Taking one deletes it."""

    def put(self, recipient: str, content: str, at: datetime, due: datetime) -> None:
        """Stores an email that is due at a time."""
        values = {"recipient": recipient, "said": content, "at": at, "due": due}
        self._connection.execute(insert(overflow).values(values))

    def first_due(self, recipient: str) -> datetime | None:
        """Returns when the first waiting email of this recipient is due, or None without one."""
        waiting = select(func.min(overflow.c.due)).where(overflow.c.recipient == recipient)
        return self._connection.execute(waiting).scalar()

    def due(self, at: datetime) -> Sequence[str]:
        """Returns the recipients whose emails are due."""
        query = select(overflow.c.recipient).where(overflow.c.due <= at).distinct()
        return self._connection.execute(query.order_by(overflow.c.recipient)).scalars().all()

    def state(self) -> OverflowState:
        """Returns how many emails wait, for how many addresses, and when the first ones are due."""
        recipients = func.count(overflow.c.recipient.distinct())
        query = select(func.count(), recipients, func.min(overflow.c.due)).select_from(overflow)
        return OverflowState(*self._connection.execute(query).one())

    def recipients(self) -> Sequence[str]:
        """Returns all recipients with waiting emails."""
        query = select(overflow.c.recipient).distinct().order_by(overflow.c.recipient)
        return self._connection.execute(query).scalars().all()

    def take(self, recipient: str) -> Sequence[str]:
        """Deletes the emails that wait for this recipient.

        Returns their contents, the oldest first.
        """
        theirs = delete(overflow).where(overflow.c.recipient == recipient)
        taken = self._connection.execute(theirs.returning(overflow.c.id, overflow.c.said))
        return [row.said for row in sorted(taken, key=lambda row: int(row.id))]

    def postpone(self, recipient: str, due: datetime) -> None:
        """Sets a later time for the emails of this recipient."""
        theirs = update(overflow).where(overflow.c.recipient == recipient)
        self._connection.execute(theirs.values(due=due))

    def of(self, addresses: Sequence[str]) -> Sequence[datetime]:
        """Returns when the emails were stored that wait for these addresses."""
        theirs = func.lower(overflow.c.recipient).in_([each.lower() for each in addresses])
        query = select(overflow.c.at).where(theirs).order_by(overflow.c.id)
        return self._connection.execute(query).scalars().all()

"""The deletion of old rows in small batches, so that tables don't grow for ever."""

from datetime import datetime

from sqlalchemy import ColumnElement, Table, delete, select, tuple_, update

from pbm.clock import HOUR
from storage.mail.queue import WAITING
from storage.sql.repository import Repository
from storage.tables import (
    audit,
    incidents,
    limit_counts,
    mailbox_mails,
    outbox,
    problems,
    seen_mails,
    signing_keys,
)


class RetentionRepository(Repository):
    """The repository for deleting old rows of several tables."""

    def forget_mails(self, before: datetime, most: int) -> int:
        """Deletes mails from before this that neither wait nor are paused; returns their number."""
        done = ~WAITING & (outbox.c.state != "paused")
        return self._delete(outbox, outbox.c.id, outbox.c.date, before, most, done)

    def forget_seen_mails(self, before: datetime, most: int) -> int:
        """Deletes keys of mails from before this; returns their number. A repeat would be new."""
        return self._delete(seen_mails, seen_mails.c.key, seen_mails.c.at, before, most)

    def forget_mailbox_mails(self, before: datetime, most: int) -> int:
        """Deletes mails that left their mailbox before this; returns their number."""
        row, table = tuple_(*mailbox_mails.primary_key.columns), mailbox_mails
        old = select(*table.primary_key.columns).where(table.c.gone < before).limit(most)
        return self._connection.execute(delete(table).where(row.in_(old))).rowcount

    def forget_counts(self, before: datetime, most: int) -> int:
        """Deletes counts that have expired before this; returns their number."""
        until = limit_counts.c.until
        return self._delete(limit_counts, until, until, before, most)

    def forget_audit(self, before: datetime, most: int) -> int:
        """Deletes acts of admins from before this; returns their number."""
        return self._delete(audit, audit.c.id, audit.c.at, before, most)

    def forget_health(self, before: datetime, most: int) -> None:
        """Deletes incidents from before this, and problems that ended before it."""
        old = delete(incidents).where(incidents.c.hour < before - HOUR)
        self._connection.execute(old)
        self._delete(problems, problems.c.name, problems.c.ended, before, most)

    def forget_keys(self, before: datetime) -> None:
        """Erases the secrets of the keys of addresses that have expired before this."""
        columns = signing_keys.c
        expired = (columns.purpose == "reply") & (columns.until <= before)
        expired &= columns.secret != ""
        self._connection.execute(update(signing_keys).where(expired).values(secret=""))

    def _delete(
        self,
        table: Table,
        key: ColumnElement[object],
        at: ColumnElement[datetime],
        before: datetime,
        most: int,
        *more: ColumnElement[bool],
    ) -> int:
        old = select(key).where(at < before, *more).order_by(at).limit(most)
        return self._connection.execute(delete(table).where(key.in_(old))).rowcount

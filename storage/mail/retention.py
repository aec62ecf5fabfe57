"""Delete old rows in small batches, so that tables don't grow forever."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    Integer,
    bindparam,
    delete,
    select,
    tuple_,
    update,
)

from pbm.clock import HOUR
from storage.mail.delivery_order import WAITING
from storage.sql.prepared import Prepared
from storage.sql.repository import Repository
from storage.tables.identity import signing_keys
from storage.tables.mail import audit, limit_counts, outbox, seen_mails
from storage.tables.mailboxes import mailbox_mails
from storage.tables.players import codes
from storage.tables.server import incidents, problems

BEFORE: BindParameter[datetime] = bindparam("before")
MOST = bindparam("most", type_=Integer)
INCIDENTS = Prepared(delete(incidents).where(incidents.c.hour < BEFORE))
KEYS = Prepared(
    update(signing_keys)
    .where(
        signing_keys.c.purpose == "reply",
        signing_keys.c.until <= BEFORE,
        signing_keys.c.secret != "",
    )
    .values(secret="")
)


def _oldest(
    at: Column[datetime], *more: ColumnElement[bool], by: Column[Any] | None = None
) -> Prepared:
    """Returns a statement that deletes at most `most` rows from before a time, the oldest first.

    `by`: the column that identifies the rows. By default, their primary key.
    """
    keys = at.table.primary_key if by is None else [by]
    old = select(*keys).where(at < BEFORE, *more).order_by(at).limit(MOST)
    return Prepared(delete(at.table).where(tuple_(*keys).in_(old)))


class RetentionRepository(Repository):
    """Deletes old rows of several tables."""

    _mails = _oldest(outbox.c.date, ~WAITING & (outbox.c.state != "paused"))
    _seen_mails = _oldest(seen_mails.c.at)
    _mailbox_mails = _oldest(mailbox_mails.c.gone)
    _counts = _oldest(limit_counts.c.until, by=limit_counts.c.until)
    _codes = _oldest(codes.c.until)
    _audit = _oldest(audit.c.at)
    _problems = _oldest(problems.c.ended)

    def forget_mails(self, before: datetime, most: int) -> int:
        """Deletes emails from before this time that are neither waiting nor paused.

        Returns their number.
        """
        return self._delete(self._mails, before, most)

    def forget_seen_mails(self, before: datetime, most: int) -> int:
        """Deletes the keys of emails from before this time, whose repeats would be handled as new.

        Returns their number.
        """
        return self._delete(self._seen_mails, before, most)

    def forget_mailbox_mails(self, before: datetime, most: int) -> int:
        """Deletes emails that left their mailbox before this time. Returns their number."""
        return self._delete(self._mailbox_mails, before, most)

    def forget_counts(self, before: datetime, most: int) -> int:
        """Deletes counts that expired before this time. Returns the number of deleted rows."""
        return self._delete(self._counts, before, most)

    def forget_codes(self, before: datetime, most: int) -> int:
        """Deletes codes that expired before this time. Returns their number."""
        return self._delete(self._codes, before, most)

    def forget_audit(self, before: datetime, most: int) -> int:
        """Deletes entries of the audit log from before this time. Returns their number."""
        return self._delete(self._audit, before, most)

    def forget_health(self, before: datetime, most: int) -> None:
        """Deletes incidents from before this time, and problems that ended before it."""
        # The last incident of an hour may be an hour later than its beginning.
        self._connection.run(INCIDENTS, {"before": before - HOUR})
        self._delete(self._problems, before, most)

    def forget_keys(self, before: datetime) -> None:
        """Erases the secrets of reply keys that expired before this time."""
        self._connection.run(KEYS, {"before": before})

    def _delete(self, oldest: Prepared, before: datetime, most: int) -> int:
        return self._connection.run(oldest, {"before": before, "most": most})

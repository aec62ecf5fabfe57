"""Incoming emails that couldn't be handled. They are kept until another try succeeds."""

import json
from base64 import b64decode, b64encode
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, or_, select, true, update

from pbm.stored_values import FailedMail
from storage.sql.repository import Repository
from storage.tables.mail import failed_mails


class FailedMailRepository(Repository):
    """Failed emails by their numbers. A row is deleted when its email is handled or dropped."""

    def knows(self, digests: Sequence[str]) -> bool:
        """Whether an email with one of these digests is kept."""
        query = select(failed_mails.c.id).where(failed_mails.c.digest.in_(digests))
        return self._connection.execute(query.limit(1)).first() is not None

    def add(self, mail: FailedMail, digest: str) -> None:
        """Keeps an email. Its `id` is ignored."""
        values = {
            "digest": digest,
            "envelope": json.dumps([mail.sender, *mail.recipients]),
            "content": b64encode(mail.content).decode("ascii"),
            "author": mail.author,
            "at": mail.at,
            "tries": mail.tries,
            "tried": mail.tried,
            "error": mail.error,
            "reference": mail.reference,
        }
        self._connection.execute(insert(failed_mails).values(values))

    def count(self) -> int:
        return self._connection.execute(select(func.count()).select_from(failed_mails)).scalar_one()

    def list(self, most: int) -> Sequence[FailedMail]:
        """Returns the oldest emails."""
        return self._find(true(), most)

    def find(self, id: int) -> FailedMail | None:
        return next(iter(self._find(failed_mails.c.id == id, 1)), None)

    def by(self, addresses: Collection[str], most: int) -> Sequence[FailedMail]:
        """Returns the oldest emails from these addresses."""
        return self._find(failed_mails.c.author.in_([each.lower() for each in addresses]), most)

    def delete(self, id: int) -> bool:
        """Deletes an email. Returns whether it was kept."""
        which = failed_mails.c.id == id
        return self._connection.execute(delete(failed_mails).where(which)).rowcount > 0

    def begin_try(self, started: datetime, now: datetime, most: int) -> FailedMail | None:
        """Counts a try of the first email that is due, and returns the email.

        An email is due if an admin asked for a try, or if its last try began before `started` and
        it was tried fewer than `most` times.
        """
        asked, table = failed_mails.c.tried.is_(None), failed_mails.c
        is_due = or_(asked, (table.tried < started) & (table.tries < most))
        query = select(failed_mails).where(is_due).order_by(table.id).limit(1)
        # Skip an email that another node is claiming right now.
        row = self._connection.execute(query.with_for_update(skip_locked=True)).first()
        if row is None:
            return None
        begun = {"tried": now, "tries": row.tries + 1}
        self._update(table.id == row.id, begun)
        return _mail(row)

    def record_failure(self, id: int, error: str, reference: str) -> None:
        """Records the error of another try."""
        self._update(failed_mails.c.id == id, {"error": error, "reference": reference})

    def request_try(self, id: int) -> bool:
        """Makes an email due, and counts its tries from zero. Returns whether it is kept."""
        return self._update(failed_mails.c.id == id, {"tried": None, "tries": 0}) > 0

    def request_all(self) -> int:
        """Makes all emails due, and returns their number."""
        return self._update(true(), {"tried": None, "tries": 0})

    def _update(self, which: ColumnElement[bool], values: dict[str, Any]) -> int:
        return self._connection.execute(update(failed_mails).where(which).values(values)).rowcount

    def _find(self, which: ColumnElement[bool], most: int) -> Sequence[FailedMail]:
        query = select(failed_mails).where(which).order_by(failed_mails.c.id).limit(most)
        return [_mail(row) for row in self._connection.execute(query)]


def _mail(row: Any) -> FailedMail:
    sender, *recipients = json.loads(row.envelope)
    return FailedMail(
        row.id,
        sender,
        tuple(recipients),
        b64decode(row.content),
        row.author,
        row.at,
        row.tries,
        row.tried,
        row.error,
        row.reference,
    )

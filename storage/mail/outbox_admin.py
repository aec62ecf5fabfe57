"""The outbox as admins see and change it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, TextClause, and_, func, or_, select, text, update

from pbm.stored_values import OutboxMail
from storage.mail.delivery_order import WAITING, QueueState, read_queue_state
from storage.mail.outbox import DAMAGED, outgoing
from storage.sql.lock_keys import in_order
from storage.sql.repository import Repository
from storage.tables.mail import SENT, SET_ASIDE, outbox

UNKNOWN = datetime(1970, 1, 1, tzinfo=UTC)
"""The date of an email whose row can't be read."""


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """An email and its delivery state."""

    id: int
    mail: OutboxMail
    state: str
    tries: int
    due: datetime
    error: str
    is_leased: bool
    """Whether a worker is sending it now."""


@dataclass(frozen=True, slots=True)
class UntriedMail:
    """When an email could first have been sent, and why it wasn't, if that is known."""

    since: datetime
    error: str


class OutboxAdminRepository(Repository):
    """Emails by state. Admins can't change an email that a worker has leased."""

    def list(self, states: Sequence[str], most: int, now: datetime) -> Sequence[OutboxEntry]:
        """Returns the latest `most` emails in these states, from the oldest to the newest."""
        ids = sorted(id for state in states for id in self._latest(state, most))
        entries = (self.find(id, now) for id in ids[-most:])
        return [mail for mail in entries if mail]

    def _latest(self, state: str, most: int) -> Sequence[int]:
        query = select(outbox.c.id).where(*_in_state(state))
        query = query.order_by(outbox.c.id.desc()).limit(most)
        return self._connection.execute(query).scalars().all()

    def count(self, states: Sequence[str]) -> int:
        """Returns the number of emails in these states."""
        return sum(map(self._count, states))

    def _count(self, state: str) -> int:
        """Returns the number of emails in a state.

        No index contains the sent emails. They are counted by subtracting the emails in all other
        states from the number of all emails.
        """
        counted = select(func.count()).select_from(outbox)
        if state != "sent":
            return int(self._connection.execute(counted.where(*_in_state(state))).scalar_one())
        every = int(self._connection.execute(counted).scalar_one())
        other_counts = (counted.where(part) for part in (WAITING, text(SET_ASIDE)))
        return every - sum(
            int(self._connection.execute(other).scalar_one()) for other in other_counts
        )

    def oldest_untried(self, now: datetime) -> UntriedMail | None:
        """Returns the email that has waited longest for its next attempt, or None.

        While a relay can't be reached, emails become due again and again, and no attempt is
        counted.
        """
        fields = select(outbox.c.id, outbox.c.date, outbox.c.due, outbox.c.trouble)
        never = fields.where(WAITING, outbox.c.tries == 0).order_by(outbox.c.id).limit(1)
        oldest = self._connection.execute(never).first()
        due = self._connection.execute(select(func.min(outbox.c.due)).where(WAITING)).scalar()
        untried = [UntriedMail(oldest.date, oldest.trouble)] if oldest else []
        untried += [UntriedMail(due, "")] if due and due <= now else []
        return min(untried, key=lambda mail: mail.since, default=None)

    def last_sent(self) -> datetime | None:
        """Returns the time at which the last email was sent, or None if that isn't known."""
        query = select(func.max(outbox.c.due)).where(text(SENT))
        return self._connection.execute(query).scalar()

    def state(self, now: datetime) -> QueueState:
        return read_queue_state(self._connection, now)

    def find(self, id: int, now: datetime) -> OutboxEntry | None:
        """Returns the email with this id, or None.

        Of a damaged email only the state is returned.
        """
        try:
            row = self._connection.execute(select(outbox).where(outbox.c.id == id)).first()
        except (TypeError, ValueError):
            return self._damaged(id)
        return _queued(row, now) if row else None

    def _damaged(self, id: int) -> OutboxEntry:
        query = select(outbox.c.state, outbox.c.trouble).where(outbox.c.id == id)
        row = self._connection.execute(query).one()
        mail = OutboxMail("", "", UNKNOWN, "", "auto-generated")
        return OutboxEntry(id, mail, row.state, 0, UNKNOWN, row.trouble or DAMAGED, is_leased=False)

    def retry(self, id: int, now: datetime) -> bool:
        """Makes an unsent email due now, as if it were new. Returns whether it was unsent."""
        unsent = outbox.c.state.in_(["waiting", "paused", "failed"])
        return self._change(now, outbox.c.id == id, unsent, **_reset_values(now)) > 0

    def retry_all(self, now: datetime) -> int:
        """Makes all emails due that failed or wait for a retry. Returns their number."""
        values = _reset_values(now)
        in_trouble = and_(WAITING, outbox.c.trouble != "")
        return self._change(now, or_(in_trouble, and_(*_in_state("failed"))), **values)

    def retry_paused(self, error: str, now: datetime) -> int:
        """Makes all emails due that were paused with this error. Returns their number."""
        paused = (outbox.c.state == "paused", outbox.c.trouble == error)
        return self._change(now, *paused, **_reset_values(now))

    def pause_all(self, error: str) -> int:
        """Pauses all waiting emails, including leased ones. Returns their number."""
        values = {"state": "paused", "trouble": error, "holder": ""}
        waiting = update(outbox).where(in_order(outbox.c.id, WAITING))
        return self._connection.execute(waiting.values(values)).rowcount

    def pause(self, id: int, now: datetime) -> bool:
        """Pauses a waiting email. Returns whether it was waiting."""
        return self._change(now, outbox.c.id == id, WAITING, state="paused") > 0

    def drop(self, id: int, now: datetime) -> bool:
        """Drops an unsent email and deletes its content. Returns whether it was unsent."""
        unsent = outbox.c.state.in_(["waiting", "paused", "failed"])
        return self._change(now, outbox.c.id == id, unsent, state="dropped", said="") > 0

    def _change(
        self, now: datetime, *which: ColumnElement[bool] | TextClause, **values: Any
    ) -> int:
        changed = (
            update(outbox).where(in_order(outbox.c.id, *which, ~_is_leased(now))).values(values)
        )
        return self._connection.execute(changed).rowcount


def _in_state(state: str) -> list[ColumnElement[bool] | TextClause]:
    """Returns conditions for the emails in a state. Except for sent emails, they use an index."""
    if state == "waiting":
        return [WAITING]
    return [outbox.c.state == state, *([] if state == "sent" else [text(SET_ASIDE)])]


def _reset_values(now: datetime) -> dict[str, Any]:
    return {"state": "waiting", "due": now, "tries": 0, "trouble": ""}


def _is_leased(now: datetime) -> ColumnElement[bool]:
    return and_(WAITING, outbox.c.holder != "", outbox.c.due > now)


def _queued(row: Row[Any], now: datetime) -> OutboxEntry:
    is_leased = row.state == "waiting" and bool(row.holder) and row.due > now
    return OutboxEntry(row.id, outgoing(row), row.state, row.tries, row.due, row.trouble, is_leased)

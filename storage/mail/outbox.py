"""Outgoing emails, and the leases under which workers send them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Row,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    union_all,
    update,
)

from pbm.stored_values import OutboxMail
from storage.mail.delivery_order import (
    IDS,
    WAITING,
    due_for_random_recipients,
    due_mails,
    is_free_reply,
    overtaking,
)
from storage.sql.lock_keys import in_order, rows_in_order
from storage.sql.prepared import Prepared
from storage.sql.repository import Repository
from storage.tables.mail import DONE_FOR_RECIPIENT, SENT, OutboxRow, outbox
from storage.tables.players import addresses

NEW = {
    name: OutboxRow.model_fields[name].default for name in ("state", "tries", "holder", "trouble")
}
"""Defaults of new rows. SQLAlchemy's own defaults would cost more."""
QUEUED = Prepared(insert(outbox), columns=[each.name for each in outbox.c if each.name != "id"])
DAMAGED = "the stored email is damaged, so pbm can't read it"
"""The error of an email whose row is damaged."""
IDS_GIVEN = outbox.c.id.in_(IDS)
OVERTAKING = Prepared(overtaking())
DUE_ONE = Prepared(due_mails(outbox.c.id == bindparam("this")), locks=True)
LOCK = Prepared(rows_in_order(outbox.c.id, IDS_GIVEN), locks=True)
LEASE = Prepared(
    update(outbox).where(IDS_GIVEN).values(due=bindparam("until"), holder=bindparam("new_holder"))
)
_MAY_BOUNCE = and_(
    or_(outbox.c.board != "", outbox.c.automatic == "auto-generated"),
    exists().where(addresses.c.address == outbox.c.recipient),
)
MARK_SENT = Prepared(
    update(outbox)
    .where(
        in_order(outbox.c.id, IDS_GIVEN, outbox.c.holder.in_(bindparam("holders", expanding=True)))
    )
    .values(
        state="sent",
        said="",
        trouble="",
        recipient=case((_MAY_BOUNCE, outbox.c.recipient), else_=""),
        holder="",
        due=bindparam("at"),
    )
)
LEASE_LOCK = 0x6F7574626F78
"""The number of the advisory lock that a worker takes before leasing while there is a limit."""


@dataclass(frozen=True, slots=True)
class LeasedMail:
    """An email leased by a worker, and the number of earlier attempts."""

    id: int
    mail: OutboxMail
    tries: int


@cache
def _due(replies_only: bool, own_only: bool) -> tuple[Prepared, Prepared]:
    """Returns two statements: for the oldest due emails, and for those of random recipients."""
    which = [is_free_reply()] if replies_only else []
    which += [outbox.c.holder.in_(("", bindparam("holder")))] if own_only else []
    oldest, random = due_mails(*which), due_for_random_recipients(*which)
    return Prepared(oldest, locks=True), Prepared(random, locks=True)


class OutboxRepository(Repository):
    def put(self, mails: Sequence[OutboxMail]) -> None:
        """Queues emails. They are sent after the transaction is committed."""
        self._connection.queue_all(QUEUED, map(_values, mails))

    def withdraw(self, recipient: str, parent: str, now: datetime) -> None:
        """Deletes answers to a message that are due later and that no worker has tried to send.

        `parent`: the message's Message-ID.
        """
        waits = WAITING, outbox.c.recipient == recipient, outbox.c.due > now
        untried = *waits, outbox.c.holder == "", outbox.c.tries == 0, outbox.c.trouble == ""
        rows = self._connection.execute(select(outbox.c.id, outbox.c.thread).where(*untried))
        ids = [row.id for row in rows if row.thread.split()[-1:] == [parent]]
        if ids:
            self._connection.execute(delete(outbox).where(*untried, outbox.c.id.in_(ids)))

    def lock_limits(self) -> None:
        """Prevents other workers from leasing emails until the end of the transaction.

        Two workers could otherwise exceed a limit together. On SQLite, each transaction has the
        whole database to itself.
        """
        if self._connection.dialect.name == "postgresql":
            self._connection.execute(select(func.pg_advisory_xact_lock(LEASE_LOCK)))

    def lease(
        self,
        limit: int,
        now: datetime,
        until: datetime,
        holder: str = "a worker",
        *,
        replies_only: bool = False,
        own_only: bool = False,
    ) -> list[LeasedMail]:
        """Leases at most `limit` due emails until `until`, oldest first.

        If more emails are due, half of the leased emails are the oldest emails of random
        recipients, so that many emails to one recipient don't delay emails to other recipients. No
        email overtakes an earlier email about the same board to the same recipient that waits for a
        retry or is leased by another worker.

        `replies_only`: lease only emails that their recipients have asked for.
        `own_only`: lease no emails that other holders have leased, even if these leases have ended.

        Raises ValueError or TypeError if a row is damaged.
        """
        oldest, random = _due(replies_only, own_only)
        values = {"now": now, "limit": limit} | ({"holder": holder} if own_only else {})
        rows = self._connection.rows(oldest, values)
        if len(rows) == limit > 1:
            # A backlog for one recipient must not hold up the emails to all others.
            drawn = self._connection.rows(random, values | {"limit": limit // 2})
            rows_by_id = {row.id: row for row in (*drawn, *rows)}
            rows = sorted(list(rows_by_id.values())[:limit], key=lambda row: row.id)
        return self._lease(rows, until, holder)

    def lease_one(self, id: int, now: datetime, until: datetime, holder: str) -> list[LeasedMail]:
        """Leases this email unless it must wait. Raises an error if its row is damaged."""
        rows = self._connection.rows(DUE_ONE, {"now": now, "limit": 1, "this": id})
        return self._lease(rows, until, holder)

    def due_ids(self, now: datetime) -> Sequence[int]:
        """Returns the ids of all due emails.

        It reads only an index, so damaged rows are included.
        """
        query = select(outbox.c.id).where(WAITING, outbox.c.due <= now).order_by(outbox.c.id)
        return self._connection.execute(query).scalars().all()

    def is_due_by(self, moment: datetime) -> bool:
        """Whether an email becomes due, or a lease ends, by this time."""
        query = select(outbox.c.id).where(WAITING, outbox.c.due <= moment).limit(1)
        return self._connection.execute(query).first() is not None

    def renew(self, ids: Sequence[int], holder: str, until: datetime) -> frozenset[int]:
        """Renews a holder's leases of these emails. Returns the ids of the leases it still had."""
        ours = WAITING, outbox.c.holder == holder, outbox.c.id.in_(ids)
        renewed = (
            update(outbox)
            .where(in_order(outbox.c.id, *ours))
            .values(due=until)
            .returning(outbox.c.id)
        )
        return frozenset(self._connection.execute(renewed).scalars())

    def lock(self, ids: Sequence[int]) -> None:
        """Locks emails. Call it before recording their outcomes one by one in any order."""
        self._connection.rows(LOCK, {"ids": ids})

    def reclaim(self, holder: str, now: datetime) -> None:
        """Ends the leases of a holder that has stopped, so that its emails are due again."""
        # Emails that wait for a relay in trouble are due again, too: the admin may have fixed it.
        untried = and_(outbox.c.tries == 0, outbox.c.trouble != "", outbox.c.holder == "")
        mails = update(outbox).where(
            in_order(outbox.c.id, WAITING, or_(outbox.c.holder == holder, untried))
        )
        self._connection.execute(mails.values(due=now, holder=""))

    def sent_since(self, since: datetime, now: datetime) -> int:
        """Returns the number of emails that were sent since a time, or that workers have leased."""
        # Emails that seem to be sent far in the future were sent while the clock was ahead.
        recent = and_(outbox.c.due > since, outbox.c.due <= now + (now - since))
        is_leased = and_(WAITING, outbox.c.holder != "", outbox.c.due > now)
        # Count both in one statement, because another worker may send an email between two
        # statements.
        sent, leased = (
            select(func.count()).select_from(outbox).where(*which).scalar_subquery()
            for which in ((text(SENT), recent), (is_leased,))
        )
        return int(self._connection.execute(select(sent + leased)).scalar_one())

    def sent(self, *ids: int, holder: str, at: datetime) -> None:
        """Marks emails as sent, and deletes their content.

        If a lease has ended and another worker has leased the email, nothing changes. The recipient
        is deleted, too, except for notifications and emails about boards to players' own addresses.
        These may still bounce.
        """
        self._connection.run(MARK_SENT, {"ids": ids, "holders": (holder, ""), "at": at})

    def put_back(self, ids: Sequence[int], holder: str, due: datetime, error: str) -> None:
        """Ends the leases of emails that weren't tried, without counting an attempt."""
        self._update(ids, holder, due=due, trouble=error)

    def postpone(self, id: int, holder: str, due: datetime, error: str) -> bool:
        """Defers an email to its next attempt. Returns whether the holder still had the lease."""
        return self._tried(id, holder, due=due, trouble=error)

    def give_up(self, id: int, holder: str, error: str) -> bool:
        """Marks an email as failed. Only an admin can have it tried again.

        Returns False, and changes nothing, if another holder has the lease.
        """
        return self._tried(id, holder, state="failed", trouble=error)

    def pause(self, id: int, holder: str, error: str) -> bool:
        """Pauses an email until an admin resumes it.

        Returns whether the holder still had the lease.
        """
        return self._tried(id, holder, state="paused", trouble=error)

    def set_aside(self, id: int, now: datetime, error: str) -> None:
        """Pauses a due email that can't be leased because its row is damaged."""
        due = update(outbox).where(WAITING, outbox.c.id == id, outbox.c.due <= now)
        self._connection.execute(due.values(state="paused", trouble=error, holder=""))

    def withhold(self, ids: Sequence[int], holder: str, error: str) -> None:
        """Marks emails as withheld, and deletes their content. This can't be undone."""
        self._update(ids, holder, state="withheld", said="", trouble=error)

    def sent_to(self, addresses: Sequence[str]) -> Sequence[tuple[datetime, str, str]]:
        """Returns the time, board and state of each email to these addresses."""
        fields = select(outbox.c.id, outbox.c.date, outbox.c.board, outbox.c.state)
        parts = (WAITING, text(DONE_FOR_RECIPIENT))  # Both have a partial index.
        mails = union_all(*(fields.where(part, _sent_to(addresses)) for part in parts))
        rows = self._connection.execute(mails.order_by("id"))
        return [(row.date, row.board, row.state) for row in rows]

    def forget(self, addresses: Sequence[str]) -> None:
        """Deletes recipient and content of emails to these addresses that are no longer waiting."""
        done = update(outbox).where(
            in_order(outbox.c.id, _sent_to(addresses), text(DONE_FOR_RECIPIENT))
        )
        self._connection.execute(done.values(recipient="", said=""))

    def _lease(self, rows: Sequence[Row[Any]], until: datetime, holder: str) -> list[LeasedMail]:
        """Leases the emails in these locked rows, without emails that would overtake others."""
        if not rows:
            return []
        ids = [row.id for row in rows]
        late = {row.id for row in self._connection.rows(OVERTAKING, {"ids": ids})}
        leased = [_leased(row) for row in rows if row.id not in late]
        if leased:
            ids = [mail.id for mail in leased]
            self._connection.run(LEASE, {"ids": ids, "until": until, "new_holder": holder})
        return leased

    def _tried(self, id: int, holder: str, **values: Any) -> bool:
        return self._update([id], holder, **values, tries=outbox.c.tries + 1)

    def _update(self, ids: Sequence[int], holder: str, **values: Any) -> bool:
        """Ends a holder's leases and sets these values. Returns whether it still had any."""
        ours = WAITING, outbox.c.holder == holder, outbox.c.id.in_(ids)
        ended = update(outbox).where(in_order(outbox.c.id, *ours)).values(**values, holder="")
        return self._connection.execute(ended).rowcount > 0


def _leased(row: Row[Any]) -> LeasedMail:
    """Returns the email in a row. Raises ValueError if a value has the wrong type.

    SQLite stores values of any type in any column.
    """
    texts = (row.recipient, row.message_id, row.said, row.automatic, row.thread, row.board)
    if not (isinstance(row.tries, int) and all(isinstance(text, str) for text in texts)):
        raise ValueError("a value of another type")
    return LeasedMail(row.id, outgoing(row), row.tries)


def _sent_to(addresses: Sequence[str]) -> ColumnElement[bool]:
    return func.lower(outbox.c.recipient).in_([address.lower() for address in addresses])


def _values(mail: OutboxMail) -> dict[str, Any]:
    return {
        "recipient": mail.recipient,
        "message_id": mail.message_id,
        "date": mail.date,
        "said": mail.content,
        "automatic": mail.automatic,
        "thread": " ".join(mail.references),
        "board": mail.board,
        "due": mail.due or mail.date,
        **NEW,
    }


def outgoing(row: Row[Any]) -> OutboxMail:
    """Returns the email in a row of the table."""
    return OutboxMail(
        recipient=row.recipient,
        message_id=row.message_id,
        date=row.date,
        content=row.said,
        automatic=row.automatic,
        references=tuple(row.thread.split()),
        board=row.board,
    )

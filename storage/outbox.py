"""Mails on their way out, and the leases under which workers try to send them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    case,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from pbm.work import Outgoing
from storage.tables import addresses, outbox


@dataclass(frozen=True, slots=True)
class Leased:
    """A mail that a worker holds, and how often it was tried before."""

    id: int
    mail: Outgoing
    tries: int


class OutboxTable:
    """The queue of outgoing mail."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, mails: Sequence[Outgoing]) -> None:
        """Queues mails, to be sent once the work is committed."""
        if mails:
            self._connection.execute(insert(outbox), [_values(mail) for mail in mails])

    def lease(self, limit: int, now: datetime, until: datetime) -> list[Leased]:
        """Mails that are due, oldest first; nobody else is given them before `until`."""
        query = (
            select(outbox)
            .where(outbox.c.state == "waiting", outbox.c.due <= now)
            .order_by(outbox.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        rows = self._connection.execute(query).all()
        if rows:
            held = outbox.c.id.in_([row.id for row in rows])
            self._connection.execute(update(outbox).where(held).values(due=until))
        return [Leased(row.id, _outgoing(row), row.tries) for row in rows]

    def sent(self, id: int) -> None:
        """Delivered: what it said is forgotten.

        And whom it went to, unless it is about a board, or a notice to a player's own address:
        it may still come back.
        """
        registered = exists().where(addresses.c.address == outbox.c.recipient)
        notice = and_(outbox.c.automatic == "auto-generated", registered)
        kept = or_(outbox.c.board != "", notice)
        recipient = case((kept, outbox.c.recipient), else_="")
        self._update(id, state="sent", said="", trouble="", recipient=recipient)

    def postpone(self, id: int, due: datetime, trouble: str) -> None:
        """Not delivered this time; to be tried again."""
        self._update(id, due=due, trouble=trouble, tries=outbox.c.tries + 1)

    def give_up(self, id: int, trouble: str) -> None:
        """Never to be tried again."""
        self._update(id, state="failed", trouble=trouble, tries=outbox.c.tries + 1)

    def withhold(self, id: int, trouble: str) -> None:
        """Not sent, and never to be: what it said is forgotten."""
        self._update(id, state="withheld", said="", trouble=trouble)

    def sent_to(self, addresses: Sequence[str]) -> Sequence[tuple[datetime, str, str]]:
        """When mails for these addresses were made, about which boards, and their state."""
        query = select(outbox.c.date, outbox.c.board, outbox.c.state)
        query = query.where(_to(addresses)).order_by(outbox.c.id)
        return [(row.date, row.board, row.state) for row in self._connection.execute(query)]

    def forget(self, addresses: Sequence[str]) -> None:
        """Forgets to whom these mails went that are no longer waiting."""
        done = update(outbox).where(_to(addresses), outbox.c.state != "waiting")
        self._connection.execute(done.values(recipient="", said=""))

    def _update(self, id: int, **values: Any) -> None:
        self._connection.execute(update(outbox).where(outbox.c.id == id).values(values))


def _to(addresses: Sequence[str]) -> ColumnElement[bool]:
    return func.lower(outbox.c.recipient).in_([address.lower() for address in addresses])


def _values(mail: Outgoing) -> dict[str, Any]:
    return {
        "recipient": mail.recipient,
        "message_id": mail.message_id,
        "date": mail.date,
        "said": mail.said,
        "automatic": mail.automatic,
        "thread": " ".join(mail.references),
        "board": mail.board,
        "due": mail.date,
    }


def _outgoing(row: Row[Any]) -> Outgoing:
    return Outgoing(
        recipient=row.recipient,
        message_id=row.message_id,
        date=row.date,
        said=row.said,
        automatic=row.automatic,
        references=tuple(row.thread.split()),
        board=row.board,
    )

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
    literal_column,
    or_,
    select,
    update,
)

from pbm.ports import OutboxMail
from storage.tables import addresses, outbox
from storage.tables.mail import OutboxRow

WAITS: ColumnElement[str] = literal_column("'waiting'")
"""Written into the statement: an index of what waits serves no statement that leaves it open."""
WAITING = outbox.c.state == WAITS
NEW = {
    name: OutboxRow.model_fields[name].default for name in ("state", "tries", "holder", "trouble")
}
"""Said with each new mail: filling in what is usual would cost more."""
QUEUED = insert(outbox)
"""Made once: making a statement costs as much as carrying it out."""
LEASING = 0x6F7574626F78
"""The number of the lock under which mails are leased."""


@dataclass(frozen=True, slots=True)
class LeasedMail:
    """A mail that a worker holds, and how often it was tried before."""

    id: int
    mail: OutboxMail
    tries: int


class OutboxRepository:
    """The queue of outgoing mail."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, mails: Sequence[OutboxMail]) -> None:
        """Queues mails, to be sent once the work is committed."""
        if mails:
            self._connection.execute(QUEUED, [_values(mail) for mail in mails])

    def lease(
        self, limit: int, now: datetime, until: datetime, holder: str = "a worker"
    ) -> list[LeasedMail]:
        """Mails that are due, oldest first; nobody else is given them before `until`.

        No mail overtakes another one for the same recipient about the same board that waits for
        its retry, or is in another worker's hands.
        """
        self._alone()
        query = select(outbox).where(WAITING, outbox.c.due <= now, ~_held_up(now))
        query = query.order_by(outbox.c.id).limit(limit).with_for_update()
        rows = self._connection.execute(query).all()
        if rows:
            self._update(*(row.id for row in rows), due=until, holder=holder)
        return [LeasedMail(row.id, outgoing(row), row.tries) for row in rows]

    def renew(self, ids: Sequence[int], until: datetime) -> None:
        """The leases of these mails end later."""
        self._update(*ids, due=until)

    def reclaim(self, holder: str, now: datetime) -> None:
        """What this worker held is due again: it is dead."""
        dead = update(outbox).where(WAITING, outbox.c.holder == holder)
        self._connection.execute(dead.values(due=now, holder=""))

    def sent(self, *ids: int) -> None:
        """Delivered: what they said is forgotten.

        And whom they went to, unless it is about a board, or a notice, to a player's own address:
        it may still come back.
        """
        registered = exists().where(addresses.c.address == outbox.c.recipient)
        telling = or_(outbox.c.board != "", outbox.c.automatic == "auto-generated")
        recipient = case((and_(telling, registered), outbox.c.recipient), else_="")
        self._update(*ids, state="sent", said="", trouble="", recipient=recipient, holder="")

    def put_back(self, ids: Sequence[int], due: datetime, error: str) -> None:
        """Not tried: nothing was wrong with these mails."""
        self._update(*ids, due=due, trouble=error, holder="")

    def postpone(self, id: int, due: datetime, error: str) -> None:
        """Not delivered this time; to be tried again."""
        self._tried(id, due=due, trouble=error)

    def give_up(self, id: int, error: str) -> None:
        """Never to be tried again, unless an admin wants it."""
        self._tried(id, state="failed", trouble=error)

    def pause(self, id: int, error: str) -> None:
        """Not to be tried until an admin wants it."""
        self._tried(id, state="paused", trouble=error)

    def withhold(self, ids: Sequence[int], error: str) -> None:
        """Not sent, and never to be: what they said is forgotten."""
        self._update(*ids, state="withheld", said="", trouble=error, holder="")

    def sent_to(self, addresses: Sequence[str]) -> Sequence[tuple[datetime, str, str]]:
        """When mails for these addresses were made, about which boards, and their state."""
        query = select(outbox.c.date, outbox.c.board, outbox.c.state)
        query = query.where(_to(addresses)).order_by(outbox.c.id)
        return [(row.date, row.board, row.state) for row in self._connection.execute(query)]

    def forget(self, addresses: Sequence[str]) -> None:
        """Forgets to whom these mails went that are no longer waiting."""
        done = update(outbox).where(_to(addresses), ~WAITING)
        self._connection.execute(done.values(recipient="", said=""))

    def _tried(self, id: int, **values: Any) -> None:
        self._update(id, **values, tries=outbox.c.tries + 1, holder="")

    def _update(self, *ids: int, **values: Any) -> None:
        self._connection.execute(update(outbox).where(outbox.c.id.in_(ids)).values(values))

    def _alone(self) -> None:
        """One worker at a time looks for mails; else two could take what belongs in an order.

        On SQLite a work is alone from its beginning.
        """
        if self._connection.dialect.name == "postgresql":
            self._connection.execute(select(func.pg_advisory_xact_lock(LEASING)))


def _held_up(now: datetime) -> ColumnElement[bool]:
    """Whether an earlier mail to the same recipient about the same board has still to go."""
    earlier = outbox.alias()
    return exists().where(
        earlier.c.state == WAITS,
        earlier.c.recipient == outbox.c.recipient,
        earlier.c.board == outbox.c.board,
        earlier.c.id < outbox.c.id,
        earlier.c.due > now,
    )


def _to(addresses: Sequence[str]) -> ColumnElement[bool]:
    # All mails are looked at, 22 ms for 200,000 of them: players ask once in a while, and an index
    # would make each mail that is queued and sent a third dearer.
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
        "due": mail.date,
        **NEW,
    }


def outgoing(row: Row[Any]) -> OutboxMail:
    """The mail in a row of the table."""
    return OutboxMail(
        recipient=row.recipient,
        message_id=row.message_id,
        date=row.date,
        content=row.said,
        automatic=row.automatic,
        references=tuple(row.thread.split()),
        board=row.board,
    )

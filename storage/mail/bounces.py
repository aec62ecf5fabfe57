"""What came back for our mails, and the addresses that were marked for it."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, exists, func, select, update

from pbm.ports import Bounce, BounceKind
from storage.sql.upserts import insert_into
from storage.tables import addresses, bounces, marks, outbox


class BounceRepository:
    """Bounces, by the mails that they are about."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def record(self, mail: int, kind: BounceKind, at: datetime) -> str:
        """The player's address to which a mail went, now noted; empty if it was before."""
        address = self._recipient(mail)
        if not address:
            return ""
        values = {"outbox_id": mail, "kind": kind, "address": address, "at": at, "counts": True}
        new = insert_into(self._connection, bounces).values(values).on_conflict_do_nothing()
        noted = self._connection.execute(new.returning(bounces.c.kind)).first()
        return address if noted else ""

    def hard(self, address: str, since: datetime) -> int:
        """How many mails to this address have come back since, and count."""
        counting = (bounces.c.kind == "hard", bounces.c.counts, bounces.c.at >= since)
        query = select(func.count()).where(bounces.c.address == address.lower(), *counting)
        return int(self._connection.execute(query).scalar_one())

    def suppress(self, address: str, at: datetime) -> bool:
        """Whether the address is newly marked."""
        values = {"address": address.lower(), "since": at}
        new = insert_into(self._connection, marks).values(values).on_conflict_do_nothing()
        return self._connection.execute(new.returning(marks.c.address)).first() is not None

    def suppressed(self, given: Sequence[str]) -> frozenset[str]:
        """Those of the addresses that are marked, in small letters."""
        query = select(marks.c.address).where(marks.c.address.in_(_lower(given)))
        return frozenset(self._connection.execute(query).scalars())

    def clear(self, given: Sequence[str]) -> None:
        """Takes the marks away; what came back until now no longer counts."""
        theirs = bounces.c.address.in_(_lower(given))
        counting = select(bounces.c.at).where(theirs, bounces.c.counts).limit(1)
        if self._connection.execute(counting).first():  # nearly always there is nothing to write
            self._connection.execute(update(bounces).where(theirs).values(counts=False))
            self._connection.execute(delete(marks).where(marks.c.address.in_(_lower(given))))

    def of(self, given: Sequence[str]) -> Sequence[Bounce]:
        """What came back from these addresses, the oldest first."""
        query = select(bounces).where(bounces.c.address.in_(_lower(given)))
        rows = self._connection.execute(query.order_by(bounces.c.at, bounces.c.outbox_id))
        return [Bounce(row.address, row.at, row.kind, row.counts) for row in rows]

    def _recipient(self, mail: int) -> str:
        """Whom a mail went to, if that is known and a player's address."""
        recipient = func.lower(outbox.c.recipient)
        registered = exists().where(func.lower(addresses.c.address) == recipient)
        query = select(recipient).where(outbox.c.id == mail, registered)
        return self._connection.execute(query).scalar() or ""


def _lower(given: Sequence[str]) -> list[str]:
    return [address.lower() for address in given]

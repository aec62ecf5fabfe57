"""Bounces of emails, and the addresses that are suppressed because of them."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, exists, func, select, update

from pbm.stored_values import Bounce, BounceKind
from storage.sql.inserts import insert_into
from storage.sql.prepared import Prepared
from storage.sql.repository import Repository
from storage.tables.mail import bounces, outbox, suppressed_addresses
from storage.tables.players import addresses

SUPPRESSED = Prepared(
    select(suppressed_addresses.c.address).where(
        suppressed_addresses.c.address.in_(bindparam("addresses", expanding=True))
    )
)


class BounceRepository(Repository):
    """Bounces and suppressed addresses."""

    def record(self, mail: int, kind: BounceKind, at: datetime) -> str:
        """Records a bounce of an email, and returns the player's address.

        Returns an empty string if the bounce was recorded before, or the address is no player's.
        """
        address = self._recipient(mail)
        if not address:
            return ""
        values = {"outbox_id": mail, "kind": kind, "address": address, "at": at, "counts": True}
        new = insert_into(self._connection, bounces).values(values).on_conflict_do_nothing()
        recorded = self._connection.execute(new.returning(bounces.c.kind)).first()
        return address if recorded else ""

    def hard(self, address: str, since: datetime) -> int:
        """Returns how many emails to an address, sent since this time, have hard bounced.

        Bounces before the last `clear` are ignored.
        """
        counting = (bounces.c.kind == "hard", bounces.c.counts, outbox.c.date > since)
        query = select(func.count()).join_from(bounces, outbox, outbox.c.id == bounces.c.outbox_id)
        query = query.where(bounces.c.address == address.lower(), *counting)
        return int(self._connection.execute(query).scalar_one())

    def suppress(self, address: str, at: datetime) -> bool:
        """Stops notifications to an address. Returns whether the address is newly suppressed."""
        values = {"address": address.lower(), "since": at}
        new = (
            insert_into(self._connection, suppressed_addresses)
            .values(values)
            .on_conflict_do_nothing()
        )
        return (
            self._connection.execute(new.returning(suppressed_addresses.c.address)).first()
            is not None
        )

    def suppressed(self, addresses_given: Sequence[str]) -> frozenset[str]:
        """Returns the suppressed addresses among these, in lower case."""
        rows = self._connection.rows(SUPPRESSED, {"addresses": _lower(addresses_given)})
        return frozenset(row.address for row in rows)

    def clear(self, addresses_given: Sequence[str]) -> None:
        """Ends the suppression of these addresses.

        Their bounces until now are ignored from now on.
        """
        theirs = bounces.c.address.in_(_lower(addresses_given))
        counting = select(bounces.c.at).where(theirs, bounces.c.counts).limit(1)
        # Usually there is no bounce to ignore, so nothing has to be written.
        if self._connection.execute(counting).first():
            self._connection.execute(update(bounces).where(theirs).values(counts=False))
            self._connection.execute(
                delete(suppressed_addresses).where(
                    suppressed_addresses.c.address.in_(_lower(addresses_given))
                )
            )

    def of(self, addresses_given: Sequence[str]) -> Sequence[Bounce]:
        """Returns the bounces of these addresses, the oldest first."""
        query = select(bounces).where(bounces.c.address.in_(_lower(addresses_given)))
        rows = self._connection.execute(query.order_by(bounces.c.at, bounces.c.outbox_id))
        return [Bounce(row.address, row.at, row.kind, row.counts) for row in rows]

    def _recipient(self, mail: int) -> str:
        """Returns the recipient of an email, or an empty string if it isn't a player's address."""
        recipient = func.lower(outbox.c.recipient)
        registered = exists().where(func.lower(addresses.c.address) == recipient)
        query = select(recipient).where(outbox.c.id == mail, registered)
        return self._connection.execute(query).scalar() or ""


def _lower(addresses_given: Sequence[str]) -> list[str]:
    return [address.lower() for address in addresses_given]

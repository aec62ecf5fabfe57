"""The repositories of mails already processed, and of bounces and suppressed addresses."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    String,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    true,
    update,
)

from pbm.stored import Bounce, BounceKind
from storage.sql.connection import WorkConnection
from storage.sql.lock_keys import LockKey, LockKind
from storage.sql.locks import Locks, is_free
from storage.sql.prepared import INSERTS, Insert, Prepared, insert_into
from storage.sql.read_ahead import Prefetched
from storage.tables import addresses, bounces, marks, outbox, seen_mails
from storage.tables.columns import Moment

SEEN = Prepared(
    select(seen_mails.c.key).where(seen_mails.c.key.in_(bindparam("keys", expanding=True)))
)

_ROW = select(bindparam("key", type_=String), bindparam("at", type_=Moment))


def _insert_statement(new: Insert, condition: ColumnElement[bool]) -> Any:
    """Returns a statement that records a key; it returns a row if that is new."""
    kept = new.from_select(["key", "at"], _ROW.where(condition))
    return kept.on_conflict_do_nothing().returning(seen_mails.c.key)


INSERT = Prepared(
    _insert_statement(INSERTS["sqlite"](seen_mails), true()),
    # no row if another transaction has the lock: an insert would wait for its end
    postgresql=lambda: _insert_statement(INSERTS["postgresql"](seen_mails), is_free("lock")),
)

RECORD = Prepared(insert(seen_mails), columns=("key", "at"))


class SeenMailRepository:
    """The repository of keys of mails."""

    def __init__(self, connection: WorkConnection, locks: Locks) -> None:
        self._connection = connection
        self._locks = locks
        self._prefetched: Prefetched[str, bool] = connection.prefetched(SEEN)
        """True by each key that was recorded, False by others; of mails nobody else handles."""

    def prefetch(self, seen_mails: Sequence[Sequence[str]]) -> None:
        """Reads which of these mails were processed, each by its keys, for `first_time`."""
        held = self._hold_free([keys[0] for keys in seen_mails])
        keys = [key for each in seen_mails if each[0] in held for key in each]
        if keys:
            seen = {row.key for row in self._connection.rows(SEEN, {"keys": keys})}
            self._prefetched.add({key: key in seen for key in keys})

    def _hold_free(self, names: Sequence[str]) -> set[str]:
        """Locks those of these mails that are free; returns their names."""
        if not self._locks.needed:
            return set(names)
        return self._locks.take_free([LockKey(LockKind.MAIL, name) for name in names])

    def knows(self, keys: Sequence[str]) -> bool:
        """Returns True if a mail with one of these keys was recorded."""
        return self._connection.first(SEEN, {"keys": keys}) is not None

    def last(self) -> datetime | None:
        """Returns the time at which the last mail was processed; None if none is remembered."""
        return self._connection.execute(select(func.max(seen_mails.c.at))).scalar()

    def first_time(self, keys: Sequence[str], at: datetime) -> bool:
        """Records the first of a mail's keys; returns True if none of them was known."""
        if all(key in self._prefetched for key in keys):
            return not any(self._prefetched[key] for key in keys) and self._record(keys[0], at)
        if keys[1:] and self._connection.first(SEEN, {"keys": keys[1:]}):
            return False  # seen under a key that was in use earlier
        lock = LockKey(LockKind.MAIL, keys[0])
        if self._insert(lock, at):
            self._locks.record(lock)
            return True
        if self._locks.holds(lock) or not self._locks.needed or self.knows(keys[:1]):
            return False
        self._locks.take(lock)  # another transaction handles it now
        return self._insert(lock, at)

    def _record(self, key: str, at: datetime) -> bool:
        """Records a new key; returns True."""
        self._connection.queue(RECORD, {"key": key, "at": at}, kept=[self._prefetched])
        self._prefetched.change(key, value=True)
        return True

    def _insert(self, lock: LockKey, at: datetime) -> bool:
        values = {"key": lock.name, "at": at}
        if self._locks.needed:
            values["lock"] = lock.text
        return self._connection.first(INSERT, values) is not None


# The repository of bounces, and of addresses suppressed because of them.

SUPPRESSED = Prepared(
    select(marks.c.address).where(marks.c.address.in_(bindparam("addresses", expanding=True)))
)


class BounceRepository:
    """The repository of bounces, by the mails that bounced."""

    def __init__(self, connection: WorkConnection) -> None:
        self._connection = connection

    def record(self, mail: int, kind: BounceKind, at: datetime) -> str:
        """Records a bounce; returns the player's address, or nothing if it was recorded before."""
        address = self._recipient(mail)
        if not address:
            return ""
        values = {"outbox_id": mail, "kind": kind, "address": address, "at": at, "counts": True}
        new = insert_into(self._connection, bounces).values(values).on_conflict_do_nothing()
        recorded = self._connection.execute(new.returning(bounces.c.kind)).first()
        return address if recorded else ""

    def hard(self, address: str, since: datetime) -> int:
        """Returns the number of mails sent to this address since then whose hard bounces count."""
        counting = (bounces.c.kind == "hard", bounces.c.counts, outbox.c.date > since)
        query = select(func.count()).join_from(bounces, outbox, outbox.c.id == bounces.c.outbox_id)
        query = query.where(bounces.c.address == address.lower(), *counting)
        return int(self._connection.execute(query).scalar_one())

    def suppress(self, address: str, at: datetime) -> bool:
        """Suppresses notifications to an address; returns True if it is new."""
        values = {"address": address.lower(), "since": at}
        new = insert_into(self._connection, marks).values(values).on_conflict_do_nothing()
        return self._connection.execute(new.returning(marks.c.address)).first() is not None

    def suppressed(self, given: Sequence[str]) -> frozenset[str]:
        """Returns the suppressed ones among these addresses, in lower case."""
        rows = self._connection.rows(SUPPRESSED, {"addresses": _lower(given)})
        return frozenset(row.address for row in rows)

    def clear(self, given: Sequence[str]) -> None:
        """Ends the suppression of these addresses; bounces until now no longer count."""
        theirs = bounces.c.address.in_(_lower(given))
        counting = select(bounces.c.at).where(theirs, bounces.c.counts).limit(1)
        if self._connection.execute(counting).first():  # nearly always there is nothing to write
            self._connection.execute(update(bounces).where(theirs).values(counts=False))
            self._connection.execute(delete(marks).where(marks.c.address.in_(_lower(given))))

    def of(self, given: Sequence[str]) -> Sequence[Bounce]:
        """Returns the bounces of these addresses, the oldest first."""
        query = select(bounces).where(bounces.c.address.in_(_lower(given)))
        rows = self._connection.execute(query.order_by(bounces.c.at, bounces.c.outbox_id))
        return [Bounce(row.address, row.at, row.kind, row.counts) for row in rows]

    def _recipient(self, mail: int) -> str:
        """Returns the recipient of a mail, if that is known and a player's address."""
        recipient = func.lower(outbox.c.recipient)
        registered = exists().where(func.lower(addresses.c.address) == recipient)
        query = select(recipient).where(outbox.c.id == mail, registered)
        return self._connection.execute(query).scalar() or ""


def _lower(given: Sequence[str]) -> list[str]:
    return [address.lower() for address in given]

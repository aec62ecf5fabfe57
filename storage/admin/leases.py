"""The repository of leases: work that only one node of an installation does at a time."""

from datetime import datetime, timedelta

from sqlalchemy import delete, or_, select

from storage.sql.inserts import insert_into
from storage.sql.repository import Repository
from storage.tables.nodes import leases

LONGER = timedelta(minutes=1)
"""The clocks of two nodes, which both follow the database's, differ by far less."""


class LeaseRepository(Repository):
    """The repository of leases; all times are of the database's clock."""

    def take(self, name: str, holder: str, now: datetime, until: datetime) -> bool:
        """Takes a lease, or renews one's own; returns True if the holder has it now.

        All take a lease for the same length: one that ends later was taken before the clock was
        set back, and is free.
        """
        row = insert_into(self._connection, leases).values(name=name, holder=holder, until=until)
        ended = or_(leases.c.until <= now, leases.c.until > until + LONGER)
        free = or_(leases.c.holder == holder, ended)
        values = {"holder": holder, "until": until}
        taken = row.on_conflict_do_update(index_elements=["name"], set_=values, where=free)
        return self._connection.execute(taken.returning(leases.c.name)).first() is not None

    def holder(self, name: str, now: datetime) -> str:
        """Returns the holder of a lease; empty if nobody has it."""
        query = select(leases.c.holder).where(leases.c.name == name, leases.c.until > now)
        return self._connection.execute(query).scalar() or ""

    def held(self, now: datetime) -> dict[str, str]:
        """Returns the holders of all leases, by the leases' names."""
        query = select(leases.c.name, leases.c.holder).where(leases.c.until > now)
        return {row.name: row.holder for row in self._connection.execute(query)}

    def release(self, name: str, holder: str) -> None:
        """Gives a lease back, if it is this holder's."""
        ours = leases.c.name == name, leases.c.holder == holder
        self._connection.execute(delete(leases).where(*ours))

    def release_all(self, holder: str) -> None:
        """Gives back all leases of a holder that works no more."""
        self._connection.execute(delete(leases).where(leases.c.holder == holder))
